import { type CallName, ID } from './calls.ts';
import type {
  Account,
  Answer,
  Case,
  Certificate,
  Certification,
  CertificationStatus,
  Child,
  Given,
  Rule,
  Scene,
  Task,
  World,
} from './world.ts';
import {
  byId,
  childrenOf,
  find,
  INSTANT,
  isParent,
  isSameChild,
  newest,
  newestOf,
  page,
  replace,
  takesPart,
  trimmed,
} from './world.ts';

const facts = ({ id, title, finished, child, doctor }: Case) => {
  const status = finished ? 'finished' : 'ongoing';
  return { id, title, status, ChildID: child, DocID: doctor };
};

/** D-30: the child of a case. */
const childOf = ({ children }: World, { child }: Case) => {
  const { id, firstName, lastName, birthDate } = find(children, child) as Child;
  return { id, firstName, lastName, birthDate };
};

/** D-31. */
const nameOf = ({ accounts }: World, id: string) => {
  const { firstName, lastName, role } = find(accounts, id) as Account;
  return { firstName, lastName, role };
};

/** The answer to a call that changes the case, which is an event of it (P-08). */
const happens = (
  { world, me, case: one, args }: Scene,
  action: string,
  change: (given: Given) => Partial<Case>,
  content: unknown = null,
): Answer => {
  const to = action === 'case handed over' ? { to: args['DocID'] } : {};
  const event = { by: me.id, action, reason: REASONED.includes(action) ? trimmed(args['reason']) : null, ...to };
  const next = (given: Given): World => {
    const cases = replace(world.cases, one, { ...change(given), events: [...one.events, event] });
    return { ...world, cases };
  };
  return { content, next };
};
const REASONED = [...['case reopened', 'certification rejected', 'certification revoked', 'certification corrected']];

/** D-21: the closed task that is meant. */
const certified = ({ case: { tasks, lastClosed }, task: named, args: { TaskID } }: Scene): Task | string => {
  if (named && TaskID !== undefined && TaskID !== named.id) return 'TASK_NOT_FOUND';
  const task = named ?? find(tasks, TaskID ?? lastClosed);
  if (!task && TaskID !== undefined) return 'TASK_NOT_FOUND';
  return task?.closed ? task : 'TASK_NOT_CLOSED';
};

const withCertifications = ({ case: { tasks } }: Scene, task: Task, certifications: Task['certifications']) => ({
  tasks: replace(tasks, task, { certifications }),
});

/** The child as the caller says that it was shown. */
const shownIn = ({ args: { firstName, lastName, birthDate } }: Scene) => {
  return { firstName: trimmed(firstName), lastName: trimmed(lastName), birthDate: birthDate?.trim() ?? null };
};

/** D-30: whether the caller was shown another child, if any. */
const isShownOtherwise = (scene: Scene): boolean =>
  ['firstName', 'lastName', 'birthDate'].some((name) => scene.args[name] !== undefined) &&
  !isSameChild(childOf(scene.world, scene.case), shownIn(scene));

/** The day that begins so many days from now, in UTC. */
const daysAhead = (days: number, from = Date.now()): string =>
  new Date(from + days * 86_400_000).toISOString().slice(0, 10);

const isOutOfRange = (validUntil: string | undefined): boolean =>
  validUntil !== undefined && (validUntil < daysAhead(0) || validUntil > daysAhead(365));

/** What a certification says where the doctor says nothing else. */
const STATEMENTS: Readonly<Record<string, string>> = {
  en: 'Health certification',
  de: 'Gesundheitsbescheinigung',
  fr: 'Attestation de santé',
  nl: 'Gezondheidsverklaring',
};

/** What is known of a certification once it is decided. */
const decidedAs = (scene: Scene, last: Certification, status: CertificationStatus): Partial<Certification> => {
  const { validUntil, statement = STATEMENTS[scene.me.chosen['language'] ?? ''], reason } = scene.args;
  if (status !== 'issued') {
    const documents = last.documents?.map((one) => ({ ...one, revoked: true }));
    return { status, reason: trimmed(reason), ...(documents && { documents }) };
  }
  const certified = childOf(scene.world, scene.case);
  return { status, statement: trimmed(statement), validUntil, issuedBy: scene.me.id, certified };
};

/** About the newest certification of the task that is meant. `issued`: only while it is. */
const aboutNewest =
  (rule: (scene: Scene, task: Task, last: Certification) => ReturnType<Rule>, only?: 'issued'): Rule =>
  (scene) => {
    const task = certified(scene);
    if (typeof task === 'string') return task;
    const last = newest(task);
    if (!last) return 'CERTIFICATION_NOT_FOUND';
    return only && last.status !== only ? 'CERTIFICATION_NOT_ISSUED' : rule(scene, task, last);
  };

/** D-22. */
const deciding = (from: CertificationStatus, status: CertificationStatus, otherwise: string): Rule =>
  aboutNewest((scene, task, last) => {
    if (last.status !== from) return otherwise;
    if (isOutOfRange(scene.args['validUntil'])) return 'VALIDITY_OUT_OF_RANGE';
    if (status === 'issued' && isShownOtherwise(scene)) return 'CHILD_CORRECTED';
    const certifications = replace(task.certifications, last, decidedAs(scene, last, status));
    return happens(scene, `certification ${status}`, () => withCertifications(scene, task, certifications));
  });

const taskFacts = ({ id, title, closed }: Task) => {
  return { id, title, status: closed ? 'closed' : 'open', closedAt: closed ? INSTANT : null };
};

const DAY = /^\d{4}-\d\d-\d\d$/;
const MIDNIGHT = /^\d{4}-\d\d-\d\dT00:00:00\.000Z$/;
/** Of a certificate, what is signed anew each time. */
const SIGNED = { token: /^[\w-]+\.[\w-]+\.[\w-]{86}$/, url: /^http\S+\/verify#[\w-]+\.[\w-]+\.[\w-]{86}$/ };

/** D-30. */
const isToConfirm = (world: World, one: Case, { certified }: Certification): boolean =>
  certified !== undefined && !isSameChild(childOf(world, one), certified);

/** The answer to a call with a key for which a certificate was created: the same one, if it was not revoked since. */
export const certificateAgain = (world: World, created: Given | null): string | Answer => {
  const all = world.cases.flatMap((one) =>
    one.tasks.flatMap(({ certifications }) => certifications.map((certification) => ({ one, certification }))),
  );
  const isMeant = ({ id, revoked }: Certificate) => id === created?.['DocumentID'] && !revoked;
  const found = all.find(({ certification: { documents = [] } }) => documents.some(isMeant));
  if (!found) return 'CERTIFICATION_NOT_ISSUED';
  return isToConfirm(world, found.one, found.certification)
    ? 'CERTIFICATION_TO_CONFIRM'
    : { content: { ...created, ...SIGNED } };
};

/** What the calls about cases, tasks and certifications answer and change, once the caller may make them. */
export const CASE_RULES = {
  openCase: ({ world, me, doctor, args }) => {
    const child = find(world.children, args['ChildID']);
    const open = me.role === 'Par' ? isParent(child, me) : childrenOf(world, doctor.id).some((one) => one === child);
    if (!child || !open) return 'CHILD_NOT_FOUND';
    const events = [{ by: me.id, action: 'case opened', reason: null }];
    const named = { title: trimmed(args['title']), child: child.id, doctor: doctor.id };
    const opened = { ...named, finished: false, tasks: [], events };
    return {
      content: { CaseID: ID },
      next: ({ CaseID: id = '' }) => ({ ...world, cases: [...world.cases, { ...opened, id }] }),
    };
  },
  listCases: ({ world, me, args }) => {
    const { status, ChildID, DocID, certification, detail } = args;
    const own = world.cases.filter(
      (one) =>
        takesPart(world, me, one) &&
        (status ?? facts(one).status) === facts(one).status &&
        (ChildID ?? one.child) === one.child &&
        (DocID ?? one.doctor) === one.doctor &&
        (certification ?? newestOf(one)?.status) === newestOf(one)?.status,
    );
    const more = (one: Case) =>
      detail === undefined ? {} : { child: childOf(world, one), certification: newestOf(one)?.status ?? null };
    return { content: page(own, args).map((one) => ({ ...facts(one), ...more(one) })) };
  },
  showCase: ({ world, case: one }) => {
    const finishedAt = one.finished ? INSTANT : null;
    const child = childOf(world, one);
    return { content: { ...facts(one), openedAt: INSTANT, finishedAt, child, tasks: byId(one.tasks).map(taskFacts) } };
  },
  renameCase: (scene) => {
    if (scene.case.finished) return 'CASE_FINISHED';
    const title = trimmed(scene.args['title']);
    if (title === scene.case.title) return { content: null };
    return { ...happens(scene, 'case renamed', () => ({ title })), parts: ['title'] };
  },
  handOverCase: (scene) => {
    const doctor = find(scene.world.accounts, scene.args['DocID']);
    // D-41: nor a deputy.
    if (scene.me.role === 'Doc' && scene.me.id !== scene.case.doctor) return 'ROLE_NOT_ALLOWED';
    if (scene.case.finished) return 'CASE_FINISHED';
    if (doctor?.id === scene.case.doctor) return { content: null };
    if (doctor?.role !== 'Doc' || doctor.hasLeft) return 'DOCTOR_NOT_FOUND';
    return happens(scene, 'case handed over', () => ({ doctor: doctor.id }));
  },
  showHistory: ({ world, case: one, args: { after, limit, detail } }) => {
    const start = after === undefined ? 0 : one.events.findIndex(({ id }) => id === after) + 1 || one.events.length;
    const shown = one.events.slice(start, limit === undefined ? undefined : start + Number(limit));
    // Of a reply that was lost, nothing is learnt.
    const learn = (given: unknown): World => {
      const ids: readonly string[] = Array.isArray(given) ? given.map(({ id }) => id) : [];
      const events = one.events.map((event, nth) => ({ ...event, id: ids[nth - start] ?? event.id }) as typeof event);
      return { ...world, cases: replace(world.cases, one, { events }) };
    };
    return {
      content: shown.map(({ id = ID, by, action, reason, to, fields }) => {
        const more = { ...(to !== undefined && { to }), ...(fields && { fields }) };
        const event = { id, at: INSTANT, by, action, reason, ...more };
        return detail === undefined ? event : { ...event, byWhom: nameOf(world, by) };
      }),
      next: learn,
    };
  },
  addTask: (scene) => {
    const { finished, tasks } = scene.case;
    if (finished) return 'CASE_FINISHED';
    const task = { title: trimmed(scene.args['title']), closed: false, certifications: [] };
    const add = ({ TaskID: id = '' }: Given) => ({ tasks: [...tasks, { ...task, id }] });
    return happens(scene, 'task added', add, { TaskID: ID });
  },
  listTasks: ({ world, me, args }) => {
    const { status } = args;
    const ofCases = world.cases
      .filter((one) => takesPart(world, me, one))
      .flatMap(({ id: CaseID, tasks }) => tasks.map((task) => ({ ...taskFacts(task), CaseID })));
    const wanted = ofCases.filter((task) => (status ?? task.status) === task.status);
    return { content: page(wanted, args) };
  },
  renameTask: (scene) => {
    const { task, case: one } = scene;
    if (one.finished) return 'CASE_FINISHED';
    if (task.closed) return 'TASK_ALREADY_CLOSED';
    const title = trimmed(scene.args['title']);
    if (title === task.title) return { content: null };
    const tasks = replace(one.tasks, task, { title });
    return { ...happens(scene, 'task renamed', () => ({ tasks })), parts: ['title'] };
  },
  closeTask: (scene) => {
    const { task } = scene;
    if (task.closed) return 'TASK_ALREADY_CLOSED';
    const tasks = replace(scene.case.tasks, task, { closed: true });
    return happens(scene, 'task closed', () => ({ lastClosed: task.id, tasks }));
  },
  finishCase: (scene) => {
    if (scene.case.finished) return 'CASE_FINISHED';
    if (scene.case.tasks.some(({ closed }) => !closed)) return 'TASKS_OPEN';
    return happens(scene, 'case finished', () => ({ finished: true }));
  },
  reopenCase: (scene) =>
    scene.case.finished ? happens(scene, 'case reopened', () => ({ finished: false })) : 'CASE_ONGOING',
  requestCertification: (scene) => {
    const task = certified(scene);
    if (typeof task === 'string') return task;
    const last = newest(task);
    if (last?.status === 'requested' || last?.status === 'issued') return { content: { certID: last.id } };
    if (find(scene.world.accounts, scene.case.doctor)?.hasLeft) return 'DOCTOR_UNAVAILABLE';
    const request = ({ certID: id = '' }: Given) => ({
      ...withCertifications(scene, task, [...task.certifications, { id, status: 'requested' }]),
      lastRequested: task.id,
    });
    return happens(scene, 'certification requested', request, { certID: ID });
  },
  checkCertification: aboutNewest((scene, task, last) => {
    const { id: certID, status, reason } = last;
    const decidedAt = status === 'requested' ? undefined : INSTANT;
    const named = { certID, TaskID: task.id, CaseID: scene.case.id, status };
    const { statement, validUntil = DAY } = last;
    const said = scene.args['detail'] !== undefined && status === 'issued' ? { statement, validUntil } : {};
    return { content: { ...named, requestedAt: INSTANT, decidedAt, reason, ...said } };
  }),
  issueCertification: deciding('requested', 'issued', 'CERTIFICATION_DECIDED'),
  rejectCertification: deciding('requested', 'rejected', 'CERTIFICATION_DECIDED'),
  revokeCertification: deciding('issued', 'revoked', 'CERTIFICATION_NOT_ISSUED'),
  correctCertification: aboutNewest((scene, task, last) => {
    if (isOutOfRange(scene.args['validUntil'])) return 'VALIDITY_OUT_OF_RANGE';
    if (isShownOtherwise(scene)) return 'CHILD_CORRECTED';
    const before = replace(task.certifications, last, decidedAs(scene, last, 'revoked'));
    const anew = { status: 'issued', ...decidedAs(scene, last, 'issued') } as const;
    const corrected = ({ certID: id = '' }: Given) => ({
      ...withCertifications(scene, task, [...before, { ...anew, id }]),
      lastRequested: task.id,
    });
    return happens(scene, 'certification corrected', corrected, { certID: ID });
  }, 'issued'),
  confirmCertification: aboutNewest((scene, task, last) => {
    if (last.issuedBy !== scene.me.id) return 'ROLE_NOT_ALLOWED';
    const child = childOf(scene.world, scene.case);
    if (!isSameChild(child, shownIn(scene))) return 'CHILD_CORRECTED';
    if (!isToConfirm(scene.world, scene.case, last)) return { content: null };
    const certifications = replace(task.certifications, last, { certified: child });
    return happens(scene, 'certification confirmed', () => withCertifications(scene, task, certifications));
  }, 'issued'),
  createCertificate: aboutNewest((scene, task, last) => {
    if (isToConfirm(scene.world, scene.case, last)) return 'CERTIFICATION_TO_CONFIRM';
    const { validUntil, documents = [] } = last;
    const disclosed = scene.args['disclose'] ?? 'name';
    if (documents.length >= 100) return 'CERTIFICATES_EXHAUSTED';
    const expiresAt = validUntil === undefined ? MIDNIGHT : `${daysAhead(1, Date.parse(validUntil))}T00:00:00.000Z`;
    const next = ({ DocumentID = '' }: Given): World => {
      const certifications = replace(task.certifications, last, {
        documents: [...documents, { id: DocumentID, disclosed, revoked: false }],
      });
      const { world, case: one } = scene;
      return { ...world, cases: replace(world.cases, one, withCertifications(scene, task, certifications)) };
    };
    return { content: { DocumentID: ID, ...SIGNED, expiresAt }, next };
  }, 'issued'),
} as const satisfies Partial<Record<CallName, Rule>>;
