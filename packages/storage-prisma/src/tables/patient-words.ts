import type { Child } from '@health-case/domain/model/child';
import type { Access } from '../client.ts';
import type { Sealer } from '../sealer.ts';
import { columnsOf, hot, lock, RELY, REMOVE, race } from '../statements/statement.ts';
import { indexPatient } from './names.ts';
import { branded } from './rows.ts';

type Patient = [doctorId: string, childId: string];

const WORD = columnsOf('PatientWord', 'word');
/** One of them: who removes them locks them all. */
export const RELY_ON_WORDS = hot<Patient>(
  'Each case that is opened asks whether the doctor finds the child.',
).returning(WORD)`
  SELECT ${WORD} FROM "PatientWord" WHERE "doctorId" = $1 AND "childId" = $2 LIMIT 1${RELY}`;
const CHILD = columnsOf('Child', 'id', 'firstName', 'lastName', 'birthDate', 'socSecNum');
export const RECORD_OF_CHILD = hot<[childId: string]>('Each case that is opened asks for it.').returning(CHILD)`
  SELECT ${CHILD} FROM "Child" WHERE "id" = $1`;

/** Waits for those who rely on them: the statement behind it sees the case that they have opened. */
export const LOCK_WORDS = lock<Patient>('Nobody relies on what is removed.').sql`
  SELECT 1 FROM "PatientWord" WHERE "doctorId" = $1 AND "childId" = $2 ORDER BY "word"${REMOVE}`;
export const REMOVE_WORDS = race<Patient>('Unless the doctor has another case of the child.').sql`
  DELETE FROM "PatientWord" WHERE "doctorId" = $1 AND "childId" = $2
    AND NOT EXISTS (SELECT 1 FROM "Case" WHERE "doctorId" = $1 AND "childId" = $2)`;

/** D-31: what a doctor finds a child by, as long as there is a case of both. */
export const patientWords = (access: Access, { fieldsOf, fingerprint }: Sealer) => {
  const { sql } = access;
  const { openedOne } = fieldsOf('Child', 'socSecNum');
  return {
    /** For a case of both. The unit relies on the child or its case, so its names stay the same. */
    add: async (doctorId: string, childId: string): Promise<void> => {
      const [[known], [child]] = await Promise.all([
        sql.rows(RELY_ON_WORDS, doctorId, childId),
        sql.rows(RECORD_OF_CHILD, childId),
      ]);
      const record = known ? undefined : await openedOne(child);
      if (!record) return;
      const number = branded<Pick<Child, 'socSecNum'>>({ socSecNum: record.socSecNum ?? undefined });
      await indexPatient(access, fingerprint, { ...record, ...number }, doctorId);
    },
    /** Once a case of both is gone. */
    removeUnlessNeeded: async (doctorId: string, childId: string): Promise<void> => {
      const locked = sql.lock(LOCK_WORDS, doctorId, childId);
      await Promise.all([locked, sql.write(REMOVE_WORDS, doctorId, childId)]);
    },
  };
};
