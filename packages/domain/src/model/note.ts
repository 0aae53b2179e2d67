import { ok, refuse } from '../result.ts';
import type { Account, PersonInRole } from './account.ts';
import type { AccountId, CaseId, ChildId, Instant, NoteId, NoteText, Reason } from './values.ts';

/** D-45: what somebody who takes part in a case has written on it. It never changes. */
export type Note = {
  readonly id: NoteId;
  readonly caseId: CaseId;
  readonly at: Instant;
  readonly by: AccountId;
  readonly text: NoteText;
  /** Once it is marked as entered in error. */
  readonly wrong?: { readonly at: Instant; readonly by: AccountId; readonly reason: Reason } | undefined;
};

/** As one account finds it. By whom it is, unless that account was erased. */
export type FoundNote = Note & { readonly byWhom: PersonInRole | null; readonly isUnread: boolean };

/** As a page shows it: of one that was entered in error, most see only that there was one. */
export type ShownNote = Pick<FoundNote, 'id' | 'at' | 'byWhom' | 'isUnread'> & {
  readonly text: NoteText | undefined;
  readonly wrong: { readonly reason: Reason | undefined } | undefined;
  readonly mayMark: boolean;
};

export type UnreadNote = Pick<Note, 'id' | 'caseId'> & { readonly childId: ChildId };

/** Somebody who takes part in the case. */
type Reader = Pick<Account, 'id' | 'role'>;

/** A doctor is the doctor of the case, or stands in (D-41). */
const answersFor = ({ by }: Note, { id, role }: Reader): boolean => by === id || role === 'Doc';

/** By its author or the doctor of the case. */
export const mayMark = (note: Note, reader: Reader) => {
  if (!answersFor(note, reader)) return refuse('ROLE_NOT_ALLOWED');
  return note.wrong ? refuse('NOTE_MARKED') : ok(undefined);
};

/** Of one that was entered in error, for whoever may mark it alone. */
const textFor = (note: Note, reader: Reader) => (note.wrong && !answersFor(note, reader) ? undefined : note.text);

export const shownNote = (note: FoundNote, reader: Reader): ShownNote => {
  const { id, at, byWhom, isUnread, wrong } = note;
  return {
    id,
    at,
    byWhom,
    isUnread,
    text: textFor(note, reader),
    wrong: wrong && { reason: answersFor(note, reader) ? wrong.reason : undefined },
    mayMark: mayMark(note, reader).ok,
  };
};
