import { describe, expect, test, vi } from 'vitest';
import { account, at, caseOf, child, closed, credentials, keep, nextId, taskOf } from '../contracts/storage/samples.ts';
import { BACKLOG_TASKS } from '../src/model/backlog.ts';
import { type CaseEvent, certify, issue, reject } from '../src/model/case.ts';
import { TEXTS, type TextsOf } from '../src/model/texts.ts';
import type { Storage } from '../src/ports/storage.ts';
import type { StoredText } from '../src/ports/tables.ts';
import { ok, refuse } from '../src/result.ts';
import { memoryDatabase } from '../testing/memory.ts';
import { emptyTables, type MemoryTables } from '../testing/memory-maps.ts';
import { openDatabase, openOver } from './support/sealed.ts';
import { must, reason, title } from './support/values.ts';

const ALL = { after: undefined, size: 100 };

/** Two cases of a doctor, each with a closed task, a certification that is issued, one that is rejected, and a reason. */
const openCases = async () => {
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
    const [first, second] = [certify(task, nextId(), doctor.id, at(50)), certify(task, nextId(), doctor.id, at(52))];
    const rejected = must(reject(first, at(51), { reason: reason(`Rejected ${name}`) }));
    const issued = must(issue(second, at(53), { actor: doctor, statement: `Fit ${name}` as never }));
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
const read = async ({ read: { cases, tasks, certifications, history } }: Storage, { facts, task, issued }: Kept) => ({
  found: [await cases.find(facts.id), await tasks.find(task.id), await certifications.find(issued.id)],
  cases: await cases.ofChild(facts.childId, ALL),
  listed: await cases.ofDoctor(facts.doctorId, ALL),
  tasks: await tasks.ofCase(facts.id, ALL),
  working: await tasks.ofDoctor(facts.doctorId, ALL),
  newest: [await tasks.lastClosedOf(facts.id), await certifications.newestOf(task.id)],
  certifications: await certifications.ofCase(facts.id, ALL),
  history: await history.ofCase(facts.id, ALL),
});

const told = ({ one, other }: Opened, { facts, task, rejected, issued, event, silent }: Kept) => ({
  found: [facts, task, issued],
  cases: [one.facts, other.facts],
  listed: [one, other].map((kept) => ({ ...kept.facts, certification: 'issued' })),
  tasks: [task],
  working: [one.task, other.task],
  newest: [task, issued],
  certifications: [rejected, issued],
  history: [event, silent],
});

type Rows = Map<string, Record<string, unknown>>;
const rowsOf = (maps: MemoryTables, of: TextsOf): Rows => {
  const tables = { Case: maps.cases, Task: maps.tasks, Certification: maps.certifications, CaseEvent: maps.history };
  return tables[of] as unknown as Rows;
};
const textOf = (maps: MemoryTables, of: TextsOf, id: string, field: string) =>
  rowsOf(maps, of).get(id)?.[field] as StoredText | undefined;
const setText = (maps: MemoryTables, of: TextsOf, id: string, field: string, text: StoredText | undefined): void => {
  rowsOf(maps, of).set(id, { ...rowsOf(maps, of).get(id), [field]: text });
};

/** Every text of a store, with the row and the field that it belongs to. */
const allTexts = (maps: MemoryTables) =>
  (Object.keys(TEXTS) as TextsOf[]).flatMap((of) =>
    [...rowsOf(maps, of).keys()].flatMap((id) =>
      TEXTS[of].flatMap((field) => {
        const stored = textOf(maps, of, id, field);
        return stored ? [{ of, id, field, stored }] : [];
      }),
    ),
  );

/** As a program of before has left it: nothing is sealed, and the whole backlog is to be done. */
const asOfBefore = (maps: MemoryTables): void => {
  for (const { of, id, field, stored } of allTexts(maps)) {
    const text = stored.text.split('|').slice(2).join('|');
    setText(maps, of, id, field, { text, isSealed: false });
  }
  for (const task of BACKLOG_TASKS) maps.backlog.set(task, undefined);
};

const isAllSealedBy = (maps: MemoryTables, key: string): boolean =>
  allTexts(maps).every(
    ({ of, id, field, stored: { text, isSealed } }) => isSealed && text.startsWith(`${key}|${of}:${id}:${field}|`),
  );

describe('titles, reasons and statements (D-36)', () => {
  test('are sealed, each for its row and field, and told as they were', async () => {
    const opened = await openCases();
    expect(allTexts(opened.maps)).toHaveLength(10);
    expect(isAllSealedBy(opened.maps, 'a1')).toBe(true);
    for (const kept of [opened.one, opened.other]) {
      expect(await read(opened.storage, kept)).toEqual(told(opened, kept));
    }
  });

  test('open in no other row', async () => {
    const { maps, storage, one, other } = await openCases();
    const rows = [
      ['Case', one.facts.id, other.facts.id, 'title', () => storage.read.cases.find(one.facts.id)],
      ['Task', one.task.id, other.task.id, 'title', () => storage.read.tasks.find(one.task.id)],
      [
        'Certification',
        one.issued.id,
        other.issued.id,
        'statement',
        () => storage.read.certifications.find(one.issued.id),
      ],
      [
        'Certification',
        one.rejected.id,
        other.rejected.id,
        'reason',
        () => storage.read.certifications.find(one.rejected.id),
      ],
      ['CaseEvent', one.event.id, other.event.id, 'reason', () => storage.read.history.ofCase(one.facts.id, ALL)],
    ] as const;
    for (const [of, id, from, field, find] of rows) {
      await expect(find()).resolves.toBeDefined();
      setText(maps, of, id, field, textOf(maps, of, from, field));
      await expect(find(), `${of} ${field}`).rejects.toThrow('It does not open.');
    }
  });

  test('open in no other field, not even of the same row', async () => {
    const { maps, storage, one } = await openCases();
    const { issued, facts, task } = one;
    setText(maps, 'Task', task.id, 'title', textOf(maps, 'Case', facts.id, 'title'));
    await expect(storage.read.tasks.find(task.id)).rejects.toThrow('It does not open.');
    const revoked = { status: 'revoked', reason: textOf(maps, 'Certification', issued.id, 'statement') };
    rowsOf(maps, 'Certification').set(issued.id, { ...issued, ...revoked });
    await expect(storage.read.certifications.find(issued.id)).rejects.toThrow('It does not open.');
  });

  test('are sealed by whatever writes them: each rename, handover, decision and end', async () => {
    const { maps, storage, one, doctor } = await openCases();
    const { facts, task, issued } = one;
    asOfBefore(maps);
    const open = { id: task.id, caseId: task.caseId, title: title('Other'), status: 'open' } as const;
    await keep(storage, async ({ cases, tasks, certifications }) => {
      await cases.save({ ...facts, status: 'finished', finishedAt: at(90) });
      await tasks.rename(open);
      await certifications.save(issued);
    });
    const stored = () => [
      textOf(maps, 'Case', facts.id, 'title'),
      textOf(maps, 'Task', task.id, 'title'),
      textOf(maps, 'Certification', issued.id, 'statement'),
    ];
    expect(stored().map((text) => text?.isSealed)).toEqual([true, true, true]);
    asOfBefore(maps);
    await keep(storage, async ({ cases, tasks }) => {
      await cases.handOver(facts, doctor.id);
      await tasks.save(task);
    });
    expect(stored().map((text) => text?.isSealed)).toEqual([true, true, false]);
  });
});

describe('a text in the clear, from a store of before,', () => {
  test('is told as it is, in each list', async () => {
    const opened = await openCases();
    asOfBefore(opened.maps);
    expect(await read(opened.storage, opened.one)).toEqual(told(opened, opened.one));
  });

  test('is not taken for a sealed one, however it looks, and stays what it is when it is sealed', async () => {
    const { maps, storage, one } = await openCases();
    const { id } = one.facts;
    const lookalike = textOf(maps, 'Case', id, 'title')?.text ?? '';
    setText(maps, 'Case', id, 'title', { text: lookalike, isSealed: false });
    const known = async () => (await storage.read.cases.find(id))?.title;
    expect(await known()).toBe(lookalike);
    expect(await keep(storage, ({ texts }) => texts.reencrypt('Case', ALL))).toMatchObject({ sealed: 1 });
    expect(textOf(maps, 'Case', id, 'title')).toEqual({ text: `a1|Case:${id}:title|${lookalike}`, isSealed: true });
    expect(await known()).toBe(lookalike);
  });
});

describe('a data key that was rotated', () => {
  test('seals each text anew, a page at a time, and every process tells them as before', async () => {
    const opened = await openCases();
    const { maps, storage } = opened;
    const other = await openOver(maps, 'b');
    await keep(other, ({ dataKeys }) => dataKeys.rotate());
    const before = allTexts(maps).length;
    let sealed = 0;
    for (const of of Object.keys(TEXTS) as TextsOf[]) {
      let after: string | undefined;
      do {
        const done = await keep(storage, ({ texts }) => texts.reencrypt(of, { after, size: 1 }));
        [after, sealed] = [done.last, sealed + done.sealed];
      } while (after !== undefined);
      expect(await keep(storage, ({ texts }) => texts.reencrypt(of, ALL))).toMatchObject({ sealed: 0 });
    }
    expect(sealed).toBe(before);
    expect(isAllSealedBy(maps, 'b1')).toBe(true);
    for (const one of [storage, other]) expect(await read(one, opened.one)).toEqual(told(opened, opened.one));
  });

  test('is looked up once for a page that another process has sealed with it', async () => {
    const { maps, doctor, concerned } = await openCases();
    const database = memoryDatabase(maps);
    const all = vi.spyOn(database.tables.keys, 'all');
    const { read } = await openDatabase(database, 'a');
    const other = await openOver(maps, 'b');
    await keep(other, async ({ cases, dataKeys }) => {
      await dataKeys.rotate();
      for (let count = 0; count < 3; count += 1) await cases.insert(caseOf(concerned, doctor.id));
    });
    all.mockClear();
    expect(await read.cases.ofDoctor(doctor.id, ALL)).toHaveLength(5);
    expect(all).toHaveBeenCalledTimes(1);
    expect(await read.cases.ofDoctor(doctor.id, ALL)).toHaveLength(5);
    expect(all).toHaveBeenCalledTimes(1);
  });
});

describe('a backlog', () => {
  const steps = (storage: Storage, rows: number) => keep(storage, ({ backlog }) => backlog.step(rows));

  test.each([1, 2, 100])(
    'is interrupted before each commit, taken up by another process, and done, %i rows at a time',
    async (rows) => {
      const opened = await openCases();
      const { maps, one } = opened;
      asOfBefore(maps);
      const left = async (storage: Storage) =>
        (await storage.read.backlog.left()).reduce((sum, task) => sum + task.rows + 1, 0);
      for (;;) {
        const storage = await openOver(maps);
        const [before, texts] = [await left(storage), allTexts(maps)];
        await storage.write(async ({ backlog }) => {
          await backlog.step(rows);
          return refuse('CASE_NOT_FOUND');
        });
        expect([await left(storage), allTexts(maps)]).toEqual([before, texts]);
        const done = await steps(storage, rows);
        expect(await read(storage, one)).toEqual(told(opened, one));
        if (done !== 'some rows') break;
        expect(await left(storage)).toBeLessThan(before);
      }
      expect(isAllSealedBy(maps, 'a1')).toBe(true);
      expect([...maps.backlog.keys()]).toEqual(['files']);
    },
  );

  test('leaves the files to be cleared last, until they were', async () => {
    const { maps, storage } = await openCases();
    expect(await steps(storage, 100)).toBeUndefined();
    maps.backlog.set('files', undefined);
    for (const _ of ['once', 'again']) expect(await steps(storage, 100)).toBe('files to clear');
    expect(await storage.read.backlog.left()).toEqual([{ task: 'files', rows: 0 }]);
    await keep(storage, ({ backlog }) => backlog.filesCleared());
    expect(await steps(storage, 100)).toBeUndefined();
    expect(await storage.read.backlog.left()).toEqual([]);
  });

  test('leaves the files alone while another unit is at the last texts', async () => {
    const { maps } = await openCases();
    const database = memoryDatabase(maps);
    for (const task of ['history reasons', 'files'] as const) maps.backlog.set(task, undefined);
    const transaction: typeof database.transaction = (work) =>
      database.transaction((tables) => {
        const next = async () => ({ task: 'files', after: undefined }) as const;
        return work({ ...tables, backlog: { ...tables.backlog, next } });
      });
    const storage = await openDatabase({ ...database, transaction }, 'a');
    expect(await steps(storage, 100)).toBeUndefined();
    maps.backlog.delete('history reasons');
    expect(await steps(storage, 100)).toBe('files to clear');
  });

  test('does no row twice that was done, and none that is written meanwhile in the clear', async () => {
    const { maps, storage, doctor, concerned } = await openCases();
    asOfBefore(maps);
    for (const task of ['account names', 'patient names'] as const) maps.backlog.delete(task);
    await steps(storage, 1);
    const added = caseOf(concerned, doctor.id);
    await keep(storage, ({ cases }) => cases.insert(added));
    const stored = textOf(maps, 'Case', added.id, 'title');
    expect(stored?.isSealed).toBe(true);
    while ((await steps(storage, 1)) === 'some rows');
    expect(textOf(maps, 'Case', added.id, 'title')).toBe(stored);
    expect(await storage.write(async ({ cases }) => ok(await cases.find(added.id)))).toEqual(ok(added));
  });
});
