import type { Account } from '../src/model/account.ts';
import type { Note } from '../src/model/note.ts';
import type { Stores } from '../src/ports/storage.ts';
import { following, isErased, link, type MemoryTables, page, remove, where } from './memory-maps.ts';

/** What the account has not read of the cases in which it takes part. */
export const unreadIn = (maps: MemoryTables, { id, role }: Pick<Account, 'id' | 'role'>) =>
  where(maps.unreadNotes, { accountId: id }).flatMap(({ caseId, noteId }) => {
    const found = maps.cases.get(caseId);
    if (!found) return [];
    const { doctorId, childId } = found;
    const takesPart = {
      Doc: doctorId === id,
      Ast: maps.assistants.has(link(doctorId, id)),
      Par: maps.parenthoods.has(link(id, childId)),
    }[role];
    return takesPart ? { id: noteId, caseId, childId } : [];
  });

export const noteTable = (maps: MemoryTables): Stores['notes'] => {
  const byWhom = ({ by }: Note) => {
    const account = isErased(maps, by) ? undefined : maps.accounts.get(by)?.account;
    if (!account) return null;
    const { id, firstName, lastName, role } = account;
    return { id, firstName, lastName, role };
  };
  return {
    find: async (id) => maps.notes.get(id),
    ofCase: async (caseId, request, reader) => {
      const notes = where(maps.notes, { caseId }).reverse();
      const { after } = request;
      if (after !== undefined && !notes.some(({ id }) => id === after)) return [];
      return following(notes, request).map((note) => {
        const isUnread = reader !== undefined && maps.unreadNotes.has(link(reader, note.id));
        return { ...note, byWhom: byWhom(note), isUnread };
      });
    },
    unreadBy: async (reader, request) => page(unreadIn(maps, reader), request),
    countUnread: async (accountId, cases) =>
      cases.flatMap((caseId) => {
        const notes = where(maps.unreadNotes, { accountId, caseId }).length;
        return notes > 0 ? { caseId, notes } : [];
      }),
    insert: async (note, unreadBy) => {
      const { id: noteId, caseId } = note;
      maps.notes.set(noteId, note);
      for (const accountId of unreadBy) maps.unreadNotes.set(link(accountId, noteId), { accountId, caseId, noteId });
    },
    mark: async (note) => {
      if (maps.notes.has(note.id)) maps.notes.set(note.id, note);
      remove(maps.unreadNotes, ({ noteId }) => noteId === note.id);
    },
    read: async (reader, notes) =>
      void remove(maps.unreadNotes, (one) => one.accountId === reader && notes.includes(one.noteId)),
    removeUnreadBy: async (reader) => void remove(maps.unreadNotes, ({ accountId }) => accountId === reader),
  };
};
