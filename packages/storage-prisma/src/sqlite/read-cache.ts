import type { Reading } from '../prisma-storage.ts';

/** What is asked for again and again. No number, no password's hash, and no record of the audit trail stays in memory. */
const KEPT: ReadonlySet<string> = new Set([
  'accounts.doctors',
  'accounts.find',
  'assistants.assists',
  'assistants.ofDoctor',
  'cases.find',
  'cases.ofAssistant',
  'cases.ofDoctor',
  'cases.ofParent',
  'certifications.newestOf',
  'children.isOfDoctor',
  'children.ofDoctor',
  'children.ofDoctorAndParent',
  'children.ofParent',
  'children.parentOf',
  'history.ofCase',
  'sessions.find',
  'tasks.find',
  'tasks.lastClosedOf',
  'tasks.ofCase',
]);

/** Rows, of which each takes some 200 bytes. */
const MOST_KEPT = 20_000;

const rowsIn = (value: unknown): number => (Array.isArray(value) ? value.length + 1 : 1);

/**
 * What is kept is made here, apart from what is only passed on: V8 notes where objects come from that grow old, and then
 * makes all from there among the old ones, which only the longest of its collections clears.
 */
const copied = <T>(value: T): T => (Array.isArray(value) ? (value.map((row: object) => ({ ...row })) as T) : value);

/**
 * Keeps what was read for as long as nothing has been committed, by whichever process, but this one's audit trail:
 * `version` differs then, and costs a tenth of the cheapest read. So nothing that is kept outlives its truth. Whoever reads
 * the same gets the same object, by which it can be told that nothing has changed.
 */
export const createReadCache = (version: () => number): Reading => {
  const kept = new Map<string, Promise<unknown>>();
  let [keptAt, rows] = [Number.NaN, 0];

  const forget = (now: number): void => {
    kept.clear();
    [keptAt, rows] = [now, 0];
  };

  return <T>(read: () => Promise<T>, name: string, args: readonly unknown[]): Promise<T> => {
    if (!KEPT.has(name)) return read();
    const now = version();
    if (now !== keptAt) forget(now);
    const key = `${name} ${JSON.stringify(args)}`;
    const known = kept.get(key) as Promise<T> | undefined;
    if (known) return known;
    if (rows >= MOST_KEPT) return read();
    const reading = read().then(copied);
    kept.set(key, reading);
    reading.then(
      (value) => {
        if (kept.get(key) === reading) rows += rowsIn(value);
      },
      () => {
        if (kept.get(key) === reading) kept.delete(key);
      },
    );
    return reading;
  };
};
