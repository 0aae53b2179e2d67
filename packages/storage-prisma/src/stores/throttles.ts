import type { Instant } from '@health-case/domain/model/values';
import type { ThrottleStore } from '@health-case/domain/ports/storage';
import { type Connection, first } from '../client.ts';
import type * as Row from '../generated/sqlite/client.ts';
import type { FieldCipher } from '../keyring.ts';
import { toDate, toInstant } from '../rows.ts';

const SAVE = `
  INSERT INTO "Throttled" ("key", "count", "notBefore", "forgottenAt", "underWay") VALUES ($1, $2, $3, $4, $5)
  ON CONFLICT ("key") DO UPDATE SET
    "count" = excluded."count", "notBefore" = excluded."notBefore", "forgottenAt" = excluded."forgottenAt",
    "underWay" = excluded."underWay"`;
const SWEEP = `
  DELETE FROM "Throttled" WHERE "key" IN (SELECT "key" FROM "Throttled" WHERE "forgottenAt" < $1 LIMIT $2)`;

export const prismaThrottles = ({ sql }: Connection, cipher: FieldCipher): ThrottleStore => {
  const hidden = (key: string): string => cipher.fingerprint(key, 'Throttled:key');
  return {
    find: async (key) => {
      const found = sql.all<Row.Throttled>(
        'SELECT "count", "notBefore", "forgottenAt", "underWay" FROM "Throttled" WHERE "key" = $1',
        hidden(key),
      );
      const row = await first(found);
      return (
        row && {
          count: row.count,
          notBefore: toInstant(row.notBefore),
          forgottenAt: toInstant(row.forgottenAt),
          underWay: row.underWay.split(',').filter(Boolean).map(Number) as Instant[],
        }
      );
    },
    save: async (key, { count, notBefore, forgottenAt, underWay }) => {
      await sql.run(SAVE, hidden(key), count, toDate(notBefore), toDate(forgottenAt), underWay.join());
    },
    remove: async (key) => {
      await sql.run('DELETE FROM "Throttled" WHERE "key" = $1', hidden(key));
    },
    sweep: async (forgottenBefore, atMost) => {
      await sql.run(SWEEP, toDate(forgottenBefore), atMost);
    },
  };
};
