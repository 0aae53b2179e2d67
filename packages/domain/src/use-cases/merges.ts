import { about } from '../model/audit.ts';
import { type Case, type IssuedCertification, isOver } from '../model/case.ts';
import {
  type Child,
  type ChildNames,
  CLEARABLE,
  CORRECTABLE,
  type Correction,
  comparableSocSecNum,
  correctedFields,
  haveSameNumber,
  identityOf,
  isSameIdentity,
  MOST_PARENTS,
} from '../model/child.ts';
import { nameKey } from '../model/names.ts';
import { EVERYTHING, mapPages, type Pages, pagesOf } from '../model/pages.ts';
import type { AccountId, AuditRecordId, CaseId, ChildId } from '../model/values.ts';
import type { Ports } from '../ports/ports.ts';
import type { Reads, Stores } from '../ports/storage.ts';
import { ok, refuse } from '../result.ts';
import { recordCorrection, tellingDoctors } from './corrections.ts';
import type { Platform, RequestFacts } from './declaration.ts';
import { tellOthers } from './mails.ts';
import { addParents, canAnyParentLogIn } from './parenthoods.ts';
import { command } from './runner.ts';

/** What the child that stays says then: what it does not know, the other may. */
const mergedRecord = (kept: Child, gone: Child): Child => ({
  ...kept,
  ...Object.fromEntries(CLEARABLE.map((name) => [name, kept[name] ?? gone[name]])),
});

/** What a merge would do, or why it is refused. */
const planOf = async ({ children }: Pick<Reads, 'children'>, from: ChildId, into: ChildId) => {
  const records = new Map<ChildId, Child | undefined>();
  // In one order, so that no two merges wait for each other.
  for (const id of [from, into].toSorted()) records.set(id, await children.record(id));
  const [gone, kept] = [records.get(from), records.get(into)];
  if (!gone || !kept) return refuse('CHILD_NOT_FOUND');
  const [theirs, own] = [await children.parents(from), await children.parents(into)];
  const joining = theirs.filter(({ id }) => !own.some((parent) => parent.id === id));
  if (own.length + joining.length > MOST_PARENTS) return refuse('TOO_MANY_PARENTS');
  const merged = mergedRecord(kept, gone);
  return ok({ gone, kept, merged, joining, fields: correctedFields(kept, merged) });
};

type Merge = { readonly from: ChildId; readonly into: ChildId; readonly by: AccountId | undefined };

/**
 * D-33, D-37: makes two children one: parents, cases and what one of the two lacks. Where they differ, `into` counts.
 * Certificates of `from` are revoked. For the cases of a child that is called otherwise then, it is a correction (D-30).
 * `by`: who does it; the operator is no account.
 */
export const mergeChild = async (stores: Stores, ports: Platform, { from, into, by }: Merge) => {
  const { cases, children } = stores;
  const plan = await planOf(stores, from, into);
  if (!plan.ok) return plan;
  const { gone, merged, joining, fields } = plan.value;
  const idsOf = async (child: ChildId) => (await cases.ofChild(child, EVERYTHING)).map(({ id }) => id);
  const concerned = new Map<ChildId, readonly CaseId[]>();
  for (const id of [from, into].toSorted()) concerned.set(id, await idsOf(id));
  const merge = async () => {
    const moved = await children.merge(from, into);
    await addParents(stores, ports, { childId: into, added: joining.map(({ id }) => id), by });
    // D-42: of the other child, somebody may still have the paper.
    if (await canAnyParentLogIn(stores, into)) await stores.joinCodes.removePaper(into);
    if (fields.length > 0) await children.correct(merged);
    return moved;
  };
  const { outcome: moved, toConfirm } = await tellingDoctors({ children: [from, into], by }, merge, stores, ports);
  const corrections = [[from, correctedFields(gone, merged)] as const, [into, fields] as const];
  for (const [child, fields] of corrections)
    await recordCorrection({ by, cases: concerned.get(child) ?? [], fields }, stores, ports);
  // As after a correction: their papers are void, or cannot be made for now.
  if (moved.certificates + toConfirm > 0) {
    const to = await children.parentIds(into);
    await tellOthers('child corrected', { to, except: by, childId: into }, stores, ports);
  }
  return ok({ ...moved, parents: joining.length, fields, toConfirm });
};

type Pair = { readonly keep: ChildId; readonly other: ChildId };

/** D-37: for the operator, who has made sure that they are one child. */
const mergeChildren = command({
  run: async ({ keep, other }: Pair, stores, ports) => {
    ports.trace.child = keep;
    if (keep === other) return refuse('CHILDREN_EQUAL');
    return mergeChild(stores, ports, { from: other, into: keep, by: undefined });
  },
  audit: { action: 'children merged', on: ({ other }) => other },
});

/** Numbers are compared as D-14 says. */
const isLost = (kept: Child, gone: Child, name: keyof Correction): boolean => {
  if (name === 'socSecNum') return Boolean(kept.socSecNum && gone.socSecNum) && !haveSameNumber(kept, gone);
  return Boolean(kept[name] && gone[name]) && kept[name] !== gone[name];
};

type Looking = Pick<RequestFacts, 'requestId'>;

/** D-34: the operator sees birth dates, too. */
const noteLook = ({ auditTrail, clock, ids }: Ports, requestId: string, children: readonly ChildId[]): void => {
  const facts = { id: ids.next<AuditRecordId>(), at: clock.now(), requestId, by: undefined, on: undefined };
  auditTrail.note({ ...facts, action: 'children found', outcome: 'OK', ...about(new Set(children)) });
};

/** What `mergeChildren` would do: `differing`: fields in which the other child's value is lost. */
const previewMerge =
  (ports: Ports) =>
  async ({ keep, other, requestId }: Pair & Looking) => {
    const { calendar, clock, storage } = ports;
    const { read } = storage;
    if (keep === other) return refuse('CHILDREN_EQUAL');
    const plan = await planOf(read, other, keep);
    if (!plan.ok) return plan;
    noteLook(ports, requestId, [keep, other]);
    const { gone, kept, merged, joining, fields } = plan.value;
    const cases = await read.cases.ofChild(other, EVERYTHING);
    return ok({
      keep: kept,
      other: gone,
      joining,
      cases,
      certificates: await countCertificates(read, cases),
      toConfirm: await countToConfirm(read, [gone, kept], merged, (one) => isOver(one, clock.now(), calendar)),
      fields,
      differing: CORRECTABLE.filter((name) => isLost(kept, gone, name)),
    });
  };

/** Those that were not revoked. */
const countCertificates = async ({ certificates }: Reads, cases: readonly Case[]): Promise<number> => {
  let count = 0;
  for (const { id } of cases) count += (await certificates.validOf(id)).length;
  return count;
};

/** D-30: what their doctors would have to confirm, and need not now. */
const countToConfirm = async (
  reads: Reads,
  both: readonly Child[],
  merged: Child,
  isPast: (one: IssuedCertification) => boolean,
): Promise<number> => {
  let count = 0;
  for (const child of both) {
    for (const { id } of await reads.cases.ofChild(child.id, EVERYTHING)) {
      const issued = (await reads.certifications.ofCase(id, EVERYTHING)).flatMap((one) =>
        one.status === 'issued' && !isPast(one) ? one.certified : [],
      );
      count += issued.filter((seen) => isSameIdentity(seen, child) && !isSameIdentity(seen, merged)).length;
    }
  }
  return count;
};

/** How many keys of children are compared at once: it bounds the memory, whatever the number of children. */
const KEYS_AT_ONCE = 200_000;

/** Which of so many parts of the work a key belongs to. */
const partOf = (key: string, parts: number): number => {
  let sum = 0;
  for (let at = 0; at < key.length; at += 1) sum = (Math.imul(sum, 31) + key.charCodeAt(at)) >>> 0;
  return sum % parts;
};

type Known = Awaited<ReturnType<Reads['children']['all']>>[number];
export type Duplicate = { readonly children: readonly [ChildNames, ChildNames]; readonly same: 'number' | 'names' };

/** What duplicates share: the number, or names and birth date. Names without letters and digits tell nothing. */
const keysOf = ({ firstName, lastName, birthDate, socSecNum }: Known) => {
  const names = birthDate && nameKey(firstName, lastName);
  return [
    ...(socSecNum ? [{ same: 'number', key: comparableSocSecNum(socSecNum) } as const] : []),
    ...(names ? [{ same: 'names', key: `${birthDate} ${names}` } as const] : []),
  ];
};

const haveSameParents = ({ parentIds: one }: Known, { parentIds: other }: Known): boolean =>
  one.length > 0 && one.length === other.length && one.every((id) => other.includes(id));

/** D-37: pairs that may be one child. It reads all children once for each part of the keys. */
const listDuplicates =
  (ports: Ports) =>
  async ({ requestId }: Looking) =>
    ok(
      mapPages(duplicatesIn(ports.storage.read), async (page) => {
        const shown = page.flatMap(({ children }) => children.map(({ id }) => id));
        if (shown.length > 0) noteLook(ports, requestId, shown);
        return page;
      }),
    );

export async function* duplicatesIn(
  { children }: Pick<Reads, 'children'>,
  keysAtOnce = KEYS_AT_ONCE,
): Pages<Duplicate> {
  const all = () => pagesOf<ChildId, Known>(children.all, {});
  let keys = 0;
  for await (const page of all()) keys += page.flatMap(keysOf).length;
  const parts = Math.ceil(keys / keysAtOnce);
  for (let part = 0; part < parts; part += 1) {
    const first = new Map<string, Known>();
    for await (const page of all()) {
      const here = page.flatMap((child) => keysOf(child).map((shared) => ({ ...shared, child })));
      yield here.filter(({ key }) => partOf(key, parts) === part).flatMap((found) => pairWith(first, found));
    }
  }
}

type Found = { readonly same: Duplicate['same']; readonly key: string; readonly child: Known };

/** The child with the first one that has the key. By names, twins of the same parents are two. */
const pairWith = (first: Map<string, Known>, { same, key, child }: Found): readonly Duplicate[] => {
  const known = first.get(`${same} ${key}`);
  if (!known) {
    first.set(`${same} ${key}`, child);
    return [];
  }
  const isLeftOut = same === 'names' && (haveSameNumber(known, child) || haveSameParents(known, child));
  return isLeftOut ? [] : [{ children: [namesOf(known), namesOf(child)], same }];
};

const namesOf = (child: ChildNames): ChildNames => ({ id: child.id, ...identityOf(child) });

export const operatorMergeUseCases = { listDuplicates, mergeChildren, previewMerge };
