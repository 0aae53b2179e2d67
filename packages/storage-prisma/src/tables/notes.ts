import { ROLES } from '@health-case/domain/model/account';
import type { FoundNote, Note, UnreadNote } from '@health-case/domain/model/note';
import type { Stores } from '@health-case/domain/ports/storage';
import type { Access } from '../client.ts';
import type * as Row from '../generated/sqlite/client.ts';
import type { Sealer } from '../sealer.ts';
import * as SQL from '../statements/notes.ts';
import { among, branded, modelOf, oneOf, type Stored, toInstant } from './rows.ts';

type NoteRow = Stored<Omit<Row.Note, 'place'>>;
type FoundRow = NoteRow &
  Stored<Pick<Row.Account, 'firstName' | 'lastName' | 'role' | 'erasedAt'>> & { readonly isUnread: number };

const toNote = ({ id, caseId, at, byId, text, wrongAt, wrongById, reason }: NoteRow): Note => {
  const facts = { id, caseId, at: toInstant(at), by: byId, text };
  if (wrongAt === null || wrongById === null || reason === null) return branded<Note>(facts);
  const wrong = branded<NonNullable<Note['wrong']>>({ at: toInstant(wrongAt), by: wrongById, reason });
  return branded<Note>({ ...facts, wrong });
};

const toFound = ({ firstName, lastName, role, erasedAt, isUnread, ...row }: FoundRow): FoundNote => {
  const note = toNote(row);
  const named = { id: note.by, firstName, lastName, role: oneOf(ROLES, role, 'an account with a role', note.by) };
  const byWhom = erasedAt === null ? branded<NonNullable<FoundNote['byWhom']>>(named) : null;
  return { ...note, byWhom, isUnread: isUnread > 0 };
};

export const noteStore = ({ sql, read, write }: Access, { fieldsOf }: Sealer): Stores['notes'] => {
  const { opened, openedOne, seal } = fieldsOf('Note', 'text', 'reason');
  return {
    find: async (id) => modelOf(await openedOne(await read(({ note }) => note.findFirst({ where: { id } }))), toNote),
    ofCase: async (caseId, { after, size }, reader) => {
      const rows = await (after === undefined
        ? sql.rows(SQL.NOTES, caseId, reader ?? '', size)
        : sql.rows(SQL.NOTES_AFTER, caseId, reader ?? '', size, after));
      return (await opened(rows)).map(toFound);
    },
    unreadBy: async ({ id, role }, { after = '', size }) =>
      (await sql.rows(SQL.unreadBy(role), id, after, size)).map(branded<UnreadNote>),
    countUnread: async (reader, cases) => {
      if (cases.length === 0) return [];
      const { in: ids } = among(cases);
      const rows = await sql.rows(SQL.countUnread(ids.length), reader, ...ids);
      return rows.map(({ caseId, notes }) => ({ ...branded<Pick<Note, 'caseId'>>({ caseId }), notes }));
    },
    insert: async ({ id, caseId, at, by, text }, unreadBy) => {
      await sql.write(SQL.INSERT_NOTE, id, caseId, new Date(at), by, await seal(id, 'text', text));
      if (unreadBy.length > 0)
        await sql.insert(
          SQL.ADD_UNREAD,
          unreadBy.map((reader) => [reader, caseId, id]),
        );
    },
    mark: async ({ id, caseId, wrong }) => {
      if (!wrong) return;
      const { at, by, reason } = wrong;
      const data = { wrongAt: new Date(at), wrongById: by, reason: await seal(id, 'reason', reason) };
      await write(({ note }) => note.updateMany({ where: { id }, data }));
      await write(({ unreadNote }) => unreadNote.deleteMany({ where: { caseId, noteId: id } }));
    },
    read: (accountId, notes) =>
      write(({ unreadNote }) => unreadNote.deleteMany({ where: { accountId, noteId: among(notes) } })),
    removeUnreadBy: (accountId) => write(({ unreadNote }) => unreadNote.deleteMany({ where: { accountId } })),
  };
};
