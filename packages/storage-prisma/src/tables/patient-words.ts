import { nameWords } from '@health-case/domain/model/names';
import type { Access } from '../client.ts';
import * as SQL from '../statements/patient-words.ts';
import { repeated } from './rows.ts';

/** D-31: what a doctor finds a child by, as long as there is a case of both. */
export const patientWords = ({ sql }: Access) => ({
  /** For a case of both. The unit relies on the child, so its names stay the same. */
  add: async (doctorId: string, childId: string): Promise<void> => {
    const [[known], [names]] = await Promise.all([
      sql.rows(SQL.RELY_ON_WORDS, doctorId, childId),
      sql.rows(SQL.NAMES_OF_CHILD, childId),
    ]);
    if (known || !names) return;
    const words = repeated(nameWords(names.firstName, names.lastName));
    if (words.length > 0) await sql.write(SQL.addWords(words.length), doctorId, childId, ...words);
  },
  /** Once a case of both is gone. */
  removeUnlessNeeded: async (doctorId: string, childId: string): Promise<void> => {
    const locked = sql.lock(SQL.LOCK_WORDS, doctorId, childId);
    await Promise.all([locked, sql.write(SQL.REMOVE_WORDS, doctorId, childId)]);
  },
});
