import { columnsOf, joined, lockOf, query, quoted, type Statement, sweepOf, takes } from './statement.ts';

export const PERSON = columnsOf('Account', 'id', 'firstName', 'lastName');

export const DOCTORS = query(PERSON, {
  reason: 'hot',
  why: 'A list of the specification.',
  takes: takes<[after: string, size: number]>(),
  text: `SELECT ${quoted(PERSON.names)} FROM "Account" WHERE "role" = 'Doc' AND "id" > $1 ORDER BY "id" LIMIT $2`,
});

export const ASSISTANTS_OF_DOCTOR = query(PERSON, {
  reason: 'hot',
  why: 'A list of the specification.',
  takes: takes<[doctorId: string, after: string, size: number]>(),
  text: `SELECT p."id", p."firstName", p."lastName" FROM "Assistance" a JOIN "Account" p ON p."id" = a."assistantId"
    WHERE a."doctorId" = $1 AND a."assistantId" > $2 ORDER BY a."assistantId" LIMIT $3`,
});

export const SESSION = query(
  joined(
    columnsOf('Session', 'startedAt', 'lastUsedAt'),
    columnsOf('Account', 'id', 'firstName', 'lastName', 'email', 'role', 'registeredAt'),
  ),
  {
    reason: 'hot',
    why: 'Each call with a session looks it up.',
    takes: takes<[digest: string]>(),
    text: `SELECT s."startedAt", s."lastUsedAt", a."id", a."firstName", a."lastName", a."email", a."role", a."registeredAt"
    FROM "Session" s JOIN "Account" a ON a."id" = s."accountId" WHERE s."digest" = $1`,
  },
);

export const TOUCH_SESSION: Statement<[lastUsedAt: Date, digest: string]> = {
  reason: 'hot',
  why: 'The last uses of up to a hundred sessions are written in one turn.',
  text: 'UPDATE "Session" SET "lastUsedAt" = $1 WHERE "digest" = $2',
};
export const SWEEP_SESSIONS = sweepOf('Session', 'digest', 'lastUsedAt');

export const LOCK_ACCOUNT = lockOf('change', 'Account', 'id');
export const LOCK_ACCOUNT_OF_EMAIL = lockOf('change', 'Account', 'email');
/** Keeps an unlinking and the work of the assistant apart. */
export const LOCK_ASSISTANCE = lockOf('change', 'Assistance', 'doctorId', 'assistantId');
export const LOCK_INVITATION = lockOf('change', 'Invitation', 'digest');
