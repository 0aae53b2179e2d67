import { statSync } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { StoreUnusable } from '../failures.ts';

/** How far the work on a file has come; `share` is from 0 to 1, where it can be known. */
export type Progress = { readonly step: 'copying' | 'checking'; readonly share?: number };

/** How the caller follows the work, and gives it up. */
export type Following = { readonly signal: AbortSignal; readonly report: (progress: Progress) => void };

/**
 * A new file beside the place where it is to be, for its owner alone. It is gone if the work on it fails; the work itself
 * gives it its name. Whoever makes the same at the same time is refused, as both would write one file.
 */
export const inDraft = async <T>(place: string, work: (draft: string) => Promise<T>): Promise<T> => {
  const draft = `${place}.part`;
  const handle = await open(draft, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
    throw new StoreUnusable(`The file ${draft} is there: remove it, unless another command is just making it.`);
  });
  await handle.close();
  try {
    // Left by a process that was killed; SQLite would write it into this one.
    await removeAll(LOGS.map((suffix) => draft + suffix));
    return await work(draft);
  } catch (error) {
    await removeAll(['', ...LOGS].map((suffix) => draft + suffix));
    throw error;
  }
};

const LOGS = ['-wal', '-shm', '-journal'];
const removeAll = (files: readonly string[]) => Promise.all(files.map((file) => rm(file, { force: true })));

/** Reports how much of the bytes to come a draft holds, for as long as the work on it lasts. */
export const whileItGrows = async (
  draft: string,
  { expected, report }: { readonly expected: () => number; readonly report: Following['report'] },
  work: () => Promise<void>,
): Promise<void> => {
  const tell = () => {
    const held = statSync(draft, { throwIfNoEntry: false })?.size ?? 0;
    report({ step: 'copying', share: Math.min(1, held / Math.max(1, expected())) });
  };
  tell();
  const timer = setInterval(tell, 200);
  try {
    await work();
  } finally {
    clearInterval(timer);
  }
};

/** What failed, in a few words; the file that Node names in its own is the draft, of which nobody knows. */
export const wordsOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split(/, |\n/)[0] ?? '';
