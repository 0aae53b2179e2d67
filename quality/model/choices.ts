import { CALLS, type CallName } from './calls.ts';
import { type Cast, callBy, STANDINGS, type Stage, UNKNOWN_ID } from './cast.ts';
import { COMMON_PASSWORD } from './people-rules.ts';
import { type Case, find, newest } from './world.ts';

export type Args = Readonly<Record<string, unknown>>;

/**
 * The calls that lead a case of the participants to a state, one after another. The last open task is closed. The first
 * is a state in which a certification can be requested, so that a call can be answered again.
 */
const STATES: Readonly<Record<string, readonly CallName[]>> = {
  'with closed task': ['addTask', 'closeTask'],
  'without task': [],
  'with open task': ['addTask'],
  'with two tasks, the first closed last': ['addTask', 'addTask', 'closeTask', 'closeTask'],
  finished: ['finishCase'],
  requested: ['addTask', 'closeTask', 'requestCertification'],
  issued: ['addTask', 'closeTask', 'requestCertification', 'issueCertification'],
  rejected: ['addTask', 'closeTask', 'requestCertification', 'rejectCertification'],
  revoked: ['addTask', 'closeTask', 'requestCertification', 'issueCertification', 'revokeCertification'],
};

const stateOf = ({ finished, tasks, lastClosed }: Case): string => {
  const task = tasks.at(-1);
  if (tasks.length === 2 && lastClosed === tasks[0]?.id) return 'with two tasks, the first closed last';
  if (finished) return 'finished';
  if (!task) return 'without task';
  return task.closed ? (newest(task)?.status ?? 'with closed task') : 'with open task';
};

const childOf = ({ player, cast }: Stage, who: keyof Cast): string | undefined =>
  player.world().children.find(({ parent }) => parent === cast[who])?.id;

/** The participants' case in the state: one that is there, or a new one. */
const caseIn = async (stage: Stage, state: string): Promise<Case> => {
  const { player, cast } = stage;
  const { 'Doc participant': doctor, 'Par participant': parent } = cast;
  const child = childOf(stage, 'Par participant');
  const play = (by: string, name: CallName, args: Args) =>
    player.play(callBy(player, by, { name, variant: 'A', args }));
  const fits = (one: Case) => one.child === child && one.doctor === doctor && stateOf(one) === state;
  const found = player.world().cases.findLast(fits);
  if (found) return found;
  await play(parent, 'openCase', { ChildID: child, DocID: doctor, title: 'Asthma' });
  const { id: caseId = '' } = player.world().cases.at(-1) ?? {};
  for (const name of STATES[state] ?? []) {
    const task = find(player.world().cases, caseId)?.tasks.findLast(({ closed }) => !closed)?.id;
    await play(doctor, name, { id: name === 'closeTask' ? task : caseId, title: 'Measure', reason: 'Seen again' });
  }
  return find(player.world().cases, caseId) as Case;
};

/** What a field can name, by the first word of a choice. Other texts stand for themselves. */
const NAMED: Readonly<Record<string, (stage: Stage, what: string) => unknown>> = {
  account: ({ cast }, who) => cast[who as keyof Cast],
  email: ({ cast, player }, who) => find(player.world().accounts, cast[who as keyof Cast])?.email,
  child: (stage, who) => childOf(stage, who as keyof Cast),
  case: async (stage, state) => (await caseIn(stage, state)).id,
  task: async (stage, state) => (await caseIn(stage, state)).tasks.at(-1)?.id,
  'task-or-case': async (stage, state) => (await NAMED['task']?.(stage, state)) ?? (await caseIn(stage, state)).id,
  'other-spelling': (stage, who) => ` ${String(NAMED['email']?.(stage, who)).toUpperCase()}`,
  'new-email': ({ nth, variant }) => `nobody.${nth}.${variant}@example.org`,
  'neighbours-task': async (stage) => {
    const { cast, player } = stage;
    const theirs = () => player.world().cases.find(({ child }) => child === childOf(stage, 'Par neighbour'));
    const args = { id: theirs()?.id, title: 'Measure' };
    const add = callBy(player, cast['Doc participant'], { name: 'addTask', variant: 'A', args });
    if (theirs()?.tasks.length === 0) await player.play(add);
    return theirs()?.tasks[0]?.id;
  },
};

/** Fields by their names. They are resolved as late as possible, since the cells before change the world. */
export type Choice = Readonly<Record<string, string>>;
export const resolve = async (stage: Stage, choice: Choice): Promise<Args> => {
  const args: Record<string, unknown> = {};
  for (const [field, text] of Object.entries(choice)) {
    const [, kind = '', what = ''] = /^(\S+) ?(.*)$/s.exec(text) ?? [];
    args[field] = NAMED[kind] ? await NAMED[kind](stage, what) : text;
  }
  return args;
};
/** Each text of each field with each of the others. */
const all = (fields: Readonly<Record<string, readonly string[]>>): readonly Choice[] =>
  Object.entries(fields).reduce<readonly Choice[]>(
    (choices, [field, texts]) => choices.flatMap((choice) => texts.map((text) => ({ ...choice, [field]: text }))),
    [{}],
  );

const NOTHING_THERE = [UNKNOWN_ID, 'none'];
const accounts = (...cast: readonly (keyof Cast)[]) => cast.map((who) => `account ${who}`);
const DOCTORS = accounts('Doc participant', 'Doc neighbour', 'Doc stranger', 'Ast shared');
const NAMED_AS_ASSISTANT = accounts('Ast shared', 'Ast neighbour', 'Ast stranger', 'Par participant');
const IN_STATES = Object.keys(STATES);
const CASES = IN_STATES.map((state) => `case ${state}`);
const DOCTOR_IDS = [...DOCTORS, ...NOTHING_THERE];

/** D-21: by the case, by the task, and by the case with the task in the field. */
const OF_CERTIFICATION: readonly Choice[] = [
  ...all({ id: [...CASES, ...IN_STATES.map((state) => `task-or-case ${state}`), 'child Par participant'] }),
  ...all({ id: NOTHING_THERE }),
  ...IN_STATES.map((state) => ({ id: `case ${state}`, TaskID: `task ${state}` })),
  ...all({ id: ['case with closed task'], TaskID: ['neighbours-task', ...NOTHING_THERE] }),
  { id: 'task with closed task', TaskID: 'neighbours-task' },
];

const BY_SUBJECT: Readonly<Record<(typeof CALLS)[CallName]['about'], readonly Choice[]>> = {
  anyone: [{}],
  nothing: [{}],
  doctor: all({ id: DOCTOR_IDS }),
  case: all({ id: [...CASES, 'task with closed task', ...NOTHING_THERE] }),
  task: all({ id: ['task with open task', 'task with closed task', 'case with open task', ...NOTHING_THERE] }),
  'case or task': OF_CERTIFICATION,
};
const IN_A_MONTH = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);

const CHOICES: Readonly<Partial<Record<CallName, readonly Choice[]>>> = {
  issueCertification: [
    ...OF_CERTIFICATION,
    { id: 'case requested', statement: ' Fit to attend school ', validUntil: IN_A_MONTH },
    ...all({ id: ['case requested'], validUntil: ['2020-01-01', '2998-12-31', '2019-02-30'] }),
  ],
  // The first two are the same certification, so that a call can be answered again, and another request.
  createCertificate: [
    ...all({ id: ['case issued'] }),
    ...all({ id: ['case issued'], disclose: ['initials', 'nothing'] }),
    ...OF_CERTIFICATION,
  ],
  linkAssistant: [
    ...all({ id: DOCTOR_IDS, email: ['email Ast stranger'] }),
    ...all({
      id: ['account Doc participant'],
      email: ['email Ast participant', 'email Ast shared', 'email Par participant'],
    }),
    { id: 'account Doc stranger', email: 'nobody@example.org' },
  ],
  unlinkAssistant: all({ id: DOCTOR_IDS, AstID: [...NAMED_AS_ASSISTANT, ...NOTHING_THERE] }),
  openCase: all({
    DocID: DOCTOR_IDS,
    ChildID: [...STANDINGS.map((standing) => `child Par ${standing}`), 'case without task', ...NOTHING_THERE],
  }),
  addChild: [{}, { socSecNum: '756-1' }, ...all({ birthDate: ['2999-01-01', '2019-02-30'] })],
  changePassword: [{}, { password: 'not-this-one' }, { newPassword: COMMON_PASSWORD }],
  logIn: [{}, { password: 'not-this-one' }, { email: 'new-email' }],
  registerAccount: [{}, { password: COMMON_PASSWORD }, { email: 'other-spelling Doc participant' }],
};
export const choicesOf = (name: CallName): readonly Choice[] => CHOICES[name] ?? BY_SUBJECT[CALLS[name].about];
