import { ROLES, type Role } from '@health-case/domain/model/account';
import type { FoundNote, Note, UnreadNote } from '@health-case/domain/model/note';
import type { Stores } from '@health-case/domain/ports/storage';
import type { Access } from '../access.ts';
import type { Encryption } from '../encryption.ts';
import type * as Row from '../generated/sqlite/client.ts';
import { columnsBeside, columnsOf, forEach, hot, joined, placeholders, plan, race, type Value } from '../statement.ts';
import { covered } from './cover.ts';
import { among, branded, oneOf, type Stored, toInstant } from './rows.ts';

const NOTE = columnsOf('Note', 'id', 'caseId', 'at', 'byId', 'text', 'wrongAt', 'wrongById', 'reason');
type Written = [id: string, caseId: string, at: Date, byId: string, text: string];
export const INSERT_NOTE = race<Written>('Its place follows the last.').sql`
  INSERT INTO "Note" ("id", "caseId", "at", "byId", "text", "place")
  SELECT $1, $2, $3, $4, $5, COALESCE(MAX("place"), 0) + 1 FROM "Note" WHERE "caseId" = $2`;
export const ADD_UNREAD = hot('Each note is unread by some.').inserting(
  columnsOf('UnreadNote', 'accountId', 'caseId', 'noteId'),
);

export const GIVE_UNREAD = race<[reader: string, caseId: string]>('What it has not read already stays so.').sql`
  INSERT INTO "UnreadNote" ("accountId", "caseId", "noteId")
  SELECT $1, "caseId", "id" FROM "Note" WHERE "caseId" = $2 AND "byId" <> $1 AND "wrongAt" IS NULL
  ON CONFLICT DO NOTHING`;
export const SHARE_UNREAD = race<[doctorId: string, deputyId: string]>('What it has not read already stays so.').sql`
  INSERT INTO "UnreadNote" ("accountId", "caseId", "noteId")
  SELECT $2, u."caseId", u."noteId" FROM "UnreadNote" u
  JOIN "Case" c ON c."id" = u."caseId" JOIN "Note" n ON n."id" = u."noteId"
  WHERE u."accountId" = $1 AND c."doctorId" = $1 AND n."byId" <> $2
  ON CONFLICT DO NOTHING`;

const FOUND = joined(
  joined(NOTE, columnsOf('Account', 'firstName', 'lastName', 'role')),
  columnsBeside<{ readonly isUnread: number }>('Note', 'isUnread'),
);
const ofCase = (where: string) =>
  `SELECT n."id", n."caseId", n."at", n."byId", n."text", n."wrongAt", n."wrongById", n."reason",
    a."firstName", a."lastName", a."role",
    (SELECT COUNT(*) FROM "UnreadNote" u WHERE u."accountId" = $2 AND u."noteId" = n."id") AS "isUnread"
  FROM "Note" n JOIN "Account" a ON a."id" = n."byId"
  WHERE n."caseId" = $1${where} ORDER BY n."place" DESC LIMIT $3`;
type OfCase = [caseId: string, reader: string, size: number];
export const NOTES = hot<OfCase>('Each page of a case asks for them.').returning(FOUND)`${ofCase('')}`;
export const NOTES_AFTER = plan<[...OfCase, after: string]>(
  "Prisma's own, with a cursor, reads all that follow.",
).returning(FOUND)`${ofCase(' AND n."place" < (SELECT "place" FROM "Note" WHERE "id" = $4 AND "caseId" = $1)')}`;

/** Whether the account `$1` takes part in the case `c`: without `today`, as nobody's deputy. By its doctor no case is looked for. */
const takesPart = (today?: string): Readonly<Record<Role, string>> => ({
  Doc: today ? `(c."doctorId" = $1 OR c."doctorId" IN (${covered(today)}))` : `c."doctorId" || '' = $1`,
  Ast: 'c."doctorId" IN (SELECT "doctorId" FROM "Assistance" WHERE "assistantId" = $1)',
  Par: 'EXISTS (SELECT 1 FROM "Parenthood" p WHERE p."parentId" = $1 AND p."childId" = c."childId")',
});
/** What the account `$1` has not read, but no case any more in which it takes no part. */
export const unreadOf = (role: Role, today?: string): string =>
  `"UnreadNote" u JOIN "Case" c ON c."id" = u."caseId" WHERE u."accountId" = $1 AND ${takesPart(today)[role]}`;

type Unread = Readonly<Record<'noteId' | 'caseId' | 'childId', string>>;
const UNREAD = columnsBeside<Unread>('UnreadNote', 'noteId', 'caseId', 'childId');
export const unreadBy = (role: Role) =>
  plan<readonly Value[]>('It asks three tables.').returning(UNREAD)`
    SELECT u."noteId", u."caseId", c."childId" FROM ${unreadOf(role, '$4')} AND u."noteId" > $2
    ORDER BY u."noteId" LIMIT $3`;

export const countUnread = forEach(
  (cases) =>
    hot<readonly string[]>('Each page of cases asks for them.').returning(
      columnsBeside<{ readonly caseId: string; readonly notes: number }>('UnreadNote', 'caseId', 'notes'),
    )`
    SELECT "caseId", COUNT(*) AS "notes" FROM "UnreadNote"
    WHERE "accountId" = $1 AND "caseId" IN (${placeholders(cases, 2)}) GROUP BY "caseId"`,
);

type NoteRow = Stored<Omit<Row.Note, 'place'>>;
type FoundRow = NoteRow & Stored<Pick<Row.Account, 'firstName' | 'lastName' | 'role'>> & { readonly isUnread: number };

const toNote = ({ id, caseId, at, byId, text, wrongAt, wrongById, reason }: NoteRow): Note => {
  const facts = { id, caseId, at: toInstant(at), by: byId, text };
  if (wrongAt === null || wrongById === null || reason === null) return branded<Note>(facts);
  const wrong = branded<NonNullable<Note['wrong']>>({ at: toInstant(wrongAt), by: wrongById, reason });
  return branded<Note>({ ...facts, wrong });
};

const toFound = ({ firstName, lastName, role, isUnread, ...row }: FoundRow): FoundNote => {
  const note = toNote(row);
  const named = { id: note.by, firstName, lastName, role: oneOf(ROLES, role, 'an account with a role', note.by) };
  const byWhom = lastName !== '' ? branded<NonNullable<FoundNote['byWhom']>>(named) : null;
  return { ...note, byWhom, isUnread: isUnread > 0 };
};

export const noteStore = ({ sql, read, write }: Access, { fieldsOf }: Encryption): Stores['notes'] => {
  const { decrypted, decryptedOne, encrypt } = fieldsOf('Note');
  return {
    find: async (id) => decryptedOne(await read(({ note }) => note.findFirst({ where: { id } })), toNote),
    ofCase: async (caseId, { after, size }, reader) => {
      const rows = await (after === undefined
        ? sql.rows(NOTES, caseId, reader ?? '', size)
        : sql.rows(NOTES_AFTER, caseId, reader ?? '', size, after));
      return decrypted(rows, toFound);
    },
    unreadBy: async ({ id, role }, { after = '', size }, today) =>
      (await sql.rows(unreadBy(role), id, after, size, ...(role === 'Doc' ? [today] : []))).map(({ noteId, ...row }) =>
        branded<UnreadNote>({ id: noteId, ...row }),
      ),
    countUnread: async (reader, cases) => {
      if (cases.length === 0) return [];
      const { in: ids } = among(cases);
      const rows = await sql.rows(countUnread(ids.length), reader, ...ids);
      return rows.map(({ caseId, notes }) => ({ ...branded<Pick<Note, 'caseId'>>({ caseId }), notes }));
    },
    insert: async ({ id, caseId, at, by, text }, unreadBy) => {
      await sql.write(INSERT_NOTE, id, caseId, new Date(at), by, await encrypt(id, 'text', text));
      if (unreadBy.length > 0)
        await sql.insert(
          ADD_UNREAD,
          unreadBy.map((reader) => [reader, caseId, id]),
        );
    },
    mark: async ({ id, caseId, wrong }) => {
      if (!wrong) return;
      const { at, by, reason } = wrong;
      const data = { wrongAt: new Date(at), wrongById: by, reason: await encrypt(id, 'reason', reason) };
      await write(({ note }) => note.updateMany({ where: { id }, data }));
      await write(({ unreadNote }) => unreadNote.deleteMany({ where: { caseId, noteId: id } }));
    },
    read: (accountId, notes) =>
      write(({ unreadNote }) => unreadNote.deleteMany({ where: { accountId, noteId: among(notes) } })),
    shareUnread: (doctorId, deputyId) => sql.write(SHARE_UNREAD, doctorId, deputyId),
    giveUnread: async (caseId, readers) => {
      for (const reader of readers) await sql.write(GIVE_UNREAD, reader, caseId);
    },
  };
};
