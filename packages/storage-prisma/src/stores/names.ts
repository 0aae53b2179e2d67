import { AT_FIRST } from '@health-case/domain/model/account';
import { type Child, comparableSocSecNum, type SocSecNum } from '@health-case/domain/model/child';
import {
  fitsWords,
  foundByWord,
  indexWords,
  isPair,
  leads,
  type NameSearch,
  PAIR,
  wordsOfPatient,
} from '@health-case/domain/model/names';
import type { PageRequest } from '@health-case/domain/model/pages';
import type { AccountId, ChildId } from '@health-case/domain/model/values';
import type { Stores } from '@health-case/domain/ports/storage';
import type { Access } from '../access.ts';
import type { Encryption } from '../encryption.ts';
import {
  type Columns,
  columnsOf,
  hot,
  joined,
  lock,
  plan,
  quoted,
  RELY,
  REMOVE,
  race,
  type Value,
} from '../statement.ts';
import { among, branded } from './rows.ts';

export const INSERT_ACCOUNT_WORDS = hot('Each registration has some.').inserting(
  columnsOf('AccountWord', 'accountId', 'role', 'word'),
);

/** Another case of the child with the doctor has them already. */
export const INSERT_PATIENT_WORDS = hot('Each new case has some.').inserting(
  columnsOf('PatientWord', 'doctorId', 'childId', 'word'),
  { skips: true },
);

/** Where words are found: those of a doctor's children, or those of the accounts in a role. */
type Words = {
  readonly table: string;
  /** What the words of one list have in common. */
  readonly group: string;
  readonly who: string;
  /** What a key that begins with `who` has besides, before the word. */
  readonly ownKey: readonly string[];
  readonly found: Columns<unknown>;
};

const OF_ACCOUNTS: Words = {
  table: 'AccountWord',
  group: 'role',
  who: 'accountId',
  ownKey: [],
  found: columnsOf('Account', 'id'),
};
const OF_PATIENTS: Words = {
  table: 'PatientWord',
  group: 'doctorId',
  who: 'childId',
  ownKey: ['doctorId'],
  found: columnsOf('Child', 'id'),
};

/** Each word that begins with `word` lies before this text. */
const endOf = (word: string): string => `${word}\u{10ffff}`;

/** The values of a statement, and what stands for each in its text. */
const numbered = () => {
  const values: Value[] = [];
  return { values, value: (one: Value): string => `$${values.push(one)}` };
};
type Numbered = ReturnType<typeof numbered>;

/** A condition: some row fits. `LIMIT 1 OFFSET 0` keeps PostgreSQL from reading all that fit before the first row. */
const exists = (table: string, name: string, condition: string): string =>
  `EXISTS (SELECT 1 FROM "${table}" ${name} WHERE ${condition} LIMIT 1 OFFSET 0)`;

/** Somebody has a word that begins with this one. `same`: who that is. */
const hasWord = (table: string, same: string, word: string, { value }: Numbered): string =>
  exists(table, 'o', `${same} AND o."word" >= ${value(word)} AND o."word" < ${value(endOf(word))}`);

/** Where a page begins: behind this word of this person. */
export type Place = { readonly word: string; readonly id: string };

type Wanted = {
  readonly search: NameSearch;
  readonly group: string;
  readonly after: Place | undefined;
  readonly size: number;
  /** What else holds for `w."accountId"` or `w."childId"`. */
  readonly more?: string | undefined;
};

/** A page is cut from the index before anybody is looked up. A person counts only at the first of its words that fits. */
const searchIn =
  ({ table, group, who, ownKey, found: { table: people } }: Words) =>
  ({ search, group: list, after, size, more }: Wanted, columns: readonly string[]) => {
    const given = numbered();
    const { value, values } = given;
    const ofSame = (name: string) => [who, ...ownKey].map((key) => `${name}."${key}" = w."${key}"`).join(' AND ');
    const page = (first: string, end: string, wanted: readonly string[]): string => {
      const from = after !== undefined && after.word > first ? after : { word: first, id: '' };
      const conditions = [
        `w."${group}" = ${value(list)}`,
        `(w."word", w."${who}") > (${value(from.word)}, ${value(from.id)}) AND w."word" < ${value(end)}`,
        `NOT ${exists(table, 'e', `${ofSame('e')} AND e."word" >= ${value(first)} AND e."word" < w."word"`)}`,
        ...wanted.map((word) => hasWord(table, ofSame('o'), word, given)),
        ...(more === undefined ? [] : [more]),
      ];
      return `SELECT * FROM (
        SELECT w."${who}", w."word" FROM "${table}" w WHERE ${conditions.join('\n          AND ')}
        ORDER BY w."word", w."${who}" LIMIT ${value(size)}) p`;
    };
    const [leading, ...others] = leads(search);
    // Whoever has too many words for pairs comes first.
    const pages = [...(isPair(leading) ? [page(PAIR, `${PAIR} `, search)] : []), page(leading, endOf(leading), others)];
    const text = `
      SELECT ${quoted(columns)} FROM (${pages.join('\n      UNION ALL ')}) k
      JOIN "${people}" ON "id" = k."${who}" ORDER BY k."word", k."${who}" LIMIT ${value(size)}`;
    return { text, values };
  };

const MADE = ['id', 'firstName', 'lastName', 'email', 'role', 'registeredAt', 'madeThrough', 'confirmed'] as const;
export const ACCOUNT = columnsOf('Account', ...MADE, ...(Object.keys(AT_FIRST) as (keyof typeof AT_FIRST)[]));
export const KNOWN_ACCOUNT = joined(ACCOUNT, columnsOf('Account', 'disabledAt'));
const NAMED = ['id', 'firstName', 'lastName'] as const;
const CHILD = columnsOf('Child', ...NAMED);
const WHY = "Prisma's own query sorts all that a search finds for each page.";

const AVAILABLE = `EXISTS (SELECT 1 FROM "Account" a WHERE a."id" = w."accountId" AND a."disabledAt" IS NULL
  AND (a."confirmed" IS NOT NULL OR a."role" = 'Par'))`;

export const accountsFound = (wanted: Omit<Wanted, 'more'>, whom?: 'available') => {
  const { text, values } = searchIn(OF_ACCOUNTS)({ ...wanted, more: whom && AVAILABLE }, KNOWN_ACCOUNT.names);
  return { query: plan<readonly Value[]>(WHY).returning(KNOWN_ACCOUNT)`${text}`, values };
};
export const patientsFound = (wanted: Wanted) => {
  const { text, values } = searchIn(OF_PATIENTS)(wanted, CHILD.names);
  return { query: plan<readonly Value[]>(WHY).returning(CHILD)`${text}`, values };
};

type OfOne = { readonly of: string; readonly words: readonly string[]; readonly after: string; readonly size: number };
const FEW = 'The words of a search are any number, and the client would look each up in all that are alike.';

/** Assistants of a doctor, in the order of their ids. All of their names have the words. */
export const assistantsFound = ({ of, words, after, size }: OfOne) => {
  const given = numbered();
  const { value, values } = given;
  const conditions = [
    `a."doctorId" = ${value(of)} AND a."assistantId" > ${value(after)}`,
    ...words.map((word) => hasWord('AccountWord', 'o."accountId" = a."assistantId"', word, given)),
  ];
  const text = `
    SELECT p."id", p."firstName", p."lastName", p."disabledAt" FROM "Assistance" a JOIN "Account" p ON p."id" = a."assistantId"
    WHERE ${conditions.join('\n      AND ')} ORDER BY a."assistantId" LIMIT ${value(size)}`;
  return {
    query: plan<readonly Value[]>(FEW).returning(columnsOf('Account', ...NAMED, 'disabledAt'))`${text}`,
    values,
  };
};

/** Children of a parent with a case of the doctor's, in the order of their ids. All of their names have the words. */
export const childrenOfBoth = ({ of, words, after, size }: OfOne, doctorId: string) => {
  const given = numbered();
  const { value, values } = given;
  const doctor = value(doctorId);
  const ofDoctor = (name: string) => `${name}."childId" = p."childId" AND ${name}."doctorId" = ${doctor}`;
  const conditions = [
    `p."parentId" = ${value(of)} AND p."childId" > ${value(after)}`,
    exists('Case', 'k', ofDoctor('k')),
    ...words.map((word) => hasWord('PatientWord', ofDoctor('o'), word, given)),
  ];
  const text = `
    SELECT c."id", c."firstName", c."lastName" FROM "Parenthood" p JOIN "Child" c ON c."id" = p."childId"
    WHERE ${conditions.join('\n      AND ')} ORDER BY p."childId" LIMIT ${value(size)}`;
  return { query: plan<readonly Value[]>(FEW).returning(CHILD)`${text}`, values };
};

type Named = { readonly id: string; readonly firstName: string; readonly lastName: string };
type Patient = Named & Pick<Child, 'socSecNum'> & { readonly birthDate?: string | null | undefined };

/** D-42: no search of a person has such a word. Two doctors' words of one number differ. */
export const numberWord = (fingerprint: Encryption['fingerprint'], doctorId: string, number: SocSecNum): string =>
  `#${fingerprint(comparableSocSecNum(number), `PatientWord:${doctorId}:socSecNum`)}`;

type NamedAccount = Named & { readonly role: string };

/** What accounts are found by. They must have no words. */
export const indexAccounts = async ({ sql }: Access, accounts: readonly NamedAccount[]): Promise<void> => {
  const rows = accounts.flatMap(({ id, firstName, lastName, role }) =>
    indexWords(firstName, lastName).map((word) => [id, role, word]),
  );
  if (rows.length > 0) await sql.insert(INSERT_ACCOUNT_WORDS, rows);
};

/** Replaces what accounts are found by. They must be locked. */
export const reindexAccounts = async (access: Access, accounts: readonly NamedAccount[]): Promise<void> => {
  const accountId = among(accounts.map(({ id }) => id));
  await access.write(({ accountWord }) => accountWord.deleteMany({ where: { accountId } }));
  await indexAccounts(access, accounts);
};

/** What a child is found by among the children of a doctor. */
const rowsOfPatient = (fingerprint: Encryption['fingerprint'], child: Patient, doctorId: string) => {
  const number = child.socSecNum === undefined ? [] : [numberWord(fingerprint, doctorId, child.socSecNum)];
  const words = [...wordsOfPatient({ ...child, birthDate: child.birthDate ?? undefined }), ...number];
  return words.map((word) => [doctorId, child.id, word]);
};

/** Where a page begins behind somebody with these words. `undefined`: at the start. */
const placeIn = (search: NameSearch, id: string, rows: readonly { readonly word: string }[]): Place | undefined => {
  const words = rows.map(({ word }) => word);
  const word = foundByWord(search, words);
  const isFound = fitsWords(search, words);
  return word !== undefined && isFound ? { word, id } : undefined;
};

const ITS_WORD = { select: { word: true } } as const;

export const searchOver = ({ sql, read }: Access) => ({
  accounts: async (...[role, search, { after, size }, whom]: Parameters<Stores['accounts']['search']>) => {
    const ofLast = { where: { accountId: after ?? '', role }, ...ITS_WORD };
    const words = after === undefined ? [] : await read(({ accountWord }) => accountWord.findMany(ofLast));
    const place = placeIn(search, after ?? '', words);
    const { query, values } = accountsFound({ search, group: role, after: place, size }, whom);
    return sql.rows(query, ...values);
  },
  patients: async (doctorId: AccountId, search: NameSearch, { after, size }: PageRequest<ChildId>) => {
    const ofLast = { where: { childId: after ?? '', doctorId }, ...ITS_WORD };
    const words = after === undefined ? [] : await read(({ patientWord }) => patientWord.findMany(ofLast));
    const place = placeIn(search, after ?? '', words);
    const { query, values } = patientsFound({ search, group: doctorId, after: place, size });
    return sql.rows(query, ...values);
  },
});

/** Replaces the words of children by those of their records, with each doctor who has a case of one. They must be locked. */
export const reindexPatients = async (
  { read, sql, write }: Access,
  fingerprint: Encryption['fingerprint'],
  children: readonly Child[],
): Promise<void> => {
  const childId = among(children.map(({ id }) => id));
  await write(({ patientWord }) => patientWord.deleteMany({ where: { childId } }));
  const treated = { where: { childId }, select: { childId: true, doctorId: true } };
  const found = await read((client) => client.case.findMany(treated));
  const pairs = new Map(found.map((row) => [`${row.childId} ${row.doctorId}`, row]));
  const rows = [...pairs.values()].flatMap(({ childId, doctorId }) =>
    children.filter(({ id }) => id === childId).flatMap((child) => rowsOfPatient(fingerprint, child, doctorId)),
  );
  if (rows.length > 0) await sql.insert(INSERT_PATIENT_WORDS, rows);
};

type OfPatient = [doctorId: string, childId: string];

const WORD = columnsOf('PatientWord', 'word');
/** One of them: who removes them locks them all. */
export const RELY_ON_WORDS = hot<OfPatient>(
  'Each case that is opened asks whether the doctor finds the child.',
).selecting(WORD)`WHERE "doctorId" = $1 AND "childId" = $2 LIMIT 1${RELY}`;
const PATIENT = columnsOf('Child', 'id', 'firstName', 'lastName', 'birthDate', 'socSecNum');
export const RECORD_OF_CHILD = hot<[childId: string]>('Each case that is opened asks for it.').selecting(PATIENT)`
  WHERE "id" = $1`;

/** Waits for those who rely on them: the statement behind it sees the case that they have opened. */
export const LOCK_WORDS = lock<OfPatient>('Nobody relies on what is removed.').sql`
  SELECT 1 FROM "PatientWord" WHERE "doctorId" = $1 AND "childId" = $2 ORDER BY "word"${REMOVE}`;
export const REMOVE_WORDS = race<OfPatient>('Unless the doctor has another case of the child.').sql`
  DELETE FROM "PatientWord" WHERE "doctorId" = $1 AND "childId" = $2
    AND NOT EXISTS (SELECT 1 FROM "Case" WHERE "doctorId" = $1 AND "childId" = $2)`;

/** D-31: what a doctor finds a child by, as long as there is a case of both. */
export const patientWords = (access: Access, { fieldsOf, fingerprint }: Encryption) => {
  const { sql } = access;
  const { decryptedOne } = fieldsOf('Child');
  const index = (child: Patient, doctorId: string) =>
    sql.insert(INSERT_PATIENT_WORDS, rowsOfPatient(fingerprint, child, doctorId));
  return {
    /** For a case of both. The unit has `entered` the child, or relies on it or its case, so its names stay the same. */
    add: async (doctorId: string, childId: string, entered?: Child): Promise<void> => {
      if (entered) return index(entered, doctorId);
      const [[known], [child]] = await Promise.all([
        sql.rows(RELY_ON_WORDS, doctorId, childId),
        sql.rows(RECORD_OF_CHILD, childId),
      ]);
      const record = await decryptedOne(known ? undefined : child, ({ socSecNum, ...names }) => {
        return { ...names, ...branded<Pick<Child, 'socSecNum'>>({ socSecNum: socSecNum ?? undefined }) };
      });
      if (record) await index(record, doctorId);
    },
    /** Once a case of both is gone. */
    removeUnlessNeeded: async (doctorId: string, childId: string): Promise<void> => {
      const locked = sql.lock(LOCK_WORDS, doctorId, childId);
      await Promise.all([locked, sql.write(REMOVE_WORDS, doctorId, childId)]);
    },
  };
};
