import { describe, expect, test } from 'vitest';
import { child as sampleChild } from '../../contracts/storage/samples.ts';
import type { Account } from '../../src/model/account.ts';
import type { Child } from '../../src/model/child.ts';
import type { PageRequest } from '../../src/model/pages.ts';
import type { AccountId, ChildId, PersonName } from '../../src/model/values.ts';
import { duplicatesIn } from '../../src/use-cases/merges.ts';
import { createMemoryStorage } from '../../testing/memory.ts';
import { openFamily } from '../support/family.ts';
import { day, entriesOf, must, name, number } from '../support/values.ts';

type Facts = Partial<Omit<Child, 'id'>>;
/** Of which a search finds no word. */
const NAMELESS = { firstName: '…' as PersonName, lastName: '–' as PersonName };
const BORN = { birthDate: day('2019-05-04') };

const openRegister = async () => {
  const family = await openFamily();
  const { app, operator, otherParent, parent } = family;
  const add = async (actor: Account, facts: Facts = {}): Promise<ChildId> =>
    must(await app.addChild({ actor, firstName: name('Mia'), lastName: name('Jansen'), ...facts }));
  const pairs = async () => {
    const found = await entriesOf(must(await operator.listDuplicates({ requestId: 'operator 1' })));
    return found.map(({ children: [one, two], same }) => [one.id, two.id, same]);
  };
  return { ...family, add, one: parent, other: otherParent, pairs };
};

describe('duplicates of children (D-37)', () => {
  test.each<[what: string, one: Facts, other: Facts, same: string | undefined]>([
    [
      'one number, however it is written',
      { socSecNum: number('756.9217') },
      { socSecNum: number('756 9217') },
      'number',
    ],
    [
      'one number, and different names and birth dates',
      { socSecNum: number('756.9217'), ...BORN },
      { socSecNum: number('756.9217'), firstName: name('Emil'), birthDate: day('2001-01-01') },
      'number',
    ],
    ['names that are folded alike, and one birth date', BORN, { ...BORN, firstName: name('MÍA') }, 'names'],
    ['one birth date, and different names', BORN, { ...BORN, firstName: name('Emil') }, undefined],
    ['one name, and different birth dates', BORN, { birthDate: day('2019-05-05') }, undefined],
    [
      'names without letters and digits, and one birth date',
      { ...BORN, ...NAMELESS },
      { ...BORN, ...NAMELESS },
      undefined,
    ],
    ['one name, without birth dates', {}, {}, undefined],
    ['different numbers', { socSecNum: number('756.9217') }, { socSecNum: number('756.9218') }, undefined],
    [
      'both, which are told as one',
      { ...BORN, socSecNum: number('756.9217') },
      { ...BORN, socSecNum: number('756.9217') },
      'number',
    ],
  ])('are told by %s', async (_, facts, others, same) => {
    const { add, one, other, pairs } = await openRegister();
    const [first, second] = [await add(one, facts), await add(other, others)];
    expect(await pairs()).toEqual(same === undefined ? [] : [[first, second, same]]);
  });

  test('are children of different parents: twins of the same parents are two', async () => {
    const { add, one, other, pairs, share } = await openRegister();
    const [first, second] = [await add(one, BORN), await add(one, BORN)];
    expect(await pairs()).toEqual([]);
    await share(other, first);
    expect(await pairs()).toEqual([[first, second, 'names']]);
    await share(other, second);
    expect(await pairs()).toEqual([]);
  });

  test('are children of the same parents, too, if they have one number', async () => {
    const { add, app, one, other, pairs, share } = await openRegister();
    const socSecNum = number('756.9217');
    const [first, second] = [await add(one), await add(other, { socSecNum })];
    await share(other, first);
    must(await app.correctChild({ actor: one, childId: first, socSecNum }));
    must(await app.removeParent({ actor: one, childId: first, parentId: one.id }));
    expect(await pairs()).toEqual([[first, second, 'number']]);
  });

  test('are told with the names and birth dates of both, without numbers, and are gone once they are merged', async () => {
    const { add, auditTrail, one, operator, other, pairs } = await openRegister();
    const facts = { ...BORN, socSecNum: number('756.9217') };
    const [keep, second] = [await add(one, facts), await add(other, { ...facts, firstName: name('Maya') })];
    const [found] = await entriesOf(must(await operator.listDuplicates({ requestId: 'operator 1' })));
    const shown = { lastName: 'Jansen', ...BORN };
    expect(found?.children).toStrictEqual([
      { id: keep, firstName: 'Mia', ...shown },
      { id: second, firstName: 'Maya', ...shown },
    ]);
    // D-34: both were looked at.
    expect(auditTrail.noted).toMatchObject([{ action: 'children found', children: `${keep} ${second}` }]);
    must(await operator.mergeChildren({ keep, other: second, requestId: 'operator 1' }));
    expect(await pairs()).toEqual([]);
  });

  test('of three, each is told with the first, so that merging one pair after the other makes them one', async () => {
    const { add, one, operator, other, pairs, register } = await openRegister();
    const facts = { socSecNum: number('756.9217') };
    const [first, second] = [await add(one, facts), await add(other, facts)];
    const third = await add(await register('Par', 'Tom'), facts);
    expect(await pairs()).toEqual([
      [first, second, 'number'],
      [first, third, 'number'],
    ]);
    for (const id of [second, third]) {
      must(await operator.mergeChildren({ keep: first, other: id, requestId: 'operator 1' }));
    }
    expect(await pairs()).toEqual([]);
  });
});

test('duplicates are found among any number of children, of which only a part is compared at once', async () => {
  const count = 2050;
  /** The last ten children have the numbers of the first ten. Each has a parent of its own. */
  const child = (nth: number) => ({
    ...sampleChild(String(10_000_000 + (nth % (count - 10)))),
    id: String(nth).padStart(6, '0') as ChildId,
    parentIds: [String(nth) as AccountId],
  });
  let passes = 0;
  const all = async ({ after, size }: PageRequest<ChildId>) => {
    const start = after === undefined ? 0 : Number(after) + 1;
    if (start === 0) passes += 1;
    return Array.from({ length: Math.min(size, count - start) }, (_, nth) => child(start + nth));
  };
  const { children } = createMemoryStorage().read;
  const found = await entriesOf(duplicatesIn({ children: { ...children, all } }, 2000));
  const pairs = found.map(({ children: [one, other] }) => [Number(one.id), Number(other.id)]);
  expect(pairs.sort(([one = 0], [other = 0]) => one - other)).toEqual(
    Array.from({ length: 10 }, (_, nth) => [nth, count - 10 + nth]),
  );
  // Once to count, then once for each part.
  expect(passes).toBe(3);
});
