import type { Task } from '@health-case/domain/model/case';
import type { ChildNames } from '@health-case/domain/model/child';
import type { PageLimit, Pages } from '@health-case/domain/model/pages';
import { type CaseId, type ChildId, parseReason, parseTitle, type TaskId } from '@health-case/domain/model/values';
import type { Detail } from '@health-case/domain/use-cases/case-lists';
import type { Child } from 'hono/jsx';
import { confirmation } from '../kit/confirmation.tsx';
import { FormOf, LongTextField, Steps, Submit } from '../kit/elements.tsx';
import { type AnyForm, type FormState, field, form } from '../kit/form.ts';
import { Facts, Text } from '../kit/show.tsx';
import { addedOn, nameOf, type Trait, toldApart } from '../kit/told-apart.ts';
import { firstPage, idIn, type MemberVisit, NotShown, needed, type View, type Visit } from '../kit/visit.ts';
import type { Words } from '../words/words.ts';

/** What is done with a case and its tasks. Their addresses begin with that of the case. */

export const caseIdOf = (visit: Visit): CaseId => idIn<CaseId>(visit, 'CASE_NOT_FOUND');
export const casePath = (visit: Visit): string => `/cases/${caseIdOf(visit)}`;

const taskIdOf = (visit: Visit): TaskId => idIn<TaskId>(visit, 'TASK_NOT_FOUND', 'task');

/** The task that the address names: `shownCase` has no other. */
export const taskOf = async ({ tasks }: { readonly tasks: Pages<Task> }): Promise<Task> => {
  const [task] = await firstPage(tasks);
  if (!task) throw new NotShown({ code: 'TASK_NOT_FOUND' });
  return task;
};
const taskPath = (visit: Visit): string => `${casePath(visit)}/tasks/${taskIdOf(visit)}`;

/** Which child: two may have one name. */
export const childFacts = ({ words: { cases }, formats }: Visit, child: ChildNames) => [
  { name: cases.child, value: nameOf(child) },
  ...(child.birthDate ? [{ name: cases.birthDate, value: formats.day(child.birthDate) }] : []),
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

/** What a form is about: the case, and the task if the address names one. */
const about = async (visit: MemberVisit) => {
  const shown = await shownCase(visit);
  const ofTask = isOfTask(visit) ? [{ name: visit.words.cases.task, value: (await taskOf(shown)).title }] : [];
  return <Facts facts={[...caseFacts(visit, shown), ...ofTask]} />;
};

type TitleTexts = {
  readonly title: string;
  /** What it belongs to. */
  readonly about?: Child;
  readonly hint?: string;
  readonly send: string;
  readonly back?: string;
  /** The step before, where there is one. */
  readonly step?: `step-${number}`;
};

/** One question: what something is about. */
export const titleView = (
  words: Words,
  state: FormState,
  { title, about, hint, send, back, step }: TitleTexts,
): View => ({
  title,
  back,
  body: (
    <>
      {about}
      <FormOf state={state}>
        <LongTextField words={words} state={state} name="title" rows={2} {...(hint && { hint })} />
        {step ? (
          <Steps words={words} back={step}>
            {send}
          </Steps>
        ) : (
          <Submit>{send}</Submit>
        )}
      </FormOf>
    </>
  ),
});

const addTask = form({
  path: '/cases/:id/tasks/new',
  who: ['Doc', 'Ast'],
  fields: { title: field(parseTitle) },
  steps: [
    {
      asks: ['title'],
      view: async (visit, state) => {
        const { words } = visit;
        const { addTask: title, taskHint: hint } = words.cases;
        return titleView(words, state, { title, about: await about(visit), hint, back: casePath(visit), send: title });
      },
    },
  ],
  submit: (visit, { title }) => visit.app.addTask({ ...visit.call, caseId: caseIdOf(visit), title }),
  leadsTo: (visit) => `${casePath(visit)}?done=taskAdded`,
});

const rename = form('does the same', {
  path: '/cases/:id/title',
  who: ['Doc', 'Ast'],
  fields: { title: field(parseTitle) },
  start: async (visit) => ({ title: (await shownCase(visit)).case.title }),
  steps: [
    {
      asks: ['title'],
      view: async (visit, state) => {
        const { words } = visit;
        const texts = { title: words.cases.rename, about: await about(visit), send: words.common.save };
        return titleView(words, state, { ...texts, back: casePath(visit) });
      },
    },
  ],
  submit: (visit, { title }) => visit.app.renameCase({ ...visit.call, caseId: caseIdOf(visit), title }),
  leadsTo: (visit) => `${casePath(visit)}?done=saved`,
});

const renameTask = form('does the same', {
  path: '/cases/:id/tasks/:task/title',
  who: ['Doc', 'Ast'],
  fields: { title: field(parseTitle) },
  start: async (visit) => ({ title: (await taskOf(await shownCase(visit))).title }),
  steps: [
    {
      asks: ['title'],
      view: async (visit, state) => {
        const { words } = visit;
        const texts = { title: words.cases.renameTask, about: await about(visit), send: words.common.save };
        return titleView(words, state, { ...texts, back: taskPath(visit) });
      },
    },
  ],
  submit: (visit, { title }) => visit.app.renameTask({ ...visit.call, taskId: taskIdOf(visit), title }),
  leadsTo: (visit) => `${casePath(visit)}?done=saved`,
});

/** One question: why. */
const why = (what: 'refuse' | 'reopen', explained?: 'refuseText') => ({
  fields: { reason: field(parseReason) },
  steps: [
    {
      asks: ['reason'] as const,
      view: async (visit: MemberVisit, state: FormState): Promise<View> => ({
        title: visit.words.cases[what],
        back: casePath(visit),
        body: (
          <>
            {await about(visit)}
            {explained && <Text>{visit.words.cases[explained]}</Text>}
            <FormOf state={state}>
              <LongTextField words={visit.words} state={state} name="reason" />
              <Submit>{visit.words.cases[what]}</Submit>
            </FormOf>
          </>
        ),
      }),
    },
  ] as const,
});

const refuse = form({
  path: '/cases/:id/refuse',
  who: ['Doc', 'Ast'],
  ...why('refuse', 'refuseText'),
  submit: (visit, { reason }) => visit.app.refuseCase({ ...visit.call, caseId: caseIdOf(visit), reason }),
  leadsTo: (visit) => `${casePath(visit)}?done=caseFinished`,
});

const reopen = form({
  path: '/cases/:id/reopen',
  who: ['Doc'],
  ...why('reopen'),
  submit: (visit, { reason }) => visit.app.reopenCase({ ...visit.call, caseId: caseIdOf(visit), reason }),
  leadsTo: (visit) => `${casePath(visit)}?done=saved`,
});

type Asked = 'close' | 'finish' | 'request';

const asking = (what: Asked, back: (visit: Visit) => string) => ({
  asks: [],
  view: async (visit: MemberVisit, state: FormState): Promise<View> => {
    const { words } = visit;
    return confirmation(words, state, {
      title: words.cases[`${what}Title`],
      back: back(visit),
      about: (
        <>
          {await about(visit)}
          <Text>{words.cases[`${what}Text`]}</Text>
        </>
      ),
      send: words.cases[what],
    });
  },
});

const closeTask = form({
  path: '/cases/:id/tasks/:task/close',
  who: ['Doc', 'Ast'],
  fields: {},
  steps: [asking('close', taskPath)],
  submit: (visit) => visit.app.closeTask({ ...visit.call, taskId: taskIdOf(visit) }),
  leadsTo: (visit) => `${casePath(visit)}?done=taskClosed`,
});

const finish = form({
  path: '/cases/:id/finish',
  who: ['Doc', 'Ast'],
  fields: {},
  steps: [asking('finish', casePath)],
  submit: (visit) => visit.app.finishCase({ ...visit.call, caseId: caseIdOf(visit) }),
  leadsTo: (visit) => `${casePath(visit)}?done=caseFinished`,
});

const request = form({
  path: '/cases/:id/tasks/:task/request',
  who: 'member',
  fields: {},
  steps: [asking('request', taskPath)],
  submit: (visit) =>
    visit.app.requestCertification({
      ...visit.call,
      id: caseIdOf(visit),
      taskId: taskIdOf(visit),
    }),
  leadsTo: (visit) => `${taskPath(visit)}?done=certificationRequested`,
});

export const caseForms: readonly AnyForm[] = [
  ...[addTask, rename, finish, refuse, reopen],
  ...[renameTask, closeTask, request],
];
