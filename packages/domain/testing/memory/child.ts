import { ActorErased } from '../../src/errors.ts';
import {
  type Child,
  type ChildEntry,
  type ChildNames,
  type ChildOrder,
  haveSameNumber,
  MOST_COMPARED,
} from '../../src/model/child.ts';
import {
  BY_BIRTH_DATE,
  BY_NAME,
  compareCodePoints,
  nameKey,
  placeInAlphabet,
  wordsOfPatient,
} from '../../src/model/names.ts';
import type { AccountId, ChildId } from '../../src/model/values.ts';
import type { Stores } from '../../src/ports/storage.ts';
import { ok, refuse } from '../../src/result.ts';
import { wasErased } from './account.ts';
import { caseMeant, eraseCases, eraseChild, revoke } from './case.ts';
import { isFoundBy, search } from './names.ts';
import { by, following, type MemoryTables, page, type Sync } from './table.ts';

const toEntry = ({ id, firstName, lastName }: ChildEntry): ChildEntry => ({ id, firstName, lastName });
const toNames = ({ birthDate, ...names }: Child): ChildNames => ({ ...toEntry(names), birthDate });

type Children = Sync<Pick<Stores, 'children'>>['children'];

export const childStores = (tables: MemoryTables): Sync<Pick<Stores, 'children' | 'joinCodes'>> => ({
  children: { ...childLists(tables), ...childRecords(tables), ...childRemoval(tables) },
  joinCodes: joinCodeStore(tables),
});

const childLists = ({ accounts, cases, children, parenthoods }: MemoryTables) => {
  const ofParent = (parentId: AccountId) => children.all(({ id }) => parenthoods.any({ parentId, childId: id }));
  const ofDoctor = (doctorId: AccountId) => children.all(({ id }) => cases.any({ doctorId, childId: id }));
  const ofDoctors = (doctors: readonly AccountId[]) =>
    children.all().flatMap((child) => {
      const own = cases.all({ childId: child.id }).filter(({ doctorId }) => doctors.includes(doctorId));
      const lastCase = own.sort(by('id')).at(-1);
      return lastCase ? [{ ...child, lastCase }] : [];
    });
  const keyOf = (child: ReturnType<typeof ofDoctors>[number], order: ChildOrder['by']): string => {
    const prefix = order === 'name' ? BY_NAME : BY_BIRTH_DATE;
    const word = wordsOfPatient(child).find((one) => one.startsWith(prefix));
    return `${order === 'last case' ? child.lastCase.id : word} ${child.id}`;
  };
  const paged = (found: readonly Child[], ...[request]: Parameters<Children['all']>) =>
    page(found, request).map(toEntry);
  return {
    ofParent: (parentId, request) => paged(ofParent(parentId), request),
    ofDoctor: (doctorId, request) => paged(ofDoctor(doctorId), request),
    patients: (doctors, { by, backwards }, { after, size }) => {
      const sorted = ofDoctors(doctors).toSorted((one, other) => compareCodePoints(keyOf(one, by), keyOf(other, by)));
      const listed = following(backwards ? sorted.reverse() : sorted, { after, size });
      return listed.map(({ lastCase, ...child }) => ({
        ...toNames(child),
        lastCaseAt: lastCase.openedAt,
      }));
    },
    countPatients: (doctors, atMost) => Math.min(ofDoctors(doctors).length, atMost),
    searchOfDoctor: (doctorId, wanted, request) => search(ofDoctor(doctorId), wanted, request).map(toEntry),
    ofDoctorAndParent: (doctorId, parentId, request, wanted) => {
      const own = ofDoctor(doctorId).filter(({ id }) => parenthoods.any({ parentId, childId: id }));
      return paged(own.filter(isFoundBy(wanted)), request);
    },
    alikeOfDoctor: (doctorId, child) => {
      const isNamesake = ({ firstName, lastName, birthDate }: Child): boolean =>
        birthDate === child.birthDate && nameKey(firstName, lastName) === nameKey(child.firstName, child.lastName);
      return ofDoctor(doctorId)
        .filter((other) => haveSameNumber(other, child) || (child.birthDate !== undefined && isNamesake(other)))
        .map(toNames);
    },
    alikeInPractice: (doctorId, child) => {
      const isNamesake = ({ firstName, lastName }: Child): boolean =>
        nameKey(firstName, lastName) === nameKey(child.firstName, child.lastName);
      const placeOf = ({ firstName, lastName }: typeof child) => placeInAlphabet(firstName, lastName);
      const own = ofDoctor(doctorId);
      const isBornToo = (other: Child) => child.birthDate !== undefined && other.birthDate === child.birthDate;
      const areMany = children.all(isBornToo).length > MOST_COMPARED;
      return children.all().flatMap((other) => {
        const isOfDoctor = own.includes(other);
        const hasNumber = isOfDoctor && haveSameNumber(other, child);
        const isUnborn = isOfDoctor && (other.birthDate === undefined || child.birthDate === undefined);
        const isCompared = isBornToo(other) && (!areMany || (isOfDoctor && placeOf(other) === placeOf(child)));
        const isAlike = isNamesake(other) && (isUnborn || isCompared);
        return hasNumber || isAlike
          ? [{ ...toNames(other), isOfDoctor, isOfStaff: other.isOfStaff === true, hasNumber }]
          : [];
      });
    },
    all: (request) =>
      children.page({}, request).map((child) => {
        return { ...child, parentIds: parenthoods.all({ childId: child.id }).map(({ parentId }) => parentId) };
      }),
    namesOf: (ids) => ids.flatMap((id) => children.find(id) ?? []).map(toNames),
    parentIds: (childId) => parenthoods.all({ childId }).map(({ parentId }) => parentId),
    parents: (childId) =>
      parenthoods
        .all({ childId })
        .sort(by('place', 'parentId'))
        .flatMap(({ parentId, place }) =>
          accounts
            .all({ id: parentId })
            .map(({ id, firstName, lastName }) => ({ id, firstName, lastName, hasAdded: place === 1 })),
        ),
  } satisfies Partial<Children>;
};

const childRecords = (tables: MemoryTables) => {
  const { cases, children, parenthoods } = tables;
  const isOfParent = (childId: ChildId, parentId: AccountId) => parenthoods.any({ parentId, childId });
  /** Another child of the parent that has the number of the child. */
  const sameOfParent = (child: Child | undefined, parentId: AccountId): ChildId | undefined =>
    child &&
    children.all(({ id }) => id !== child.id && isOfParent(id, parentId)).find((other) => haveSameNumber(other, child))
      ?.id;
  const addParent = (childId: ChildId, parentId: AccountId): void => {
    const place = Math.max(1, ...parenthoods.all({ childId }).map((one) => one.place)) + 1;
    if (children.any({ id: childId })) parenthoods.insert({ parentId, childId, place });
  };
  const correct = (child: Child) => children.change({ id: child.id }, child);
  return {
    isOfParent,
    isOfDoctor: (childId, doctorId) => cases.any({ childId, doctorId }),
    record: children.find,
    ofCase: (id) => children.all({ id: caseMeant(tables, id)?.childId }).map(toNames)[0],
    insert: (child, parentId) => {
      if (wasErased(tables, parentId)) throw new ActorErased();
      if (sameOfParent(child, parentId)) return refuse('CHILD_KNOWN');
      children.put(child);
      parenthoods.insert({ parentId, childId: child.id, place: 1 });
      return ok(undefined);
    },
    enter: children.put,
    leaveToStaff: (id) => children.change({ id }, { isOfStaff: true }),
    correct,
    renumber: (child, by) => {
      if (isOfParent(child.id, by) && sameOfParent(child, by)) return refuse('CHILD_KNOWN');
      correct(child);
      return ok(undefined);
    },
    addParent,
    removeParent: (childId, parentId) => parenthoods.drop(parentId, childId),
    sameOfParent: (id, parentId) => sameOfParent(children.find(id), parentId),
  } satisfies Partial<Children>;
};

const childRemoval = (tables: MemoryTables) => {
  const { cases, children, importRows, joinCodes, mails, mergedChildren } = tables;
  return {
    merge: (from, into) => {
      if (from === into || !children.find(from) || !children.find(into)) return { cases: 0, certificates: 0 };
      const moved = cases.all({ childId: from });
      const certificates = revoke(tables, ({ caseId }) => moved.some(({ id }) => id === caseId));
      for (const table of [cases, importRows, mergedChildren]) table.change({ childId: from }, { childId: into });
      // An address that has a code for the child that stays keeps that one.
      joinCodes.change(({ childId, email }) => childId === from && !joinCodes.any({ childId: into, email }), {
        childId: into,
      });
      for (const { invitation, ...mail } of mails.all({}))
        if (invitation?.childId === from) mails.put({ ...mail, invitation: { ...invitation, childId: into } });
      mails.change({ childId: from }, { childId: into });
      eraseChild(tables, from);
      mergedChildren.put({ id: from, childId: into });
      return { cases: moved.length, certificates };
    },
    mergedInto: (id) => mergedChildren.find(id)?.childId,
    erase: (id) => {
      eraseCases(tables, cases.all({ childId: id }));
      return eraseChild(tables, id);
    },
  } satisfies Partial<Children>;
};

const joinCodeStore = ({ joinCodes, mails }: MemoryTables): Sync<Pick<Stores, 'joinCodes'>>['joinCodes'] => ({
  find: joinCodes.find,
  ofChild: (childId) => joinCodes.all({ childId }),
  sentBy: (invitedBy, atMost) => joinCodes.all({ invitedBy }).slice(0, atMost),
  save: (code) => joinCodes.replace(code, 'childId', 'email'),
  remove: joinCodes.drop,
  removePaper: (childId) => joinCodes.remove({ childId, email: undefined }),
  passOn: (childId, invitedBy, to) => {
    joinCodes.change({ childId, invitedBy }, { invitedBy: to });
    for (const mail of mails.all({})) {
      const { invitation } = mail;
      if (invitation?.childId === childId && invitation.invitedBy === invitedBy)
        mails.put({ ...mail, invitation: { ...invitation, invitedBy: to } });
    }
  },
  withdrawAllOf: (childId, { id, email }) => {
    joinCodes.remove((code) => code.childId === childId && (code.email === email || code.invitedBy === id));
    mails.remove(
      ({ invitation, to }) => invitation?.childId === childId && (to === email || invitation.invitedBy === id),
    );
  },
  withdrawTo: (childId, email, from) => {
    joinCodes.remove((code) => code.childId === childId && code.email === email && from.includes(code.invitedBy));
    mails.remove(
      ({ invitation, to }) => invitation?.childId === childId && to === email && from.includes(invitation.invitedBy),
    );
  },
  sweep: joinCodes.sweep('expiresAt'),
});
