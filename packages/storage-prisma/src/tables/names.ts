import type { ChildEntry } from '@health-case/domain/model/child';
import { leadingWord, type NameSearch, nameWords } from '@health-case/domain/model/names';
import type { PageRequest } from '@health-case/domain/model/pages';
import type { AccountId, ChildId } from '@health-case/domain/model/values';
import type { Stores } from '@health-case/domain/ports/storage';
import type { Access } from '../client.ts';
import * as SQL from '../statements/names.ts';

type Named = { readonly id: string; readonly firstName: string; readonly lastName: string };
const wordsOf = ({ firstName, lastName }: Omit<Named, 'id'>) => nameWords(firstName, lastName);

/** What an account is found by. It must have no words. */
export const indexAccount = async ({ sql }: Access, account: Named & { readonly role: string }): Promise<void> => {
  const rows = wordsOf(account).map((word) => [account.id, account.role, word]);
  if (rows.length > 0) await sql.insert(SQL.INSERT_ACCOUNT_WORDS, rows);
};

/** What a child is found by among the children of a doctor. */
export const indexPatient = async ({ sql }: Access, child: Named, doctorId: string): Promise<void> => {
  for (const word of wordsOf(child)) await sql.write(SQL.INSERT_PATIENT_WORD, doctorId, child.id, word);
};

/** The words in the order in which the search looks at them. */
const ordered = (search: NameSearch): [string, ...string[]] => {
  const leading = leadingWord(search);
  return [leading, ...search.filter((word) => word !== leading)];
};

/** Where a page begins behind somebody with these words, which are in order. `undefined`: at the start. */
const placeIn = (search: NameSearch, id: string, rows: readonly { readonly word: string }[]): SQL.Place | undefined => {
  const words = rows.map(({ word }) => word);
  const [leading] = ordered(search);
  const word = words.find((one) => one.startsWith(leading));
  const isFound = search.every((wanted) => words.some((one) => one.startsWith(wanted)));
  return word !== undefined && isFound ? { word, id } : undefined;
};

const IN_ORDER = { orderBy: { word: 'asc' }, select: { word: true } } as const;

export const searchOver = ({ sql, read }: Access) => ({
  accounts: async (...[role, search, { after, size }, whom]: Parameters<Stores['accounts']['search']>) => {
    const ofLast = { where: { accountId: after ?? '', role }, ...IN_ORDER };
    const words = after === undefined ? [] : await read(({ accountWord }) => accountWord.findMany(ofLast));
    const place = placeIn(search, after ?? '', words);
    const { query, values } = SQL.accountsFound({ words: ordered(search), group: role, after: place, size }, whom);
    return sql.rows(query, ...values);
  },
  patients: async (doctorId: AccountId, search: NameSearch, { after, size }: PageRequest<ChildId>) => {
    const ofLast = { where: { childId: after ?? '', doctorId }, ...IN_ORDER };
    const words = after === undefined ? [] : await read(({ patientWord }) => patientWord.findMany(ofLast));
    const place = placeIn(search, after ?? '', words);
    const { query, values } = SQL.patientsFound({ words: ordered(search), group: doctorId, after: place, size });
    return sql.rows(query, ...values);
  },
});

/** Replaces the words of a child by those of its names, with each doctor who has a case of it. It must be locked. */
export const reindexPatient = async (access: Access, child: ChildEntry): Promise<void> => {
  const { id: childId } = child;
  await access.write(({ patientWord }) => patientWord.deleteMany({ where: { childId } }));
  const doctors = { where: { childId }, select: { doctorId: true } };
  const found = await access.read((client) => client.case.findMany(doctors));
  for (const doctorId of new Set(found.map((row) => row.doctorId))) await indexPatient(access, child, doctorId);
};
