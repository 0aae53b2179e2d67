import { ok } from '../result.ts';
import type { AuditEntry, AuditRecord } from './audit-record.ts';
import { type Parsed, problem } from './parsed.ts';

/** A keyed hash of a text. Equal for equal texts in one context; nobody can make it without the key. */
export type Fingerprint = (text: string, context: string) => string;

type Link = { readonly place: number; readonly seal: string };
/** Each record is sealed together with the seal before it, so none can be altered, removed, added or moved unnoticed. */
export type SealedEntry = AuditEntry & Link;
/** The last record's place and seal, sealed once more. An empty trail has one, too. */
export type SealedEnd = Link & { readonly endSeal: string };
/** Where the trail ended once, for a witness elsewhere. `mac` shows that the store made it. */
export type Checkpoint = Link & { readonly mac: string };

export type AuditVerdict =
  | { readonly sound: true; readonly records: number }
  /** The first place at which the trail is not what was written: altered, removed, added, or out of order. */
  | { readonly sound: false; readonly place: number; readonly problem: string }
  /** The checkpoint is not one that this store has made, so nothing was verified. */
  | { readonly sound: undefined };

export type Verification = {
  /** Hears now and then how many records have been checked, and how many there were at the beginning. */
  readonly report?: ((checked: number, all: number) => void) | undefined;
  /** The trail must extend it. */
  readonly since?: Checkpoint | undefined;
};

const BEGINNING: Link = { place: 0, seal: '' };
const PAGE = 1000;

const sealOf = (fingerprint: Fingerprint, previous: string, entry: AuditEntry): string => {
  const { place, id, at, requestId, by, action, on, outcome, child } = entry;
  const facts = [String(place), id, at, requestId, by ?? null, action, on ?? null, outcome];
  // Records were sealed without a child before they had one.
  return fingerprint(JSON.stringify(child === undefined ? facts : [...facts, child]), `AuditRecord:${previous}`);
};

const endAt = (fingerprint: Fingerprint, { place, seal }: Link): SealedEnd => ({
  place,
  seal,
  endSeal: fingerprint(`${place}:${seal}`, 'AuditEnd'),
});

const isSealed = (fingerprint: Fingerprint, end: SealedEnd | undefined): end is SealedEnd =>
  end !== undefined && end.endSeal === endAt(fingerprint, end).endSeal;

/** The end of a trail without records. */
export const sealedBeginning = (fingerprint: Fingerprint): SealedEnd => endAt(fingerprint, BEGINNING);

/**
 * The records sealed behind the last one there is, and the new end. If the end is not that of the last record, somebody
 * has changed the trail: it goes on all the same, but stays unsound from there on.
 */
export const extendTrail = (
  fingerprint: Fingerprint,
  { end, last }: { readonly end: SealedEnd | undefined; readonly last: number },
  records: readonly AuditRecord[],
): { readonly entries: readonly SealedEntry[]; readonly end: SealedEnd } => {
  let link: Link = isSealed(fingerprint, end) && end.place === last ? end : { place: last, seal: 'broken' };
  const entries = records.map((record) => {
    const entry = { ...record, place: link.place + 1 };
    link = { place: entry.place, seal: sealOf(fingerprint, link.seal, entry) };
    return { ...entry, ...link };
  });
  return { entries, end: endAt(fingerprint, link) };
};

const macOf = (fingerprint: Fingerprint, { place, seal }: Link): string =>
  fingerprint(`${place}:${seal}`, 'AuditCheckpoint');

/** Nothing if the end is not what was written. */
export const checkpointAt = (fingerprint: Fingerprint, end: SealedEnd | undefined): Checkpoint | undefined =>
  isSealed(fingerprint, end) ? { place: end.place, seal: end.seal, mac: macOf(fingerprint, end) } : undefined;

/** One line without white space. */
export const checkpointText = ({ place, seal, mac }: Checkpoint): string => `${place}.${seal}.${mac}`;

export const parseCheckpoint = (text: string): Parsed<Checkpoint> => {
  const [, place, seal, mac] = /^(0|[1-9]\d{0,14})\.([\w-]*)\.([\w-]+)$/.exec(text.trim()) ?? [];
  return place === undefined || seal === undefined || mac === undefined
    ? problem('is no checkpoint, as the command audit checkpoint prints one')
    : ok({ place: Number(place), seal, mac });
};

/** A trail as its store keeps it. */
export type StoredTrail = {
  readonly fingerprint: Fingerprint;
  /** At most `size` records behind the place, in the order of their places. */
  readonly page: (after: number, size: number) => Promise<readonly SealedEntry[]>;
  readonly end: () => Promise<SealedEnd | undefined>;
};

/** Reads the whole trail, a page at a time. Records may be added meanwhile. */
export const verifyTrail = async (trail: StoredTrail, { report, since }: Verification = {}): Promise<AuditVerdict> => {
  const { fingerprint, end } = trail;
  if (since && since.mac !== macOf(fingerprint, since)) return { sound: undefined };
  const unsound = (place: number, problem: string): AuditVerdict => ({ sound: false, place, problem });
  const first = (await end())?.place ?? 0;
  let last = BEGINNING;
  for await (const page of pagesOf(trail)) {
    for (const entry of page) {
      const problem = problemOf(entry, sealOf(fingerprint, last.seal, entry), { last, since });
      if (problem) return unsound(last.place + 1, problem);
      last = { place: entry.place, seal: entry.seal };
    }
    report?.(last.place, Math.max(last.place, first));
  }
  const after = await end();
  const isOwn = isSealed(fingerprint, after) && (after.place !== last.place || after.seal === last.seal);
  const whole = isOwn && after.place >= last.place && last.place >= first;
  if (!whole) return unsound(last.place + 1, 'the end is missing');
  if (since && since.place > last.place) return unsound(last.place + 1, 'the trail ends before the checkpoint');
  return { sound: true, records: last.place };
};

async function* pagesOf({ page }: StoredTrail): AsyncGenerator<readonly SealedEntry[], void> {
  let entries: readonly SealedEntry[] = [];
  do {
    entries = await page(entries.at(-1)?.place ?? 0, PAGE);
    if (entries.length > 0) yield entries;
  } while (entries.length === PAGE);
}

const problemOf = (
  { id, place, seal }: SealedEntry,
  expected: string,
  { last, since }: { readonly last: Link; readonly since: Checkpoint | undefined },
): string | undefined => {
  if (place !== last.place + 1) return 'a record is missing here';
  if (seal !== expected) return `the record ${id} is not what was written`;
  return place === since?.place && seal !== since.seal
    ? `the record ${id} is not the one of the checkpoint`
    : undefined;
};
