import {
  type Child,
  type ChildNames,
  comparableSocSecNum,
  type Parent,
  type SocSecNum,
} from '@health-case/domain/model/child';
import type { AccountId, ChildId } from '@health-case/domain/model/values';
import type { Access } from '../access.ts';
import type { Encryption } from '../encryption.ts';
import { Conflict } from '../failures.ts';
import type * as Row from '../generated/sqlite/client.ts';
import { CHANGE, columnsOf, hot, insertRow, joined, lock, lockOf, RELY, race } from '../statement.ts';
import { LOCK_CHILD } from './case.ts';
import { branded, fromRow } from './rows.ts';

/** By whoever only relies on the child. */
export const RELY_ON_CHILD = lockOf(RELY, 'Child', 'id');
const NUMBER = columnsOf('Child', 'id', 'socSecNum');
/** Whoever changes a row of the subquery has locked the child before. */
export const LOCK_UNCOMPARED = lock<[parentId: string]>('The fingerprint becomes that of the number stored.').selecting(
  NUMBER,
)`
  WHERE "socSecNum" IS NOT NULL AND "id" IN
    (SELECT "childId" FROM "Parenthood" WHERE "parentId" = $1 AND "socSecFingerprint" IS NULL)
  ORDER BY "id"${CHANGE}`;

export const PARENTHOOD = ['parentId', 'childId', 'socSecFingerprint', 'place'];
export type ParentValues = [parentId: string, childId: string, socSecFingerprint: string | null];
/** `DO NOTHING`, because an error would abort the transaction on PostgreSQL. */
export const UNLESS_KNOWN = 'ON CONFLICT DO NOTHING';
export const INSERT_PARENT = race<[...ParentValues, place: number]>('No other child of this parent has the number.')
  .sql`
  ${insertRow('Parenthood', PARENTHOOD)} ${UNLESS_KNOWN}`;
export const PARENTS = hot<[childId: string]>("Each page of a case asks for them, and Prisma's own is two.").returning(
  joined(columnsOf('Account', 'id', 'firstName', 'lastName'), columnsOf('Parenthood', 'place')),
)`
  SELECT p."id", p."firstName", p."lastName", k."place"
  FROM "Parenthood" k JOIN "Account" p ON p."id" = k."parentId" WHERE k."childId" = $1 ORDER BY k."place"`;

const ENTRY = { id: true, firstName: true, lastName: true } as const;
const NAMES = { ...ENTRY, birthDate: true } as const;

export const toNames = ({ birthDate, ...row }: Pick<Row.Child, keyof typeof NAMES>): ChildNames =>
  branded<ChildNames>({ ...row, birthDate: birthDate ?? undefined });

export const toChild = ({ isOfStaff, ...row }: Row.Child): Child => ({
  ...branded<Child>(fromRow(row)),
  ...(isOfStaff && { isOfStaff }),
});

/**
 * D-14: what numbers are compared by, among the children of one parent. Several of them can have one number, as another
 * parent may have corrected a number (D-30): then only one of them has the fingerprint.
 */
export type ComparedParent = { readonly parentId: AccountId; readonly numberFingerprint: string | undefined };

export const numbersOf = ({ fieldsOf, fingerprint }: Encryption) => ({
  ...fieldsOf('Child'),
  fingerprint,
  /** Two parents' fingerprints of one number differ. */
  toParent: (parentId: AccountId, number: SocSecNum | undefined): ComparedParent => {
    const context = `Child:parent:${parentId}:socSecNum`;
    return { parentId, numberFingerprint: number && fingerprint(comparableSocSecNum(number), context) };
  },
});
export type Numbers = ReturnType<typeof numbersOf>;
const toParentOfChild = ({
  place,
  ...parent
}: Pick<Row.Account & Row.Parenthood, keyof typeof ENTRY | 'place'>): Parent =>
  branded<Parent>({ ...parent, hasAdded: place === 1 });

/** What compares the numbers of one parent's children. */
export const comparing = ({ sql, read, write }: Access, { decrypted, toParent }: Numbers) => {
  /** Leaves out each fingerprint that another child of the same parent has; that child keeps it. */
  const free = async (id: ChildId, parents: readonly ComparedParent[]): Promise<readonly ComparedParent[]> => {
    const same = parents.flatMap(({ parentId, numberFingerprint }) =>
      numberFingerprint === undefined ? [] : [{ parentId, socSecFingerprint: numberFingerprint }],
    );
    if (same.length === 0) return parents;
    const others = { where: { OR: same, childId: { not: id } }, select: { parentId: true, childId: true } };
    const holders = (locked?: Promise<unknown>) => read(({ parenthood }) => parenthood.findMany(others), locked);
    const found = await holders();
    if (found.length === 0) return parents;
    const relied = Promise.all(found.map(({ childId }) => sql.lock(RELY_ON_CHILD, childId)));
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
      const inserted = await sql.count(INSERT_PARENT, parentId, childId, after, place);
      // The parent has added a child with this number since.
      if (inserted === 0) throw new Conflict();
    }
  };
  /** The parent's children with a number, but without a fingerprint. A unit locks them. */
  const uncompared = async (parentId: AccountId) =>
    decrypted(await sql.rows(LOCK_UNCOMPARED, parentId), ({ id, socSecNum }) => {
      const child = branded<Pick<Child, 'id' | 'socSecNum'>>({ id, socSecNum: socSecNum ?? undefined });
      return { id: child.id, parent: toParent(parentId, child.socSecNum) };
    });
  const parents = async (childId: ChildId): Promise<readonly Parent[]> => {
    const [, found] = await Promise.all([sql.lock(LOCK_CHILD, childId), sql.rows(PARENTS, childId)]);
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

export type Comparing = ReturnType<typeof comparing>;

/** One child with its number, which a unit locks. */
export const recordOf = async (
  { sql, read }: Access,
  { decryptedOne }: Numbers,
  id: ChildId,
): Promise<Child | undefined> => {
  const row = await read(({ child }) => child.findFirst({ where: { id } }), sql.lock(LOCK_CHILD, id));
  return decryptedOne(row, toChild);
};
