import type { Account } from '../model/account.ts';
import {
  type ChildFacts,
  type ChildNames,
  CORRECTABLE,
  factsOf,
  type GivenChild,
  isInFuture,
  PAPER_CODE_LIFETIME,
  type Parent,
} from '../model/child.ts';
import { EVERYTHING, type Pages } from '../model/pages.ts';
import {
  type AccountId,
  type CaseId,
  type ChildId,
  type Instant,
  later,
  type Reason,
  type Title,
} from '../model/values.ts';
import type { Reads, Stores } from '../ports/storage.ts';
import { ok, refuse } from '../result.ts';
import { correcting, lockingChild, type MayUse, type ShownChild, shownOf } from './children.ts';
import { issueCode } from './credentials.ts';
import type { Fact, Platform, Trace } from './declaration.ts';
import { unreached } from './mails.ts';
import { canAnyParentLogIn, endParenthood } from './parenthoods.ts';
import { invitationsOf, inviting, type PendingInvitation, withdrawing } from './parents.ts';
import { command, query } from './runner.ts';
import { available, doctorsOf, isPatientOf, type OwnChild, worksFor } from './teams.ts';

// D-42: children that the staff of a doctor look after until a parent joins.

/** D-42: the child, for those who work for its doctor. The record names the child, whoever asked. */
const patient = async (reads: Reads, { actor, childId }: OwnChild, { trace }: { readonly trace: Trace }) => {
  trace.child = childId;
  if (actor.role === 'Par') return refuse('ROLE_NOT_ALLOWED');
  return (await isPatientOf(reads, actor, childId)) ? ok(childId) : refuse('CHILD_NOT_FOUND');
};

type OfPatient = 'ROLE_NOT_ALLOWED' | 'CHILD_NOT_FOUND' | 'CHILD_HAS_PARENTS';

const unless =
  (hasParents: typeof canAnyParentLogIn): MayUse<OfPatient> =>
  async (reads, input, traced) => {
    const found = await patient(reads, input, traced);
    return found.ok && (await hasParents(reads, input.childId)) ? refuse('CHILD_HAS_PARENTS') : found;
  };
/** As long as it has no parent. */
const withoutParent = unless(async ({ children }, id) => (await children.parents(id)).length > 0);
/** As long as no parent could do it. */
const withoutParentHere = unless(canAnyParentLogIn);

type LikeChild = GivenChild & { readonly actor: Account; readonly doctorId: AccountId };

type EnterChild = LikeChild & {
  readonly title: Title;
  /** The children of the doctor that are alike, and of which the caller has seen that they are others. */
  readonly others?: readonly ChildId[] | undefined;
};

const alikeIn = ({ children }: Reads, input: LikeChild) => children.alikeOfDoctor(input.doctorId, factsOf(input));

/** The doctor's own children alone: nobody is told of those of others. */
const findAlike = query({
  run: async (input: LikeChild, reads, { pagesWhileAllowed }) =>
    (await worksFor(reads, input.actor, input.doctorId))
      ? ok<Pages<ChildNames>>(pagesWhileAllowed(() => alikeIn(reads, input), {}))
      : refuse('ROLE_NOT_ALLOWED'),
  audit: { action: 'children found', on: ({ actor }) => actor.id, shows: ({ id }) => id },
});

type Entered = ChildFacts & { readonly doctorId: AccountId; readonly title: Title };

/** With its first case, which is new to nobody: whoever asks has checked all else. */
export const keepEntered = async (
  { cases, children }: Stores,
  { ids, clock }: Platform,
  { doctorId, title, ...child }: Entered,
) => {
  const [childId, caseId, at] = [ids.next<ChildId>(), ids.next<CaseId>(), clock.now()];
  const entered = { ...child, id: childId, isOfStaff: true as const };
  await children.enter(entered);
  await cases.insert({ id: caseId, childId, doctorId, title, openedAt: at, status: 'ongoing' }, entered);
  return {
    childId,
    caseId,
    opened: { case: { id: caseId, childId, doctorId, status: 'ongoing' }, action: 'case opened', at } satisfies Fact,
  };
};

/** Staff of the doctor have opened its first case. */
const enterChild = command({
  prepare: async ({ birthDate }: EnterChild, _, { clock }) =>
    isInFuture(birthDate, clock.now()) ? refuse('BIRTH_DATE_IN_FUTURE') : ok(undefined),
  run: async (input: EnterChild, stores, ports) => {
    const { actor, doctorId, title, others = [] } = input;
    // First, as it locks the account on which the rest relies.
    const alike = await alikeIn(stores, input);
    const doctor = await available(stores, 'Doc', doctorId);
    if (!(await worksFor(stores, actor, doctorId))) return refuse('ROLE_NOT_ALLOWED');
    if (!doctor) return refuse('DOCTOR_NOT_FOUND');
    if (doctor.takesNoChildren) return refuse('DOCTOR_TAKES_NO_CHILDREN');
    if (alike.some(({ id }) => !others.includes(id))) return refuse('CHILD_KNOWN');
    const entered = { ...factsOf(input), doctorId, title };
    const { childId, caseId, opened } = await keepEntered(stores, ports, entered);
    ports.trace.child = childId;
    ports.trace.facts = [opened];
    return ok({ childId, caseId });
  },
  audit: { action: 'child entered', on: (_, value) => value?.caseId },
  idempotency: {
    fields: ['doctorId', ...CORRECTABLE, 'title'],
    keep: ({ caseId }) => caseId,
    // Its child may be one with another by now.
    answerAgain: async (kept, { cases }) => {
      const found = await cases.find(kept as CaseId);
      return found ? ok({ childId: found.childId, caseId: found.id }) : refuse('CHILD_NOT_FOUND');
    },
  },
});

type ShownPatient = ShownChild & {
  /** D-43: `isUnreached`: nobody of the staff could know otherwise that a parent is not told. */
  readonly parents: readonly (Parent & { readonly isUnreached: boolean })[];
  /** Whether a parent looks after it. */
  readonly hasParentHere: boolean;
  readonly invitations: readonly PendingInvitation[];
  /** Until when the code on paper is good. */
  readonly paperUntil: Instant | undefined;
};

const paperOf = async ({ joinCodes }: Reads, childId: ChildId, now: Instant) =>
  (await joinCodes.ofChild(childId)).find(({ email, expiresAt }) => email === undefined && now < expiresAt);

const showPatient = query({
  run: async ({ actor, childId }: OwnChild, reads, context) => {
    const { clock, trace } = context;
    const [found, child, parents, hasParentHere, invitations, paper] = await Promise.all([
      patient(reads, { actor, childId }, { trace }),
      reads.children.record(childId),
      reads.children.parents(childId),
      canAnyParentLogIn(reads, childId),
      invitationsOf({ actor, childId }, reads, context),
      paperOf(reads, childId, clock.now()),
    ]);
    if (!found.ok) return found;
    if (!child) return refuse('CHILD_NOT_FOUND');
    const told = parents.map(async (parent) => {
      const account = await reads.accounts.find(parent.id);
      return { ...parent, isUnreached: account !== undefined && (await unreached(account, reads)) !== undefined };
    });
    const paperUntil = hasParentHere ? undefined : paper?.expiresAt;
    return ok<ShownPatient>({
      ...shownOf(child),
      parents: await Promise.all(told),
      hasParentHere,
      invitations,
      paperUntil,
    });
  },
  audit: { action: 'child shown', on: ({ childId }) => childId },
});

/** D-30, as a parent does once there is one. */
const correctPatient = correcting(withoutParent);

/** D-33, to become the first parent. */
const invitePatientsParent = inviting(withoutParentHere);
const withdrawPatientInvitation = withdrawing(patient);

/** It replaces the one before. */
const makePaperCode = command({
  rule: lockingChild<OfPatient>(withoutParentHere),
  run: async ({ actor, childId }: OwnChild, stores, ports) => {
    const { code, digest } = issueCode(ports);
    const expiresAt = later(ports.clock.now(), PAPER_CODE_LIFETIME);
    await stores.joinCodes.save({ digest, childId, email: undefined, invitedBy: actor.id, expiresAt });
    return ok({ code, expiresAt });
  },
  audit: { action: 'code on paper made', on: ({ childId }) => childId },
});

/** Whether it is still the one that counts, and until when. */
const checkPaperCode = query({
  run: async ({ actor, childId, code }: OwnChild & { readonly code: string }, reads, { clock, secretCodes, trace }) => {
    const [found, paper, isOver] = await Promise.all([
      patient(reads, { actor, childId }, { trace }),
      paperOf(reads, childId, clock.now()),
      canAnyParentLogIn(reads, childId),
    ]);
    if (!found.ok) return found;
    return ok(!isOver && paper?.digest === secretCodes.digestOf(code) ? paper?.expiresAt : undefined);
  },
  audit: 'no child',
});

const withdrawPaperCode = command({
  rule: patient,
  run: async ({ childId }: OwnChild, stores, { clock }) => {
    if (!(await paperOf(stores, childId, clock.now()))) return refuse('INVITATION_NOT_FOUND');
    return ok(await stores.joinCodes.removePaper(childId));
  },
  audit: { action: 'invitation withdrawn', on: ({ childId }) => childId },
  idempotency: {
    fields: ['childId'],
    stands: async (_, { childId }, reads, { clock }) => !(await paperOf(reads, childId, clock.now())),
  },
});

type RemovePatientsParent = OwnChild & { readonly parentId: AccountId; readonly reason: Reason };

/** Where no parent may remove another. The reason stands in the history of the doctor's cases. Also the last one: it may not have been a parent who had the code. */
const removePatientsParent = command({
  rule: lockingChild<'ROLE_NOT_ALLOWED' | 'CHILD_NOT_FOUND'>(patient),
  run: async ({ actor, childId, parentId, reason }: RemovePatientsParent, stores, ports) => {
    const { accounts, cases, children, joinCodes } = stores;
    const [child, parents] = [await children.record(childId), await children.parents(childId)];
    if (actor.role !== 'Doc' || !child?.isOfStaff) return refuse('ROLE_NOT_ALLOWED');
    if (!parents.some(({ id }) => id === parentId)) return refuse('PARENT_NOT_FOUND');
    await endParenthood(stores, ports, { childId, removed: parentId, by: actor.id });
    const removed = await accounts.find(parentId);
    if (removed) await joinCodes.withdrawAllOf(childId, removed);
    const doctors = await doctorsOf(stores, actor);
    const own = (await cases.ofChild(childId, EVERYTHING)).filter(({ doctorId }) => doctors.includes(doctorId));
    ports.trace.facts = own.map((of) => ({ case: of, action: 'parent removed', reason }));
    return ok(undefined);
  },
  audit: { action: 'parent removed', on: ({ parentId }) => parentId },
  idempotency: {
    fields: ['childId', 'parentId', 'reason'],
    stands: async (_, { childId, parentId }, reads) => !(await reads.children.isOfParent(childId, parentId)),
  },
});

export const patientUseCases = {
  checkPaperCode,
  correctPatient,
  enterChild,
  findAlike,
  invitePatientsParent,
  makePaperCode,
  removePatientsParent,
  showPatient,
  withdrawPaperCode,
  withdrawPatientInvitation,
};
