import { domainToASCII } from 'node:url';
import {
  type Account,
  type Credentials,
  type Invitation,
  type PasswordHash,
  type Person,
  ROLES,
  type Role,
  type Session,
} from '@health-case/domain/model/account';
import { type EmailAddress, parseEmail } from '@health-case/domain/model/email';
import type { Instant } from '@health-case/domain/model/values';
import type { Tables } from '@health-case/domain/ports/tables';
import { ok, refuse } from '@health-case/domain/result';
import { type Access, insertRow, named, type Select } from '../client.ts';
import type * as Row from '../generated/sqlite/client.ts';
import { broken, modelOf, type SqlRow, sweep } from './rows.ts';

type AccountRow = SqlRow<Row.Account>;

const toDateOrNull = (instant: Instant | undefined): Date | null => (instant === undefined ? null : new Date(instant));

const toRole = (text: string, id: string): Role => {
  if (!ROLES.includes(text as Role)) throw broken('an account with a role', id);
  return text as Role;
};

const toAccount = (row: Omit<AccountRow, 'passwordHash' | 'disabledAt'>): Account => {
  const { id, firstName, lastName, email, role, registeredAt } = row;
  return { id, firstName, lastName, email, role: toRole(role, id), registeredAt } as Account;
};

const toCredentials = (row: AccountRow): Credentials => ({
  account: toAccount(row),
  passwordHash: row.passwordHash as PasswordHash,
  disabledAt: row.disabledAt ?? undefined,
});

type InvitationRow = SqlRow<Row.Invitation>;

const toInvitation = ({ role, usedById, ...row }: InvitationRow): Invitation =>
  ({ ...row, role: toRole(role, row.digest), usedBy: usedById ?? undefined }) as Invitation;

const COLUMNS = '"id", "firstName", "lastName", "email", "passwordHash", "role", "registeredAt", "disabledAt"';
const BY_ID: Select = `SELECT ${COLUMNS} FROM "Account" WHERE "id" = $1`;
const BY_EMAIL: Select = `SELECT ${COLUMNS} FROM "Account" WHERE "email" = $1`;
const DOCTORS: Select = `SELECT "id", "firstName", "lastName" FROM "Account" WHERE "role" = 'Doc' AND "id" > $1 ORDER BY "id" LIMIT $2`;
const INSERT_ACCOUNT = `
  INSERT INTO "Account" (${COLUMNS}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT ("email") DO NOTHING`;

/**
 * D-07: the forms in which an address may be stored: today's, and the punycode form of earlier versions. Node's conversion
 * can drop characters, and the result may be another person's address then: it counts only if it parses to the same address.
 */
const formsOf = (email: EmailAddress): readonly string[] => {
  const host = email.lastIndexOf('@') + 1;
  const before = email.slice(0, host) + domainToASCII(email.slice(host));
  const parsed = parseEmail(before);
  return before !== email && parsed.ok && parsed.value === email ? [email, before] : [email];
};

export const accountTable = ({ sql, locks: { change } }: Access): Tables['accounts'] => {
  const credentialsOf = async (statement: Select, key: string): Promise<Credentials | undefined> =>
    modelOf((await sql.all<AccountRow>(statement, key))[0], toCredentials);
  return {
    find: async (id) => (await credentialsOf(BY_ID, id))?.account,
    credentialsOf: (id) => credentialsOf(`${BY_ID}${change}`, id),
    credentialsByEmail: async (email) => {
      const found = await Promise.all(formsOf(email).map((form) => credentialsOf(`${BY_EMAIL}${change}`, form)));
      return found.find((credentials) => credentials !== undefined);
    },
    any: async () => (await sql.all('SELECT 1 FROM "Account" LIMIT 1')).length > 0,
    doctors: ({ after = '', size }) => sql.all<Person>(DOCTORS, after, size),
    insert: async ({ account: { id, firstName, lastName, email, role, registeredAt }, passwordHash, disabledAt }) => {
      const dates = [new Date(registeredAt), toDateOrNull(disabledAt)];
      const inserted = await sql.run(INSERT_ACCOUNT, id, firstName, lastName, email, passwordHash, role, ...dates);
      return inserted === 1 ? ok(undefined) : refuse('EMAIL_TAKEN');
    },
    setPassword: (id, passwordHash) =>
      sql.write('UPDATE "Account" SET "passwordHash" = $1 WHERE "id" = $2', passwordHash, id),
    setDisabled: (id, disabledAt) =>
      sql.write('UPDATE "Account" SET "disabledAt" = $1 WHERE "id" = $2', toDateOrNull(disabledAt), id),
  };
};

const SESSION: Select = `SELECT s."startedAt", s."lastUsedAt", a."id", a."firstName", a."lastName", a."email", a."role", a."registeredAt"
  FROM "Session" s JOIN "Account" a ON a."id" = s."accountId" WHERE s."digest" = $1`;
const INSERT_SESSION = insertRow('Session', ['digest', 'accountId', 'startedAt', 'lastUsedAt']);

export const sessionTable = ({ sql, locks: { skip } }: Access): Tables['sessions'] => {
  const sweepSessions = sweep('Session', 'digest', 'lastUsedAt', skip);
  return {
    find: async (digest) => {
      const [row] = await sql.all<SqlRow<Row.Session> & AccountRow>(SESSION, digest);
      if (!row) return undefined;
      const { id, startedAt, lastUsedAt } = row;
      return { session: { digest, accountId: id, startedAt, lastUsedAt } as Session, account: toAccount(row) };
    },
    insert: ({ digest, accountId, startedAt, lastUsedAt }) =>
      sql.write(INSERT_SESSION, digest, accountId, new Date(startedAt), new Date(lastUsedAt)),
    touch: (digest, lastUsedAt) =>
      sql.write('UPDATE "Session" SET "lastUsedAt" = $1 WHERE "digest" = $2', new Date(lastUsedAt), digest),
    end: (digest) => sql.write('DELETE FROM "Session" WHERE "digest" = $1', digest),
    endOthers: (accountId, keep) =>
      sql.write('DELETE FROM "Session" WHERE "accountId" = $1 AND "digest" <> $2', accountId, keep),
    endAll: (of) =>
      of === 'everybody'
        ? sql.run('DELETE FROM "Session"')
        : sql.run('DELETE FROM "Session" WHERE "accountId" = $1', of),
    sweep: (lastUsedBefore, atMost) => sql.write(sweepSessions, new Date(lastUsedBefore), atMost),
  };
};

const IS_LINKED: Select = 'SELECT 1 FROM "Assistance" WHERE "doctorId" = $1 AND "assistantId" = $2';
const OF_DOCTOR: Select = `SELECT p."id", p."firstName", p."lastName" FROM "Assistance" a JOIN "Account" p ON p."id" = a."assistantId"
  WHERE a."doctorId" = $1 AND a."assistantId" > $2 ORDER BY a."assistantId" LIMIT $3`;
const LINK = 'INSERT INTO "Assistance" ("doctorId", "assistantId") VALUES ($1, $2) ON CONFLICT DO NOTHING';
const UNLINK = 'DELETE FROM "Assistance" WHERE "doctorId" = $1 AND "assistantId" = $2';

export const assistantTable = ({ sql, locks: { change } }: Access): Tables['assistants'] => ({
  // The lock keeps an unlinking and the work of the assistant apart.
  assists: async (assistantId, doctorId) => (await sql.all(`${IS_LINKED}${change}`, doctorId, assistantId)).length > 0,
  ofDoctor: (doctorId, { after = '', size }) => sql.all<Person>(OF_DOCTOR, doctorId, after, size),
  link: (doctorId, assistantId) => sql.write(LINK, doctorId, assistantId),
  unlink: (doctorId, assistantId) => sql.write(UNLINK, doctorId, assistantId),
});

const INVITATION_COLUMNS = ['digest', 'role', 'issuedAt', 'expiresAt', 'usedById'];
const INSERT_INVITATION = insertRow('Invitation', INVITATION_COLUMNS);
const INVITATIONS: Select = `SELECT ${named(INVITATION_COLUMNS)} FROM "Invitation"`;
const INVITATION: Select = `${INVITATIONS} WHERE "digest" = $1`;
const ISSUED_FROM: Select = `${INVITATIONS} WHERE "issuedAt" >= $1 ORDER BY "issuedAt", "digest" LIMIT $2`;

export const invitationTable = ({ sql, locks: { change } }: Access): Tables['invitations'] => ({
  find: async (digest) => modelOf((await sql.all<InvitationRow>(`${INVITATION}${change}`, digest))[0], toInvitation),
  issuedFrom: async (from, size) => (await sql.all<InvitationRow>(ISSUED_FROM, new Date(from), size)).map(toInvitation),
  insert: ({ digest, role, issuedAt, expiresAt, usedBy }) =>
    sql.write(INSERT_INVITATION, digest, role, new Date(issuedAt), new Date(expiresAt), usedBy ?? null),
  save: ({ digest, usedBy }) =>
    sql.write('UPDATE "Invitation" SET "usedById" = $1 WHERE "digest" = $2', usedBy ?? null, digest),
});
