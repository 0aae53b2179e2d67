import type { Account } from '../../src/model/account.ts';
import type { CaseId, Day, NoteId } from '../../src/model/values.ts';
import type { Stores } from '../../src/ports/storage.ts';
import { agreedOn } from './cover.ts';
import { following, type MemoryTables, page, type Sync } from './table.ts';

/** D-41: whether the doctor is somebody, or somebody stands in for the doctor on that day. */
export const isOwnOf =
  (tables: MemoryTables, id: string, today: Day) =>
  (doctor: string): boolean =>
    doctor === id || agreedOn(tables, today).some(({ deputyId, doctorId }) => deputyId === id && doctorId === doctor);

/** What the account has not read of the cases in which it takes part. */
export const unreadIn = (tables: MemoryTables, { id, role }: Pick<Account, 'id' | 'role'>, today: Day) => {
  const { assistants, cases, parenthoods, unreadNotes } = tables;
  const takesPart = {
    Doc: isOwnOf(tables, id, today),
    Ast: (doctorId: string) => assistants.find(doctorId, id) !== undefined,
    Par: (_: string, childId: string) => parenthoods.find(id, childId) !== undefined,
  }[role];
  return unreadNotes.all({ accountId: id }).flatMap(({ caseId, noteId }) => {
    const found = cases.find(caseId);
    return found && takesPart(found.doctorId, found.childId) ? { id: noteId, caseId, childId: found.childId } : [];
  });
};

export const noteStores = (tables: MemoryTables): Sync<Pick<Stores, 'notes'>> => {
  const { accounts, cases, notes, unreadNotes } = tables;
  const isOf = (id: CaseId, after: NoteId | undefined) => after === undefined || notes.find(after)?.caseId === id;
  return {
    notes: {
      find: notes.find,
      ofCase: (caseId, request, reader) => {
        const written = isOf(caseId, request.after) ? notes.all({ caseId }).reverse() : [];
        return following(written, request).map((note) => {
          const [byWhom = null] = accounts
            .all(({ id, lastName }) => id === note.by && lastName !== '')
            .map(({ id, firstName, lastName, role }) => ({ id, firstName, lastName, role }));
          return { ...note, byWhom, isUnread: unreadNotes.find(reader, note.id) !== undefined };
        });
      },
      unreadBy: (reader, request, today) => page(unreadIn(tables, reader, today), request),
      countUnread: (accountId, cases) =>
        cases.flatMap((caseId) => {
          const unread = unreadNotes.all({ accountId, caseId }).length;
          return unread > 0 ? { caseId, notes: unread } : [];
        }),
      insert: (note, unreadBy) => {
        notes.put(note);
        for (const accountId of unreadBy) unreadNotes.put({ accountId, caseId: note.caseId, noteId: note.id });
      },
      mark: (note) => {
        notes.save(note);
        unreadNotes.remove({ noteId: note.id });
      },
      read: (accountId, read) => {
        for (const id of read) unreadNotes.drop(accountId, id);
      },
      shareUnread: (doctorId, accountId) => {
        for (const { caseId, noteId } of unreadNotes.all({ accountId: doctorId }))
          if (cases.find(caseId)?.doctorId === doctorId && notes.find(noteId)?.by !== accountId)
            unreadNotes.put({ accountId, caseId, noteId });
      },
      giveUnread: (caseId, readers) => {
        const all = notes.all(({ wrong, ...note }) => note.caseId === caseId && !wrong);
        for (const accountId of readers)
          for (const { id: noteId, by } of all) if (by !== accountId) unreadNotes.put({ accountId, caseId, noteId });
      },
    },
  };
};
