import {
  type Child,
  type ChildEntry,
  type ChildNames,
  comparableSocSecNum,
  type Parent,
  type SocSecNum,
} from '@health-case/domain/model/child';
import { birthWord, type NameSearch, nameKey } from '@health-case/domain/model/names';
import type { PageRequest } from '@health-case/domain/model/pages';
import type { AccountId, ChildId } from '@health-case/domain/model/values';
import type { Stores } from '@health-case/domain/ports/storage';
import { ok, refuse } from '@health-case/domain/result';
import type { Access } from '../client.ts';
import { Conflict } from '../failures.ts';
import type * as Row from '../generated/sqlite/client.ts';
import type { Sealer } from '../sealer.ts';
import { COMPARE_IDENTITIES } from '../statements/cases.ts';
import * as SQL from '../statements/children.ts';
import { childrenOfBoth, numberWord, reindexPatient, searchOver } from './names.ts';
import { among, branded, ID, modelOf, pageOf } from './rows.ts';

type Children = Stores['children'];

const ENTRY = { id: true, firstName: true, lastName: true } as const;
const NAMES = { ...ENTRY, birthDate: true } as const;

const toNames = ({ birthDate, ...row }: Pick<Row.Child, keyof typeof NAMES>): ChildNames =>
  branded<ChildNames>({ ...row, birthDate: birthDate ?? undefined });

const toChild = ({ socSecNum, isOfStaff, ...row }: Row.Child): Child => ({
  ...branded<Child>({ ...toNames(row), socSecNum: socSecNum ?? undefined }),
  ...(isOfStaff && { isOfStaff }),
});

export const childStore = (access: Access, sealer: Sealer): Children => {
  const numbers = numbersOf(sealer);
  const compared = comparing(access, numbers);
  return {
    ...childLists(access, numbers),
    ...parentsOver(access, numbers, compared),
    ...records(access, numbers, compared),
    ...removal(access, numbers, compared),
  };
};

/**
 * D-14: what numbers are compared by, among the children of one parent. Several of them can have one number, as another
 * parent may have corrected a number (D-30): then only one of them has the fingerprint.
 */
type ComparedParent = { readonly parentId: AccountId; readonly numberFingerprint: string | undefined };

const numbersOf = ({ fieldsOf, fingerprint }: Sealer) => ({
  ...fieldsOf('Child', 'socSecNum'),
  fingerprint,
  /** Two parents' fingerprints of one number differ. */
  toParent: (parentId: AccountId, number: SocSecNum | undefined): ComparedParent => {
    const context = `Child:parent:${parentId}:socSecNum`;
    return { parentId, numberFingerprint: number && fingerprint(comparableSocSecNum(number), context) };
  },
});
type Numbers = ReturnType<typeof numbersOf>;
type Comparing = ReturnType<typeof comparing>;

const childLists = (access: Access, { opened, fingerprint }: Numbers) => {
  const { sql, read } = access;
  const { patients } = searchOver(access);
  return {
    ofParent: async (parentId, { after = '', size }) => {
      return (await sql.rows(SQL.CHILDREN_OF_PARENT, parentId, after, size)).map(branded<ChildEntry>);
    },
    ofDoctor: async (doctorId, { after = '', size }) =>
      (await sql.rows(SQL.CHILDREN_OF_DOCTOR, doctorId, after, size)).map(branded<ChildEntry>),
    searchOfDoctor: async (doctorId: AccountId, search: NameSearch, request: PageRequest<ChildId>) =>
      (await patients(doctorId, search, request)).map(branded<ChildEntry>),
    ofDoctorAndParent: async (doctorId, parentId, { after = '', size }, words) => {
      const { query, values } = childrenOfBoth({ of: parentId, words: words ?? [], after, size }, doctorId);
      return (await sql.rows(query, ...values)).map(branded<ChildEntry>);
    },
    alikeOfDoctor: async (doctorId, { firstName, lastName, birthDate, socSecNum }) => {
      const having = async (word: string | undefined) =>
        word === undefined ? [] : (await sql.rows(SQL.PATIENTS_WITH, doctorId, word)).map(toNames);
      const withNumber = await having(socSecNum && numberWord(fingerprint, doctorId, socSecNum));
      const names = nameKey(firstName, lastName);
      const born = await having(birthDate && birthWord(birthDate));
      const namesakes = born.filter((other) => nameKey(other.firstName, other.lastName) === names);
      return [...withNumber, ...namesakes.filter(({ id }) => withNumber.every((one) => one.id !== id))];
    },
    all: async (request) => {
      const page = { ...pageOf({}, request), include: { parents: { select: { parentId: true } } } };
      return (await opened(await read(({ child }) => child.findMany(page)))).map(({ parents, ...row }) => ({
        ...toChild(row),
        parentIds: parents.map(({ parentId }) => branded<Pick<ComparedParent, 'parentId'>>({ parentId }).parentId),
      }));
    },
    namesOf: async (ids) => {
      if (ids.length === 0) return [];
      const children = among(ids).in;
      return (await sql.rows(SQL.namesOf(children.length), ...children)).map(toNames);
    },
  } satisfies Partial<Children>;
};

const toParentOfChild = ({
  place,
  ...parent
}: Pick<Row.Account & Row.Parenthood, keyof typeof ENTRY | 'place'>): Parent =>
  branded<Parent>({ ...parent, hasAdded: place === 1 });

/** What compares the numbers of one parent's children. */
const comparing = ({ sql, read, write }: Access, { opened, toParent }: Numbers) => {
  /** Without the fingerprints that another child of the parent has. The number of that child then stays as it is. */
  const free = async (id: ChildId, parents: readonly ComparedParent[]): Promise<readonly ComparedParent[]> => {
    const same = parents.flatMap(({ parentId, numberFingerprint }) =>
      numberFingerprint === undefined ? [] : [{ parentId, socSecFingerprint: numberFingerprint }],
    );
    if (same.length === 0) return parents;
    const others = { where: { OR: same, childId: { not: id } }, select: { parentId: true, childId: true } };
    const holders = (locked?: Promise<unknown>) => read(({ parenthood }) => parenthood.findMany(others), locked);
    const found = await holders();
    if (found.length === 0) return parents;
    const relied = Promise.all(found.map(({ childId }) => sql.lock(SQL.RELY_ON_CHILD, childId)));
    const taken = new Set<string>((await holders(relied)).map(({ parentId }) => parentId));
    return parents.map((one) => (taken.has(one.parentId) ? { ...one, numberFingerprint: undefined } : one));
  };
  /** Inserts the rows anew: a violated index would end the transaction. */
  const setFingerprints = async (childId: ChildId, parents: readonly ComparedParent[]): Promise<void> => {
    const rows = await read(({ parenthood }) => parenthood.findMany({ where: { childId } }));
    const changed = rows.flatMap(({ parentId, place, socSecFingerprint: before }) => {
      const given = parents.find((parent) => parent.parentId === parentId);
      const after = given?.numberFingerprint ?? null;
      return given && after !== before ? [{ parentId, place, after }] : [];
    });
    for (const { parentId, place, after } of changed) {
      await write(({ parenthood }) => parenthood.deleteMany({ where: { parentId, childId } }));
      const inserted = await sql.count(SQL.INSERT_PARENT, parentId, childId, after, place);
      // The parent has added a child with this number since.
      if (inserted === 0) throw new Conflict();
    }
  };
  /** The parent's children with a number, but without a fingerprint. A unit locks them. */
  const uncompared = async (parentId: AccountId) =>
    (await opened(await sql.rows(SQL.LOCK_UNCOMPARED, parentId))).map(({ id, socSecNum }) => {
      const child = branded<Pick<Child, 'id' | 'socSecNum'>>({ id, socSecNum: socSecNum ?? undefined });
      return { id: child.id, parent: toParent(parentId, child.socSecNum) };
    });
  const parents = async (childId: ChildId): Promise<readonly Parent[]> => {
    const [, found] = await Promise.all([sql.lock(SQL.LOCK_CHILD, childId), sql.rows(SQL.PARENTS, childId)]);
    return found.map(toParentOfChild);
  };
  return {
    free,
    setFingerprints,
    uncompared,
    parents,
    parentsOf: async (childId: ChildId): Promise<readonly AccountId[]> => (await parents(childId)).map(({ id }) => id),
    /** After a change by which numbers may have become free: other children of the parents may have them. */
    compareOthers: async (parentIds: readonly AccountId[]): Promise<void> => {
      for (const parentId of parentIds) {
        for (const { id, parent } of await uncompared(parentId)) await setFingerprints(id, await free(id, [parent]));
      }
    },
  };
};

/** One child with its number, which a unit locks. */
const recordOf = async ({ sql, read }: Access, { openedOne }: Numbers, id: ChildId): Promise<Child | undefined> => {
  const row = await read(({ child }) => child.findFirst({ where: { id } }), sql.lock(SQL.LOCK_CHILD, id));
  return modelOf(await openedOne(row), toChild);
};

const parentsOver = (access: Access, numbers: Numbers, compared: Comparing) => {
  const { sql, read, write } = access;
  const { free, uncompared, compareOthers, parents } = compared;
  /** The parent's child whose number has the fingerprint. */
  const byNumber = async ({ parentId, numberFingerprint }: ComparedParent): Promise<ChildId | undefined> => {
    if (numberFingerprint === undefined) return undefined;
    const known = { where: { parentId, socSecFingerprint: numberFingerprint }, select: { childId: true } };
    const found = await read(({ parenthood }) => parenthood.findFirst(known));
    return modelOf(found, ({ childId }) => branded<Pick<Child, 'id'>>({ id: childId }).id);
  };
  return {
    isOfParent: async (childId, parentId) => {
      const [, found] = await Promise.all([
        sql.lock(SQL.RELY_ON_CHILD, childId),
        sql.rows(SQL.IS_PARENT, parentId, childId),
      ]);
      return found.length > 0;
    },
    parents,
    addParent: async (id, parentId) => {
      const child = await recordOf(access, numbers, id);
      if (!child) return;
      const given = numbers.toParent(parentId, child.socSecNum);
      await sql.lock(SQL.LOCK_CHILD, id);
      const [parent = given] = await free(id, [given]);
      if ((await sql.count(SQL.ADD_PARENT, parentId, id, parent.numberFingerprint ?? null)) === 1) return;
      const known = await byNumber(parent);
      // The parent has added a child with this number since.
      if (known && known !== id) throw new Conflict();
    },
    // What the parent has begun on a case of the child ends before.
    removeParent: async (childId, parentId) => {
      await sql.lock(SQL.LOCK_ITS_CASES, childId);
      await write(({ parenthood }) => parenthood.deleteMany({ where: { parentId, childId } }));
      await compareOthers([parentId]);
    },
    sameOfParent: async (id, parentId) => {
      const wanted = numbers.toParent(parentId, (await recordOf(access, numbers, id))?.socSecNum);
      const same = await byNumber(wanted);
      if (same === undefined) return undefined;
      if (same === id) {
        const others = (await uncompared(parentId)).filter((other) => other.id !== id);
        return others.find(({ parent }) => parent.numberFingerprint === wanted.numberFingerprint)?.id;
      }
      // Locked: its number may just have been corrected.
      await recordOf(access, numbers, same);
      return byNumber(wanted);
    },
  } satisfies Partial<Children>;
};

const records = (access: Access, numbers: Numbers, compared: Comparing) => {
  const { sql, change, write } = access;
  const { free, setFingerprints, compareOthers, parentsOf } = compared;
  const { seal, toParent, reencrypt } = numbers;
  const sealed = async ({ id, socSecNum }: Child): Promise<string | null> =>
    socSecNum === undefined ? null : seal(id, 'socSecNum', socSecNum);
  /**
   * If another child of a parent has the number already, this child gets no fingerprint for the parent. For the parent
   * `by` the correction is refused.
   */
  const replace = async (child: Child, by?: AccountId) => {
    const { id, firstName, lastName, birthDate = null } = child;
    const parentIds = await parentsOf(id);
    const parents = parentIds.map((parentId) => toParent(parentId, child.socSecNum));
    const socSecNum = await sealed(child);
    await Promise.all([sql.lock(SQL.LOCK_CHILD, id), sql.lock(SQL.LOCK_ITS_CASES, id)]);
    const freed = await free(id, parents);
    const isTaken = (one: ComparedParent) => one.parentId === by && !freed.includes(one);
    if (parents.some(isTaken)) return refuse('CHILD_KNOWN');
    const data = { firstName, lastName, birthDate, socSecNum };
    const { count } = await change((client) => client.child.updateMany({ where: { id }, data }));
    if (count > 0) {
      await sql.write(COMPARE_IDENTITIES, id);
      await setFingerprints(id, freed);
      await reindexPatient(access, numbers.fingerprint, child);
    }
    await compareOthers(parentIds);
    return ok(undefined);
  };
  return {
    isOfDoctor: async (childId, doctorId) => {
      const relying = sql.lock(SQL.RELY_ON_CHILD, childId);
      const [, found] = await Promise.all([relying, sql.rows(SQL.HAS_CASE, doctorId, childId)]);
      return found.length > 0;
    },
    record: (id) => recordOf(access, numbers, id),
    ofCase: async (id) => modelOf((await sql.rows(SQL.CHILD_OF_CASE, id))[0], toNames),
    insert: async (child, parentId) => {
      const { id, firstName, lastName, birthDate = null, socSecNum } = child;
      const facts = [id, firstName, lastName, birthDate, await sealed(child)] as const;
      const { numberFingerprint = null } = toParent(parentId, socSecNum);
      if (numberFingerprint !== null) {
        const known = await sql.rows(SQL.HAS_NUMBER, parentId, numberFingerprint);
        if (known.length > 0) return refuse('CHILD_KNOWN');
      }
      await sql.write(SQL.INSERT_CHILD_OF, ...facts, parentId, id, numberFingerprint);
      return ok(undefined);
    },
    enter: async (child) => {
      const { id, firstName, lastName, birthDate = null } = child;
      const data = { id, firstName, lastName, birthDate, socSecNum: await sealed(child), isOfStaff: true };
      await write((client) => client.child.create({ data, select: ID }));
    },
    correct: async (child) => void (await replace(child)),
    renumber: replace,
    reencrypt: async ({ after = '', size }) =>
      reencrypt(
        (await sql.rows(SQL.LOCK_NUMBERS, after, size)).map((row) => ({ ...row, ...branded<Pick<Child, 'id'>>(row) })),
        ({ id, socSecNum }) => write(({ child }) => child.updateMany({ where: { id }, data: { socSecNum } })),
      ),
  } satisfies Partial<Children>;
};

const removal = (access: Access, numbers: Numbers, { compareOthers, parentsOf }: Comparing) => {
  const { sql, read, change, write } = access;
  const lockAll = async (...ids: readonly ChildId[]): Promise<void> => {
    const inOrder = [...ids].sort();
    const children = inOrder.map((id) => sql.lock(SQL.LOCK_CHILD, id));
    const cases = inOrder.map((id) => sql.lock(SQL.LOCK_ITS_CASES, id));
    await Promise.all([...children, ...cases]);
  };
  const erase = async (id: ChildId): Promise<boolean> => {
    for (const statement of SQL.ERASE) await sql.write(statement, id);
    return (await change(({ child }) => child.deleteMany({ where: { id } }))).count > 0;
  };
  const merge = async (from: ChildId, into: ChildId) => {
    await lockAll(from, into);
    const [gone, kept] = [await recordOf(access, numbers, from), await recordOf(access, numbers, into)];
    if (!gone || !kept || from === into) return { cases: 0, certificates: 0 };
    const certificates = await sql.count(SQL.REVOKE_ALL_OF_CHILD, from);
    const of = { where: { childId: from }, data: { childId: into } };
    const { count: cases } = await change((client) => client.case.updateMany(of));
    await sql.write(COMPARE_IDENTITIES, into);
    await write(({ mail }) => mail.updateMany(of));
    await write(({ mergedChild }) => mergedChild.updateMany(of));
    await sql.write(SQL.MOVE_JOIN_CODES, from, into);
    await erase(from);
    await write(({ mergedChild }) => mergedChild.create({ data: { id: from, childId: into }, select: ID }));
    await reindexPatient(access, numbers.fingerprint, kept);
    return { cases, certificates };
  };
  return {
    merge: async (from, into) => {
      const parents = await parentsOf(from);
      const moved = await merge(from, into);
      await compareOthers(parents);
      return moved;
    },
    mergedInto: async (id) => {
      const row = await read(({ mergedChild }) => mergedChild.findFirst({ where: { id }, select: { childId: true } }));
      return modelOf(row, ({ childId }) => branded<Pick<Child, 'id'>>({ id: childId }).id);
    },
    erase: async (id) => {
      const parents = await parentsOf(id);
      await lockAll(id);
      const isErased = await erase(id);
      await compareOthers(parents);
      return isErased;
    },
  } satisfies Partial<Children>;
};
