import { CHANGE, columnsOf, hot, joined, lockOf, sweepOf } from './statement.ts';

const PERSON = columnsOf('Account', 'id', 'firstName', 'lastName');

export const DOCTORS = hot<[after: string, size: number]>('A list of the specification.').returning(PERSON)`
  SELECT ${PERSON} FROM "Account" WHERE "role" = 'Doc' AND "id" > $1 ORDER BY "id" LIMIT $2`;

export const ASSISTANTS_OF_DOCTOR = hot<[doctorId: string, after: string, size: number]>(
  'A list of the specification.',
).returning(PERSON)`
  SELECT p."id", p."firstName", p."lastName" FROM "Assistance" a JOIN "Account" p ON p."id" = a."assistantId"
  WHERE a."doctorId" = $1 AND a."assistantId" > $2 ORDER BY a."assistantId" LIMIT $3`;

const SESSION_AND_ACCOUNT = joined(
  columnsOf('Session', 'startedAt', 'lastUsedAt'),
  columnsOf('Account', 'id', 'firstName', 'lastName', 'email', 'role', 'registeredAt'),
);
export const SESSION = hot<[digest: string]>('Most calls look theirs up.').returning(SESSION_AND_ACCOUNT)`
  SELECT ${SESSION_AND_ACCOUNT} FROM "Session" JOIN "Account" ON "id" = "accountId" WHERE "digest" = $1`;

export const TOUCH_SESSION = hot<[lastUsedAt: Date, digest: string]>('Many sessions are written in one turn.').sql`
  UPDATE "Session" SET "lastUsedAt" = $1 WHERE "digest" = $2`;
export const SWEEP_SESSIONS = sweepOf('Session', 'digest', 'lastUsedAt');

export const LOCK_ACCOUNT = lockOf(CHANGE, 'Account', 'id');
export const LOCK_ACCOUNT_OF_EMAIL = lockOf(CHANGE, 'Account', 'email');
/** Keeps an unlinking and the work of the assistant apart. */
export const LOCK_ASSISTANCE = lockOf(CHANGE, 'Assistance', 'doctorId', 'assistantId');
export const LOCK_INVITATION = lockOf(CHANGE, 'Invitation', 'digest');
