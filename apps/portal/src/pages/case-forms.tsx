import type { Task } from '@health-case/domain/model/case';
import * as model from '@health-case/domain/model/case';
import type { ChildNames } from '@health-case/domain/model/child';
import type { PageLimit, Pages } from '@health-case/domain/model/pages';
import { isolated } from '@health-case/domain/model/text-direction';
import { type CaseId, type ChildId, type Instant, parseDay, type TaskId } from '@health-case/domain/model/values';
import { ok, type Refusal, type RefusalCode, type Result, refuse } from '@health-case/domain/result';
import type { Detail, TaskEntry } from '@health-case/domain/use-cases/case-lists';
import { isOnlyWanted } from '@health-case/domain/use-cases/wishes';
import { html } from 'hono/html';
import type { Child } from 'hono/jsx';
import { chosenDoctor, doctorFields, doctorStep } from '../kit/doctor-choice.tsx';
import { addedOn, FormOf, nameOf, Submit, type Trait, toldApart } from '../kit/elements.tsx';
import { day, optional, reason, title } from '../kit/fields.ts';
import {
  type FormState,
  firstPage,
  form,
  idIn,
  type MemberVisit,
  NotShown,
  needed,
  TICK_END,
  type Typed,
  type Visit,
} from '../kit/form.ts';
import { dayOf } from '../kit/read-fields.ts';
import { Facts, NONE, Text, tag } from '../kit/show.tsx';
import { listBefore, withQuery } from '../kit/urls.ts';

/** What is done with a case and its tasks. Their addresses begin with that of the case. */

export const caseIdOf = (visit: Visit): CaseId => idIn<CaseId>(visit, 'CASE_NOT_FOUND');
export const casePath = (visit: Visit): string => `/cases/${caseIdOf(visit)}`;

export const taskIdOf = (visit: Visit): TaskId => idIn<TaskId>(visit, 'TASK_NOT_FOUND', 'task');

/** A task with its case, as an address and a tick name it. */
export type NamedTask = { readonly caseId: CaseId; readonly taskId: TaskId };
export const nameOfTask = ({ caseId, taskId }: NamedTask): string => `${caseId}${TICK_END}${taskId}`;

/** The task that the address names: `shownCase` has no other. */
export const taskOf = async ({ tasks }: { readonly tasks: Pages<TaskEntry> }): Promise<TaskEntry> => {
  const [task] = await firstPage(tasks);
  if (!task) throw new NotShown({ code: 'TASK_NOT_FOUND' });
  return task;
};
export const taskPath = (visit: Visit): string => `${casePath(visit)}/tasks/${taskIdOf(visit)}`;

/** Which child: two may have one name. */
export const childFacts = ({ words: { cases }, formats }: Visit, child: ChildNames) => [
  { name: cases.child, value: nameOf(child) },
  { name: cases.birthDate, value: child.birthDate && formats.day(child.birthDate) },
];

/** The child of a case in which the caller takes part; none if there is no such case. */
export const childAmong = async ({ app, call }: MemberVisit, childId: ChildId): Promise<ChildNames | undefined> => {
  const paging = { limit: 1 as PageLimit };
  const [found] = await firstPage(
    needed(await app.listCases({ ...call, paging, filter: { childId }, detail: 'full' })),
  );
  return found?.child;
};

/** The children of some entries, those of one name with what tells them apart. */
export const childrenApart = (
  { words, formats }: Visit,
  entries: readonly { readonly child?: ChildNames | undefined }[],
) => {
  const born: Trait<ChildNames> = ({ birthDate }) => birthDate && formats.day(birthDate);
  return toldApart(
    entries.flatMap(({ child }) => child ?? []),
    born,
    addedOn(words, formats),
  );
};

const dueOn = optional(day(parseDay));

/** A day that is over is a slip, as of the year: a task becomes overdue, and none begins so. */
const checkDue = async (visit: MemberVisit, typed: Typed): Promise<FormState['errors']> => {
  const due = parseDay(dayOf(typed, 'dueOn'));
  if (!due.ok || !visit.formats.isPast(due.value)) return {};
  const isKept = isOfTask(visit) && (await taskOf(await shownCase(visit))).dueOn === due.value;
  return isKept ? {} : { dueOn: visit.cases.dueBefore };
};

const isOfTask = ({ c }: Visit): boolean => c.req.param('task') !== undefined;

/** The case, and the task if the address names one. */
export const shownCase = async (visit: MemberVisit, detail?: Detail) => {
  const taskId = isOfTask(visit) ? taskIdOf(visit) : undefined;
  return needed(await visit.app.showCase({ ...visit.call, caseId: caseIdOf(visit), taskId, detail }));
};

export const caseFacts = (
  visit: Visit,
  { case: found, child }: Pick<Awaited<ReturnType<typeof shownCase>>, 'case' | 'child'>,
) => [...childFacts(visit, child), { name: visit.words.cases.case, value: found.title }];

/** Of tasks, in words of the practice or of parents. */
export const taskWords = ({ words: { cases }, call }: MemberVisit) =>
  call.actor.role === 'Par' ? cases.forParents : cases;

/** A task as lists name it: of a wish, what the certificate is for. */
export const taskTitle = ({ words: { wishes } }: Visit, { title, wishedBy }: Pick<Task, 'title' | 'wishedBy'>) =>
  wishedBy ? wishes.title(isolated(title)) : title;

/** D-46: the day until which a task is due, and whether it is overdue. */
export const dueDay = ({ words: { cases }, formats }: Visit, { dueOn, status }: Pick<Task, 'dueOn' | 'status'>) => {
  if (dueOn === undefined) return NONE;
  const text = formats.day(dueOn);
  return status === 'open' && formats.isPast(dueOn) ? html`${text} ${tag(cases.overdue, 'red')}` : text;
};

type ShownCase = Awaited<ReturnType<typeof shownCase>>;
type Outcome = Result<unknown, Refusal<RefusalCode>>;

/** By what the domain would refuse, whatever is typed. */
export const isOngoing = ({ case: found }: Pick<ShownCase, 'case'>): Outcome =>
  found.status === 'ongoing' ? ok(undefined) : refuse('CASE_FINISHED');
/** Whether its doctor can log in, or somebody stands in (D-41). */
export const isAttended = ({ doctor, covered }: Pick<ShownCase, 'doctor' | 'covered'>): boolean =>
  doctor?.isAvailable === true || covered !== undefined;
/** Of a parent's wish, or a request, which its doctor decides. */
export const isDecidable = (shown: Pick<ShownCase, 'doctor' | 'covered'>): Outcome =>
  isAttended(shown) ? ok(undefined) : refuse('DOCTOR_UNAVAILABLE');

/** What a form about a case is about, unless it could only be refused. */
export const aboutCase = async (
  visit: MemberVisit,
  mayBe: (shown: ShownCase) => Outcome | Promise<Outcome>,
): Promise<Child> => {
  const shown = await shownCase(visit, 'full');
  needed(await mayBe(shown));
  return <Facts facts={caseFacts(visit, shown)} />;
};

/** The same of a task of the case. */
export const aboutTask = async (visit: MemberVisit, mayBe: (task: TaskEntry, shown: ShownCase) => Outcome) => {
  const shown = await shownCase(visit, 'full');
  const task = await taskOf(shown);
  needed(mayBe(task, shown));
  const facts = [...caseFacts(visit, shown), { name: taskWords(visit).task, value: taskTitle(visit, task) }];
  return { task, facts: <Facts facts={facts} /> };
};

const addTask = form('/cases/:id/tasks/new', ['Doc', 'Ast'], {
  fields: { title, dueOn },
  check: checkDue,
  title: ({ cases }) => cases.addTask,
  back: casePath,
  about: (visit) => aboutCase(visit, isOngoing),
  send: ({ cases }) => cases.addTask,
  submit: (visit, values) => visit.app.addTask({ ...visit.call, ...values, caseId: caseIdOf(visit) }),
  leadsTo: (visit) => `${casePath(visit)}?done=taskAdded`,
});

const rename = form('/cases/:id/title', ['Doc', 'Ast'], 'does the same', {
  fields: { title },
  start: async (visit) => ({ title: (await shownCase(visit)).case.title }),
  title: ({ cases }) => cases.rename,
  back: casePath,
  about: (visit) => aboutCase(visit, isOngoing),
  submit: (visit, { title }) => visit.app.renameCase({ ...visit.call, caseId: caseIdOf(visit), title }),
  leadsTo: (visit) => `${casePath(visit)}?done=saved`,
});

const renameTask = form('/cases/:id/tasks/:task/title', ['Doc', 'Ast'], 'does the same', {
  fields: { title, dueOn },
  start: async (visit) => {
    const { title, dueOn = '' } = await taskOf(await shownCase(visit));
    return { title, dueOn };
  },
  check: checkDue,
  title: ({ cases }) => cases.renameTask,
  back: taskPath,
  about: async (visit) => (await aboutTask(visit, (task, shown) => model.renameTask(shown.case, task, task))).facts,
  // The form has the day that is known: an empty one is taken back.
  submit: (visit, { title, dueOn }) =>
    visit.app.renameTask({ ...visit.call, taskId: taskIdOf(visit), title, dueOn: dueOn ?? 'none' }),
  leadsTo: (visit) => `${casePath(visit)}?done=saved`,
});

const mayReopen = (task: TaskEntry, shown: ShownCase): Outcome =>
  task.certification && model.isLive(task.certification)
    ? refuse('CERTIFICATION_LIVE')
    : model.reopenTask(shown.case, task);

const reopenTask = form('/cases/:id/tasks/:task/reopen', ['Doc', 'Ast'], {
  fields: { reason },
  title: ({ cases }) => cases.reopenTask,
  back: taskPath,
  about: async (visit) => (await aboutTask(visit, mayReopen)).facts,
  send: ({ cases }) => cases.reopenTask,
  submit: (visit, { reason }) => visit.app.reopenTask({ ...visit.call, taskId: taskIdOf(visit), reason }),
  says: { TASK_NOT_CLOSED: ({ done }) => done.taskReopened },
  leadsTo: (visit) => `${taskPath(visit)}?done=taskReopened`,
});

const isUntouched = async (shown: ShownCase): Promise<Outcome> => {
  const ongoing = isOngoing(shown);
  const isFree = (await firstPage(shown.tasks)).every((task) => isOnlyWanted(task, task.certification));
  return ongoing.ok && !isFree ? refuse('CASE_WORKED_IN') : ongoing;
};

const refuseCase = form('/cases/:id/refuse', ['Doc', 'Ast'], {
  fields: { reason },
  title: ({ cases }) => cases.refuse,
  back: casePath,
  about: async (visit) => [await aboutCase(visit, isUntouched), <Text>{visit.words.cases.refuseText}</Text>],
  send: ({ cases }) => cases.refuse,
  submit: (visit, { reason }) => visit.app.refuseCase({ ...visit.call, caseId: caseIdOf(visit), reason }),
  leadsTo: (visit) => `${casePath(visit)}?done=caseFinished`,
});

const reopen = form('/cases/:id/reopen', ['Doc'], {
  fields: { reason },
  title: ({ cases }) => cases.reopen,
  back: casePath,
  about: (visit) => aboutCase(visit, (shown) => model.reopenCase(shown.case)),
  send: ({ cases }) => cases.reopen,
  submit: (visit, { reason }) => visit.app.reopenCase({ ...visit.call, caseId: caseIdOf(visit), reason }),
  leadsTo: (visit) => `${casePath(visit)}?done=saved`,
});

const closeTask = form('/cases/:id/tasks/:task/close', ['Doc', 'Ast'], {
  title: ({ cases }) => cases.closeTitle,
  back: taskPath,
  about: async (visit) => {
    const { cases, wishes } = visit.words;
    const { task, facts } = await aboutTask(visit, (one) => model.closeTask(one, Date.now() as Instant));
    return [facts, <Text>{task.wishedBy ? wishes.closeText : cases.closeText}</Text>];
  },
  send: ({ cases }) => cases.close,
  submit: (visit) => visit.app.closeTask({ ...visit.call, taskId: taskIdOf(visit) }),
  leadsTo: (visit) => `${casePath(visit)}?closed=${nameOfTask({ caseId: caseIdOf(visit), taskId: taskIdOf(visit) })}`,
});

const isDone = async (shown: ShownCase): Promise<Outcome> => {
  const ongoing = isOngoing(shown);
  if (!ongoing.ok) return ongoing;
  for await (const page of shown.tasks) if (page.some(({ status }) => status === 'open')) return refuse('TASKS_OPEN');
  return ongoing;
};

const finish = form('/cases/:id/finish', ['Doc', 'Ast'], {
  title: ({ cases }) => cases.finishTitle,
  back: casePath,
  about: async (visit) => [await aboutCase(visit, isDone), <Text>{visit.words.cases.finishText}</Text>],
  send: ({ cases }) => cases.finish,
  submit: (visit) => visit.app.finishCase({ ...visit.call, caseId: caseIdOf(visit) }),
  leadsTo: (visit) => `${casePath(visit)}?done=caseFinished`,
});

const request = form('/cases/:id/tasks/:task/request', 'member', {
  title: ({ cases }) => cases.requestTitle,
  back: taskPath,
  about: async (visit) => {
    const { facts } = await aboutTask(visit, ({ status }, shown) =>
      status === 'closed' ? isDecidable(shown) : refuse('TASK_NOT_CLOSED'),
    );
    return [facts, <Text>{visit.words.cases.requestText}</Text>];
  },
  send: ({ cases }) => cases.request,
  submit: (visit) => visit.app.requestCertification({ ...visit.call, id: caseIdOf(visit), taskId: taskIdOf(visit) }),
  leadsTo: (visit) => `${taskPath(visit)}?done=certificationRequested`,
});

/** D-32: the case's doctor, or a parent of the child, gives the case to another doctor. */
const handover = form('/cases/:id/handover', ['Doc', 'Par'], {
  fields: doctorFields,
  carries: ['after'],
  steps: [
    doctorStep({
      title: ({ staff }) => staff.handover,
      back: casePath,
      whom: async (visit) => {
        const shown = await shownCase(visit);
        needed(isOngoing(shown));
        return { childId: shown.case.childId, except: shown.case.doctorId, shown };
      },
      about: (visit, { shown }) => <Facts facts={caseFacts(visit, shown)} />,
    }),
    {
      asks: [],
      view: async (visit, state) => {
        const { words } = visit;
        const facts = [
          ...caseFacts(visit, await shownCase(visit)),
          {
            name: words.staff.newDoctor,
            value: await chosenDoctor(visit, state),
            change: 'step-0' as const,
          },
        ];
        return {
          title: words.staff.handoverTitle,
          back: casePath(visit),
          body: (
            <FormOf>
              <Facts facts={facts} />
              <Text>{words.staff.handoverText}</Text>
              <Submit kind="warning">{words.staff.chosen}</Submit>
            </FormOf>
          ),
        };
      },
    },
  ],
  submit: (visit, { doctorId }) => visit.app.handOverCase({ ...visit.call, caseId: caseIdOf(visit), doctorId }),
  beside: { DOCTOR_NOT_FOUND: 'doctorId', DOCTOR_TAKES_NO_CHILDREN: 'doctorId' },
  says: { CASE_NOT_FOUND: ({ staff }) => staff.notHandedOver },
  leadsTo: (visit) => withQuery(listBefore(visit, '/cases'), { done: 'handedOver' }),
});

export const pages = [
  addTask,
  rename,
  renameTask,
  reopenTask,
  refuseCase,
  reopen,
  closeTask,
  finish,
  request,
  handover,
];
