import { certificationFor, issue, reject } from '@health-case/domain/model/case';
import { TEXTS, type TextsOf } from '@health-case/domain/model/texts';
import type { NoteId, NoteText, Reason, Statement } from '@health-case/domain/model/values';
import { expect } from 'vitest';
import { utcCalendar } from '../../test/support/calendar.ts';
import { must } from '../../test/support/values.ts';
import type { Scene, Suite } from './harness.ts';
import { AWKWARD_TEXT, at, nextId } from './samples.ts';

const WHOLE = { after: undefined, size: 100 } as const;
const REASON = AWKWARD_TEXT as Reason;
const ENTITIES = Object.keys(TEXTS) as TextsOf[];

/** A case with a text of each kind, and with rows that have none. */
const keepTexts = async ({ keep, keepCase, keepClosedTask }: Scene) => {
  const { case: facts, doctor, child } = await keepCase();
  const tasks = [await keepClosedTask(facts), await keepClosedTask(facts), await keepClosedTask(facts)];
  const [requested, issued, rejected] = tasks.map((task) => certificationFor(task, nextId(), doctor.id, at(50)));
  const event = { caseId: facts.id, by: doctor.id, at: at(60), to: undefined } as const;
  await keep(async ({ certifications, history, notes }) => {
    for (const one of [requested, issued, rejected]) if (one) await certifications.insertOnce(one);
    const said = { actor: doctor, child, statement: AWKWARD_TEXT as Statement };
    if (issued) await certifications.save(must(issue(issued, at(60), said, utcCalendar)));
    if (rejected) await certifications.save(must(reject(rejected, at(60), { reason: REASON })));
    await history.append({ ...event, id: nextId(), action: 'case opened', reason: undefined });
    await history.append({ ...event, id: nextId(), action: 'case reopened', reason: REASON });
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
    expect(await all()).toEqual([1, 3, 2, 1, 1]);
    expect(await all()).toEqual([0, 0, 0, 0, 0]);
    expect(await shown()).toEqual(before);
    await keep(({ dataKeys }) => dataKeys.rotate());
    expect(await all()).toEqual([2, 6, 4, 2, 2]);
    expect(await shown()).toEqual(before);
  });
};
