import type { Account } from '@health-case/domain/model/account';
import type { Case } from '@health-case/domain/model/case';
import type { BirthDate, Child } from '@health-case/domain/model/child';
import {
  compareCodePoints,
  fitsName,
  foundBy,
  type NameSearch,
  parseNameSearch,
  parsePatientSearch,
} from '@health-case/domain/model/names';
import type { PageRequest } from '@health-case/domain/model/pages';
import type { AccountId, ChildId, PersonName } from '@health-case/domain/model/values';
import type { Stores } from '@health-case/domain/ports/storage';
import { default as fc } from 'fast-check';
import { expect } from 'vitest';
import { must } from '../../test/support/values.ts';
import type { Scene, Suite } from './harness.ts';
import { expectPages, idsOf } from './pages.ts';
import { account, at, caseOf, child, credentials, nextId } from './samples.ts';

const searchFor = (text: string): NameSearch => must(parseNameSearch(text));

const NAMES: readonly (readonly [first: string, last: string])[] = [
  ['Anne-Marie', 'Müller'],
  ['Anna Maria', 'van der Berg'],
  ['Ann', 'Annan'],
  ['ANNA', 'Berg-Anders'],
  ['Łucja', 'Weiß'],
  ['Lucy', 'Weissmann'],
  ["O'Neil", 'Åsa %_'],
  ['Αννα', 'Σοφός'],
  ['\u{10400}nn', 'Ann\u{10400}'],
  ['-', '*'],
  ['Ann', 'Annan'],
];
const SEARCHES = [
  'a',
  'ann',
  'AN bé',
  'berg',
  'lucja weiss',
  'oneil',
  'neil',
  'm a',
  'σοφος',
  '%',
  'an an',
  'zz',
  '\u{10400}',
]
  .map((text) => parseNameSearch(text))
  .flatMap((parsed) => (parsed.ok ? [parsed.value] : []));

type Named = { readonly id: string; readonly firstName: PersonName; readonly lastName: PersonName };
const namesOf = ([firstName, lastName]: readonly [string, string]) => ({
  firstName: firstName as PersonName,
  lastName: lastName as PersonName,
});

/** What a search finds, in its order. */
const expected = <Entry extends Named>(all: readonly Entry[], search: NameSearch): readonly Entry[] => {
  const key = ({ firstName, lastName }: Named) => foundBy(search, firstName, lastName) ?? '';
  return all
    .filter(({ firstName, lastName }) => fitsName(search, firstName, lastName))
    .toSorted((one, other) => compareCodePoints(key(one), key(other)) || (one.id < other.id ? -1 : 1));
};

type Search<Id extends string> = (
  search: NameSearch,
  request: PageRequest<Id>,
) => Promise<readonly { readonly id: string }[]>;

const expectFound = async <Id extends string>(all: readonly Named[], find: Search<Id>): Promise<void> => {
  for (const search of SEARCHES) {
    const ids = idsOf(expected(all, search)) as readonly Id[];
    await expectPages(async (request) => idsOf(await find(search, request)), ids, ids);
  }
};

const toNamed = ({ id, firstName, lastName }: Account | Child | Named): Named => ({ id, firstName, lastName });

/** As after an upgrade, in parts that end within the people of one kind. */
const indexAnew = async ({ keep }: Scene): Promise<void> => {
  const indexSome = () => keep(({ nameIndex }) => nameIndex.rebuild(3));
  while ((await indexSome()) > 0);
  expect(await indexSome()).toBe(0);
};

export const findingAccounts: Suite = (it) => {
  it('finds accounts of a role by the beginnings of their words, each once, in pages of any size', async (scene) => {
    const { read, keep } = scene;
    const doctors = NAMES.map((names) => account('Doc', namesOf(names)));
    const others = NAMES.map((names) => account('Ast', namesOf(names)));
    await keep(async ({ accounts }) => {
      for (const one of [...others, ...doctors].reverse()) await accounts.insert(credentials(one));
    });
    await expectFound(doctors, async (search, request: PageRequest<AccountId>) =>
      (await read.accounts.search('Doc', search, request)).map((found) => found.account),
    );
    const found = await read.accounts.search('Ast', searchFor('lucja'), { after: undefined, size: 9 });
    expect(found).toEqual([{ account: others[4], disabledAt: undefined }]);
    expect(await read.accounts.search('Par', searchFor('ann'), { after: undefined, size: 9 })).toEqual([]);
  });

  it("finds a doctor's assistants, in the order of the list", async ({ read, keep, keepAccount }) => {
    const [doctor, colleague] = [await keepAccount('Doc'), await keepAccount('Doc')];
    const named = () => NAMES.map((names) => account('Ast', namesOf(names)));
    const [own, others] = [named(), named()];
    await keep(async ({ accounts, assistants }) => {
      for (const one of [...own, ...others].toReversed()) await accounts.insert(credentials(one));
      for (const { id } of own) await assistants.link(doctor.id, id);
      for (const { id } of others) await assistants.link(colleague.id, id);
    });
    await expectInOrder(own, async (request: PageRequest<AccountId>, search) => {
      const found = await read.assistants.ofDoctor(doctor.id, request, search);
      return found.map(({ isAvailable: _, ...named }) => named);
    });
  });

  it('finds accounts by the names that they have now', async (scene) => {
    const { read, keep, keepAccount } = scene;
    const person = await keepAccount('Doc', namesOf(['Anna', 'Berg']));
    const found = async (text: string) =>
      (await read.accounts.search('Doc', searchFor(text), { after: undefined, size: 9 })).length;
    expect([await found('anna berg'), await found('anna tal')]).toEqual([1, 0]);
    await keep(({ accounts }) => accounts.setProfile(person.id, { ...person, ...namesOf(['Anna', 'Thal']) }));
    expect([await found('berg'), await found('thal anna')]).toEqual([0, 1]);
    await keep(({ accounts }) => accounts.setProfile(nextId(), { ...person, ...namesOf(['Eva', 'Berg']) }));
    expect(await found('berg')).toBe(0);
    await indexAnew(scene);
    expect([await found('berg'), await found('thal anna')]).toEqual([0, 1]);
  });

  it('finds accounts that were erased by none, also once all are indexed anew', async (scene) => {
    const [erased, closed] = [await scene.keepAccount('Doc'), await scene.keepAccount('Doc')];
    await scene.keep(({ accounts }) => accounts.erase(erased.id, at(9)));
    await scene.keep(({ accounts }) => accounts.erase(closed.id, at(9), 'names'));
    const found = () => scene.read.accounts.search('Doc', searchFor(closed.lastName), { after: undefined, size: 9 });
    expect(await found()).toEqual([]);
    await indexAnew(scene);
    expect(await found()).toEqual([]);
  });

  it('starts again if the last one of the page before is not found any more', async (scene) => {
    const { read, keepAccount } = scene;
    const found = [await keepAccount('Doc', namesOf(['Anna', 'B'])), await keepAccount('Doc', namesOf(['Anna', 'C']))];
    const other = await keepAccount('Doc', namesOf(['Anna', 'D']));
    const assistant = await keepAccount('Ast', namesOf(['Anna', 'B']));
    const ids = async (text: string, after: Account['id']) =>
      (await read.accounts.search('Doc', searchFor(text), { after, size: 9 })).map(({ account: { id } }) => id);
    const all = [...found, other].map(({ id }) => id);
    expect(await ids('anna', all[0] as Account['id'])).toEqual(all.slice(1));
    for (const after of [assistant.id, nextId<Account['id']>()]) expect(await ids('anna', after)).toEqual(all);
    expect(await ids('anna b', other.id)).toEqual(all.slice(0, 1));
  });

  it('tells the names of accounts that were not erased, and who of them can log in', async ({
    read,
    keep,
    keepAccount,
  }) => {
    const [doctor, parent, erased] = [await keepAccount('Doc'), await keepAccount('Par'), await keepAccount('Ast')];
    const disabled = await keepAccount('Doc');
    await keep(({ accounts }) => accounts.erase(erased.id, at(9)));
    await keep(({ accounts }) => accounts.setDisabled(disabled.id, at(9)));
    const named = await read.accounts.namesOf([parent.id, erased.id, nextId(), doctor.id, disabled.id]);
    const wanted = [doctor, parent, disabled].map(({ id, firstName, lastName, role }) => {
      return { id, firstName, lastName, role, isAvailable: id !== disabled.id };
    });
    expect(named.toSorted((one, another) => (one.id < another.id ? -1 : 1))).toEqual(wanted);
    expect(await read.accounts.namesOf([])).toEqual([]);
    expect(await read.children.namesOf([])).toEqual([]);
  });
};

/** Each page of any size is that part of those that a search finds, or of all. */
const expectInOrder = async <Id extends string>(
  all: readonly Named[],
  find: (request: PageRequest<Id>, search?: NameSearch) => Promise<readonly { readonly id: string }[]>,
): Promise<void> => {
  const inOrder = all.toSorted((one, other) => (one.id < other.id ? -1 : 1));
  for (const search of [undefined, ...SEARCHES]) {
    const found = inOrder.filter(({ firstName, lastName }) => !search || fitsName(search, firstName, lastName));
    await expectPages((request) => find(request, search), found.map(toNamed), idsOf(found) as readonly Id[]);
  }
};

const expectPagesOf = async (
  all: readonly Child[],
  list: (request: PageRequest<ChildId>) => Promise<readonly { readonly id: ChildId }[]>,
): Promise<void> => {
  const ids = idsOf(all);
  await expectPages(async (request) => idsOf(await list(request)), ids, ids);
};

export const findingChildren: Suite = (it) => {
  it("finds a doctor's children as it does accounts, each once, and none of another doctor's", async (scene) => {
    const { read, keep, keepAccount } = scene;
    const [doctor, colleague, parent] = [await keepAccount('Doc'), await keepAccount('Doc'), await keepAccount('Par')];
    const children = NAMES.map((names) => ({ ...child(), ...namesOf(names) }));
    const [elsewhere, waiting] = [
      { ...child(), ...namesOf(['Anna', 'Berg']) },
      { ...child(), ...namesOf(['Ann', 'E']) },
    ];
    await keep(async (stores) => {
      for (const one of [waiting, elsewhere, ...children.toReversed()]) await stores.children.insert(one, parent.id);
      for (const one of [...children, ...children.slice(0, 3)]) await stores.cases.insert(caseOf(one, doctor.id));
      await stores.cases.insert(caseOf(elsewhere, colleague.id));
    });
    const expectAllFound = () =>
      expectFound(children, (search, request: PageRequest<ChildId>) =>
        read.children.searchOfDoctor(doctor.id, search, request),
      );
    await expectAllFound();
    await indexAnew(scene);
    await expectAllFound();
    const ofColleague = await read.children.searchOfDoctor(colleague.id, searchFor('ann'), {
      after: undefined,
      size: 9,
    });
    expect(ofColleague).toEqual([toNamed(elsewhere)]);
  });

  it("finds a parent's children among a doctor's, in the order of the list", async (scene) => {
    const { read, keep, keepAccount } = scene;
    const [doctor, colleague] = [await keepAccount('Doc'), await keepAccount('Doc')];
    const [parent, other] = [await keepAccount('Par'), await keepAccount('Par')];
    const named = () => NAMES.map((names) => ({ ...child(), ...namesOf(names) }));
    const [own, others, elsewhere] = [named(), named(), named()];
    await keep(async ({ children, cases }) => {
      for (const one of [...own, ...elsewhere]) await children.insert(one, parent.id);
      for (const one of others) await children.insert(one, other.id);
      for (const one of [...own, ...others].toReversed()) {
        await cases.insert(caseOf(one, doctor.id));
        await cases.insert(caseOf(one, doctor.id));
      }
      for (const one of elsewhere) await cases.insert(caseOf(one, colleague.id));
    });
    await expectInOrder(own, (request: PageRequest<ChildId>, search) =>
      read.children.ofDoctorAndParent(doctor.id, parent.id, request, search),
    );
  });

  it('lists the children of doctors by name, birth date and last case, in both directions, each once', async (scene) => {
    const { read, keep, keepAccount } = scene;
    const [doctor, colleague, parent] = [await keepAccount('Doc'), await keepAccount('Doc'), await keepAccount('Par')];
    const stranger = await keepAccount('Doc');
    const named = (first: string, last: string, born?: string) => {
      return { ...child(), ...namesOf([first, last]), birthDate: born as BirthDate | undefined };
    };
    const [anna, berta] = [named('Anna', 'Quast', '2019-02-03'), named('Berta', 'Quast')];
    const [carl, dora] = [named('Carl', 'Ärmel', '2012-12-31'), named('Dora', 'Quast', '2019-02-03')];
    const opened = (of: Child, { id }: Account, moment: number) => ({ ...caseOf(of, id), openedAt: at(moment) });
    // Berta's last case with the doctor is older than Dora's, and with both doctors it is the last of all.
    const opening = [
      opened(anna, doctor, 1),
      opened(berta, doctor, 2),
      opened(anna, doctor, 3),
      opened(dora, doctor, 4),
    ];
    const elsewhere = [opened(carl, colleague, 5), opened(berta, colleague, 6), opened(anna, stranger, 7)];
    await keep(async ({ cases, children }) => {
      for (const one of [dora, berta, carl, anna]) await children.insert(one, parent.id);
      for (const one of [...opening, ...elsewhere]) await cases.insert(one);
    });
    const both = [doctor.id, colleague.id];
    const many = [...Array.from({ length: 300 }, () => nextId<AccountId>()), ...both];
    const expected = [
      [[doctor.id], 'name', [anna, berta, dora]],
      [[doctor.id], 'birth date', [berta, anna, dora]],
      [[doctor.id], 'last case', [berta, anna, dora]],
      [both, 'name', [carl, anna, berta, dora]],
      [both, 'birth date', [berta, carl, anna, dora]],
      [both, 'last case', [anna, dora, carl, berta]],
      [many, 'birth date', [berta, carl, anna, dora]],
      [[], 'name', []],
    ] as const;
    for (const [doctors, by, inOrder] of expected) {
      for (const backwards of [false, true]) {
        await expectPagesOf(backwards ? inOrder.toReversed() : inOrder, (request) =>
          read.children.patients(doctors, { by, backwards }, request),
        );
      }
      const counts = [await read.children.countPatients(doctors, 9), await read.children.countPatients(doctors, 2)];
      expect(counts).toEqual([inOrder.length, Math.min(2, inOrder.length)]);
    }
    const last = async (doctors: readonly AccountId[]) =>
      (await read.children.patients(doctors, { by: 'name', backwards: true }, { after: nextId(), size: 2 })).at(-1);
    const { id, firstName, lastName, birthDate } = berta;
    expect(await last([doctor.id])).toEqual({ id, firstName, lastName, birthDate, lastCaseAt: at(2) });
    expect(await last(both)).toEqual({ id, firstName, lastName, birthDate, lastCaseAt: at(6) });
    await keep(({ children }) => children.correct({ ...berta, birthDate: '2020-01-01' as BirthDate }));
    const youngest = { by: 'birth date', backwards: true } as const;
    const [found] = await read.children.patients(both, youngest, { after: undefined, size: 1 });
    expect(found?.id).toBe(id);
  });

  it('finds children by the names that they have now, after a correction and after a merge', async (scene) => {
    const { read, keep, keepCase } = scene;
    const [one, other] = [await keepCase(), await keepCase()];
    const found = (text: string) =>
      Promise.all(
        [one, other].map(async ({ doctor }) => {
          const page = await read.children.searchOfDoctor(doctor.id, must(parsePatientSearch(text)), {
            after: undefined,
            size: 9,
          });
          return page.map(({ id }) => id);
        }),
      );
    await keep(({ cases }) => cases.insert(caseOf(one.child, other.doctor.id)));
    await keep(({ children }) => children.correct({ ...one.child, ...namesOf(['Greta', 'Holm']) }));
    expect(await found('greta h')).toEqual([[one.child.id], [one.child.id]]);
    await keep(({ children }) =>
      children.correct({ ...one.child, ...namesOf(['Greta', 'Holm']), birthDate: '2015-03-09' as BirthDate }),
    );
    for (const text of ['2015-03-09', '9.3.2015', 'greta 09/03/2015']) {
      expect(await found(text), text).toEqual([[one.child.id], [one.child.id]]);
    }
    for (const text of ['2015', '9 3 2016', 'mia 9 3 2015']) expect(await found(text), text).toEqual([[], []]);
    const byName = { by: 'name', backwards: false } as const;
    const inOrder = await read.children.patients([other.doctor.id], byName, { after: undefined, size: 9 });
    expect(inOrder.map(({ id }) => id)).toEqual([one.child.id, other.child.id]);
    expect(await found('mia')).toEqual([[], [other.child.id]]);
    await keep(({ children }) => children.merge(other.child.id, one.child.id));
    expect(await found('greta')).toEqual([[one.child.id], [one.child.id]]);
    await keep(({ children }) => children.merge(one.child.id, nextId()));
    expect(await found('mia')).toEqual([[], []]);
    await keep(({ children }) => children.erase(one.child.id));
    expect(await found('greta')).toEqual([[], []]);
  });

  it('finds whoever a doctor has a case of by the names they have, whatever was done before', async (scene) => {
    await playSteps(scene, fc.sample(aStep, { numRuns: 60, seed: 7 }));
  });
};

type Drawn = {
  readonly child: Child;
  readonly other: Child;
  readonly doctorId: AccountId;
  readonly found: Case | undefined;
  readonly names: Pick<Child, 'firstName' | 'lastName'>;
};

const open = async ({ cases, children }: Stores, { child: of, doctorId }: Drawn) => {
  if (await children.record(of.id)) await cases.insert(caseOf(of, doctorId));
};
const STEPS = {
  open,
  openMore: open,
  correct: ({ children }: Stores, { child: of, names }: Drawn) => children.correct({ ...of, ...names }),
  merge: async ({ children }: Stores, { child: of, other }: Drawn) => {
    if (of !== other) await children.merge(of.id, other.id);
  },
  erase: ({ children }: Stores, { child: of }: Drawn) => children.erase(of.id),
  eraseFinished: ({ cases }: Stores) => cases.eraseFinished(at(99), 9),
  finish: async ({ cases }: Stores, { found }: Drawn) => {
    if (found) await cases.save({ ...found, status: 'finished', finishedAt: at(20) });
  },
  reopen: async ({ cases }: Stores, { found }: Drawn) => {
    if (found) await cases.save({ ...found, status: 'ongoing' });
  },
  handOver: async ({ cases }: Stores, { found, doctorId }: Drawn) => {
    if (found?.status === 'ongoing') await cases.handOver({ ...found, doctorId }, found.doctorId);
  },
} as const;

const aStep = fc.record({
  name: fc.constantFrom(...(Object.keys(STEPS) as (keyof typeof STEPS)[])),
  draw: fc.array(fc.nat(99), { minLength: 5, maxLength: 5 }),
});
type Step = typeof aStep extends fc.Arbitrary<infer One> ? One : never;

/** After each step each doctor finds by each search who is in the whole list, and fits. */
const playSteps = async ({ read, keep, keepAccount }: Scene, steps: readonly Step[]): Promise<void> => {
  const [parent, ...doctors] = [await keepAccount('Par'), await keepAccount('Doc'), await keepAccount('Doc')];
  const children = NAMES.map((names) => ({ ...child(), ...namesOf(names) }));
  const whole = { after: undefined, size: 99 } as const;
  await keep(async (stores) => {
    for (const one of children) await stores.children.insert(one, parent.id);
  });
  for (const { name, draw } of steps) {
    const pick = <One>(all: readonly One[], nth: number) => all[(draw[nth] ?? 0) % all.length];
    await keep(async (stores) => {
      const [of, other, named] = [pick(children, 0), pick(children, 1), pick(children, 2)];
      const [doctor, colleague] = [0, 1].map((nth) => doctors[((draw[3] ?? 0) + nth) % 2]);
      if (!of || !other || !named || !doctor || !colleague) return;
      const found = pick(await stores.cases.ofDoctors([doctor.id], whole), 4);
      const names = { firstName: named.firstName, lastName: named.lastName };
      await STEPS[name](stores, { child: of, other, doctorId: colleague.id, found, names });
    });
    for (const { id } of doctors) {
      const all = await read.children.ofDoctor(id, whole);
      for (const search of ['an', 'b', 'we'].map(searchFor)) {
        expect(await read.children.searchOfDoctor(id, search, whole), name).toEqual(expected(all, search));
      }
    }
  }
};
