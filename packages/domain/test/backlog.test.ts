import { describe, expect, test } from 'vitest';
import { caseOf, keep } from '../contracts/storage/samples.ts';
import type { Storage } from '../src/ports/storage.ts';
import { ok, refuse } from '../src/result.ts';
import { memoryDatabase } from '../testing/memory.ts';
import { openDatabase, openOver } from './support/sealed.ts';
import { allTexts, asOfBefore, isAllSealedBy, openCases, read, textOf, told } from './support/sealed-cases.ts';

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

  test('leaves the files alone while another unit is at the last texts, and counts no rows to know it', async () => {
    const { maps } = await openCases();
    const database = memoryDatabase(maps);
    for (const task of ['history reasons', 'files'] as const) maps.backlog.set(task, undefined);
    const transaction: typeof database.transaction = (work) =>
      database.transaction((tables) => {
        const next = async () => ({ task: 'files', after: undefined }) as const;
        const left = () => Promise.reject(new Error('Rows are counted.'));
        return work({ ...tables, backlog: { ...tables.backlog, left, next } });
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
