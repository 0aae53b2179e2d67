import {
  type Case,
  type Certification,
  type IssuedCertification,
  isOfClosing,
  mayUndo,
  type Task,
} from '@health-case/domain/model/case';
import type { CaseAction } from '@health-case/domain/model/case-action';
import type { ChildNames } from '@health-case/domain/model/child';
import { isolated } from '@health-case/domain/model/text-direction';
import type { CaseEventId, ChildId, Instant, TaskId } from '@health-case/domain/model/values';
import type { EventEntry, TaskEntry } from '@health-case/domain/use-cases/case-lists';
import { isOnlyWanted, stateOf } from '@health-case/domain/use-cases/wishes';
import { nameOf } from '../kit/elements.tsx';
import { type MemberVisit, NotShown, needed, page, type Visit } from '../kit/form.ts';
import {
  ButtonLink,
  Facts,
  Heading,
  InsetText,
  Link,
  Links,
  type LinkTo,
  List,
  NONE,
  pageOf,
  pagingOf,
  Text,
  TextLink,
  tag,
} from '../kit/show.tsx';
import { listBefore } from '../kit/urls.ts';
import type { Words } from '../words/words.ts';
import {
  caseFacts,
  caseIdOf,
  casePath,
  dueDay,
  isAttended,
  nameOfTask,
  shownCase,
  taskOf,
  taskTitle,
  taskWords,
} from './case-forms.tsx';
import { certificationFactsOf, certificationTag } from './decisions.tsx';
import { AllNotes, LAST_NOTES, Notes } from './notes.tsx';
import { colleagueIn, pathOf } from './own-child.tsx';
import { patientPath } from './patients.tsx';
import { told } from './tasks.tsx';

const taskTag = (visit: MemberVisit, status: Task['status']) =>
  tag(taskWords(visit).taskStatuses[status], status === 'open' ? 'blue' : 'grey');

/** The newest certification of a closed task; none was requested: none. */
const newestOf = async ({ app, call }: MemberVisit, taskId: TaskId) => {
  const found = await app.checkCertification({ ...call, id: taskId });
  if (found.ok) return found.value;
  if (found.refusal.code === 'CERTIFICATION_NOT_FOUND') return undefined;
  throw new NotShown(found.refusal);
};

const isOpen = ({ status }: Task): boolean => status === 'open';

/** What this role may do with the case. The use cases decide; this spares vain tries. */
const actionsOf = (visit: MemberVisit, found: Case, tasks: readonly TaskEntry[]): readonly LinkTo[] => {
  const { cases, staff } = visit.words;
  const { id, role } = visit.call.actor;
  const path = casePath(visit);
  const history: LinkTo = [`${path}/history`, cases.history];
  const handover: LinkTo = [`${path}/handover`, staff.handover];
  // D-41: a deputy gives none away.
  const mayHandOver = role === 'Par' || id === found.doctorId;
  if (found.status === 'finished')
    return [history, ...(role === 'Doc' ? [[`${path}/reopen`, cases.reopen] as const] : [])];
  const work: readonly LinkTo[] = [
    [`${path}/title`, cases.rename],
    ...(tasks.every((task) => isOnlyWanted(task, task.certification))
      ? [[`${path}/refuse`, cases.refuse] as const]
      : []),
    ...(tasks.some(isOpen) ? [] : [[`${path}/finish`, cases.finish] as const]),
  ];
  return [history, ...(role === 'Par' ? [] : work), ...(mayHandOver ? [handover] : [])];
};

type ActionsProps = {
  readonly visit: MemberVisit;
  readonly found: Case;
  readonly child: ChildId;
  readonly tasks: readonly TaskEntry[];
};

const Actions = ({ visit, found, child, tasks }: ActionsProps) => {
  const { words, call } = visit;
  const isOfStaff = call.actor.role !== 'Par';
  return [
    <Links links={[isOfStaff && [patientPath(child), words.patients.data], ...actionsOf(visit, found, tasks)]} />,
    isOfStaff && tasks.some(isOpen) ? (
      <Text>{words.common.labelled(words.cases.finish, words.refusals.TASKS_OPEN)}</Text>
    ) : null,
  ];
};

type Step = keyof Words['cases']['next'] | 'to confirm';
type NextProps = {
  readonly visit: MemberVisit;
  readonly found: Case;
  readonly child: ChildNames;
  readonly tasks: readonly TaskEntry[];
};

/** D-43: what happens next, and by whom. Of many tasks, those on the page say it. */
const nextOf = ({ visit: { formats }, found: { newSince, status }, child, tasks }: NextProps): Step => {
  const now = { child, isPast: ({ validUntil }: IssuedCertification) => formats.isPast(validUntil) };
  const states = new Set(tasks.map(({ certification }) => stateOf(certification, now)));
  if (status === 'finished') return 'finished';
  if (states.has('requested')) return 'requested';
  if (newSince !== undefined) return 'new';
  if (tasks.length === 0) return 'read';
  if (tasks.some(isOpen)) return 'open';
  if (states.has('to confirm')) return 'to confirm';
  return states.has('issued') ? 'issued' : 'closed';
};

/** For parents, whom mails lead here, also where nobody decides any more. Decisions stand with their reasons among the certificates. */
const Next = ({ isSomebodyThere, ...props }: NextProps & { readonly isSomebodyThere: boolean }) => {
  const { child, tasks, visit } = props;
  const { cases, wishes } = visit.words;
  const hasCertification = tasks.some(({ certification }) => certification !== undefined);
  const toReasons = hasCertification ? (
    <TextLink href={`${pathOf(child.id)}/certificates`}>{wishes.list}</TextLink>
  ) : null;
  if (!isSomebodyThere) return toReasons;
  const step = nextOf(props);
  return (
    <InsetText>
      <Heading>{cases.nextTitle}</Heading>
      <Text>{step === 'to confirm' ? wishes.states[step] : cases.next[step]}</Text>
      {toReasons}
      {step === 'finished' ? null : <Text>{`${cases.nextMail} ${cases.urgent}`}</Text>}
    </InsetText>
  );
};

/** D-41: who stands in, and why. */
const coverIn = (
  { words, formats }: Visit,
  { deputy, lastDay, reason }: NonNullable<Awaited<ReturnType<typeof shownCase>>['covered']>,
) => [words.covers.standsIn(nameOf(deputy), formats.day(lastDay)), reason ?? []].flat().join('. ');

const show = page('/cases/:id', 'member', async (visit) => {
  const { app, call, words, formats, cases } = visit;
  const caseId = caseIdOf(visit);
  const path = casePath(visit);
  const parts = { detail: 'full', notes: LAST_NOTES, paging: pagingOf<TaskId>(visit) } as const;
  const shown = await app.showCase({ ...call, caseId, ...parts });
  const { case: found, child, covered, doctor, notes, parents, tasks } = needed(shown);
  const isSomebodyThere = isAttended({ doctor, covered });
  const { entries, after } = await pageOf(tasks);
  const isParent = call.actor.role === 'Par';
  const facts = [
    { name: cases.child, value: nameOf(child) },
    { name: cases.birthDate, value: child.birthDate ? formats.day(child.birthDate) : NONE },
    { name: cases.parents, value: !isParent && (parents.map(nameOf).join(', ') || words.patients.noParents) },
    { name: cases.doctor, value: doctor ? colleagueIn(words, doctor) : cases.nobody },
    { name: words.covers.standsInFor, value: covered && coverIn(visit, covered) },
    { name: cases.status, value: cases.statuses[found.status] },
    { name: cases.openedAt, value: formats.moment(found.openedAt) },
    { name: cases.finishedAt, value: found.status === 'finished' && formats.moment(found.finishedAt) },
  ];
  const isOngoing = found.status === 'ongoing';
  const ofTasks = taskWords(visit);
  return {
    title: cases.case,
    back: listBefore(visit, '/cases'),
    heading: found.title,
    isWide: true,
    body: [
      isParent ? null : await told(visit),
      <Facts facts={facts} />,
      isOngoing && !isSomebodyThere ? <Text>{cases.doctorUnavailable}</Text> : null,
      isParent ? (
        <Next isSomebodyThere={isSomebodyThere} visit={visit} found={found} child={child} tasks={entries} />
      ) : null,
      <Heading>{ofTasks.tasks}</Heading>,
      <List
        caption={ofTasks.tasks}
        head={[ofTasks.task, cases.dueOn, cases.status, ofTasks.closedAt, cases.certification]}
        rows={entries.map((task) => [
          { href: `${path}/tasks/${task.id}`, text: taskTitle(visit, task) },
          dueDay(visit, task),
          taskTag(visit, task.status),
          task.status === 'closed' ? formats.moment(task.closedAt) : NONE,
          task.certification ? certificationTag(words, task.certification.status) : NONE,
        ])}
        none={<Text>{ofTasks.noTasks}</Text>}
        after={after}
      />,
      isOngoing ? (
        call.actor.role === 'Par' ? (
          <ButtonLink href={`${path}/certificate`}>{words.wishes.ask}</ButtonLink>
        ) : (
          <ButtonLink href={`${path}/tasks/new`}>{cases.addTask}</ButtonLink>
        )
      ) : null,
      <Heading>{cases.notes}</Heading>,
      <Notes visit={visit} notes={notes} isOngoing={isOngoing} />,
      <AllNotes visit={visit} notes={notes} />,
      <Actions visit={visit} found={found} child={child.id} tasks={entries} />,
    ],
  };
});

/** What is done with an open task. Whoever asks for a certificate may withdraw that. */
const workOn = (
  { words: { cases, wishes }, call: { actor } }: MemberVisit,
  path: string,
  task: Task,
  newest: Certification | undefined,
) => {
  const withdraw: LinkTo = [`${path}/withdraw`, wishes.withdraw];
  if (actor.role === 'Par') return task.wishedBy === actor.id && isOnlyWanted(task, newest) ? [withdraw] : [];
  const other: LinkTo = task.wishedBy ? [`${path}/decline`, wishes.decline] : [`${path}/title`, cases.renameTask];
  return [[`${path}/close`, cases.close], other] as const;
};

const undoOf = ({ words, call }: MemberVisit, status: Case['status'], task: Task): readonly LinkTo[] =>
  status === 'ongoing' && mayUndo(task, call.actor, Date.now() as Instant)
    ? [[`/tasks/undo?tasks=${nameOfTask({ caseId: task.caseId, taskId: task.id })}`, words.cases.reopenTask]]
    : [];

const decisionsOf = (
  visit: MemberVisit,
  { status }: Case,
  task: Task,
  newest: Certification | undefined,
): readonly LinkTo[] => {
  const { words, call } = visit;
  const { role } = call.actor;
  const [path, ofTask] = [`${casePath(visit)}/tasks/${task.id}`, `/tasks/${task.id}`];
  if (task.status === 'open') return workOn(visit, path, task, newest);
  const { decisions } = words;
  const undo = undoOf(visit, status, task);
  if (newest?.status === 'requested') {
    const decide: readonly LinkTo[] = [
      [`/decisions/${task.id}/issue`, decisions.issue],
      [`/decisions/${task.id}/reject`, decisions.reject],
    ];
    return [...(role === 'Doc' ? decide : []), ...(isOfClosing(newest, task) ? undo : [])];
  }
  const request: LinkTo = [`${path}/request`, words.cases.request];
  // D-46: whoever has just closed it needs no reason.
  const reopen: LinkTo = [`${path}/reopen`, words.cases.reopenTask];
  const open = !newest && undo.length > 0 ? undo : role === 'Par' || status === 'finished' ? [] : [reopen];
  if (newest?.status !== 'issued') return [request, ...open];
  const certificate: LinkTo = [`${ofTask}/certificate`, decisions.certificate.title];
  if (role === 'Ast') return [];
  return role === 'Doc'
    ? [certificate, [`${ofTask}/correct`, decisions.correctTitle], [`${ofTask}/revoke`, decisions.revoke]]
    : [certificate];
};

const task = page('/cases/:id/tasks/:task', 'member', async (visit) => {
  const { words, formats, cases } = visit;
  const { case: found, child, covered, doctor, parents, tasks } = await shownCase(visit, 'full');
  const shown = await taskOf({ tasks });
  const newest = shown.status === 'closed' ? await newestOf(visit, shown.id) : shown.certification;
  const asker = parents.find(({ id }) => id === shown.wishedBy);
  const facts = [
    { name: cases.child, value: nameOf(child) },
    { name: cases.birthDate, value: child.birthDate ? formats.day(child.birthDate) : words.decisions.noBirthDate },
    { name: cases.case, value: <Link href={casePath(visit)}>{found.title}</Link> },
    { name: cases.status, value: taskTag(visit, shown.status) },
    { name: cases.dueOn, value: shown.dueOn && dueDay(visit, shown) },
    { name: words.wishes.askedBy, value: asker && nameOf(asker) },
    { name: taskWords(visit).closedAt, value: shown.status === 'closed' && formats.moment(shown.closedAt) },
    ...(newest ? certificationFactsOf(visit, newest, child) : []),
    { name: cases.certification, value: shown.status === 'closed' && !newest && cases.notRequested },
  ];
  // D-32: nobody decides.
  const isStuck = shown.status === 'closed' && newest?.status !== 'issued' && !isAttended({ doctor, covered });
  const [first, ...others] = isStuck ? [] : decisionsOf(visit, found, shown, newest);
  return {
    title: taskWords(visit).task,
    back: listBefore(visit, casePath(visit)),
    heading: taskTitle(visit, shown),
    body: [
      <Facts facts={facts} />,
      isStuck ? <Text>{cases.doctorUnavailable}</Text> : null,
      first ? <ButtonLink href={first[0]}>{first[1]}</ButtonLink> : null,
      <Links links={others} />,
    ],
  };
});

/** As the audit trail calls it. */
const auditedAs = (action: CaseAction) => {
  if (action === 'case renamed') return 'case corrected';
  return action === 'task renamed' ? 'task corrected' : action;
};

const history = page('/cases/:id/history', 'member', async (visit) => {
  const { app, call, words, formats, cases, access } = visit;
  const paging = pagingOf<CaseEventId>(visit);
  const shown = needed(await app.showCaseHistory({ ...call, caseId: caseIdOf(visit), paging, detail: 'full' }));
  const { entries, after } = await pageOf(shown.events);
  const actionOf = ({ action, fields, oldTitle, newTitle, toWhom }: EventEntry): string => {
    const { labelled } = words.common;
    const done = access.actions[auditedAs(action)];
    if (oldTitle)
      return labelled(done, newTitle ? cases.fromTo(isolated(oldTitle), isolated(newTitle)) : isolated(oldTitle));
    if (toWhom) return labelled(done, nameOf(toWhom));
    return fields ? labelled(done, fields.map((one) => words.fields[one].label).join(', ')) : done;
  };
  const whoOf = ({ byWhom }: EventEntry): string =>
    byWhom ? `${nameOf(byWhom)} (${words.common.roles[byWhom.role]})` : cases.nobody;
  return {
    title: cases.history,
    back: casePath(visit),
    isWide: true,
    body: [
      <Facts facts={caseFacts(visit, shown)} />,
      <List
        caption={cases.history}
        head={[cases.when, cases.what, cases.who, cases.reason]}
        rows={entries.map((event) => [formats.moment(event.at), actionOf(event), whoOf(event), event.reason ?? NONE])}
        none={null}
        after={after}
      />,
    ],
  };
});

export const pages = [show, task, history];
