import type { SessionStore } from '@health-case/domain/ports/storage';
import { type Connection, first } from '../client.ts';
import { type AccountRow, type SessionRow, toAccount, toDate, toSession } from '../rows.ts';

const FIND = `
  SELECT s."digest", s."accountId", s."startedAt", s."lastUsedAt",
    a."id", a."firstName", a."lastName", a."email", a."role", a."registeredAt"
  FROM "Session" s JOIN "Account" a ON a."id" = s."accountId" WHERE s."digest" = $1`;
const INSERT = 'INSERT INTO "Session" ("digest", "accountId", "startedAt", "lastUsedAt") VALUES ($1, $2, $3, $4)';
const SWEEP =
  'DELETE FROM "Session" WHERE "digest" IN (SELECT "digest" FROM "Session" WHERE "lastUsedAt" < $1 LIMIT $2)';

export const prismaSessions = ({ sql }: Connection): SessionStore => ({
  find: async (digest) => {
    const row = await first(sql.all<SessionRow & AccountRow>(FIND, digest));
    return row && { session: toSession(row), account: toAccount(row) };
  },
  insert: async ({ digest, accountId, startedAt, lastUsedAt }) => {
    await sql.run(INSERT, digest, accountId, toDate(startedAt), toDate(lastUsedAt));
  },
  touch: async (digest, lastUsedAt) => {
    await sql.run('UPDATE "Session" SET "lastUsedAt" = $1 WHERE "digest" = $2', toDate(lastUsedAt), digest);
  },
  end: async (digest) => {
    await sql.run('DELETE FROM "Session" WHERE "digest" = $1', digest);
  },
  endOthers: async (accountId, keep) => {
    await sql.run('DELETE FROM "Session" WHERE "accountId" = $1 AND "digest" <> $2', accountId, keep);
  },
  endAll: (of) =>
    of === 'everybody' ? sql.run('DELETE FROM "Session"') : sql.run('DELETE FROM "Session" WHERE "accountId" = $1', of),
  sweep: async (lastUsedBefore, atMost) => {
    await sql.run(SWEEP, toDate(lastUsedBefore), atMost);
  },
});
