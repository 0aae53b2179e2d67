import type { Random } from '../ground/random.ts';

const PAGE = 4096;
const SECTOR = 512;

/** What is in a file: for whoever reads it, and after a power loss. */
export type File = {
  readonly seen: Content;
  readonly kept: Content;
  /** The pages that the next sync will write. */
  readonly dirty: Set<number>;
};

type Content = { readonly pages: Map<number, Buffer>; size: number };

export const emptyFile = (): File => ({
  seen: { pages: new Map(), size: 0 },
  kept: { pages: new Map(), size: 0 },
  dirty: new Set(),
});

const pageOf = ({ pages }: Content, nth: number): Buffer => pages.get(nth) ?? Buffer.alloc(PAGE);

export const write = ({ seen, dirty }: File, at: number, bytes: Buffer): void => {
  for (let done = 0; done < bytes.length; ) {
    const nth = Math.floor((at + done) / PAGE);
    const page = Buffer.from(pageOf(seen, nth));
    done += bytes.copy(page, (at + done) % PAGE, done);
    seen.pages.set(nth, page);
    dirty.add(nth);
  }
  seen.size = Math.max(seen.size, at + bytes.length);
};

export const truncate = ({ seen, dirty }: File, size: number): void => {
  const last = Math.floor(size / PAGE);
  for (const nth of seen.pages.keys()) if (nth > last) seen.pages.delete(nth);
  if (seen.pages.has(last)) {
    seen.pages.set(last, Buffer.concat([pageOf(seen, last).subarray(0, size % PAGE)], PAGE));
    dirty.add(last);
  }
  seen.size = size;
};

/**
 * A sync that fails is the end of what it should have written: the pages count as clean, as Linux has it, so that no later
 * sync writes them, though whoever reads goes on seeing them.
 */
export const sync = ({ seen, kept, dirty }: File, done: boolean): void => {
  for (const nth of done ? dirty : []) kept.pages.set(nth, pageOf(seen, nth));
  dirty.clear();
  if (!done) return;
  kept.size = seen.size;
  for (const nth of kept.pages.keys()) if (!seen.pages.has(nth)) kept.pages.delete(nth);
};

export const bytesOf = ({ pages, size }: Content): Buffer => {
  const bytes = Buffer.alloc(Math.ceil(size / PAGE) * PAGE);
  for (const [nth, page] of pages) if (nth * PAGE < size) page.copy(bytes, nth * PAGE);
  return bytes.subarray(0, size);
};

/** What a power loss leaves: of what was not synced each sector, and the size, with the given probability. */
export const leftOf = ({ seen, kept, dirty }: File, random: Random, probability: number): Buffer => {
  const pages = new Map(kept.pages);
  for (const nth of dirty) {
    const [page, newer] = [Buffer.from(pageOf(kept, nth)), pageOf(seen, nth)];
    for (let at = 0; at < PAGE; at += SECTOR) if (random.chance(probability)) newer.copy(page, at, at, at + SECTOR);
    pages.set(nth, page);
  }
  return bytesOf({ pages, size: random.chance(probability) ? seen.size : kept.size });
};
