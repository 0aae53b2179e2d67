import { auditRecord, listRecord, nextId } from '@health-case/domain/contracts/storage/samples';
import { Unavailable } from '@health-case/domain/errors';
import { describe, expect, it } from 'vitest';
import { PATIENT, PLACES } from './support/stores.ts';

/** Two whole ranges, and the beginning of a third. */
const RECORDS = 20_050;
const LISTED = 15_000;

const records = Array.from({ length: RECORDS }, (_, nth) =>
  nth + 1 === LISTED ? listRecord([nextId(), nextId()]) : auditRecord(),
);

/** What somebody does to the records where this holds, and how it is undone. */
const alter = (where: string) => [
  `UPDATE "AuditRecord" SET "action" = "action" || '!' WHERE ${where}`,
  `UPDATE "AuditRecord" SET "action" = replace("action", '!', '')`,
];
const remove = (where: string) => [
  `DELETE FROM "AuditRecord" WHERE ${where}`,
  'INSERT INTO "AuditRecord" SELECT * FROM "Kept" WHERE "place" NOT IN (SELECT "place" FROM "AuditRecord")',
];
const ALTERED = expect.stringMatching(/^the record .* is not what was written$/);
const MISSING = 'a record is missing here';
const ENDS = 'the end is missing';
const CHANGES = [
  ...[10_000, 10_001].map((place) => [alter(`"place" = ${place}`), place, ALTERED] as const),
  ...[10_000, 10_001].map((place) => [remove(`"place" = ${place}`), place, MISSING] as const),
  ...[10_000, 15_001].map((place) => [remove(`"place" >= ${place}`), place, ENDS] as const),
  [alter('"place" IN (500, 10000, 20001)'), 500, ALTERED],
  [
    [
      'UPDATE "AuditEnd" SET "place" = "place" + 1000000000000',
      'UPDATE "AuditEnd" SET "place" = "place" - 1000000000000',
    ],
    RECORDS + 1,
    ENDS,
  ],
  [
    ['UPDATE "ListedChild" SET "epoch" = "epoch" + 1', 'UPDATE "ListedChild" SET "epoch" = "epoch" - 1'],
    LISTED,
    expect.stringMatching(/^the children of the record .* are not those$/),
  ],
] as const;

/** Each takes two threads. Without WHOLE, the stores have some: at the end of a range, at its beginning, in several. */
const OF_STORE = { SQLite: [1, 4, 8], PostgreSQL: [3, 6] };

describe.each(PLACES)('a trail of several ranges on $provider', ({ provider, openPlace }) => {
  it('is verified in threads, which name the first record that is not what was written', {
    timeout: 300_000,
  }, async () => {
    const { open, query } = await openPlace();
    const { sequence, read } = await open({ timeout: PATIENT.call, bounds: PATIENT });
    await sequence(records);
    await query('CREATE TABLE "Kept" AS SELECT * FROM "AuditRecord"');
    const since = await read.audit.checkpoint();
    const whole = { sound: true, records: RECORDS };
    expect(await read.audit.verify(since)).toEqual(whole);
    for (const [nth, [[change = '', undo = ''], place, problem]] of CHANGES.entries()) {
      if (!process.env['WHOLE'] && !OF_STORE[provider].includes(nth)) continue;
      await query(change);
      expect(await read.audit.verify(since)).toEqual({ sound: false, place, problem });
      await query(undo);
    }
    // Threads fail as the storage does.
    await query('ALTER TABLE "ListedChild" RENAME TO "Moved"');
    await expect(read.audit.verify()).rejects.toThrow(Unavailable);
  });
});
