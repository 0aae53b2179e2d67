import type { Account } from '../model/account.ts';
import { mayMark, type Note, shownNote } from '../model/note.ts';
import { mapPages, type PageRequest, type Paging } from '../model/pages.ts';
import type { CaseId, NoteId, NoteText, Reason } from '../model/values.ts';
import type { Reads } from '../ports/storage.ts';
import { ok, refuse } from '../result.ts';
import { reading } from './case-lists.ts';
import { type OneCase, visibleCase } from './cases.ts';
import type { Trace } from './declaration.ts';
import { lockHourly } from './limiter.ts';
import { command, query, unlessErased } from './runner.ts';
import { withCases } from './tasks.ts';

/** D-45: by whoever takes part in the case. All others who do are told, and have it unread. */
const writeNote = command({
  run: async (input: OneCase & { readonly text: NoteText }, stores, ports) => {
    const { actor, text } = input;
    const { clock, ids, trace } = ports;
    const [count, located] = await Promise.all([
      lockHourly('notes', actor, stores, ports),
      visibleCase(stores, input, ports),
    ]);
    if (!located.ok) return located;
    const found = located.value;
    if (found.status !== 'ongoing') return refuse('CASE_FINISHED');
    const note: Note = { id: ids.next(), caseId: found.id, at: clock.now(), by: actor.id, text };
    trace.facts = [{ case: found, action: 'note written', at: note.at, note }];
    const counted = await count();
    return counted.ok ? ok(note.id) : counted;
  },
  audit: { action: 'note written', on: ({ caseId }) => caseId },
  idempotency: {
    fields: ['caseId', 'text'],
    answerAgain: (id, { notes }) => unlessErased(id as NoteId, notes.find, 'CASE_NOT_FOUND'),
  },
});

type OneNote = OneCase & { readonly noteId: NoteId };

const visibleNote = async (reads: Reads, input: OneNote, traced: { readonly trace: Trace }) => {
  const found = await visibleCase(reads, input, traced);
  if (!found.ok) return found;
  const note = await reads.notes.find(input.noteId);
  return note?.caseId === input.caseId ? ok({ case: found.value, note }) : refuse('NOTE_NOT_FOUND');
};

/** D-45: also in a finished case. */
const markNote = command({
  rule: visibleNote,
  run: async (input: OneNote & { readonly reason: Reason }, stores, { found: { case: of, note }, clock, trace }) => {
    const may = mayMark(note, input.actor);
    if (!may.ok) return may;
    const at = clock.now();
    await stores.notes.mark({ ...note, wrong: { at, by: input.actor.id, reason: input.reason } });
    trace.facts = [{ case: of, action: 'note marked', at }];
    return ok(undefined);
  },
  audit: { action: 'note marked', on: ({ caseId }) => caseId },
  idempotency: { fields: ['caseId', 'noteId', 'reason'], stands: ({ note }) => note.wrong !== undefined },
});

/** While it can be marked. */
const showNote = query({
  run: async (input: OneNote, reads, { trace }) => {
    const [found, child] = await Promise.all([
      visibleNote(reads, input, { trace }),
      reads.children.ofCase(input.caseId),
    ]);
    if (!found.ok) return found;
    if (!child) return refuse('CASE_NOT_FOUND');
    const { case: of, note } = found.value;
    return note.wrong ? refuse('NOTE_MARKED') : ok({ case: of, child, at: note.at, text: note.text });
  },
  audit: { action: 'notes shown', on: ({ caseId }) => caseId },
});

/** `after`: the last of the page, if others follow. */
const showNotes = query({
  run: async (input: OneCase & { readonly request: PageRequest<NoteId> }, reads, { trace }) => {
    const { actor, caseId, request } = input;
    const [found, notes, child] = await Promise.all([
      visibleCase(reads, input, { trace }),
      reads.notes.ofCase(caseId, { ...request, size: request.size + 1 }, actor.id),
      reads.children.ofCase(caseId),
    ]);
    if (!found.ok) return found;
    if (!child) return refuse('CASE_NOT_FOUND');
    const shown = notes.slice(0, request.size).map((note) => shownNote(note, actor));
    const after = notes.length > request.size ? shown.at(-1)?.id : undefined;
    return ok({ case: found.value, child, notes: shown, after });
  },
  follow: ({ notes }, { actor }) => reading(notes, actor),
  audit: { action: 'notes shown', on: ({ caseId }) => caseId },
});

/** D-43: oldest first. */
const listUnreadNotes = query({
  run: async ({ actor, paging }: { readonly actor: Account; readonly paging: Paging<NoteId> }, reads, context) => {
    const today = context.calendar.dayOf(context.clock.now());
    const unread = context.pagesWhileAllowed((request) => reads.notes.unreadBy(actor, request, today), paging);
    return ok(mapPages(unread, (page) => withCases(reads, page)));
  },
  audit: { action: 'notes listed', on: ({ actor }) => actor.id, shows: ({ childId }) => childId },
});

/** How many notes of each case the caller has not read. */
const checkUnreadNotes = query({
  run: async ({ actor, cases }: { readonly actor: Account; readonly cases: readonly CaseId[] }, { notes }) => {
    const counted = await notes.countUnread(actor.id, cases);
    return ok(new Map(counted.map(({ caseId, notes }) => [caseId, notes])));
  },
  audit: 'counts',
});

export const noteUseCases = { checkUnreadNotes, listUnreadNotes, markNote, showNote, showNotes, writeNote };
