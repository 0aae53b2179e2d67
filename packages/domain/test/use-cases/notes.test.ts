import { expect, test } from 'vitest';
import type { Account } from '../../src/model/account.ts';
import type { NoteId, NoteText } from '../../src/model/values.ts';
import { openFamily } from '../support/family.ts';
import { codeOf, listed, must, reason } from '../support/values.ts';

const [SHORT, WHY] = ['Sleeps badly.\nSince Monday.' as NoteText, reason('Of another child')];
const WHOLE = { after: undefined, size: 100 } as const;

/** Two parents share the child of the case. */
const openNotes = async () => {
  const family = await openFamily();
  const { app, caseId, share, otherParent, told } = family;
  await share(otherParent);
  await told();
  const write = (actor: Account, text = SHORT) => app.writeNote({ actor, caseId, text });
  const read = async (actor: Account) => must(await app.showNotes({ actor, caseId, request: WHOLE })).notes;
  const mark = async (actor: Account, noteId: NoteId) =>
    codeOf(await app.markNote({ actor, caseId, noteId, reason: WHY }));
  const counted = async (actor: Account) => must(await app.showWork({ actor })).unreadNotes;
  return { ...family, counted, mark, read, write };
};

test('notes are written and read by all who take part, newest first, and by nobody else (D-45)', async () => {
  const { app, assistant, caseId, doctor, mark, otherAssistant, otherDoctor, otherParent, parent, read, write } =
    await openNotes();
  const authors = [parent, doctor, assistant, otherParent];
  const noteId = must(await write(parent, '0' as NoteText));
  for (const [nth, actor] of authors.entries()) if (nth > 0) must(await write(actor, `${nth}` as NoteText));
  for (const actor of authors) {
    const notes = await read(actor);
    expect(notes.map(({ text, byWhom }) => [text, byWhom?.id])).toEqual(
      authors.map(({ id }, nth) => [`${nth}`, id]).toReversed(),
    );
  }
  for (const stranger of [otherDoctor, otherAssistant]) {
    const tried = [await write(stranger), await app.showNote({ actor: stranger, caseId, noteId })].map(codeOf);
    expect([...tried, await mark(stranger, noteId)]).toEqual(Array(3).fill('CASE_NOT_FOUND'));
    await expect(read(stranger)).rejects.toThrow();
  }
});

test('a finished case takes none, and shows those it has', async () => {
  const { app, caseId, doctor, parent, read, write } = await openNotes();
  must(await write(parent));
  must(await app.finishCase({ actor: doctor, caseId }));
  expect(codeOf(await write(doctor))).toBe('CASE_FINISHED');
  expect(await read(parent)).toMatchObject([{ text: SHORT }]);
});

test('after a handover all notes are unread by the new doctor and assistants, but those entered in error', async () => {
  const { app, caseId, counted, doctor, mark, otherAssistant, otherDoctor, parent, read, write } = await openNotes();
  const [, wrong] = [must(await write(parent)), must(await write(doctor))];
  expect(await mark(doctor, wrong)).toBe('OK');
  must(await app.handOverCase({ actor: doctor, caseId, doctorId: otherDoctor.id }));
  expect([await counted(otherDoctor), await counted(otherAssistant), await counted(doctor)]).toEqual([1, 1, 0]);
  await read(otherDoctor);
  // Back, and there again: what was read or written stays so for who comes back only until then.
  must(await app.handOverCase({ actor: otherDoctor, caseId, doctorId: doctor.id }));
  expect([await counted(doctor), await counted(otherDoctor)]).toEqual([1, 0]);
});

test('a note is unread by all others until they see it, counted, listed, and told to each once', async () => {
  const { app, assistant, caseId, counted, doctor, otherParent, parent, read, told, write } = await openNotes();
  must(await write(parent));
  must(await write(parent));
  const others = [doctor, assistant, otherParent];
  expect(await told()).toEqual(others.map(({ email }) => ['note written', email]));
  expect(await counted(parent)).toBe(0);
  for (const actor of others) {
    const inCases = async () => must(await app.checkUnreadNotes({ actor, cases: [caseId] }));
    expect([await counted(actor), await inCases()]).toEqual([2, new Map([[caseId, 2]])]);
    const unread = await listed(app.listUnreadNotes({ actor, paging: {} }));
    expect(unread.map((one) => [one.caseId, one.case.title])).toEqual(Array(2).fill([caseId, 'Asthma']));
    expect((await read(actor)).map(({ isUnread }) => isUnread)).toEqual([true, true]);
    expect((await read(actor)).map(({ isUnread }) => isUnread)).toEqual([false, false]);
    expect([await counted(actor), await inCases()]).toEqual([0, new Map()]);
  }
});

test('a page of them has the newest ones, and says where others follow', async () => {
  const { app, caseId, doctor, parent, write } = await openNotes();
  const [, second] = [
    must(await write(parent, '1' as NoteText)),
    must(await write(parent, '2' as NoteText)),
    must(await write(parent, '3' as NoteText)),
  ];
  const page = async (size: number, from?: NoteId) => {
    const { notes, after } = must(await app.showNotes({ actor: doctor, caseId, request: { after: from, size } }));
    return [notes.map(({ text }) => text), after];
  };
  expect([await page(3), await page(2), await page(2, second)]).toEqual([
    [['3', '2', '1'], undefined],
    [['3', '2'], second],
    [['1'], undefined],
  ]);
});

test('the page of the case has the last ones, which are read then', async () => {
  const { app, caseId, counted, doctor, parent, write } = await openNotes();
  for (const text of ['1', '2', '3']) must(await write(parent, text as NoteText));
  const shown = must(await app.showCase({ actor: doctor, caseId, detail: 'full', notes: 2 }));
  expect(shown.notes.map(({ text }) => text)).toEqual(['3', '2']);
  expect(await counted(doctor)).toBe(1);
});

test('who takes no part any more has nothing unread there; a later parent reads all', async () => {
  const { app, assistant, caseId, childId, counted, doctor, otherDoctor, otherParent, parent, read, write } =
    await openNotes();
  must(await write(parent));
  must(await app.handOverCase({ actor: parent, caseId, doctorId: otherDoctor.id }));
  must(await app.removeParent({ actor: parent, childId, parentId: otherParent.id }));
  expect(await Promise.all([doctor, assistant, otherParent].map(counted))).toEqual([0, 0, 0]);
  expect(await listed(app.listUnreadNotes({ actor: doctor, paging: {} }))).toEqual([]);
  expect(await read(otherDoctor)).toMatchObject([{ text: SHORT }]);
});

test('its author or the doctor marks one as entered in error: others see only that there was one, and read it no more', async () => {
  const { assistant, caseId, counted, doctor, mark, otherParent, parent, read, write, app } = await openNotes();
  const [own, other] = [must(await write(parent)), must(await write(assistant))];
  expect(await mark(otherParent, own)).toBe('ROLE_NOT_ALLOWED');
  expect(await mark(assistant, own)).toBe('ROLE_NOT_ALLOWED');
  const shownTo = async (actor: Account) => {
    const shown = await app.showNote({ actor, caseId, noteId: own });
    return shown.ok ? shown.value.text : shown.refusal.code;
  };
  expect(await shownTo(assistant)).toBe(SHORT);
  must(await app.finishCase({ actor: doctor, caseId }));
  expect(await mark(parent, own)).toBe('OK');
  expect(await mark(doctor, other)).toBe('OK');
  expect(await mark(doctor, own)).toBe('NOTE_MARKED');
  expect(await mark(parent, caseId as string as NoteId)).toBe('NOTE_NOT_FOUND');
  expect([await shownTo(assistant), await shownTo(parent)]).toEqual(['NOTE_MARKED', 'NOTE_MARKED']);
  const hidden = { text: undefined, wrong: { reason: undefined }, mayMark: false };
  const [whole, gone] = [{ text: SHORT, wrong: { reason: WHY }, mayMark: false }, hidden];
  expect(await read(doctor)).toMatchObject([whole, whole]);
  expect(await read(assistant)).toMatchObject([whole, gone]);
  expect(await read(parent)).toMatchObject([gone, whole]);
  expect(await read(otherParent)).toMatchObject([gone, gone]);
  expect(await counted(otherParent)).toBe(0);
  const events = await listed(app.showHistory({ actor: otherParent, caseId, paging: {} }));
  expect(events.slice(-2)).toMatchObject([{ action: 'note marked' }, { action: 'note marked' }]);
  expect(JSON.stringify(events)).not.toContain(WHY);
});

test('a note stays with the case where its child is merged, is exported, and goes with the child', async () => {
  const { app, caseId, childId, childOf, otherParent, parent, read, storage, write } = await openNotes();
  const noteId = must(await write(parent));
  const kept = await childOf(otherParent, 'Carla');
  must(await app.mergeChildren({ keep: kept, other: childId }));
  expect(await read(otherParent)).toMatchObject([{ text: SHORT }]);
  const { cases } = must(await app.exportChild({ childId: kept }));
  expect(cases).toMatchObject([{ notes: [{ id: noteId, by: parent.id, text: SHORT, caseId }] }]);
  must(await app.eraseChild({ childId: kept }));
  expect(await storage.read.notes.find(noteId)).toBeUndefined();
});

test('an author who was erased is not named any more, nor has anything unread', async () => {
  const { app, counted, doctor, otherParent, parent, read, write } = await openNotes();
  must(await write(otherParent));
  must(await write(doctor));
  must(await app.eraseAccount({ email: otherParent.email }));
  expect(await read(parent)).toMatchObject([{ byWhom: { id: doctor.id } }, { byWhom: null, text: SHORT }]);
  expect(await counted(otherParent)).toBe(0);
});
