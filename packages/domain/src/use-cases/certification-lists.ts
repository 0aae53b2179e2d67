import type { Account } from '../model/account.ts';
import type { Certification, IssuedList, WaitingFilter } from '../model/case.ts';
import { type ChildNames, isSameIdentity } from '../model/child.ts';
import { byId, mapPages, type PageRequest, type Paging } from '../model/pages.ts';
import type { AccountId, CertificationId, Day, TaskId, Title } from '../model/values.ts';
import type { Reads } from '../ports/storage.ts';
import { ok, refuse } from '../result.ts';
import { withChildren } from './case-lists.ts';
import { isKeptBy } from './certifications.ts';
import { query } from './runner.ts';
import { doctorsOf, worksFor } from './teams.ts';

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

export const certificationListUseCases = { listIssued, listWaiting, showIssued };
