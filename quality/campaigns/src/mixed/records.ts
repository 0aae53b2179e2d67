import { CALLS, type Call } from '@health-case/model/calls';
import type { Expected } from '@health-case/model/expected';
import type { Database } from '../ground/database.ts';
import type { Ground } from '../ground/ground.ts';

/** Counts the records that the audit trail must hold: how many of each action with each outcome. */
export const createRecords = () => {
  const [expected, allowed] = [new Map<string, number>(), new Map<string, number>()];
  const add = (counts: Map<string, number>, key: string, most = 1) => counts.set(key, (counts.get(key) ?? 0) + most);
  return {
    /** A call that was sent again after a 503 may have left a record each time, of whatever outcome. */
    expect: ({ name, key }: Call, { record, refused = 'OK' }: Expected, inDoubt: boolean): void => {
      if (record !== undefined) add(expected, `${record}: ${refused}`);
      if (inDoubt) add(allowed, `${CALLS[name].record}`);
      // Of two calls at once with one key, the second may have looked too early.
      if (key !== undefined) add(allowed, `${CALLS[name].record}: REQUEST_IN_FLIGHT`);
    },
    /** Resolves to the number of all records. */
    judge: async ({ wrong }: Ground, { query }: Database): Promise<number> => {
      const rows = await query(
        'SELECT "action", "outcome", count(*)::int AS count FROM "AuditRecord" GROUP BY "action", "outcome"',
      );
      const found = new Map(rows.map((row) => [`${row['action']}: ${row['outcome']}`, Number(row['count'])]));
      for (const key of new Set([...expected.keys(), ...found.keys()])) {
        const [least, count] = [expected.get(key) ?? 0, found.get(key) ?? 0];
        const inDoubt = allowed.get(key.replace(/: .*/, '')) ?? 0;
        const most = least + (allowed.get(key) ?? 0) + inDoubt;
        if (count < least - inDoubt || count > most)
          wrong(`The audit trail has ${count} records "${key}" instead of ${least}.`);
      }
      return [...found.values()].reduce((sum, count) => sum + count, 0);
    },
  };
};
