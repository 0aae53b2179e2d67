import type { Account, Colleague, PersonInRole } from '../model/account.ts';
import {
  type Case,
  type CaseEvent,
  type CaseFilter,
  type Certification,
  type ListedCase,
  MOST_COUNTED,
  MOST_LISTED,
  type Task,
  type TaskFilter,
  type WaitingFilter,
} from '../model/case.ts';
import type { ChildNames } from '../model/child.ts';
import { type ShownNote, shownNote } from '../model/note.ts';
import {
  byId,
  mapPages,
  type PageRequest,
  type Pages,
  type Paging,
  type pagesOf,
  withFirstFetched,
} from '../model/pages.ts';
import type { CaseEventId, CaseId, TaskId } from '../model/values.ts';
import type { Reads, Stores } from '../ports/storage.ts';
import { ok, refuse } from '../result.ts';
import { type OneCase, visibleCase } from './cases.ts';
import { namesIn, withNames } from './children.ts';
import type { Trace } from './declaration.ts';
import { query } from './runner.ts';
import { doctorsOf } from './teams.ts';

/** D-31: whether entries come with more than the specification says. */
export type Detail = 'full';

type ListCases = {
  readonly actor: Account;
  readonly paging: Paging<CaseId>;
  readonly filter?: CaseFilter;
  readonly detail?: Detail | undefined;
};

/** With `detail` each case has its child. */
export type CaseEntry = ListedCase & { readonly child?: ChildNames };

const listCases = query({
  run: async ({ actor, paging, filter, detail }: ListCases, reads, { pagesWhileAllowed }) => {
    const cases = pagesWhileAllowed((request) => casesOf(reads, actor, request, filter), paging);
    return ok<Pages<CaseEntry>>(detail ? mapPages(cases, (page) => withChildren(reads, page)) : cases);
  },
  audit: { action: 'cases listed', on: ({ actor }) => actor.id, shows: ({ childId }) => childId },
});

const casesOf = async (reads: Reads, actor: Account, request: PageRequest<CaseId>, filter?: CaseFilter) => {
  if (actor.role === 'Par') return reads.cases.ofParent(actor.id, request, filter);
  return reads.cases.ofDoctors(await doctorsOf(reads, actor), request, filter);
};

/** Leaves out a case that was erased with its child meanwhile. */
export const withChildren = async <Found extends Pick<Case, 'childId'>>(
  { children }: Reads,
  page: readonly Found[],
): Promise<readonly (Found & { readonly child: ChildNames })[]> => {
  const ids = [...new Set(page.map(({ childId }) => childId))];
  const known = byId(await children.namesOf(ids));
  return page.flatMap((found) => {
    const child = known.get(found.childId);
    return child ? [{ ...found, child }] : [];
  });
};

type ShowCase = OneCase & {
  readonly detail?: Detail | undefined;
  readonly paging?: Paging<TaskId>;
  /** Of its tasks only this one. */
  readonly taskId?: TaskId | undefined;
  /** So many of its last notes. */
  readonly notes?: number;
};

/** With `detail` each task has its newest certification, `undefined` if none was requested. */
export type TaskEntry = Task & { readonly certification?: Certification | undefined };

const withCertifications = async ({ certifications }: Reads, page: readonly Task[]): Promise<readonly TaskEntry[]> => {
  const ids = page.map(({ id }) => id);
  const newest = new Map((await certifications.newestOfEach(ids)).map((found) => [found.taskId, found]));
  return page.map((task) => ({ ...task, certification: newest.get(task.id) }));
};

const tasksOf = async ({ tasks }: Reads, { caseId, taskId }: ShowCase, request: PageRequest<TaskId>) => {
  if (taskId === undefined) return tasks.ofCase(caseId, request);
  const task = await tasks.find(taskId);
  return task?.caseId === caseId ? [task] : [];
};

/** The doctor of the case. One who asks can log in, and is not looked up. */
const doctorOf = async ({ accounts }: Reads, actor: Account, { doctorId }: Case): Promise<readonly Colleague[]> => {
  const { id, firstName, lastName } = actor;
  return id === doctorId ? [{ id, firstName, lastName, isAvailable: true }] : accounts.namesOf([doctorId]);
};

/** What a page has shown is read. */
export const reading = (shown: readonly ShownNote[], { id }: Pick<Account, 'id'>) => {
  const unread = shown.filter(({ isUnread }) => isUnread).map((note) => note.id);
  return unread.length === 0 ? undefined : ({ notes }: Stores) => notes.read(id, unread);
};

/** With `detail` it has its doctor, who stands in for the doctor (D-41), and for those who work for the doctor the child's parents. `paging`: of the tasks. */
const showCase = query({
  run: async (input: ShowCase, reads, { calendar, clock, pagesWhileAllowed, trace }) => {
    const { actor, caseId, detail, paging = {}, notes: size = 0 } = input;
    const fetch = async (request: PageRequest<TaskId>): Promise<readonly TaskEntry[]> => {
      const page = await tasksOf(reads, input, request);
      return detail ? withCertifications(reads, page) : page;
    };
    const [tasks, child, notes, cover] = await Promise.all([
      withFirstFetched(pagesWhileAllowed(fetch, paging)),
      reads.children.ofCase(caseId),
      size === 0 ? [] : reads.notes.ofCase(caseId, { after: undefined, size }, actor.id),
      detail && reads.covers.ofCase(caseId, calendar.dayOf(clock.now())),
    ]);
    const isForStaff = detail !== undefined && actor.role !== 'Par';
    const parents = isForStaff && child ? await reads.children.parents(child.id) : [];
    const found = await visibleCase(reads, { actor, caseId }, { trace });
    if (!found.ok) return found;
    if (!child) return refuse('CASE_NOT_FOUND');
    const [doctor] = detail ? await doctorOf(reads, actor, found.value) : [];
    const [deputy] = cover ? await reads.accounts.namesOf([cover.deputyId]) : [];
    const shown = notes.map((note) => shownNote(note, actor));
    const covered = cover && deputy?.isAvailable ? { ...cover, deputy } : undefined;
    return ok({ case: found.value, child, tasks, doctor, covered, parents, notes: shown });
  },
  // Somebody of the doctor's staff, as no stranger is shown it.
  follow: ({ case: found, notes }, { actor }) => {
    const isNew = actor.role !== 'Par' && found.newSince !== undefined;
    const read = reading(notes, actor);
    if (!isNew) return read;
    return async (stores) => {
      await stores.cases.open(found);
      await read?.(stores);
    };
  },
  audit: { action: 'case shown', on: ({ caseId }) => caseId },
});

/** D-43: what waits for somebody. */
const showWork = query({
  run: async ({ actor }: { readonly actor: Account }, { cases }, { calendar, clock }) =>
    ok(await cases.workOf(actor, calendar.dayOf(clock.now()), MOST_COUNTED)),
  audit: 'counts',
});

/** What a list is of, and which of it. */
export type CountedList =
  | { readonly list: 'cases'; readonly filter: CaseFilter }
  | { readonly list: 'tasks'; readonly filter: TaskFilter & Pick<CaseFilter, 'doctorId'> }
  | { readonly list: 'decisions'; readonly filter: WaitingFilter }
  | { readonly list: 'children' };

/** D-46: how many a list of the staff has in all, at most `MOST_LISTED`. */
const countListed = query({
  run: async (input: CountedList & { readonly actor: Account }, reads) => {
    const { actor } = input;
    if (actor.role === 'Par') return refuse('ROLE_NOT_ALLOWED');
    const doctors = await doctorsOf(reads, actor);
    if (input.list === 'cases') return ok(await reads.cases.count(doctors, input.filter, MOST_LISTED));
    if (input.list === 'children') return ok(await reads.children.countPatients(doctors, MOST_LISTED));
    if (input.list === 'decisions')
      return ok(actor.role === 'Doc' ? await reads.certifications.countWaiting(doctors, input.filter, MOST_LISTED) : 0);
    const { doctorId, ...filter } = input.filter;
    return ok(
      await reads.tasks.count(
        doctors.filter((id) => id === (doctorId ?? id)),
        filter,
        MOST_LISTED,
      ),
    );
  },
  audit: 'counts',
});

type ShowHistory = OneCase & { readonly paging: Paging<CaseEventId>; readonly detail?: Detail | undefined };

/** With `detail` each event says by whom, `null` for an account that was erased, and to whom it was handed over. */
export type EventEntry = CaseEvent & {
  readonly byWhom?: PersonInRole | null;
  readonly toWhom?: PersonInRole | undefined;
};

const withPeople = async (reads: Reads, page: readonly CaseEvent[]): Promise<readonly EventEntry[]> => {
  const receivers = await namesIn(
    reads,
    page.flatMap(({ to }) => to ?? []),
  );
  return (await withNames(reads, page)).map((event) => ({ ...event, toWhom: event.to && receivers.get(event.to) }));
};

type Reading = { readonly pagesWhileAllowed: typeof pagesOf; readonly trace: Trace };
const historyOf = async (input: ShowHistory, reads: Reads, { pagesWhileAllowed, trace }: Reading) => {
  const { actor, caseId, paging, detail } = input;
  const events = await withFirstFetched(pagesWhileAllowed((request) => reads.history.ofCase(caseId, request), paging));
  const found = await visibleCase(reads, { actor, caseId }, { trace });
  if (!found.ok) return found;
  const shown: Pages<EventEntry> = detail ? mapPages(events, (page) => withPeople(reads, page)) : events;
  return ok({ case: found.value, events: shown });
};

const showHistory = query({
  run: async (input: ShowHistory, reads, context) => {
    const found = await historyOf(input, reads, context);
    return found.ok ? ok(found.value.events) : found;
  },
  audit: { action: 'history shown', on: ({ caseId }) => caseId, shows: 'one child' },
});

/** With what it is the history of. */
const showCaseHistory = query({
  run: async (input: ShowHistory, reads, context) => {
    const [child, found] = await Promise.all([reads.children.ofCase(input.caseId), historyOf(input, reads, context)]);
    if (!found.ok) return found;
    return child ? ok({ ...found.value, child }) : refuse('CASE_NOT_FOUND');
  },
  audit: { action: 'history shown', on: ({ caseId }) => caseId },
});

export const caseListUseCases = { countListed, showWork, listCases, showCase, showCaseHistory, showHistory };
