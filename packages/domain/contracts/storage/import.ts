import { type BirthDate, MOST_COMPARED } from '@health-case/domain/model/child';
import { IMPORT_COLUMNS, type Import, type ImportRow, type RowTexts, rowIdOf } from '@health-case/domain/model/import';
import type { AccountId, ImportId, PersonName } from '@health-case/domain/model/values';
import { expect } from 'vitest';
import type { Scene, Suite } from './harness.ts';
import { AWKWARD_TEXT, at, caseOf, child, nextId } from './samples.ts';

const ALL = { after: undefined, size: 100 } as const;

export const importOf = (facts: Partial<Import> = {}): Import => ({
  ...{
    id: nextId<ImportId>(),
    startedBy: nextId<AccountId>(),
    by: nextId<AccountId>(),
    startedAt: at(1),
    dueAt: at(2),
  },
  digest: 'digest',
  state: 'checking',
  rows: 3,
  done: 0,
  holder: undefined,
  ...facts,
});

/** It says nothing else. */
export const textsOf = (said: Partial<RowTexts>): RowTexts =>
  Object.fromEntries(IMPORT_COLUMNS.map((name) => [name, said[name] ?? ''])) as RowTexts;

export const rowOf = ({ id }: Import, number: number, facts: Partial<ImportRow> = {}): ImportRow => {
  const texts = textsOf({ firstName: AWKWARD_TEXT, birthDate: '2019-02-03', title: AWKWARD_TEXT });
  const found = { result: 'unchecked', reasons: [], childId: undefined, likes: [] } as const;
  return { id: rowIdOf(id, number), importId: id, texts, ...found, ...facts };
};

const keepImport = async ({ keep }: Scene, rows: number) => {
  const one = importOf();
  const all = Array.from({ length: rows }, (_, nth) => rowOf(one, nth + 2));
  await keep(async ({ imports }) => {
    await imports.save(one);
    await imports.addRows(all);
  });
  return { one, all };
};

export const imports: Suite = (it) => {
  it('are found as they were saved last, the newest first, and open until they are closed (D-48)', async ({
    keep,
    read,
  }) => {
    const [first, second] = [importOf(), importOf({ holder: 'a process', state: 'closed' })];
    for (const one of [first, second]) await keep(({ imports }) => imports.save(one));
    const changed = { ...first, done: 2, dueAt: at(9), by: nextId<AccountId>(), state: 'committing' as const };
    await keep(({ imports }) => imports.save(changed));
    const { all, find, open } = read.imports;
    expect([await find(first.id), await find(nextId())]).toEqual([changed, undefined]);
    expect([await all(ALL), await all({ after: second.id, size: 1 })]).toEqual([[second, changed], [changed]]);
    expect(await open()).toEqual([changed]);
  });

  it('have rows in the order of their numbers, each added once, and found by its result', async (scene) => {
    const { keep, read } = scene;
    const { one, all } = await keepImport(scene, 3);
    const [first, second, third] = all as [ImportRow, ImportRow, ImportRow];
    await keep(({ imports }) => imports.addRows([{ ...first, result: 'wrong' }, rowOf(one, 11)]));
    const settled = { ...second, result: 'person' as const, reasons: [], likes: [nextId(), nextId()] as never };
    const known = {
      ...third,
      result: 'wrong' as const,
      reasons: ['parents wrong', 'twice 2'] as const,
      childId: nextId() as never,
    };
    await keep(({ imports }) => imports.settle(settled));
    await keep(({ imports }) => imports.settle({ ...known }));
    const { counts, row, rows } = read.imports;
    expect(await rows(one.id, ALL)).toEqual([first, settled, known, rowOf(one, 11)]);
    expect(await rows(one.id, { after: first.id, size: 1 })).toEqual([settled]);
    expect(await rows(one.id, ALL, 'wrong')).toEqual([known]);
    expect([await row(third.id), await row(rowIdOf(one.id, 99))]).toEqual([known, undefined]);
    expect(await counts(one.id)).toEqual({ unchecked: 2, person: 1, wrong: 1 });
  });

  it('lose their texts and which child they are some at a time, and keep what came of them', async (scene) => {
    const { keep, read, storage } = scene;
    const { one, all } = await keepImport(scene, 3);
    const { all: others, one: other } = await keepImport(scene, 1);
    const like = { ...(all[0] as ImportRow), result: 'person', likes: [child().id] } as const;
    await keep(({ imports }) => imports.settle(like));
    const clear = () => keep(({ imports }) => imports.clear(one.id, 2));
    const cleared = [await clear(), await clear(), await clear()];
    expect(cleared).toEqual([2, 1, 0]);
    expect(await storage.read.imports.rows(one.id, ALL)).toEqual(
      all.map((row, nth) => ({ ...row, ...(nth === 0 && { result: 'person' }), texts: undefined })),
    );
    expect(await read.imports.rows(other.id, ALL)).toEqual(others);
  });

  it('lose the rows that are a child with the child, and keep those of one that is merged', async (scene) => {
    const { keep, read } = scene;
    const { one, all } = await keepImport(scene, 3);
    const [kept, gone, merged] = [child(), child(), child()];
    await keep(async ({ children, imports }) => {
      for (const [nth, each] of [kept, gone, merged].entries()) {
        await children.enter({ ...each, isOfStaff: true });
        await imports.settle({ ...(all[nth] as ImportRow), result: 'entered', childId: each.id });
      }
    });
    await keep(({ children }) => children.erase(gone.id));
    await keep(({ children }) => children.merge(merged.id, kept.id));
    expect((await read.imports.rows(one.id, ALL)).map(({ childId }) => childId)).toEqual([kept.id, kept.id]);
  });

  it('find the children of the practice that a row may be', async (scene) => {
    const { keep, keepAccount, read } = scene;
    const [doctor, other, parent] = [await keepAccount('Doc'), await keepAccount('Doc'), await keepAccount('Par')];
    const named = (firstName: string, lastName: string, birthDate?: string, number?: string) => ({
      ...child(number),
      firstName: firstName as PersonName,
      lastName: lastName as PersonName,
      birthDate: birthDate as BirthDate,
    });
    const [own, others, unborn] = [
      named('Zoë', 'de Vries', '2019-02-03', 'AB 1234'),
      named('de Vries', 'Zoe', '2019-02-03'),
      named('Zoé', 'De-Vries'),
    ];
    const unlike = [named('Zoë', 'de Vries', '2019-02-04'), named('Mia', 'de Vries', '2019-02-03')];
    await keep(async ({ cases, children }) => {
      for (const one of [own, others, unborn, ...unlike]) {
        await (one === others ? children.insert(one, parent.id) : children.enter({ ...one, isOfStaff: true }));
        await cases.insert(caseOf(one, one === others ? other.id : doctor.id));
      }
    });
    const asked = (firstName: string, lastName: string, birthDate?: string, number?: string) =>
      read.children.alikeInPractice(doctor.id, {
        ...child(number),
        firstName: firstName as PersonName,
        lastName: lastName as PersonName,
        birthDate: birthDate as BirthDate,
      });
    const like = ({ id, firstName, lastName, birthDate }: typeof own, isOfDoctor = true, hasNumber = false) => ({
      id,
      firstName,
      lastName,
      birthDate,
      isOfDoctor,
      isOfStaff: id !== others.id,
      hasNumber,
    });
    const found = async (...given: Parameters<typeof asked>) =>
      (await asked(...given)).toSorted((one, two) => (one.id < two.id ? -1 : 1));
    expect(await found('ZOE', "De'Vries", '2019-02-03', 'ab-12.34')).toEqual([
      like(own, true, true),
      like(others, false),
      like(unborn),
    ]);
    expect(await found('Zoe', 'de Vries')).toEqual([like(own), like(unborn), like(unlike[0] as typeof own)]);
    expect(await found('Somebody', 'Else', '2019-02-03', 'AB1234')).toEqual([like(own, true, true)]);
    expect(await found('Somebody', 'Else', '2019-02-03')).toEqual([]);
    const strangers = Array.from({ length: MOST_COMPARED - 2 }, () => named('Somebody', 'Else', '2019-02-03'));
    await keep(async ({ children }) => {
      for (const stranger of strangers) await children.enter({ ...stranger, isOfStaff: true });
    });
    expect(await found('Zoe', 'de Vries', '2019-02-03')).toEqual([like(own), like(unborn)]);
  });
};
