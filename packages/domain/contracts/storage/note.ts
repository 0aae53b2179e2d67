import type { Note } from '@health-case/domain/model/note';
import type { AccountId, CaseId, Day, NoteText, Reason } from '@health-case/domain/model/values';
import { expect } from 'vitest';
import type { Scene, Suite } from './harness.ts';
import { AWKWARD_TEXT, at, earlierId, nextId } from './samples.ts';

const TODAY = '2026-01-01' as Day;
const WHOLE = { after: undefined, size: 100 } as const;

/** A case with an assistant, on which its parent has written notes whose ids are in no order. */
const keepNotes = async ({ keep, keepAccount, keepCase }: Scene) => {
  const { case: facts, child, doctor, parent } = await keepCase();
  const assistant = await keepAccount('Ast');
  const { id: caseId } = facts;
  const of = { caseId, at: at(40), by: parent.id, text: `${AWKWARD_TEXT}\nline` as NoteText };
  const notes: readonly Note[] = [
    { ...of, id: nextId() },
    { ...of, id: earlierId() },
    { ...of, id: nextId(), at: at(30) },
  ];
  await keep(async (stores) => {
    await stores.assistants.link(doctor.id, assistant.id);
    for (const note of notes) await stores.notes.insert(note, [doctor.id, assistant.id]);
  });
  return { assistant, caseId, child, doctor, facts, notes, parent };
};

export const notes: Suite = (it) => {
  it('are given back as they were, in the opposite order of writing, a page at a time, with who wrote each', async (scene) => {
    const { read, keepCase } = scene;
    const { caseId, notes, parent } = await keepNotes(scene);
    const { id, firstName, lastName, role } = parent;
    const found = notes
      .map((note) => ({ ...note, byWhom: { id, firstName, lastName, role }, isUnread: false }))
      .toReversed();
    expect(await read.notes.ofCase(caseId, WHOLE)).toEqual(found);
    expect(await read.notes.ofCase(caseId, { after: undefined, size: 1 })).toEqual(found.slice(0, 1));
    expect(await read.notes.ofCase(caseId, { after: found[0]?.id, size: 1 })).toEqual(found.slice(1, 2));
    expect(await read.notes.ofCase(caseId, { after: nextId(), size: 9 })).toEqual([]);
    expect(await read.notes.ofCase((await keepCase()).case.id, { after: found[0]?.id, size: 9 })).toEqual([]);
    expect(await read.notes.find(notes[1]?.id ?? nextId())).toEqual(notes[1]);
    expect(await read.notes.find(nextId())).toBeUndefined();
  });

  it('may all be given to readers as unread, but those they have written, and what they have not read stays so', async (scene) => {
    const { keep, keepAccount, read } = scene;
    const { caseId, doctor, notes, parent } = await keepNotes(scene);
    const other = await keepAccount('Doc');
    const [wrong, ...others] = notes as [Note, ...Note[]];
    await keep(async (stores) => {
      await stores.notes.mark({ ...wrong, wrong: { at: at(50), by: parent.id, reason: 'A slip' as Reason } });
      await stores.notes.giveUnread(caseId, [doctor.id, other.id, parent.id]);
    });
    const counted = async (id: AccountId) => (await read.notes.countUnread(id, [caseId]))[0]?.notes;
    const counts = [others.length, others.length, undefined];
    expect([await counted(doctor.id), await counted(other.id), await counted(parent.id)]).toEqual(counts);
  });

  it('are given to a deputy as unread where the doctor has not read them, but what the deputy has written', async (scene) => {
    const { keep, keepAccount, read } = scene;
    const { caseId, doctor, notes } = await keepNotes(scene);
    const [deputy, elsewhere] = [await keepAccount('Doc'), await keepNotes(scene)];
    const [known, ...others] = notes as [Note, ...Note[]];
    const own: Note = { ...known, id: nextId(), by: deputy.id };
    await keep(async (stores) => {
      await stores.notes.insert(own, [doctor.id]);
      await stores.notes.read(doctor.id, [known.id]);
      await stores.notes.shareUnread(doctor.id, deputy.id);
      await stores.notes.shareUnread(doctor.id, deputy.id);
    });
    const cases = [caseId, elsewhere.caseId];
    expect(await read.notes.countUnread(deputy.id, cases)).toEqual([{ caseId, notes: others.length }]);
    // A case that is another doctor's by now is not the deputy's.
    const another = await keepAccount('Doc');
    await keep(async (stores) => {
      await stores.cases.handOver({ ...elsewhere.facts, doctorId: doctor.id }, elsewhere.doctor.id);
      await stores.notes.shareUnread(elsewhere.doctor.id, another.id);
    });
    expect(await read.notes.countUnread(another.id, cases)).toEqual([]);
  });

  it('are unread by those who were told, until they read or one is marked, and only while they take part', async (scene) => {
    const { keep, keepAccount, read } = scene;
    const { assistant, caseId, child, doctor, facts, notes } = await keepNotes(scene);
    const [first, second, third] = notes.map(({ id }) => id).toSorted();
    const unread = async (account: typeof doctor) => {
      const { unreadNotes } = await read.cases.workOf(account, TODAY, 2);
      return [(await read.notes.unreadBy(account, WHOLE, TODAY)).map(({ id }) => id), unreadNotes];
    };
    const counted = async (id: AccountId) => read.notes.countUnread(id, [caseId, nextId<CaseId>()]);
    for (const account of [doctor, assistant]) {
      expect(await unread(account)).toEqual([[first, second, third], 2]);
      expect(await counted(account.id)).toEqual([{ caseId, notes: 3 }]);
      expect((await read.notes.ofCase(caseId, WHOLE, account.id)).map(({ isUnread }) => isUnread)).toEqual([
        true,
        true,
        true,
      ]);
    }
    expect(await read.notes.unreadBy(doctor, { after: first, size: 1 }, TODAY)).toEqual([
      { id: second, caseId, childId: child.id },
    ]);
    expect(await counted(child.id as string as AccountId)).toEqual([]);
    expect(await read.notes.countUnread(doctor.id, [])).toEqual([]);
    await keep(async (stores) => {
      if (first && second) await stores.notes.read(doctor.id, [first, second]);
    });
    expect([await unread(doctor), await unread(assistant)]).toEqual([
      [[third], 1],
      [[first, second, third], 2],
    ]);
    const wrong = { at: at(50), by: doctor.id, reason: AWKWARD_TEXT as Reason };
    const marked = { ...(notes.find(({ id }) => id === third) as Note), wrong };
    await keep((stores) => stores.notes.mark(marked));
    expect(await read.notes.find(marked.id)).toEqual(marked);
    expect([await unread(doctor), await unread(assistant)]).toEqual([
      [[], 0],
      [[first, second], 2],
    ]);
    const [another, parents] = [await keepAccount('Doc'), await read.children.parents(child.id)];
    await keep(({ cases }) => cases.handOver({ ...facts, doctorId: another.id }, doctor.id));
    expect(await unread(assistant)).toEqual([[], 0]);
    const [parent] = parents;
    const byDoctor: Note = { ...marked, id: nextId(), by: another.id, wrong: undefined };
    await keep((stores) => stores.notes.insert(byDoctor, parent ? [parent.id] : []));
    const reader = { id: parent?.id as AccountId, role: 'Par' } as typeof doctor;
    expect(await unread(reader)).toEqual([[byDoctor.id], 1]);
    await keep(async ({ children }) => children.removeParent(child.id, reader.id));
    expect(await unread(reader)).toEqual([[], 0]);
  });

  it('go with the case, and what is unread with the account', async (scene) => {
    const { keep, read } = scene;
    const { assistant, caseId, child, doctor, notes } = await keepNotes(scene);
    await keep((stores) => stores.accounts.erase(assistant.id, at(9)));
    expect(await read.notes.countUnread(assistant.id, [caseId])).toEqual([]);
    await keep(({ children }) => children.erase(child.id));
    expect(await read.notes.countUnread(doctor.id, [caseId])).toEqual([]);
    expect(await Promise.all(notes.map(({ id }) => read.notes.find(id)))).toEqual(notes.map(() => undefined));
  });
};
