import { columnsOf, hot, lock, RELY, REMOVE, race } from './statement.ts';

type Patient = [doctorId: string, childId: string];

const WORD = columnsOf('PatientWord', 'word');
/** One of them: who removes them locks them all. */
export const RELY_ON_WORDS = hot<Patient>(
  'Each case that is opened asks whether the doctor finds the child.',
).returning(WORD)`
  SELECT ${WORD} FROM "PatientWord" WHERE "doctorId" = $1 AND "childId" = $2 LIMIT 1${RELY}`;
const CHILD = columnsOf('Child', 'id', 'firstName', 'lastName');
export const CHILD_OF_CASE = hot<[childId: string]>('Each case that is opened asks for them.').returning(CHILD)`
  SELECT ${CHILD} FROM "Child" WHERE "id" = $1`;

/** Waits for those who rely on them: the statement behind it sees the case that they have opened. */
export const LOCK_WORDS = lock<Patient>('Nobody relies on what is removed.').sql`
  SELECT 1 FROM "PatientWord" WHERE "doctorId" = $1 AND "childId" = $2 ORDER BY "word"${REMOVE}`;
export const REMOVE_WORDS = race<Patient>('Unless the doctor has another case of the child.').sql`
  DELETE FROM "PatientWord" WHERE "doctorId" = $1 AND "childId" = $2
    AND NOT EXISTS (SELECT 1 FROM "Case" WHERE "doctorId" = $1 AND "childId" = $2)`;
