import bcrypt from 'bcrypt';
import type Database from 'better-sqlite3';
import { digestOf, PASSWORD, tokenOf } from '../../src/data/sizes.ts';

/** The accounts and sessions of the service's store, in better-auth's tables: its tokens are kept in the clear. */
export const copyAccounts = async (database: Database.Database, store: string): Promise<void> => {
  const passwordHash = await bcrypt.hash(PASSWORD, Number(process.env['BCRYPT_COST'] ?? 10));
  const now = new Date().toISOString();
  const expiry = new Date(Date.now() + 7 * 86_400_000).toISOString();
  database.exec(`ATTACH '${store}' AS store`);
  const { sessions } = database.prepare('SELECT count(*) AS sessions FROM store."Session"').get() as {
    sessions: number;
  };
  const holder = database.prepare('SELECT "accountId" FROM store."Session" WHERE "digest" = ?').pluck();
  const insert = database.prepare(
    `INSERT INTO session (id, token, userId, expiresAt, createdAt, updatedAt) VALUES (?, ?, ?, ?, ?, ?)`,
  );
  database.transaction(() => {
    database
      .prepare(`INSERT INTO user (id, name, email, emailVerified, createdAt, updatedAt, firstName, lastName, role)
                SELECT id, firstName || ' ' || lastName, email, 0, ?, ?, firstName, lastName, role FROM store."Account"`)
      .run(now, now);
    database
      .prepare(`INSERT INTO account (id, accountId, providerId, userId, password, createdAt, updatedAt)
                SELECT id, id, 'credential', id, ?, ?, ? FROM store."Account"`)
      .run(passwordHash, now, now);
    for (let session = 0; session < sessions; session += 1) {
      const token = tokenOf(session);
      insert.run(String(session), token, holder.get(digestOf(token)), expiry, now, now);
    }
  })();
  database.exec('DETACH store');
};
