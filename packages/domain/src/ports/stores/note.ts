import type { Account } from '../../model/account.ts';
import type { FoundNote, Note, UnreadNote } from '../../model/note.ts';
import type { PageRequest } from '../../model/pages.ts';
import type { AccountId, CaseId, Day, NoteId } from '../../model/values.ts';

/** D-45: notes on cases. */
export type NoteReads = {
  readonly notes: {
    find(id: NoteId): Promise<Note | undefined>;
    /** In the opposite order of writing, whatever their ids and moments. Empty if `after` is no note of the case. */
    ofCase(caseId: CaseId, request: PageRequest<NoteId>, reader?: AccountId): Promise<readonly FoundNote[]>;
    /** Those that the account has not read, of cases in which it takes part today (D-41), oldest first. */
    unreadBy(
      reader: Pick<Account, 'id' | 'role'>,
      request: PageRequest<NoteId>,
      today: Day,
    ): Promise<readonly UnreadNote[]>;
    /** How many notes of each of the cases it has not read. A case without one is left out. */
    countUnread(
      reader: AccountId,
      cases: readonly CaseId[],
    ): Promise<readonly { readonly caseId: CaseId; readonly notes: number }[]>;
  };
};

export type NoteStores = NoteReads & {
  readonly notes: {
    insert(note: Note, unreadBy: readonly AccountId[]): Promise<void>;
    /** As entered in error. Nobody has to read it any more. */
    mark(note: Note): Promise<void>;
    read(reader: AccountId, notes: readonly NoteId[]): Promise<void>;
    /** D-45: all notes of the case but those that a reader has written, and those entered in error. */
    giveUnread(caseId: CaseId, readers: readonly AccountId[]): Promise<void>;
    /** For an account that is erased. */
    removeUnreadBy(reader: AccountId): Promise<void>;
  };
};
