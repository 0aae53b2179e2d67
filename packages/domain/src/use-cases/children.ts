import type { Account } from '../model/account.ts';
import type { Case } from '../model/case.ts';
import { type Child, isInFuture } from '../model/child.ts';
import type { Paging } from '../model/pages.ts';
import type { AccountId, ChildId } from '../model/values.ts';
import type { Reads } from '../ports/storage.ts';
import { ok, refuse } from '../result.ts';
import { unlessErased } from './kept-outcomes.ts';
import { isDoctor, worksFor } from './practice.ts';
import { command, query } from './runner.ts';

type AddChild = { readonly actor: Account } & Pick<Child, 'firstName' | 'lastName'> &
  Partial<Pick<Child, 'birthDate' | 'socSecNum'>>;

/** The caller becomes the child's parent, so only a parent may call. */
const addChild = command({
  prepare: async ({ actor, birthDate }: AddChild, _, { clock }) => {
    if (actor.role !== 'Par') return refuse('ROLE_NOT_ALLOWED');
    return birthDate !== undefined && isInFuture(birthDate, clock.now())
      ? refuse('BIRTH_DATE_IN_FUTURE')
      : ok(undefined);
  },
  run: async ({ actor, firstName, lastName, birthDate, socSecNum }: AddChild, { children }, { ids, trace }) => {
    const id = ids.child();
    const inserted = await children.insert({ id, parentId: actor.id, firstName, lastName, birthDate, socSecNum });
    if (!inserted.ok) return inserted;
    trace.child = id;
    return ok(id);
  },
  audit: { action: 'child added', on: (_, id) => id },
  idempotency: {
    call: 'addChild',
    fields: ['firstName', 'lastName', 'birthDate', 'socSecNum'],
    answerAgain: (id, { children }) => unlessErased(id as ChildId, children.parentOf, 'CHILD_NOT_FOUND'),
  },
});

type ListOwnChildren = { readonly actor: Account; readonly paging: Paging<ChildId> };

const listOwnChildren = query({
  run: async ({ actor, paging }: ListOwnChildren, { children }, { list }) =>
    actor.role === 'Par'
      ? ok(list((request) => children.ofParent(actor.id, request), paging))
      : refuse('ROLE_NOT_ALLOWED'),
  audit: { action: 'own children listed', on: ({ actor }) => actor.id },
});

type ListDoctorsChildren = ListOwnChildren & { readonly doctorId: AccountId };

/** D-23: the doctor and the doctor's assistants see the whole list. A parent sees only their own children. */
const listDoctorsChildren = query({
  run: async ({ actor, doctorId, paging }: ListDoctorsChildren, reads, { list }) => {
    const { children } = reads;
    const own = actor.id === doctorId && actor.role === 'Doc';
    if (!own && !(await isDoctor(reads, doctorId))) return refuse('DOCTOR_NOT_FOUND');
    if (actor.role === 'Par') {
      return ok(list((request) => children.ofDoctorAndParent(doctorId, actor.id, request), paging));
    }
    if (!(await worksFor(reads, actor, doctorId))) return refuse('ROLE_NOT_ALLOWED');
    return ok(list((request) => children.ofDoctor(doctorId, request), paging));
  },
  audit: { action: "doctor's children listed", on: ({ doctorId }) => doctorId },
});

type OneChild = { readonly childId: ChildId };

/**
 * For the operator (GDPR, article 17). If an outage kept the store from clearing its files, the operator repeats the
 * call. The child is gone then, so the call refuses with `CHILD_NOT_FOUND`, but it clears the files.
 */
const eraseChild = command({
  run: async ({ childId }: OneChild, { children }, { trace }) => {
    trace.child = childId;
    return (await children.erase(childId)) ? ok(undefined) : refuse('CHILD_NOT_FOUND');
  },
  after: (storage) => storage.scrub('child'),
  audit: { action: 'child erased', on: ({ childId }) => childId },
});

const EVERYTHING = { after: undefined, size: 2 ** 31 - 1 };

/** For the operator (GDPR, article 15). One unit of work, so that the parts fit together. */
const exportChild = command({
  run: async ({ childId }: OneChild, stores, { trace }) => {
    trace.child = childId;
    const child = await stores.children.record(childId);
    if (!child) return refuse('CHILD_NOT_FOUND');
    const cases: Awaited<ReturnType<typeof caseFile>>[] = [];
    for (const found of await stores.cases.ofChild(childId, EVERYTHING)) cases.push(await caseFile(stores, found));
    const named = cases.flatMap(({ case: { doctorId }, history }) => [doctorId, ...history.map(({ by }) => by)]);
    const people: Account[] = [];
    for (const id of new Set([child.parentId, ...named])) {
      const account = await stores.accounts.find(id);
      if (account) people.push(account);
    }
    return ok({ child, cases, people });
  },
  audit: { action: 'child exported', on: ({ childId }) => childId },
});

const caseFile = async ({ tasks, certifications, certificates, history }: Reads, found: Case) => ({
  case: found,
  tasks: await tasks.ofCase(found.id, EVERYTHING),
  certifications: await certifications.ofCase(found.id, EVERYTHING),
  certificates: await certificates.ofCase(found.id, EVERYTHING),
  history: await history.ofCase(found.id, EVERYTHING),
});

export const childUseCases = { addChild, listDoctorsChildren, listOwnChildren };
export const operatorChildUseCases = { eraseChild, exportChild };
