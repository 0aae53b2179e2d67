import type { Account } from '../model/account.ts';
import { type Certification, type IssuedList, isOver, type WaitingFilter } from '../model/case.ts';
import { type ChildNames, identityOf, isSameIdentity, type Shown } from '../model/child.ts';
import { byId, mapPages, type PageRequest, type Paging } from '../model/pages.ts';
import type { AccountId, CertificationId, Day, TaskId, Title } from '../model/values.ts';
import type { Reads } from '../ports/storage.ts';
import { ok, refuse } from '../result.ts';
import { withChildren } from './case-lists.ts';
import { certificationOf, isKeptBy, locateCertification, type OfTask } from './certifications.ts';
import { command, query } from './runner.ts';
import { doctorsOf, worksFor } from './teams.ts';

/**
 * D-30: the doctor who has issued the certification says that the child, as it is called now, is the one whom it is about.
 * Nothing happens if it is called as it was.
 */
const confirmCertification = command({
  run: async (input: OfTask & Shown, stores, ports) => {
    const { actor } = input;
    const located = await locateCertification(stores, input, ports);
    if (!located.ok) return located;
    if (actor.role !== 'Doc') return refuse('ROLE_NOT_ALLOWED');
    const newest = certificationOf(located.value, input);
    if (!newest.ok) return newest;
    const certification = newest.value;
    if (certification.status !== 'issued') return refuse('CERTIFICATION_NOT_ISSUED');
    if (certification.decidedBy !== actor.id) return refuse('ROLE_NOT_ALLOWED');
    const { caseId } = certification;
    const child = await stores.children.ofCase(caseId);
    if (!child) return refuse('CASE_NOT_FOUND');
    if (!isSameIdentity(child, input)) return refuse('CHILD_CORRECTED');
    const at = ports.clock.now();
    if (isSameIdentity(child, certification.certified) || isOver(certification, at, ports.calendar))
      return ok(undefined);
    await stores.certifications.save({ ...certification, certified: identityOf(child) });
    const { case: of, task } = located.value;
    ports.trace.facts = [{ case: of, action: 'certification confirmed', at, oldTitle: task?.title }];
    return ok(undefined);
  },
  audit: { action: 'certification confirmed', on: ({ id }) => id },
});

/** D-32: what a doctor sees of a certification: of the case and the task no more than their titles. */
type Entry<Found extends Certification> = {
  readonly id: CertificationId;
  readonly certification: Found;
  /** As it is called now. */
  readonly child: ChildNames;
  readonly doctorId: AccountId;
  readonly caseTitle: Title;
  readonly taskTitle: Title;
  /** D-44. */
  readonly neededBy: Day | undefined;
};

/** Leaves out what was erased meanwhile. */
const withTitles = async <Found extends Certification>(
  reads: Reads,
  page: readonly Found[],
): Promise<readonly Entry<Found>[]> => {
  const titles = await reads.cases.titlesOf([...new Set(page.map(({ caseId }) => caseId))]);
  const cases = byId(await withChildren(reads, titles));
  const tasks = await Promise.all(page.map(({ taskId }) => reads.tasks.find(taskId)));
  return page.flatMap((certification, nth) => {
    const [found, task] = [cases.get(certification.caseId), tasks[nth]];
    if (!found || !task) return [];
    const { child, doctorId, title: caseTitle } = found;
    const { title: taskTitle, wishedBy, dueOn } = task;
    const neededBy = wishedBy && dueOn;
    return [{ id: certification.id, certification, child, doctorId, caseTitle, taskTitle, neededBy }];
  });
};

type ListWaiting = {
  readonly actor: Account;
  readonly paging: Paging<CertificationId>;
  readonly filter?: WaitingFilter;
};

/** D-46: what waits for the doctor's decision. */
const listWaiting = query({
  run: async ({ actor, paging, filter }: ListWaiting, reads, { pagesWhileAllowed }) => {
    if (actor.role !== 'Doc') return refuse('ROLE_NOT_ALLOWED');
    const fetch = async (request: PageRequest<CertificationId>) =>
      reads.certifications.waitingFor(await doctorsOf(reads, actor), request, filter);
    return ok(mapPages(pagesWhileAllowed(fetch, paging), (page) => withTitles(reads, page)));
  },
  audit: { action: 'waiting certifications listed', on: ({ actor }) => actor.id, shows: ({ child }) => child.id },
});

type ListIssued = { readonly actor: Account; readonly list: IssuedList; readonly paging: Paging<CertificationId> };

/** D-30, D-32: what the doctor is asked about, or has issued and keeps although the case is another doctor's. */
const listIssued = query({
  run: async ({ actor, list: wanted, paging }: ListIssued, reads, { pagesWhileAllowed, calendar, clock }) => {
    if (actor.role !== 'Doc') return refuse('ROLE_NOT_ALLOWED');
    const fetch = (request: PageRequest<CertificationId>) =>
      reads.certifications.issuedBy(actor.id, wanted, calendar.dayOf(clock.now()), request);
    return ok(mapPages(pagesWhileAllowed(fetch, paging), (page) => withTitles(reads, page)));
  },
  audit: { action: 'issued certifications listed', on: ({ actor }) => actor.id, shows: ({ child }) => child.id },
});

/** One of these. For all others it does not exist. */
const showIssued = query({
  run: async ({ actor, taskId }: { readonly actor: Account; readonly taskId: TaskId }, reads, context) => {
    const newest = await reads.certifications.newestOf(taskId);
    if (!newest || !isKeptBy(newest, actor, context)) return refuse('TASK_NOT_FOUND');
    const [entry] = await withTitles(reads, [newest]);
    if (!entry) return refuse('TASK_NOT_FOUND');
    context.trace.child = entry.child.id;
    const isOwnCase = await worksFor(reads, actor, entry.doctorId);
    return ok({ ...entry, isOwnCase, isToConfirm: !isSameIdentity(entry.child, newest.certified) });
  },
  audit: { action: 'certification checked', on: ({ taskId }) => taskId },
});

export const confirmationUseCases = { confirmCertification, listIssued, listWaiting, showIssued };
