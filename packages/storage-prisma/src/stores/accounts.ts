import { domainToASCII } from 'node:url';
import { refuse } from '@health-case/domain/errors';
import { type EmailAddress, parseEmail } from '@health-case/domain/model/email';
import type { AccountStore } from '@health-case/domain/ports/storage';
import { ok } from '@health-case/domain/result';
import { type Connection, first } from '../client.ts';
import { type AccountRow, type NameRow, toAccount, toCredentials, toDate, toDateOrNull, toPerson } from '../rows.ts';

const COLUMNS = '"id", "firstName", "lastName", "email", "passwordHash", "role", "registeredAt", "disabledAt"';
const BY_ID = `SELECT ${COLUMNS} FROM "Account" WHERE "id" = $1`;
const BY_EMAIL = `SELECT ${COLUMNS} FROM "Account" WHERE "email" = $1`;
const DOCTORS = `
  SELECT "id", "firstName", "lastName" FROM "Account" WHERE "role" = 'Doc' AND "id" > $1 ORDER BY "id" LIMIT $2`;
const INSERT = `
  INSERT INTO "Account" (${COLUMNS}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT ("email") DO NOTHING`;

/**
 * D-07: as addresses are kept, and as they were kept before where the host had been written in punycode. Node's conversion
 * drops characters: what does not stand for the very same address is another one's, with throttles of its own.
 */
const formsOf = (email: EmailAddress): readonly string[] => {
  const host = email.lastIndexOf('@') + 1;
  const before = email.slice(0, host) + domainToASCII(email.slice(host));
  const parsed = parseEmail(before);
  return before !== email && parsed.ok && parsed.value === email ? [email, before] : [email];
};

export const prismaAccounts = ({ client: { account: table }, sql }: Connection): AccountStore => ({
  find: async (id) => {
    const row = await first(sql.all<AccountRow>(BY_ID, id));
    return row && toAccount(row);
  },
  credentialsOf: async (id) => {
    const row = await first(sql.all<AccountRow>(BY_ID, id));
    return row && toCredentials(row);
  },
  credentialsByEmail: async (email) => {
    const rows = await Promise.all(formsOf(email).map((form) => first(sql.all<AccountRow>(BY_EMAIL, form))));
    const row = rows.find((found) => found !== undefined);
    return row && toCredentials(row);
  },
  any: async () => (await table.findFirst({ select: { id: true } })) !== null,
  doctors: async ({ after = '', size }) => (await sql.all<NameRow>(DOCTORS, after, size)).map(toPerson),
  insert: async ({ account: { id, firstName, lastName, email, role, registeredAt }, passwordHash, disabledAt }) => {
    const dates = [toDate(registeredAt), toDateOrNull(disabledAt)];
    const inserted = await sql.run(INSERT, id, firstName, lastName, email, passwordHash, role, ...dates);
    return inserted === 1 ? ok(undefined) : refuse('EMAIL_TAKEN');
  },
  setPassword: async (id, passwordHash) => {
    await table.updateMany({ where: { id }, data: { passwordHash } });
  },
  setDisabled: async (id, disabledAt) => {
    await table.updateMany({ where: { id }, data: { disabledAt: toDateOrNull(disabledAt) } });
  },
});
