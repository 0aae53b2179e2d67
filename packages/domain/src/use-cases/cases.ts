import type { Account } from '../model/account.ts';
import type { Case, OngoingCase } from '../model/case.ts';
import * as model from '../model/case.ts';
import type { AccountId, CaseId, CaseOrTaskId, ChildId, Reason, Title } from '../model/values.ts';
import type { Reads, Stores } from '../ports/storage.ts';
import { ok, refuse } from '../result.ts';
import type { Platform, Trace } from './declaration.ts';
import { audiencesOf } from './facts.ts';
import { lockHourly } from './limiter.ts';
import { passOnInvitations } from './parenthoods.ts';
import { command, unlessErased } from './runner.ts';
import { available, worksFor } from './teams.ts';

const NOBODY: readonly AccountId[] = [];

export type OneCase = { readonly actor: Account; readonly caseId: CaseId };
type Traced = { readonly trace: Trace };

/**
 * D-23: the case, for its doctor, the doctor's assistants and deputy (D-41), and the child's parents. For all others it does
 * not exist. The audit record names the case's child, whoever asked.
 */
export const visibleCase = (reads: Reads, { actor, caseId }: OneCase, { trace }: Traced) =>
  ifVisible(reads, actor, caseId, trace, () => reads.cases.find(caseId));

/** As `visibleCase`, by one of its tasks or by itself (D-21). */
export const locatedCase = (reads: Reads, actor: Account, id: CaseOrTaskId, trace: Trace) =>
  ifVisible(reads, actor, id, trace, () => reads.cases.locate(id));

const ifVisible = async (
  reads: Reads,
  actor: Account,
  id: CaseOrTaskId,
  trace: Trace,
  find: () => Promise<Case | undefined>,
) => {
  const [found, parents] = await Promise.all([find(), actor.role === 'Par' ? reads.cases.parentsOf(id) : NOBODY]);
  if (!found) return refuse('CASE_NOT_FOUND');
  trace.child = found.childId;
  const takesPart = actor.role === 'Par' ? parents.includes(actor.id) : await worksFor(reads, actor, found.doctorId);
  return takesPart ? ok(found) : refuse('CASE_NOT_FOUND');
};

/** D-23: the child's parents see the case, but may not work on it. */
const unlessParent = ({ role }: Account, found: Awaited<ReturnType<typeof visibleCase>>) =>
  found.ok && role === 'Par' ? refuse('ROLE_NOT_ALLOWED') : found;

export const caseToWorkOn = async (reads: Reads, input: OneCase, traced: Traced) =>
  unlessParent(input.actor, await visibleCase(reads, input, traced));

type OpenCase = { readonly actor: Account } & Pick<Case, 'childId' | 'doctorId' | 'title'>;

/** D-43: whether a case of the child may become one of the doctor's. */
const takesChild = async ({ children }: Reads, doctor: Account, childId: ChildId): Promise<boolean> =>
  !doctor.takesNoChildren || children.isOfDoctor(childId, doctor.id);

/** A parent may name any doctor, for an own child. Doctor and assistants may name a child on the doctor's list. */
export const newCase = async (
  { actor, childId, doctorId, title }: OpenCase,
  stores: Stores,
  ports: Platform & { readonly trace: Trace },
) => {
  const { ids, clock, trace } = ports;
  trace.child = childId;
  const { children } = stores;
  const isParent = actor.role === 'Par';
  const [count, doctor, isAllowed, isTheirs] = await Promise.all([
    lockHourly('cases', actor, stores, ports),
    available(stores, 'Doc', doctorId),
    isParent || worksFor(stores, actor, doctorId),
    isParent ? children.isOfParent(childId, actor.id) : children.isOfDoctor(childId, doctorId),
  ]);
  if (!doctor) return refuse('DOCTOR_NOT_FOUND');
  if (!isAllowed) return refuse('ROLE_NOT_ALLOWED');
  if (!isTheirs) return refuse('CHILD_NOT_FOUND');
  if (!(await takesChild(stores, doctor, childId))) return refuse('DOCTOR_TAKES_NO_CHILDREN');
  const [id, at] = [ids.next<CaseId>(), clock.now()];
  const facts = { id, childId, doctorId, title, openedAt: at, newSince: isParent ? at : undefined };
  const opened: OngoingCase = { ...facts, status: 'ongoing' };
  const fact = { case: opened, action: 'case opened', at } as const;
  const [audiences] = await Promise.all([audiencesOf(fact, stores, ports), stores.cases.insert(opened)]);
  trace.facts = [{ ...fact, audiences }];
  const counted = await count();
  return counted.ok ? ok(opened) : counted;
};

const openCase = command({
  run: async (input: OpenCase, stores, ports) => {
    const opened = await newCase(input, stores, ports);
    return opened.ok ? ok(opened.value.id) : opened;
  },
  audit: { action: 'case opened', on: ({ childId }, id) => id ?? childId },
  idempotency: {
    fields: ['childId', 'doctorId', 'title'],
    answerAgain: (id, { cases }) => unlessErased(id as CaseId, cases.find, 'CHILD_NOT_FOUND'),
  },
});

const finishCase = command({
  run: async (input: OneCase, stores, { clock, trace }) => {
    // In this order: the first locks the case.
    const [found, isAnyOpen] = await Promise.all([
      caseToWorkOn(stores, input, { trace }),
      stores.tasks.anyOpenIn(input.caseId),
    ]);
    if (!found.ok) return found;
    const finished = model.finishCase(found.value, clock.now());
    if (!finished.ok) return finished;
    if (isAnyOpen) return refuse('TASKS_OPEN');
    await stores.cases.save(finished.value);
    trace.facts = [{ case: found.value, action: 'case finished', at: finished.value.finishedAt }];
    return ok(undefined);
  },
  audit: { action: 'case finished', on: ({ caseId }) => caseId },
  idempotency: {
    fields: ['caseId'],
    answerAgain: async (_, reads, __, input) => {
      const found = await visibleCase(reads, input, { trace: {} });
      return found.ok ? found.value.status === 'finished' : found;
    },
  },
});

export type WithReason = OneCase & { readonly reason: Reason };

const reopenCase = command({
  rule: visibleCase,
  run: async ({ actor, reason }: WithReason, stores, { found, trace }) => {
    if (actor.role !== 'Doc') return refuse('ROLE_NOT_ALLOWED');
    const reopened = model.reopenCase(found);
    if (!reopened.ok) return reopened;
    await stores.cases.save(reopened.value);
    trace.facts = [{ case: found, action: 'case reopened', reason }];
    return ok(undefined);
  },
  audit: { action: 'case reopened', on: ({ caseId }) => caseId },
  idempotency: { fields: ['caseId', 'reason'], stands: ({ status }) => status === 'ongoing' },
});

/** D-30: nothing happens if it has the title already. Answers which fields were corrected. */
const renameCase = command({
  rule: caseToWorkOn,
  run: async ({ title }: OneCase & { readonly title: Title }, stores, { found, trace }) => {
    const renamed = model.renameCase(found, title);
    if (!renamed.ok) return renamed;
    if (title === found.title) return ok<readonly string[]>([]);
    await stores.cases.rename(renamed.value);
    trace.facts = [{ case: found, action: 'case renamed', oldTitle: found.title, newTitle: title }];
    return ok<readonly string[]>(['title']);
  },
  audit: { action: 'case corrected', on: ({ caseId }) => caseId, parts: (fields) => fields },
});

/** D-32: its doctor or a parent gives the case to another doctor. The others of these are told. */
const handOverCase = command({
  run: async ({ actor, caseId, doctorId }: OneCase & { readonly doctorId: AccountId }, stores, ports) => {
    const { clock, trace } = ports;
    const [count, found] = await Promise.all([
      lockHourly('cases', actor, stores, ports),
      visibleCase(stores, { actor, caseId }, ports),
    ]);
    if (!found.ok) return found;
    // D-41: no deputy gives away a case of another.
    if (actor.role !== 'Par' && actor.id !== found.value.doctorId) return refuse('ROLE_NOT_ALLOWED');
    const at = clock.now();
    const handed = model.handOver(found.value, doctorId, at);
    if (!handed.ok) return handed;
    const { doctorId: former } = found.value;
    if (doctorId === former) return ok(undefined);
    const doctor = await available(stores, 'Doc', doctorId);
    if (!doctor) return refuse('DOCTOR_NOT_FOUND');
    if (!(await takesChild(stores, doctor, found.value.childId))) return refuse('DOCTOR_TAKES_NO_CHILDREN');
    await stores.cases.handOver(handed.value, former);
    // A parent gives the case away, not what was sent by the doctor.
    if (actor.id === former)
      await passOnInvitations({ childId: handed.value.childId, from: former, to: doctorId }, stores);
    trace.facts = [{ case: found.value, action: 'case handed over', at, to: doctorId }];
    return count();
  },
  audit: { action: 'case handed over', on: ({ caseId }) => caseId },
  idempotency: {
    fields: ['caseId', 'doctorId'],
    // The former doctor is told of the own handover, although without a part in the case any more.
    answerAgain: async (_, { cases }, __, { caseId, doctorId }) => (await cases.find(caseId))?.doctorId === doctorId,
  },
});

export const caseUseCases = { finishCase, handOverCase, openCase, renameCase, reopenCase };
