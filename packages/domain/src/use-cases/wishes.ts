import type { Account } from '../model/account.ts';
import type { Case, Certification, IssuedCertification, Task } from '../model/case.ts';
import * as model from '../model/case.ts';
import { type Certificate, validityFrom } from '../model/certificate.ts';
import { type ChildNames, isSameIdentity } from '../model/child.ts';
import { EVERYTHING, type PageLimit, type Pages } from '../model/pages.ts';
import type { AccountId, CaseId, CertificationId, ChildId, Day, Reason, TaskId, Title } from '../model/values.ts';
import type { Reads, Stores } from '../ports/storage.ts';
import { ok, refuse } from '../result.ts';
import { caseToWorkOn, newCase, visibleCase, type WithReason } from './cases.ts';
import type { Fact, Platform, Trace } from './declaration.ts';
import { lockHourly } from './limiter.ts';
import { command, query } from './runner.ts';
import { type OneTask, taskToWorkOn, visibleTask } from './tasks.ts';
import { isAttended } from './teams.ts';

/** D-44: a parent asks for a certificate, which is a task of a case. */

type WishCertificate = {
  readonly actor: Account;
  /** An ongoing case, or what a new one is opened with. */
  readonly about: { readonly caseId: CaseId } | { readonly childId: ChildId; readonly doctorId: AccountId };
  readonly purpose: Title;
  readonly dueOn?: Day | undefined;
};

/** D-43: in an ongoing case it counts as a case, too. */
const caseFor = async (
  { actor, about, purpose }: WishCertificate,
  stores: Stores,
  ports: Platform & { readonly trace: Trace },
) => {
  if (!('caseId' in about)) return newCase({ actor, ...about, title: purpose }, stores, ports);
  const [count, found] = await Promise.all([
    lockHourly('cases', actor, stores, ports),
    visibleCase(stores, { actor, caseId: about.caseId }, ports),
  ]);
  if (!found.ok) return found;
  if (!(await isAttended(stores, found.value.doctorId, ports))) return refuse('DOCTOR_UNAVAILABLE');
  const counted = await count();
  return counted.ok ? found : counted;
};

type Wished = { readonly childId: ChildId; readonly caseId: CaseId; readonly taskId: TaskId };

const wishCertificate = command({
  run: async (input: WishCertificate, stores, ports) => {
    const { actor, purpose, dueOn } = input;
    const { ids, clock, calendar, trace } = ports;
    if (actor.role !== 'Par') return refuse('ROLE_NOT_ALLOWED');
    const day = validityFrom(calendar.dayOf(clock.now()), dueOn);
    if (!day.ok) return day;
    const found = await caseFor(input, stores, ports);
    if (!found.ok) return found;
    const task = model.openTask(found.value, { id: ids.next(), title: purpose, dueOn, wishedBy: actor.id });
    if (!task.ok) return task;
    await stores.tasks.insert(task.value);
    trace.facts = [...(trace.facts ?? []), { case: found.value, action: 'certificate wanted' }];
    const { id: caseId, childId } = found.value;
    return ok<Wished>({ childId, caseId, taskId: task.value.id });
  },
  audit: { action: 'certificate wanted', on: (_, wished) => wished?.caseId },
  idempotency: {
    fields: ['about', 'purpose', 'dueOn'],
    keep: ({ taskId }) => taskId,
    answerAgain: async (kept, { cases }) => {
      const taskId = kept as TaskId;
      const found = await cases.locate(taskId);
      if (!found) return refuse('IDEMPOTENCY_KEY_REUSED');
      return ok<Wished>({ childId: found.childId, caseId: found.id, taskId });
    },
  },
});

/** Whether the case was opened with the wish that was in it, and nobody has looked into it or written on it since. */
const isEmptyNow = async (of: Case, { title }: Task, stores: Stores): Promise<boolean> =>
  of.newSince !== undefined &&
  of.title === title &&
  (await stores.tasks.ofCase(of.id, { after: undefined, size: 1 })).length === 0 &&
  (await stores.notes.ofCase(of.id, { after: undefined, size: 1 })).length === 0;

/** Whether nothing was done or decided about the wish. Open again, it keeps what was decided before. */
export const isOnlyWanted = ({ status, wishedBy }: Task, newest: Certification | undefined): boolean =>
  status === 'open' && wishedBy !== undefined && !newest;

/** By who asks, while nobody has closed or declined it. A case that has nothing else in it ends with it. */
const withdrawWish = command({
  rule: visibleTask,
  run: async (input: OneTask, stores, { found: { task, case: of }, clock, trace }) => {
    if (task.wishedBy !== input.actor.id) return refuse('ROLE_NOT_ALLOWED');
    if (!isOnlyWanted(task, await stores.certifications.newestOf(task.id))) return refuse('WISH_ENDED');
    await stores.tasks.remove(task.id);
    const withdrawn = { case: of, action: 'wish withdrawn' } as const;
    trace.facts = [withdrawn];
    const finished = model.finishCase(of, clock.now());
    if (finished.ok && (await isEmptyNow(of, task, stores))) {
      await stores.cases.save(finished.value);
      trace.facts = [withdrawn, { case: of, action: 'case finished', at: finished.value.finishedAt }];
    }
    return ok(of.childId);
  },
  audit: { action: 'wish withdrawn', on: ({ taskId }) => taskId },
  idempotency: {
    fields: ['taskId'],
    answerAgain: async (kept, { tasks }, __, { taskId }) =>
      (await tasks.find(taskId)) ? refuse('IDEMPOTENCY_KEY_REUSED') : ok(kept as ChildId),
  },
});

type Declining = { readonly actor: Account; readonly reason: Reason };

/** The task is closed, and what it asks for is rejected. */
const decline = async (task: Task, { actor, reason }: Declining, stores: Stores, { clock, ids }: Platform) => {
  if (!task.wishedBy) return refuse('TASK_NOT_FOUND');
  const at = clock.now();
  const closed = model.closeTask(task, at, actor.id);
  if (!closed.ok) return refuse('WISH_ENDED');
  const requested = model.certificationFor(closed.value, ids.next(), task.wishedBy, at);
  const rejected = model.reject(requested, at, { reason });
  if (!rejected.ok) return rejected;
  await stores.tasks.save(closed.value);
  await stores.certifications.insertOnce(rejected.value);
  return ok({ action: 'wish declined', at, reason, oldTitle: task.title } as const);
};

const declineWish = command({
  rule: taskToWorkOn,
  run: async (input: OneTask & Declining, stores, ports) => {
    const { task, case: of } = ports.found;
    const declined = await decline(task, input, stores, ports);
    if (!declined.ok) return declined;
    ports.trace.facts = [{ case: of, ...declined.value }];
    return ok(undefined);
  },
  audit: { action: 'wish declined', on: ({ taskId }) => taskId },
  idempotency: { fields: ['taskId', 'reason'], stands: ({ task }) => task.status === 'closed' },
});

/** D-43: nobody has worked in it, so there is nothing to do but to say why, also to who asks for certificates. Its doctor can reopen it. */
const refuseCase = command({
  rule: caseToWorkOn,
  run: async (input: WithReason, stores, ports) => {
    const { found, clock, trace } = ports;
    const finished = model.finishCase(found, clock.now());
    if (!finished.ok) return finished;
    const { finishedAt: at } = finished.value;
    const facts: Fact[] = [{ case: found, action: 'case refused', at, reason: input.reason }];
    for (const task of await stores.tasks.ofCase(input.caseId, EVERYTHING)) {
      if (!isOnlyWanted(task, await stores.certifications.newestOf(task.id))) return refuse('CASE_WORKED_IN');
      const declined = await decline(task, input, stores, ports);
      if (declined.ok) facts.push({ case: found, ...declined.value });
    }
    await stores.cases.save(finished.value);
    trace.facts = facts;
    return ok(undefined);
  },
  audit: { action: 'case refused', on: ({ caseId }) => caseId },
  idempotency: {
    fields: ['caseId', 'reason'],
    stands: async ({ status }, { caseId }, { tasks }) =>
      status === 'finished' && (await tasks.ofCase(caseId, EVERYTHING)).every(({ wishedBy }) => wishedBy !== undefined),
  },
});

/** The newest ones are many enough to be shown above other things. */
const MOST_READY = 20;

type Ready = { readonly certification: IssuedCertification; readonly child: ChildNames; readonly purpose: Title };

/** What was issued for the caller's children, newest first, of which nobody, or not the one who asked, has made a certificate that holds. */
const listReady = query({
  run: async ({ actor }: { readonly actor: Account }, reads, { calendar, clock, pagesWhileAllowed }) => {
    if (actor.role !== 'Par') return refuse('ROLE_NOT_ALLOWED');
    const today = calendar.dayOf(clock.now());
    const fetch = async (): Promise<readonly (Ready & { readonly id: CertificationId })[]> => {
      const ready = await reads.certifications.readyFor(actor.id, today, MOST_READY);
      const found = await Promise.all(
        ready.map(async (certification) => {
          const { caseId, taskId, id } = certification;
          const [child, task] = await Promise.all([reads.children.ofCase(caseId), reads.tasks.find(taskId)]);
          return child && task ? [{ id, certification, child, purpose: task.title }] : [];
        }),
      );
      return found.flat();
    };
    return ok<Pages<Ready>>(pagesWhileAllowed(fetch, { limit: MOST_READY as PageLimit }));
  },
  audit: { action: 'ready certificates listed', on: ({ actor }) => actor.id, shows: ({ child }) => child.id },
});

/** A certificate of a child, from the wish to the papers that were made of it, which are not withdrawn. */
export type ChildCertificate = {
  /** Without a certification: wanted. Issued: no certificate can be made any more, or until its doctor confirms. */
  readonly state: Certification['status'] | 'wanted' | 'over' | 'to confirm';
  readonly task: Task;
  readonly certification: Certification | undefined;
  readonly papers: readonly Certificate[];
};

type Now = { readonly child: ChildNames; readonly isPast: (one: IssuedCertification) => boolean };

export const stateOf = (found: Certification | undefined, { child, isPast }: Now): ChildCertificate['state'] => {
  if (found?.status !== 'issued') return found?.status ?? 'wanted';
  if (isPast(found) || found.doctorName === undefined) return 'over';
  return isSameIdentity(child, found.certified) ? 'issued' : 'to confirm';
};

/** Tasks that are looked at in one turn. */
const TASKS_AT_ONCE = 200;

type InCase = { readonly now: Now; readonly papers: readonly Certificate[] };

const certificatesAmong = async (tasks: readonly Task[], { certifications }: Reads, { now, papers }: InCase) => {
  const all = await certifications.newestOfEach(tasks.map(({ id }) => id));
  const newest = new Map(all.map((one) => [one.taskId, one]));
  return tasks.flatMap((task): readonly ChildCertificate[] => {
    const certification = task.status === 'open' ? undefined : newest.get(task.id);
    if (!certification && (task.status === 'closed' || !task.wishedBy)) return [];
    const own = papers.filter((one) => one.certificationId === certification?.id);
    return [{ state: stateOf(certification, now), task, certification, papers: own }];
  });
};

const certificatesIn = async (reads: Reads, { clock }: Platform, caseId: CaseId, now: Now) => {
  const inCase = { now, papers: await reads.certificates.validOf(caseId) };
  const found: ChildCertificate[] = [];
  for (let after: TaskId | undefined; ; ) {
    const tasks = await reads.tasks.ofCase(caseId, { after, size: TASKS_AT_ONCE });
    found.push(...(await certificatesAmong(tasks, reads, inCase)));
    after = tasks.at(-1)?.id;
    if (tasks.length < TASKS_AT_ONCE) return found;
    // Others are answered before the next ones.
    await clock.sleep(0);
  }
};

/** All that was asked for, is decided about or was made, what was asked for last at first. */
const listCertificates = query({
  run: async ({ actor, childId }: { readonly actor: Account; readonly childId: ChildId }, reads, context) => {
    const { calendar, clock, trace } = context;
    trace.child = childId;
    if (actor.role !== 'Par') return refuse('ROLE_NOT_ALLOWED');
    const [isOwn, [child]] = await Promise.all([
      reads.children.isOfParent(childId, actor.id),
      reads.children.namesOf([childId]),
    ]);
    if (!isOwn || !child) return refuse('CHILD_NOT_FOUND');
    const now = { child, isPast: (one: IssuedCertification) => model.isOver(one, clock.now(), calendar) };
    const found: ChildCertificate[] = [];
    for (const { id } of await reads.cases.ofChild(childId, EVERYTHING))
      found.push(...(await certificatesIn(reads, context, id, now)));
    return ok(found.sort((one, other) => (one.task.id < other.task.id ? 1 : -1)));
  },
  audit: { action: 'certificates listed', on: ({ childId }) => childId },
});

export const wishUseCases = { declineWish, listCertificates, listReady, refuseCase, wishCertificate, withdrawWish };
