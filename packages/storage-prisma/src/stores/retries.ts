import type { KeptOutcome } from '@health-case/domain/model/request-options';
import type { RetryStore } from '@health-case/domain/ports/storage';
import { type Connection, first } from '../client.ts';
import type * as Row from '../generated/sqlite/client.ts';
import type { FieldCipher } from '../keyring.ts';
import { toDate } from '../rows.ts';

const FIND = 'SELECT "request", "outcome" FROM "KeptOutcome" WHERE "key" = $1 AND "at" >= $2';
const SAVE = `
  INSERT INTO "KeptOutcome" ("key", "request", "outcome", "at") VALUES ($1, $2, $3, $4)
  ON CONFLICT ("key") DO UPDATE SET
    "request" = excluded."request", "outcome" = excluded."outcome", "at" = excluded."at"`;
const SWEEP = 'DELETE FROM "KeptOutcome" WHERE "key" IN (SELECT "key" FROM "KeptOutcome" WHERE "at" < $1 LIMIT $2)';

export const prismaRetries = ({ sql }: Connection, cipher: FieldCipher): RetryStore => {
  const hidden = ({ key, request }: Pick<KeptOutcome, 'key' | 'request'>) => ({
    key: cipher.fingerprint(key, 'KeptOutcome:key'),
    request: cipher.fingerprint(request, `KeptOutcome:request:${key}`),
  });
  return {
    find: async (wanted, since) => {
      const { key, request } = hidden(wanted);
      const row = await first(sql.all<Row.KeptOutcome>(FIND, key, toDate(since)));
      return row && (row.request === request ? { outcome: row.outcome } : 'other request');
    },
    save: async ({ outcome, at, ...wanted }) => {
      const { key, request } = hidden(wanted);
      await sql.run(SAVE, key, request, outcome, toDate(at));
    },
    sweep: async (keptBefore, atMost) => {
      await sql.run(SWEEP, toDate(keptBefore), atMost);
    },
  };
};
