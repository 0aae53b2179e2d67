import type { Access } from '../client.ts';
import * as SQL from '../statements/patient-words.ts';
import { indexPatient } from './names.ts';

/** D-31: what a doctor finds a child by, as long as there is a case of both. */
export const patientWords = (access: Access) => {
  const { sql } = access;
  return {
    /** For a case of both. The unit relies on the child or its case, so its names stay the same. */
    add: async (doctorId: string, childId: string): Promise<void> => {
      const [[known], [child]] = await Promise.all([
        sql.rows(SQL.RELY_ON_WORDS, doctorId, childId),
        sql.rows(SQL.CHILD_OF_CASE, childId),
      ]);
      if (!known && child) await indexPatient(access, child, doctorId);
    },
    /** Once a case of both is gone. */
    removeUnlessNeeded: async (doctorId: string, childId: string): Promise<void> => {
      const locked = sql.lock(SQL.LOCK_WORDS, doctorId, childId);
      await Promise.all([locked, sql.write(SQL.REMOVE_WORDS, doctorId, childId)]);
    },
  };
};
