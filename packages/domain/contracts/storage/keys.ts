import { certificationFor, issue, reject } from '@health-case/domain/model/case';
import { TEXTS, type TextsOf } from '@health-case/domain/model/texts';
import type { ChildId, Day, NoteId, NoteText, Reason, Statement, Title } from '@health-case/domain/model/values';
import type { SigningKey } from '@health-case/domain/ports/security';
import { refuse } from '@health-case/domain/result';
import { expect } from 'vitest';
import { utcCalendar } from '../../test/support/calendar.ts';
import { must } from '../../test/support/values.ts';
import { insertChild } from './child.ts';
import { coverOf } from './cover.ts';
import type { Scene, Suite } from './harness.ts';
import { importOf, rowOf } from './import.ts';
import { phraseOf } from './phrase.ts';
import { AWKWARD_TEXT, at, child, nextId } from './samples.ts';

export const signingKeys: Suite = (it) => {
  it('are given back in the order in which they were added, without those that encrypt', async (scene) => {
    const { read, keep, keepAccount, storage } = scene;
    const { id: parent } = await keepAccount('Par');
    const numbered = child('756.1');
    await keep(({ children }) => children.insert(numbered, parent));
    expect(await read.signingKeys.all()).toEqual([]);
    const added: SigningKey[] = [];
    for (let count = 0; count < 3; count += 1) {
      added.push(await keep(({ signingKeys }) => signingKeys.add()));
      await keep(({ dataKeys }) => dataKeys.rotate());
    }
    expect(await read.signingKeys.all()).toEqual(added);
    await storage.write(async ({ signingKeys }) => {
      const within = await signingKeys.add();
      expect(await signingKeys.all()).toEqual([...added, within]);
      return refuse('SIGNING_KEY_NOT_FOUND');
    });
    expect(await read.signingKeys.all()).toEqual(added);
    expect(await read.children.record(numbered.id)).toEqual(numbered);
  });

  it('are removed by their ids, and the others stay in their order', async (scene) => {
    const { read, keep } = scene;
    const add = () => keep(({ signingKeys }) => signingKeys.add());
    const [first, second, third] = [await add(), await add(), await add()];
    const left = async (removed: string) => {
      await keep(({ signingKeys }) => signingKeys.remove(removed));
      return read.signingKeys.all();
    };
    expect(await left(second.id)).toEqual([first, third]);
    expect(await left(nextId())).toEqual([first, third]);
    expect(await left(third.id)).toEqual([first]);
    const fourth = await add();
    expect(await read.signingKeys.all()).toEqual([first, fourth]);
  });
};

export const dataKeys: Suite = (it) => {
  it('follow one another, and whatever one of them sealed stays readable', async (scene) => {
    const { read, keep, keepAccount } = scene;
    const { id: parent } = await keepAccount('Par');
    const kept = ['1234', '5678', undefined, 'AB-12'].map((number) => child(number));
    for (const one of kept) {
      await insertChild(scene, one, parent);
      await keep(({ dataKeys }) => dataKeys.rotate());
    }
    const records = () => Promise.all(kept.map(({ id }) => read.children.record(id)));
    expect(await records()).toEqual(kept);
    const last = kept.at(-1)?.id;
    const reencrypt = (after?: ChildId) => keep(({ children }) => children.reencrypt({ after, size: 9 }));
    expect((await reencrypt()).last).toBe(last);
    expect(await reencrypt()).toEqual({ last, sealed: 0 });
    expect(await reencrypt(last)).toEqual({ last: undefined, sealed: 0 });
    expect(await records()).toEqual(kept);
    expect(await insertChild(scene, child('12.34'), parent)).toEqual(refuse('CHILD_KNOWN'));
  });
};

const WHOLE = { after: undefined, size: 100 } as const;
const REASON = AWKWARD_TEXT as Reason;
const ENTITIES = Object.keys(TEXTS) as TextsOf[];

/** A case with a text of each kind, and with rows that have none. */
const keepTexts = async ({ keep, keepCase, keepClosedTask }: Scene) => {
  const { case: facts, doctor, child } = await keepCase();
  const tasks = [await keepClosedTask(facts), await keepClosedTask(facts), await keepClosedTask(facts)];
  const [requested, issued, rejected] = tasks.map((task) => certificationFor(task, nextId(), doctor.id, at(50)));
  const event = { caseId: facts.id, by: doctor.id, at: at(60), to: undefined } as const;
  const list = importOf();
  await keep(async ({ certifications, covers, history, imports, notes, phrases }) => {
    await imports.save(list);
    await imports.addRows([rowOf(list, 2), rowOf(list, 3, { texts: undefined })]);
    await covers.insert(coverOf(doctor, doctor, [1, 2]));
    await covers.insert(coverOf(doctor, doctor, [1, 2], { reason: REASON }));
    await phrases.save(phraseOf(doctor.id, 1));
    for (const one of [requested, issued, rejected]) if (one) await certifications.insertOnce(one);
    const said = { actor: doctor, child, statement: AWKWARD_TEXT as Statement };
    if (issued) await certifications.save(must(issue(issued, at(60), said, utcCalendar)));
    if (rejected) await certifications.save(must(reject(rejected, at(60), { reason: REASON })));
    await history.append({ ...event, id: nextId(), action: 'case opened', reason: undefined });
    await history.append({ ...event, id: nextId(), action: 'case reopened', reason: REASON });
    const titles = { oldTitle: AWKWARD_TEXT as Title, newTitle: 'New' as Title };
    await history.append({ ...event, id: nextId(), action: 'case renamed', reason: undefined, ...titles });
    const note = { id: nextId<NoteId>(), caseId: facts.id, at: at(60), by: doctor.id, text: AWKWARD_TEXT as NoteText };
    await notes.insert(note, []);
    await notes.mark({ ...note, wrong: { at: at(70), by: doctor.id, reason: REASON } });
  });
  return facts.id;
};

export const texts: Suite = (it) => {
  it('are encrypted again with each new key, a page at a time, and stay what they are', async (scene) => {
    const { keep, read } = scene;
    const id = await keepTexts(scene);
    await keep(({ dataKeys }) => dataKeys.rotate());
    await keepTexts(scene);
    const shown = async () => [
      await read.cases.find(id),
      await read.tasks.ofCase(id, WHOLE),
      await read.certifications.ofCase(id, WHOLE),
      await read.history.ofCase(id, WHOLE),
      await read.notes.ofCase(id, WHOLE),
      await read.covers.ofCase(id, '2026-03-01' as Day),
    ];
    const before = await shown();
    const reencrypt = async (of: TextsOf) => {
      let [sealed, after]: [number, string | undefined] = [0, undefined];
      do {
        const page: { last: string | undefined; sealed: number } = await keep((stores) =>
          stores.texts.reencrypt(of, { after, size: 1 }),
        );
        sealed += page.sealed;
        after = page.last;
      } while (after !== undefined);
      return sealed;
    };
    const all = async () => {
      const counts: number[] = [];
      for (const of of ENTITIES) counts.push(await reencrypt(of));
      return counts;
    };
    expect(await all()).toEqual([1, 3, 2, 2, 1, 1, 1, 1]);
    expect(await all()).toEqual([0, 0, 0, 0, 0, 0, 0, 0]);
    expect(await shown()).toEqual(before);
    await keep(({ dataKeys }) => dataKeys.rotate());
    expect(await all()).toEqual([2, 6, 4, 4, 2, 2, 2, 2]);
    expect(await shown()).toEqual(before);
  });
};
