import type { Prisma } from '../generated/sqlite/client.ts';
import { CHANGE, columnsOf, hot, joined, lock, lockOf, RELY, REMOVE, sweepOf } from './statement.ts';

const PERSON = columnsOf('Account', 'id', 'firstName', 'lastName');

/** Whoever was erased is disabled, too. */
export const DOCTORS = hot<[after: string, size: number]>('A list of the specification.').returning(PERSON)`
  SELECT ${PERSON} FROM "Account" WHERE "role" = 'Doc' AND "id" > $1 AND "disabledAt" IS NULL
  ORDER BY "id" LIMIT $2`;

export const ASSISTANTS_OF_DOCTOR = hot<[doctorId: string, after: string, size: number]>(
  'A list of the specification.',
).returning(columnsOf('Account', 'id', 'firstName', 'lastName', 'disabledAt'))`
  SELECT p."id", p."firstName", p."lastName", p."disabledAt" FROM "Assistance" a JOIN "Account" p ON p."id" = a."assistantId"
  WHERE a."doctorId" = $1 AND a."assistantId" > $2 ORDER BY a."assistantId" LIMIT $3`;

const FACTS = ['id', 'firstName', 'lastName', 'email', 'role', 'registeredAt', 'language', 'notices'] as const;
const ACCOUNT = columnsOf('Account', ...FACTS, 'secondFactor', 'takesNoChildren', 'provenAt', 'madeThrough');
const SESSION_AND_ACCOUNT = joined(columnsOf('Session', 'startedAt', 'lastUsedAt'), ACCOUNT);
export const SESSION = hot<[digest: string]>('Most calls look theirs up.').returning(SESSION_AND_ACCOUNT)`
  SELECT ${SESSION_AND_ACCOUNT} FROM "Session" JOIN "Account" ON "id" = "accountId" WHERE "digest" = $1`;

export const BEGIN_SESSION = hot('Each login begins one.').inserting(
  columnsOf('Session', 'digest', 'accountId', 'startedAt', 'lastUsedAt'),
);
export const TOUCH_SESSION = hot<[lastUsedAt: Date, digest: string]>('Many sessions are written in one turn.').sql`
  UPDATE "Session" SET "lastUsedAt" = $1 WHERE "digest" = $2`;
export const SWEEP_SESSIONS = sweepOf('Session', 'digest', 'lastUsedAt');

const CREDENTIALS = joined(ACCOUNT, columnsOf('Account', 'passwordHash', 'disabledAt'));
const credentials = (how: typeof CHANGE, key: 'id' | 'email') =>
  hot<[wanted: string]>('Most calls look up an account.').returning(CREDENTIALS)`
    SELECT ${CREDENTIALS} FROM "Account" WHERE "${key}" = $1 AND "erasedAt" IS NULL${how}`;
/** For whoever only relies on it: keeps it from being erased or disabled. */
export const ACCOUNT_TO_RELY_ON = credentials(RELY, 'id');
export const ACCOUNT_TO_CHANGE = credentials(CHANGE, 'id');
export const ACCOUNT_OF_EMAIL = credentials(CHANGE, 'email');
/** Nobody adds a row that refers to the account, and nobody relies on it. */
export const LOCK_ACCOUNT_WITH_ITS_ROWS = lockOf(REMOVE, 'Account', 'id');
/** An address that nobody has yet has no row that could be locked. */
export const LOCK_EMAIL = lock<[email: string]>('Units give one address to an account one after another.').sql`
  SELECT pg_advisory_xact_lock(hashtextextended($1, 1))`;
/** Keeps an unlinking and the work of the assistant apart. */
export const ASSISTANCE = hot<[doctorId: string, assistantId: string]>(
  'Each call of an assistant asks for it.',
).returning(columnsOf('Assistance', 'doctorId'))`
  SELECT "doctorId" FROM "Assistance" WHERE "doctorId" = $1 AND "assistantId" = $2${CHANGE}`;
export const LOCK_INVITATION = lockOf(CHANGE, 'Invitation', 'digest');

type Models = Prisma.TypeMap['model'];
type ModelOfAccount = {
  [Name in keyof Models]: 'accountId' extends keyof Models[Name]['payload']['scalars'] ? Name : never;
}[keyof Models];

/** The compiler asks for each model that has an account. */
const OF_ACCOUNT: { readonly [Name in ModelOfAccount]: true } = {
  AccountCode: true,
  AccountWord: true,
  Draft: true,
  KnownNetwork: true,
  LoginProof: true,
  Mail: true,
  Notice: true,
  Passkey: true,
  PasskeyChallenge: true,
  SecondFactor: true,
  Session: true,
};

/**
 * The tables of which an account that is erased loses rows or texts. Codes to become a parent have its address, and
 * certifications the name of whoever has issued them.
 */
export const TABLES_OF_ACCOUNT: readonly string[] = [
  ...Object.keys(OF_ACCOUNT),
  ...['Assistance', 'Certification', 'JoinCode', 'Account'],
];
