import { ActorErased } from '../src/errors.ts';
import { type Child, type ChildEntry, type ChildNames, haveSameNumber } from '../src/model/child.ts';
import { nameKey } from '../src/model/names.ts';
import type { AccountId, ChildId } from '../src/model/values.ts';
import type { Stores } from '../src/ports/storage.ts';
import { ok, refuse } from '../src/result.ts';
import { caseMeant, eraseCases, eraseChild } from './memory-case-tables.ts';
import { revoke } from './memory-certificate-tables.ts';
import {
  all,
  change,
  isErased,
  isFoundBy,
  link,
  type MemoryTables,
  NOTHING_SEALED,
  page,
  remove,
  search,
  where,
} from './memory-maps.ts';

const toEntry = ({ id, firstName, lastName }: ChildEntry): ChildEntry => ({ id, firstName, lastName });
const toNames = ({ birthDate, ...names }: Child): ChildNames => ({ ...toEntry(names), birthDate });

export const childTables = (maps: MemoryTables): Pick<Stores, 'children' | 'joinCodes'> => ({
  children: { ...childLists(maps), ...parenthoodTable(maps), ...childTable(maps) },
  joinCodes: joinCodeTable(maps),
});

type Children = Stores['children'];

const isOfParent = (maps: MemoryTables, id: ChildId, parentId: AccountId): boolean =>
  maps.parenthoods.has(link(parentId, id));
const isOfDoctor = (maps: MemoryTables, childId: ChildId, doctorId: AccountId): boolean =>
  where(maps.cases, { childId, doctorId }).length > 0;
const parenthoodsOf = (maps: MemoryTables, childId: ChildId) =>
  where(maps.parenthoods, { childId }).sort((one, other) => one.place - other.place);

const childLists = (maps: MemoryTables) => {
  const ofDoctor = (doctorId: AccountId) => all(maps.children, ({ id }) => isOfDoctor(maps, id, doctorId));
  return {
    ofParent: async (parentId, request) => {
      const own = all(maps.children, ({ id }) => isOfParent(maps, id, parentId));
      return page(own, request).map(toEntry);
    },
    ofDoctor: async (doctorId, request) => page(ofDoctor(doctorId), request).map(toEntry),
    searchOfDoctor: async (doctorId, wanted, request) => search(ofDoctor(doctorId), wanted, request).map(toEntry),
    alikeOfDoctor: async (doctorId, child) => {
      const key = ({ firstName, lastName }: Pick<Child, 'firstName' | 'lastName'>) => nameKey(firstName, lastName);
      const isAlike = (other: Child): boolean =>
        haveSameNumber(other, child as Child) ||
        (child.birthDate !== undefined && child.birthDate === other.birthDate && key(child) === key(other));
      return ofDoctor(doctorId).filter(isAlike).map(toNames);
    },
    ofDoctorAndParent: async (doctorId, parentId, request, wanted) => {
      const own = ofDoctor(doctorId).filter(({ id }) => isOfParent(maps, id, parentId));
      return page(own.filter(isFoundBy(wanted)), request).map(toEntry);
    },
    all: async (request) =>
      page([...maps.children.values()], request).map((child) => ({
        ...child,
        parentIds: where(maps.parenthoods, { childId: child.id }).map(({ parentId }) => parentId),
      })),
    namesOf: async (ids) => ids.flatMap((id) => maps.children.get(id) ?? []).map(toNames),
    reencrypt: async () => NOTHING_SEALED,
  } satisfies Partial<Children>;
};

const parenthoodTable = (maps: MemoryTables) => {
  /** Another child of the parent that has the number of the child. */
  const sameOfParent = (child: Child | undefined, parentId: AccountId): ChildId | undefined =>
    child &&
    all(maps.children, (other) => other.id !== child.id && isOfParent(maps, other.id, parentId)).find((other) =>
      haveSameNumber(other, child),
    )?.id;
  const addParent: Children['addParent'] = async (childId, parentId) => {
    const place = (parenthoodsOf(maps, childId).at(-1)?.place ?? 1) + 1;
    const key = link(parentId, childId);
    if (maps.children.has(childId) && !maps.parenthoods.has(key))
      maps.parenthoods.set(key, { parentId, childId, place });
  };
  return {
    isOfParent: async (id, parentId) => isOfParent(maps, id, parentId),
    parents: async (id) =>
      parenthoodsOf(maps, id).flatMap(({ parentId, place }) => {
        const account = maps.accounts.get(parentId)?.account;
        if (!account) return [];
        const { firstName, lastName } = account;
        return { id: parentId, firstName, lastName, hasAdded: place === 1 };
      }),
    insert: async (child, parentId) => {
      if (isErased(maps, parentId)) throw new ActorErased();
      if (sameOfParent(child, parentId)) return refuse('CHILD_KNOWN');
      maps.children.set(child.id, child);
      maps.parenthoods.set(link(parentId, child.id), { parentId, childId: child.id, place: 1 });
      return ok(undefined);
    },
    enter: async (child) => void maps.children.set(child.id, child),
    correct: async (child) => change(maps.children, child.id, child),
    renumber: async (child, by) => {
      if (isOfParent(maps, child.id, by) && sameOfParent(child, by)) return refuse('CHILD_KNOWN');
      change(maps.children, child.id, child);
      return ok(undefined);
    },
    addParent,
    removeParent: async (id, parentId) => void maps.parenthoods.delete(link(parentId, id)),
    sameOfParent: async (id, parentId) => sameOfParent(maps.children.get(id), parentId),
  } satisfies Partial<Children>;
};

const childTable = (maps: MemoryTables) => {
  return {
    isOfDoctor: async (id, doctorId) => isOfDoctor(maps, id, doctorId),
    record: async (id) => maps.children.get(id),
    ofCase: async (id) => {
      const childId = caseMeant(maps, id)?.childId;
      const child = childId && maps.children.get(childId);
      return child ? toNames(child) : undefined;
    },
    merge: async (from, into) => {
      if (from === into || !maps.children.has(from) || !maps.children.has(into)) return { cases: 0, certificates: 0 };
      const cases = where(maps.cases, { childId: from });
      const certificates = revoke(maps, ({ caseId }) => cases.some(({ id }) => id === caseId));
      for (const { id } of cases) change(maps.cases, id, { childId: into });
      for (const [id, { childId }] of maps.mergedChildren) {
        if (childId === from) maps.mergedChildren.set(id, { childId: into });
      }
      moveInvitations(maps, from, into);
      eraseChild(maps, from);
      maps.mergedChildren.set(from, { childId: into });
      return { cases: cases.length, certificates };
    },
    mergedInto: async (id) => maps.mergedChildren.get(id)?.childId,
    erase: async (id) => {
      eraseCases(maps, where(maps.cases, { childId: id }));
      return eraseChild(maps, id);
    },
  } satisfies Partial<Children>;
};

/** An address that has a code for the child that stays keeps that one. */
const moveInvitations = (maps: MemoryTables, from: ChildId, into: ChildId): void => {
  for (const code of where(maps.joinCodes, { childId: from })) {
    const isKept = where(maps.joinCodes, { childId: into, email: code.email }).length === 0;
    if (isKept) change(maps.joinCodes, code.digest, { childId: into });
  }
  for (const { id, invitation } of maps.mails.values()) {
    if (invitation?.childId === from) change(maps.mails, id, { invitation: { ...invitation, childId: into } });
  }
};

const joinCodeTable = (maps: MemoryTables): Stores['joinCodes'] => ({
  find: async (digest) => maps.joinCodes.get(digest),
  ofChild: async (childId) => where(maps.joinCodes, { childId }),
  save: async (code) => {
    const { childId, email } = code;
    remove(maps.joinCodes, (other) => other.childId === childId && other.email === email);
    maps.joinCodes.set(code.digest, code);
  },
  remove: async (digest) => void maps.joinCodes.delete(digest),
  removePaper: async (childId) =>
    void remove(maps.joinCodes, (code) => code.childId === childId && code.email === undefined),
  removeAllTo: async (to) => void remove(maps.joinCodes, ({ email }) => email === to),
  removeAllBy: async (parent) => void remove(maps.joinCodes, ({ invitedBy }) => invitedBy === parent),
  withdraw: async (childId, { id, email }) => {
    remove(maps.joinCodes, (code) => code.childId === childId && (code.email === email || code.invitedBy === id));
    const isIts = (to: string | undefined, invitedBy: AccountId) => to === email || invitedBy === id;
    remove(maps.mails, ({ invitation, to }) => invitation?.childId === childId && isIts(to, invitation.invitedBy));
  },
  withdrawTo: async (childId, email) => {
    remove(maps.joinCodes, (code) => code.childId === childId && code.email === email);
    remove(maps.mails, ({ invitation, to }) => invitation?.childId === childId && to === email);
  },
  sweep: async (before, atMost) => remove(maps.joinCodes, ({ expiresAt }) => expiresAt < before, atMost),
});
