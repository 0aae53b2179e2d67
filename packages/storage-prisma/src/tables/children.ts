import type { ChildEntry, ChildNames, Parent } from '@health-case/domain/model/child';
import type { NameSearch } from '@health-case/domain/model/names';
import type { PageRequest } from '@health-case/domain/model/pages';
import type { AccountId, ChildId } from '@health-case/domain/model/values';
import type { StoredChild, StoredParent, Tables } from '@health-case/domain/ports/tables';
import { ok, refuse } from '@health-case/domain/result';
import type { Access } from '../client.ts';
import { Conflict } from '../failures.ts';
import type * as Row from '../generated/sqlite/client.ts';
import { COMPARE_IDENTITIES } from '../statements/cases.ts';
import * as SQL from '../statements/children.ts';
import { childrenOfBoth } from '../statements/names.ts';
import { reindexPatient, searchOver } from './names.ts';
import { among, branded, ID, modelOf, pageOf } from './rows.ts';

type Children = Tables['children'];

const ENTRY = { id: true, firstName: true, lastName: true } as const;
const NAMES = { ...ENTRY, birthDate: true } as const;

const toNames = ({ birthDate, ...row }: Pick<Row.Child, keyof typeof NAMES>): ChildNames =>
  branded<ChildNames>({ ...row, birthDate: birthDate ?? undefined });

const toStoredChild = ({ socSecNum, ...row }: Row.Child): StoredChild =>
  branded<StoredChild>({ ...toNames(row), encryptedNumber: socSecNum ?? undefined });

const toNumber = ({ id, socSecNum }: Pick<Row.Child, 'id' | 'socSecNum'>) =>
  branded<Pick<StoredChild, 'id' | 'encryptedNumber'>>({ id, encryptedNumber: socSecNum ?? undefined });

export const childTable = (access: Access): Children => ({
  ...childLists(access),
  ...parentsOver(access),
  ...records(access),
  ...removal(access),
});

const childLists = (access: Access) => {
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
    all: async (request) => {
      const page = { ...pageOf({}, request), include: { parents: { select: { parentId: true } } } };
      return (await read(({ child }) => child.findMany(page))).map(({ parents, ...row }) => ({
        ...toStoredChild(row),
        parentIds: parents.map(({ parentId }) => branded<Pick<StoredParent, 'parentId'>>({ parentId }).parentId),
      }));
    },
    namesOf: async (ids) => {
      if (ids.length === 0) return [];
      const children = among(ids).in;
      return (await sql.rows(SQL.namesOf(children.length), ...children)).map(toNames);
    },
  } satisfies Partial<Children>;
};

const toParent = ({ place, ...parent }: Pick<Row.Account & Row.Parenthood, keyof typeof ENTRY | 'place'>): Parent =>
  branded<Parent>({ ...parent, hasAdded: place === 1 });

/** What compares the numbers of one parent's children. */
const comparing = ({ sql, read, write }: Access) => ({
  /** Without the fingerprints that another child of the parent has. The number of that child then stays as it is. */
  free: async (id: ChildId, parents: readonly StoredParent[]): Promise<readonly StoredParent[]> => {
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
  },
  /** Inserts the rows anew: a violated index would end the transaction. */
  setFingerprints: async (childId: ChildId, parents: readonly StoredParent[]): Promise<void> => {
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
  },
});

const parentsOver = (access: Access) => {
  const { sql, read, write } = access;
  const { free, setFingerprints } = comparing(access);
  const ofParentByNumber: Children['ofParentByNumber'] = async (parentId, socSecFingerprint) => {
    const known = { where: { parentId, socSecFingerprint }, select: { childId: true } };
    const found = await read(({ parenthood }) => parenthood.findFirst(known));
    return modelOf(found, ({ childId }) => branded<Pick<StoredChild, 'id'>>({ id: childId }).id);
  };
  return {
    isOfParent: async (childId, parentId) => {
      const [, found] = await Promise.all([
        sql.lock(SQL.RELY_ON_CHILD, childId),
        sql.rows(SQL.IS_PARENT, parentId, childId),
      ]);
      return found.length > 0;
    },
    parents: async (childId) => {
      const [, found] = await Promise.all([sql.lock(SQL.LOCK_CHILD, childId), sql.rows(SQL.PARENTS, childId)]);
      return found.map(toParent);
    },
    addParent: async (id, parent) => {
      await sql.lock(SQL.LOCK_CHILD, id);
      const [{ parentId, numberFingerprint } = parent] = await free(id, [parent]);
      if ((await sql.count(SQL.ADD_PARENT, parentId, id, numberFingerprint ?? null)) === 1) return;
      const known = numberFingerprint && (await ofParentByNumber(parentId, numberFingerprint));
      // The parent has added a child with this number since.
      if (known && known !== id) throw new Conflict();
    },
    uncompared: async (parentId) => (await sql.rows(SQL.LOCK_UNCOMPARED, parentId)).map(toNumber),
    compare: async (id, parent) => setFingerprints(id, await free(id, [parent])),
    // What the parent has begun on a case of the child ends before.
    removeParent: async (childId, parentId) => {
      await sql.lock(SQL.LOCK_ITS_CASES, childId);
      await write(({ parenthood }) => parenthood.deleteMany({ where: { parentId, childId } }));
    },
    ofParentByNumber,
  } satisfies Partial<Children>;
};

const records = (access: Access) => {
  const { sql, read, change, write } = access;
  const { free, setFingerprints } = comparing(access);
  const remove = (id: ChildId) => change(({ child }) => child.deleteMany({ where: { id } }));
  return {
    isOfDoctor: async (childId, doctorId) => {
      const relying = sql.lock(SQL.RELY_ON_CHILD, childId);
      const [, found] = await Promise.all([relying, sql.rows(SQL.HAS_CASE, doctorId, childId)]);
      return found.length > 0;
    },
    find: async (id) =>
      modelOf(
        await read(({ child }) => child.findFirst({ where: { id } }), sql.lock(SQL.LOCK_CHILD, id)),
        toStoredChild,
      ),
    ofCase: async (caseId) => modelOf((await sql.rows(SQL.CHILD_OF_CASE, caseId))[0], toNames),
    insert: async ({ id, firstName, lastName, birthDate, encryptedNumber }, { parentId, numberFingerprint }) => {
      const facts = [id, firstName, lastName, birthDate ?? null, encryptedNumber ?? null] as const;
      const both = [...facts, parentId, id, numberFingerprint ?? null] as const;
      // A child without a number is never refused, so its inserts need not be awaited.
      if (numberFingerprint === undefined) {
        await sql.write(SQL.INSERT_CHILD_OF, ...both);
        return ok(undefined);
      }
      if ((await sql.count(SQL.INSERT_CHILD_OF, ...both)) === 1) return ok(undefined);
      await remove(id);
      return refuse('CHILD_KNOWN');
    },
    correct: async (child, parents, by) => {
      const { id, firstName, lastName, birthDate = null, encryptedNumber: socSecNum = null } = child;
      await Promise.all([sql.lock(SQL.LOCK_CHILD, id), sql.lock(SQL.LOCK_ITS_CASES, id)]);
      const compared = await free(id, parents);
      const isTaken = (one: StoredParent) => one.parentId === by && !compared.includes(one);
      if (parents.some(isTaken)) return refuse('CHILD_KNOWN');
      const data = { firstName, lastName, birthDate, socSecNum };
      const { count } = await change((client) => client.child.updateMany({ where: { id }, data }));
      if (count === 0) return ok(undefined);
      await sql.write(COMPARE_IDENTITIES, id);
      await setFingerprints(id, compared);
      await reindexPatient(access, child);
      return ok(undefined);
    },
    encryptedNumbers: async ({ after = '', size }) => (await sql.rows(SQL.LOCK_NUMBERS, after, size)).map(toNumber),
    setEncryptedNumber: (id, socSecNum) =>
      write(({ child }) => child.updateMany({ where: { id }, data: { socSecNum } })),
  } satisfies Partial<Children>;
};

const removal = (access: Access) => {
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
  return {
    merge: async (from, into) => {
      await lockAll(from, into);
      const both = { where: { id: { in: [from, into] } }, select: NAMES };
      const found = await read(({ child }) => child.findMany(both));
      const kept = found.find(({ id }) => id === into);
      if (!kept || found.length < 2) return { cases: 0, certificates: 0 };
      const certificates = await sql.count(SQL.REVOKE_ALL_OF_CHILD, from);
      const of = { where: { childId: from }, data: { childId: into } };
      const { count: cases } = await change((client) => client.case.updateMany(of));
      await sql.write(COMPARE_IDENTITIES, into);
      await write(({ mail }) => mail.updateMany(of));
      await write(({ mergedChild }) => mergedChild.updateMany(of));
      await sql.write(SQL.MOVE_JOIN_CODES, from, into);
      await erase(from);
      await write(({ mergedChild }) => mergedChild.create({ data: { id: from, childId: into }, select: ID }));
      await reindexPatient(access, toNames(kept));
      return { cases, certificates };
    },
    mergedInto: async (id) => {
      const row = await read(({ mergedChild }) => mergedChild.findFirst({ where: { id }, select: { childId: true } }));
      return modelOf(row, ({ childId }) => branded<Pick<StoredChild, 'id'>>({ id: childId }).id);
    },
    erase: async (id) => {
      await lockAll(id);
      return erase(id);
    },
  } satisfies Partial<Children>;
};
