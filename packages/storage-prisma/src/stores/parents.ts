import type { Account } from '@health-case/domain/model/account';
import type { Child, JoinCode } from '@health-case/domain/model/child';
import type { ChildId } from '@health-case/domain/model/values';
import type { Stores } from '@health-case/domain/ports/storage';
import type { Access } from '../access.ts';
import { Conflict } from '../failures.ts';
import type * as Row from '../generated/sqlite/client.ts';
import { CHANGE, columnsOf, hot, lock, lockOf, plan, quoted, REMOVE, race } from '../statement.ts';
import { LOCK_CHILD, LOCK_ITS_CASES } from './case.ts';
import {
  type ComparedParent,
  type Comparing,
  type Numbers,
  PARENTHOOD,
  type ParentValues,
  RELY_ON_CHILD,
  recordOf,
  UNLESS_KNOWN,
} from './child-numbers.ts';
import { branded, fromRow, modelOf, type Unswept } from './rows.ts';

export const WHETHER = 'Each call of its kind asks.';
export const IS_PARENT = hot<[parentId: string, childId: string]>(WHETHER).selecting(columnsOf('Parenthood', 'place'))`
  WHERE "parentId" = $1 AND "childId" = $2`;
const PARENT_ID = columnsOf('Parenthood', 'parentId');
export const PARENT_IDS = hot<[childId: string]>('Whoever is told of what happens in a case.').selecting(PARENT_ID)`
  WHERE "childId" = $1`;
export const ADD_PARENT = race<ParentValues>(
  'Its place follows the last, or that of who has added the child. No other child of this parent has the number.',
).sql`
  INSERT INTO "Parenthood" (${quoted(PARENTHOOD)})
  SELECT $1, "id", $3, (SELECT COALESCE(MAX("place"), 1) + 1 FROM "Parenthood" WHERE "childId" = $2)
  FROM "Child" WHERE "id" = $2 ${UNLESS_KNOWN}`;

export const parentsOver = (access: Access, numbers: Numbers, compared: Comparing) => {
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
      const [, found] = await Promise.all([sql.lock(RELY_ON_CHILD, childId), sql.rows(IS_PARENT, parentId, childId)]);
      return found.length > 0;
    },
    parentIds: async (childId) =>
      (await sql.rows(PARENT_IDS, childId)).map(({ parentId }) => branded<Pick<Account, 'id'>>({ id: parentId }).id),
    parents,
    addParent: async (id, parentId) => {
      const child = await recordOf(access, numbers, id);
      if (!child) return;
      const given = numbers.toParent(parentId, child.socSecNum);
      await sql.lock(LOCK_CHILD, id);
      const [parent = given] = await free(id, [given]);
      if ((await sql.count(ADD_PARENT, parentId, id, parent.numberFingerprint ?? null)) === 1) return;
      const known = await byNumber(parent);
      // The parent has added a child with this number since.
      if (known && known !== id) throw new Conflict();
    },
    // What the parent has begun on a case of the child ends before.
    removeParent: async (childId, parentId) => {
      await sql.lock(LOCK_ITS_CASES, childId);
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
  } satisfies Partial<Stores['children']>;
};

export const LOCK_JOIN_CODE = lockOf(CHANGE, 'JoinCode', 'digest');
/** Goes ahead of the code, as who makes a code has locked the child before. */
export const LOCK_CHILD_OF_CODE = lock<[digest: string]>('In one order, so that no two units wait for each other.').sql`
  SELECT 1 FROM "Child" WHERE "id" = (SELECT "childId" FROM "JoinCode" WHERE "digest" = $1)${REMOVE}`;

const CODE = columnsOf('JoinCode', 'childId', 'email', 'digest', 'invitedById', 'expiresAt');
const SENT_BY = plan<[invitedById: string, atMost: number]>(
  'In any order, where Prisma’s client would sort all that the account has sent.',
).selecting(CODE)`
  WHERE "invitedById" = $1 LIMIT $2`;

/** Stands for the address of a code on paper, so that a child has one of these at most. */
const PAPER = '';
type Sent = Omit<Row.JoinCode, 'expiresAt'> & Pick<JoinCode, 'expiresAt'>;
const sentCode = ({ invitedById: invitedBy, email, ...row }: Sent): JoinCode =>
  branded<JoinCode>({ ...row, invitedBy, email: email === PAPER ? undefined : email });
const toJoinCode = (row: Row.JoinCode): JoinCode => sentCode(fromRow(row));

export const joinCodeStore = ({ sql, read, write }: Access): Unswept<'joinCodes'> => ({
  find: async (digest) => {
    const locked = Promise.all([sql.lock(LOCK_CHILD_OF_CODE, digest), sql.lock(LOCK_JOIN_CODE, digest)]);
    return modelOf(await read(({ joinCode }) => joinCode.findFirst({ where: { digest } }), locked), toJoinCode);
  },
  ofChild: async (childId) => (await read(({ joinCode }) => joinCode.findMany({ where: { childId } }))).map(toJoinCode),
  sentBy: async (invitedById, atMost) => (await sql.rows(SENT_BY, invitedById, atMost)).map(sentCode),
  save: ({ digest, childId, email = PAPER, invitedBy: invitedById, expiresAt }) => {
    const key = { childId, email };
    const update = { digest, invitedById, expiresAt: new Date(expiresAt) };
    return write(({ joinCode }) =>
      joinCode.upsert({
        where: { childId_email: key },
        create: { ...key, ...update },
        update,
        select: { digest: true },
      }),
    );
  },
  remove: (digest) => write(({ joinCode }) => joinCode.deleteMany({ where: { digest } })),
  removePaper: (childId) => write(({ joinCode }) => joinCode.deleteMany({ where: { childId, email: PAPER } })),
  passOn: async (childId, from, to) => {
    const [where, data] = [{ childId, invitedById: from }, { invitedById: to }];
    await write(({ joinCode }) => joinCode.updateMany({ where, data }));
    await write(({ mail }) => mail.updateMany({ where, data }));
  },
  withdrawAllOf: async (childId, { id: invitedById, email }) => {
    await write(({ joinCode }) => joinCode.deleteMany({ where: { childId, OR: [{ email }, { invitedById }] } }));
    await write(({ mail }) => mail.deleteMany({ where: { childId, OR: [{ to: email }, { invitedById }] } }));
  },
  withdrawTo: async (childId, email, from) => {
    const sent = { childId, invitedById: { in: [...from] } };
    await write(({ joinCode }) => joinCode.deleteMany({ where: { ...sent, email } }));
    await write(({ mail }) => mail.deleteMany({ where: { ...sent, to: email } }));
  },
});
