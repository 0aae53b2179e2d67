import { describe, expect, test, vi } from 'vitest';
import { at, caseOf, keep } from '../contracts/storage/samples.ts';
import { TEXTS, type TextsOf } from '../src/model/texts.ts';
import { memoryDatabase } from '../testing/memory.ts';
import { openDatabase, openOver } from './support/sealed.ts';
import {
  ALL,
  allTexts,
  isAllSealedBy,
  openCases,
  read,
  rowsOf,
  setText,
  textOf,
  told,
} from './support/sealed-cases.ts';
import { title } from './support/values.ts';

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

  test('stay as they are when something else of the row changes, and are sealed anew when they do', async () => {
    const { maps, storage, one, doctor } = await openCases();
    const { facts, task, issued } = one;
    const sealed = () => [
      textOf(maps, 'Case', facts.id, 'title'),
      textOf(maps, 'Task', task.id, 'title'),
      textOf(maps, 'Certification', issued.id, 'statement'),
    ];
    const before = sealed();
    await keep(storage, async ({ cases, tasks }) => {
      await cases.handOver(facts, doctor.id);
      await cases.save({ ...facts, status: 'finished', finishedAt: at(90) });
      await tasks.save(task);
    });
    expect(sealed()).toEqual(before);
    await keep(storage, async ({ cases, tasks, certifications }) => {
      await cases.rename({ ...facts, title: title('Other'), status: 'ongoing' });
      await tasks.rename({ id: task.id, caseId: task.caseId, title: title('Other'), status: 'open' });
      await certifications.save({ ...issued, statement: 'Other' as never });
    });
    expect(sealed()).toEqual([
      `a1|Case:${facts.id}:title|Other`,
      `a1|Task:${task.id}:title|Other`,
      `a1|Certification:${issued.id}:statement|Other`,
    ]);
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
