import type { Task } from '@health-case/domain/model/case';
import type { Pages } from '@health-case/domain/model/pages';
import { type CaseId, parseId, parseReason, parseTitle, type TaskId } from '@health-case/domain/model/values';
import type { RefusalCode } from '@health-case/domain/result';
import { FormOf, LongTextField, Submit } from '../kit/elements.tsx';
import { type AnyForm, type FormState, field, form } from '../kit/form.ts';
import { Text } from '../kit/show.tsx';
import { idIn, type MemberVisit, NotShown, needed, type View, type Visit } from '../kit/visit.ts';
import type { Words } from '../words/words.ts';

/** What is done with a case and its tasks. Their addresses begin with that of the case. */

export const caseIdOf = (visit: Visit): CaseId => idIn<CaseId>(visit, 'CASE_NOT_FOUND');
export const casePath = (visit: Visit): string => `/cases/${caseIdOf(visit)}`;

const taskIdOf = ({ c }: Visit): TaskId => {
  const id = parseId<TaskId>(c.req.param('task') ?? '');
  if (!id.ok) throw new NotShown({ code: 'TASK_NOT_FOUND' });
  return id.value;
};

/** The task that the address names, of all tasks of the case: the application reads them in parts. */
export const taskAmong = async (visit: Visit, tasks: Pages<Task>): Promise<Task> => {
  const taskId = taskIdOf(visit);
  for await (const part of tasks) {
    const found = part.find(({ id }) => id === taskId);
    if (found) return found;
  }
  throw new NotShown({ code: 'TASK_NOT_FOUND' });
};
const taskPath = (visit: Visit): string => `${casePath(visit)}/tasks/${taskIdOf(visit)}`;

/** One question: what something is about. */
export const titleView = (words: Words, state: FormState, title: string, back: string, send: string): View => ({
  title,
  back,
  body: (
    <FormOf state={state}>
      <LongTextField words={words} state={state} name="title" rows={2} />
      <Submit>{send}</Submit>
    </FormOf>
  ),
});

const shownCase = async (visit: MemberVisit) =>
  needed(await visit.app.showCase({ ...visit.call, caseId: caseIdOf(visit) }));

const addTask = form({
  path: '/cases/:id/tasks/new',
  who: ['Doc', 'Ast'],
  fields: { title: field(parseTitle) },
  steps: [
    {
      asks: ['title'],
      view: (visit, state) => {
        const { cases } = visit.words;
        return titleView(visit.words, state, cases.addTask, casePath(visit), cases.addTask);
      },
    },
  ],
  submit: (visit, { title }) =>
    visit.app.addTask({ ...visit.call, idempotencyKey: visit.idempotencyKey, caseId: caseIdOf(visit), title }),
  leadsTo: (visit) => `${casePath(visit)}?done=saved`,
});

const rename = form({
  path: '/cases/:id/title',
  who: ['Doc', 'Ast'],
  fields: { title: field(parseTitle) },
  start: async (visit) => ({ title: (await shownCase(visit)).case.title }),
  steps: [
    {
      asks: ['title'],
      view: (visit, state) =>
        titleView(visit.words, state, visit.words.cases.rename, casePath(visit), visit.words.common.save),
    },
  ],
  submit: (visit, { title }) => visit.app.renameCase({ ...visit.call, caseId: caseIdOf(visit), title }),
  leadsTo: (visit) => `${casePath(visit)}?done=saved`,
});

const renameTask = form({
  path: '/cases/:id/tasks/:task/title',
  who: ['Doc', 'Ast'],
  fields: { title: field(parseTitle) },
  start: async (visit) => ({ title: (await taskAmong(visit, (await shownCase(visit)).tasks)).title }),
  steps: [
    {
      asks: ['title'],
      view: (visit, state) =>
        titleView(visit.words, state, visit.words.cases.renameTask, taskPath(visit), visit.words.common.save),
    },
  ],
  submit: (visit, { title }) => visit.app.renameTask({ ...visit.call, taskId: taskIdOf(visit), title }),
  leadsTo: (visit) => `${casePath(visit)}?done=saved`,
});

const reopen = form({
  path: '/cases/:id/reopen',
  who: ['Doc'],
  fields: { reason: field(parseReason) },
  steps: [
    {
      asks: ['reason'],
      view: (visit, state) => ({
        title: visit.words.cases.reopen,
        back: casePath(visit),
        body: (
          <FormOf state={state}>
            <LongTextField words={visit.words} state={state} name="reason" />
            <Submit>{visit.words.cases.reopen}</Submit>
          </FormOf>
        ),
      }),
    },
  ],
  submit: (visit, { reason }) => visit.app.reopenCase({ ...visit.call, caseId: caseIdOf(visit), reason }),
  done: ['CASE_ONGOING'],
  leadsTo: (visit) => `${casePath(visit)}?done=saved`,
});

type Asked = 'close' | 'finish' | 'request';

/** A question before something is done that has no field. */
const confirmation = (what: Asked, back: (visit: Visit) => string) => ({
  asks: [],
  view: (visit: MemberVisit, state: FormState): View => {
    const { cases } = visit.words;
    return {
      title: cases[`${what}Title`],
      back: back(visit),
      body: (
        <>
          <Text>{cases[`${what}Text`]}</Text>
          <FormOf state={state}>
            <Submit>{cases[what]}</Submit>
          </FormOf>
        </>
      ),
    };
  },
});

const closeTask = form({
  path: '/cases/:id/tasks/:task/close',
  who: ['Doc', 'Ast'],
  fields: {},
  steps: [confirmation('close', taskPath)],
  submit: (visit) => visit.app.closeTask({ ...visit.call, taskId: taskIdOf(visit) }),
  done: ['TASK_ALREADY_CLOSED'],
  leadsTo: (visit) => `${casePath(visit)}?done=saved`,
});

const finish = form({
  path: '/cases/:id/finish',
  who: ['Doc', 'Ast'],
  fields: {},
  steps: [confirmation('finish', casePath)],
  submit: (visit) => visit.app.finishCase({ ...visit.call, caseId: caseIdOf(visit) }),
  done: ['CASE_FINISHED'],
  leadsTo: (visit) => `${casePath(visit)}?done=saved`,
});

const request = form({
  path: '/cases/:id/tasks/:task/request',
  who: 'member',
  fields: {},
  steps: [confirmation('request', taskPath)],
  submit: (visit) =>
    visit.app.requestCertification({
      ...visit.call,
      idempotencyKey: visit.idempotencyKey,
      id: caseIdOf(visit),
      taskId: taskIdOf(visit),
    }),
  leadsTo: (visit) => `${taskPath(visit)}?done=certificationRequested`,
});

export const caseForms: readonly AnyForm[] = [
  ...[addTask, rename, finish, reopen],
  ...[renameTask, closeTask, request],
];

/** The refusals that say that there is no certification to show. */
export const NO_CERTIFICATION: readonly RefusalCode[] = ['CERTIFICATION_NOT_FOUND', 'TASK_NOT_CLOSED'];
