import type { RunRead } from '../prisma-storage.ts';

/** The reads of every request. No number, no password's hash, and no record of the audit trail stays in memory. */
const CACHED: ReadonlySet<string> = new Set([
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

/** A row takes some 200 bytes. */
const MOST_ROWS = 20_000;

const rowsIn = (value: unknown): number => (Array.isArray(value) ? value.length + 1 : 1);

/**
 * V8 pretenures allocation sites whose objects survive: copying what is cached keeps the rows that are only passed on out of
 * the old generation.
 */
const copied = <T>(value: T): T => (Array.isArray(value) ? (value.map((row: object) => ({ ...row })) as T) : value);

/**
 * Caches reads until anything is committed by any process, except to this one's audit trail: `version` differs then, and
 * costs a tenth of the cheapest read. Equal reads get the same object, so its identity shows that nothing has changed.
 */
export const createReadCache = (version: () => number): RunRead => {
  const cached = new Map<string, Promise<unknown>>();
  let [cachedAt, rows] = [Number.NaN, 0];

  return <T>(read: () => Promise<T>, name: string, args: readonly unknown[]): Promise<T> => {
    if (!CACHED.has(name)) return read();
    const now = version();
    if (now !== cachedAt) {
      cached.clear();
      [cachedAt, rows] = [now, 0];
    }
    const key = `${name} ${JSON.stringify(args)}`;
    const known = cached.get(key) as Promise<T> | undefined;
    if (known) return known;
    if (rows >= MOST_ROWS) return read();
    const reading = read().then(copied);
    cached.set(key, reading);
    reading.then(
      (value) => {
        if (cached.get(key) === reading) rows += rowsIn(value);
      },
      () => {
        if (cached.get(key) === reading) cached.delete(key);
      },
    );
    return reading;
  };
};
