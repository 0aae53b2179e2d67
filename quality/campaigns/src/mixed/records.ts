import type { Database } from '@health-case/harness/databases';
import type { Harness } from '@health-case/harness/harness';

/** What the audit trail must hold: how many records of each action with each outcome. */
export type Records = {
  readonly expect: (action: string, outcome: string) => void;
  /** One that may be there or not: two calls at once with one key, of which the second may have looked too early. */
  readonly allow: (action: string, outcome: string) => void;
  readonly judge: (harness: Harness, database: Database) => Promise<number>;
};

export const createRecords = (): Records => {
  const [expected, allowed] = [new Map<string, number>(), new Map<string, number>()];
  const add = (counts: Map<string, number>) => (action: string, outcome: string) => {
    const key = `${action}: ${outcome}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  };
  return {
    expect: add(expected),
    allow: add(allowed),
    judge: async ({ fail }, { query }) => {
      const rows = await query(
        'SELECT "action", "outcome", count(*)::int AS count FROM "AuditRecord" GROUP BY "action", "outcome"',
      );
      const found = new Map(rows.map((row) => [`${row['action']}: ${row['outcome']}`, Number(row['count'])]));
      for (const key of new Set([...expected.keys(), ...allowed.keys(), ...found.keys()])) {
        const [least, count] = [expected.get(key) ?? 0, found.get(key) ?? 0];
        const most = least + (allowed.get(key) ?? 0);
        if (count < least || count > most) fail(`The audit trail has ${count} records "${key}" instead of ${least}.`);
      }
      return [...found.values()].reduce((sum, count) => sum + count, 0);
    },
  };
};
