import {
  account,
  at,
  caseOf,
  child,
  closed,
  credentials,
  keep,
  nextId,
  taskOf,
} from '../../contracts/storage/samples.ts';
import { type CaseEvent, certificationFor, issue, reject } from '../../src/model/case.ts';
import { TEXTS, type TextsOf } from '../../src/model/texts.ts';
import type { Storage } from '../../src/ports/storage.ts';
import { emptyTables, type MemoryTables } from '../../testing/memory-maps.ts';
import { utcCalendar } from './calendar.ts';
import { openOver } from './sealed.ts';
import { must, reason, title } from './values.ts';

export const ALL = { after: undefined, size: 100 };

/** Two cases of a doctor, each with a closed task, a certification that is issued, one that is rejected, and a reason. */
export const openCases = async () => {
  const maps = emptyTables();
  const storage = await openOver(maps);
  const [doctor, parent, concerned] = [account('Doc'), account('Par'), child()];
  await keep(storage, async (stores) => {
    for (const one of [doctor, parent]) await stores.accounts.insert(credentials(one));
    await stores.children.insert(concerned, parent.id);
  });
  const keepOne = async (name: string) => {
    const facts = { ...caseOf(concerned, doctor.id), title: title(`Case ${name}`) };
    const task = closed({ ...taskOf(facts), title: title(`Task ${name}`) });
    const [first, second] = [
      certificationFor(task, nextId(), doctor.id, at(50)),
      certificationFor(task, nextId(), doctor.id, at(52)),
    ];
    const rejected = must(reject(first, at(51), { reason: reason(`Rejected ${name}`) }));
    const issued = must(
      issue(second, at(53), { actor: doctor, child: concerned, statement: `Fit ${name}` as never }, utcCalendar),
    );
    const event: CaseEvent = {
      ...{ id: nextId(), caseId: facts.id, at: at(60), by: doctor.id, action: 'case reopened', to: undefined },
      reason: reason(`Again ${name}`),
    };
    const silent: CaseEvent = { ...event, id: nextId(), reason: undefined };
    await keep(storage, async ({ cases, tasks, certifications, history }) => {
      await cases.insert(facts);
      await tasks.insert({ id: task.id, caseId: task.caseId, title: task.title, status: 'open' });
      await tasks.save(task);
      for (const decided of [rejected, issued]) {
        await certifications.insertOnce(decided === rejected ? first : second);
        await certifications.save(decided);
      }
      for (const one of [event, silent]) await history.append(one);
    });
    return { facts, task, rejected, issued, event, silent };
  };
  const [one, other] = [await keepOne('one'), await keepOne('other')];
  return { maps, storage, doctor, parent, concerned, one, other };
};

type Opened = Awaited<ReturnType<typeof openCases>>;
type Kept = Opened['one'];

/** All that a store tells of the case, through each of its methods. */
export const read = async (
  { read: { cases, tasks, certifications, history } }: Storage,
  { facts, task, issued }: Kept,
) => ({
  found: [await cases.find(facts.id), await tasks.find(task.id), await certifications.find(issued.id)],
  cases: await cases.ofChild(facts.childId, ALL),
  titled: await cases.titlesOf([facts.id]),
  listed: await cases.ofDoctor(facts.doctorId, ALL),
  tasks: await tasks.ofCase(facts.id, ALL),
  working: await tasks.ofDoctor(facts.doctorId, ALL),
  newest: [await tasks.meantBy(facts.id), await certifications.newestOf(task.id)],
  certifications: await certifications.ofCase(facts.id, ALL),
  history: await history.ofCase(facts.id, ALL),
});

export const told = ({ one, other }: Opened, { facts, task, rejected, issued, event, silent }: Kept) => ({
  found: [facts, task, issued],
  cases: [one.facts, other.facts],
  titled: [{ id: facts.id, childId: facts.childId, title: facts.title }],
  listed: [one, other].map((kept) => ({ ...kept.facts, certification: 'issued' })),
  tasks: [task],
  working: [one, other].map((kept) => ({ ...kept.task, childId: kept.facts.childId })),
  newest: [task, issued],
  certifications: [rejected, issued],
  history: [event, silent],
});

type Rows = Map<string, Record<string, unknown>>;
export const rowsOf = (maps: MemoryTables, of: TextsOf): Rows => {
  const tables = { Case: maps.cases, Task: maps.tasks, Certification: maps.certifications, CaseEvent: maps.history };
  return tables[of] as unknown as Rows;
};
export const textOf = (maps: MemoryTables, of: TextsOf, id: string, field: string) =>
  rowsOf(maps, of).get(id)?.[field] as string | undefined;
export const setText = (maps: MemoryTables, of: TextsOf, id: string, field: string, text: string | undefined): void => {
  rowsOf(maps, of).set(id, { ...rowsOf(maps, of).get(id), [field]: text });
};

/** Every text of a store, with the row and the field that it belongs to. */
export const allTexts = (maps: MemoryTables) =>
  (Object.keys(TEXTS) as TextsOf[]).flatMap((of) =>
    [...rowsOf(maps, of).keys()].flatMap((id) =>
      TEXTS[of].flatMap((field) => {
        const stored = textOf(maps, of, id, field);
        return stored ? [{ of, id, field, stored }] : [];
      }),
    ),
  );

export const isAllSealedBy = (maps: MemoryTables, key: string): boolean =>
  allTexts(maps).every(({ of, id, field, stored }) => stored.startsWith(`${key}|${of}:${id}:${field}|`));
