import type { CallName } from './calls.ts';
import {
  byId,
  type Case,
  type CertificationStatus,
  childrenOf,
  find,
  INSTANT,
  NEW_ID,
  newest,
  page,
  type Rule,
  replace,
  type Scene,
  type Task,
  takesPart,
  trimmed,
  type World,
} from './world.ts';

const facts = ({ id, title, finished, child, doctor }: Case) => ({
  id,
  title,
  status: finished ? 'finished' : 'ongoing',
  ChildID: child,
  DocID: doctor,
});

/** The world after an event of the case (P-08). */
const happened = (scene: Scene, action: string, how: (one: Case) => Partial<Case>): World => {
  const reason = scene.args['reason'] === undefined ? null : trimmed(scene.args['reason']);
  const event = { by: scene.me.id, action, reason: REASONED.includes(action) ? reason : null };
  const cases = replace(scene.world.cases, scene.case.id, (one) => ({
    ...one,
    ...how(one),
    events: [...one.events, event],
  }));
  return { ...scene.world, cases };
};
const REASONED = ['case reopened', 'certification rejected', 'certification revoked'];

/** D-21: the closed task that is meant. */
const certified = ({ case: { tasks, lastClosed }, task: named, args: { TaskID } }: Scene): Task | string => {
  if (named && TaskID !== undefined && TaskID !== named.id) return 'TASK_NOT_FOUND';
  const task = named ?? find(tasks, TaskID ?? lastClosed);
  if (!task && TaskID !== undefined) return 'TASK_NOT_FOUND';
  return task?.closed ? task : 'TASK_NOT_CLOSED';
};

const withCertifications = (one: Case, task: Task, certifications: Task['certifications']): Partial<Case> => ({
  tasks: replace(one.tasks, task.id, (old) => ({ ...old, certifications })),
});

/** D-22. */
const deciding =
  (from: CertificationStatus, status: CertificationStatus, otherwise: string): Rule =>
  (scene) => {
    const task = certified(scene);
    if (typeof task === 'string') return task;
    const last = newest(task);
    if (!last) return 'CERTIFICATION_NOT_FOUND';
    if (last.status !== from) return otherwise;
    const reason = status === 'issued' ? undefined : trimmed(scene.args['reason']);
    const certifications = [...task.certifications.slice(0, -1), { ...last, status, reason }];
    return {
      content: null,
      next: () => happened(scene, `certification ${status}`, (one) => withCertifications(one, task, certifications)),
    };
  };

/** What the calls about cases, tasks and certifications answer and change, once the caller may make them. */
export const CASE_RULES = {
  openCase: ({ world, me, doctor, args }) => {
    const child = find(world.children, args['ChildID']);
    const open =
      me.role === 'Par' ? child?.parent === me.id : childrenOf(world, doctor.id).some((one) => one === child);
    if (!child || !open) return 'CHILD_NOT_FOUND';
    const events = [{ by: me.id, action: 'case opened', reason: null }];
    const opened = {
      title: trimmed(args['title']),
      child: child.id,
      doctor: doctor.id,
      finished: false,
      tasks: [],
      events,
    };
    return {
      content: { CaseID: NEW_ID },
      next: ({ CaseID: id = '' }) => ({ ...world, cases: [...world.cases, { ...opened, id }] }),
    };
  },
  listCases: ({ world, me, args }) => ({
    content: page(
      world.cases.filter((one) => takesPart(world, me, one)),
      args,
    ).map(facts),
  }),
  showCase: ({ case: one }) => ({
    content: {
      ...facts(one),
      openedAt: INSTANT,
      finishedAt: one.finished ? INSTANT : null,
      tasks: byId(one.tasks).map(({ id, title, closed }) => ({
        id,
        title,
        status: closed ? 'closed' : 'open',
        closedAt: closed ? INSTANT : null,
      })),
    },
  }),
  showHistory: ({ world, case: one, args: { after, limit } }) => {
    const start = after === undefined ? 0 : one.events.findIndex(({ id }) => id === after) + 1 || one.events.length;
    const shown = one.events.slice(start, limit === undefined ? undefined : start + Number(limit));
    const learn = (given: unknown): World => {
      const ids = (given as readonly { readonly id: string }[]).map(({ id }) => id);
      const events = one.events.map((event, nth) => ({ ...event, id: ids[nth - start] ?? event.id }) as typeof event);
      return { ...world, cases: replace(world.cases, one.id, (old) => ({ ...old, events })) };
    };
    return {
      content: shown.map(({ id = NEW_ID, by, action, reason }) => ({ id, at: INSTANT, by, action, reason })),
      next: learn,
    };
  },
  addTask: (scene) => {
    if (scene.case.finished) return 'CASE_FINISHED';
    const title = trimmed(scene.args['title']);
    return {
      content: { TaskID: NEW_ID },
      next: ({ TaskID: id = '' }) =>
        happened(scene, 'task added', ({ tasks }) => ({
          tasks: [...tasks, { id, title, closed: false, certifications: [] }],
        })),
    };
  },
  closeTask: (scene) => {
    const { id, closed } = scene.task;
    if (closed) return 'TASK_ALREADY_CLOSED';
    return {
      content: null,
      next: () =>
        happened(scene, 'task closed', ({ tasks }) => ({
          lastClosed: id,
          tasks: replace(tasks, id, (task) => ({ ...task, closed: true })),
        })),
    };
  },
  finishCase: (scene) => {
    if (scene.case.finished) return 'CASE_FINISHED';
    if (scene.case.tasks.some(({ closed }) => !closed)) return 'TASKS_OPEN';
    return { content: null, next: () => happened(scene, 'case finished', () => ({ finished: true })) };
  },
  reopenCase: (scene) => {
    if (!scene.case.finished) return 'CASE_ONGOING';
    return { content: null, next: () => happened(scene, 'case reopened', () => ({ finished: false })) };
  },
  requestCertification: (scene) => {
    const task = certified(scene);
    if (typeof task === 'string') return task;
    const last = newest(task);
    if (last?.status === 'requested' || last?.status === 'issued') return { content: { certID: last.id } };
    return {
      content: { certID: NEW_ID },
      next: ({ certID: id = '' }) =>
        happened(scene, 'certification requested', (one) =>
          withCertifications(one, task, [...task.certifications, { id, status: 'requested' }]),
        ),
    };
  },
  checkCertification: (scene) => {
    const task = certified(scene);
    if (typeof task === 'string') return task;
    const last = newest(task);
    if (!last) return 'CERTIFICATION_NOT_FOUND';
    const { id: certID, status, reason } = last;
    const decidedAt = status === 'requested' ? undefined : INSTANT;
    const named = { certID, TaskID: task.id, CaseID: scene.case.id, status };
    return { content: { ...named, requestedAt: INSTANT, decidedAt, reason } };
  },
  issueCertification: deciding('requested', 'issued', 'CERTIFICATION_DECIDED'),
  rejectCertification: deciding('requested', 'rejected', 'CERTIFICATION_DECIDED'),
  revokeCertification: deciding('issued', 'revoked', 'CERTIFICATION_NOT_ISSUED'),
} as const satisfies Partial<Record<CallName, Rule>>;
