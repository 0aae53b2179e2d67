import { CALLS, type CallName } from './calls.ts';
import { type Cast, callBy, logIn, recoveryCodeOf, STANDINGS, type Stage, UNKNOWN_ID } from './cast.ts';
import { oneTimePassword } from './one-time-password.ts';
import { COMMON_PASSWORD } from './people-rules.ts';
import { type Account, type Case, find, type Letter, loginIdOf, newest } from './world.ts';

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

const accountOf = ({ player, cast }: Stage, who: keyof Cast): Account =>
  find(player.world().accounts, cast[who]) as Account;

/** A call by the account, which logs in first if it has no session and needs one. */
const playBy = async (stage: Stage, who: keyof Cast, name: CallName, args: Args): Promise<void> => {
  const { player, cast, variant } = stage;
  if (CALLS[name].about === 'anyone') return void (await player.play({ name, variant, args }));
  if (accountOf(stage, who).sessions.length === 0) await logIn(player, accountOf(stage, who), variant);
  await player.play(callBy(player, cast[who], { name, variant, args }));
};

/** With fewer recovery codes an account gets new ones, so that there are some left whenever it logs in. */
const ENOUGH_CODES = 8;

/** A recovery code of the account, which has a second factor then. */
const recoveryCode = async (stage: Stage, who: keyof Cast): Promise<string> => {
  const factor = () => accountOf(stage, who).factor;
  const { password } = accountOf(stage, who);
  if (!factor()?.isOn || (factor()?.recoveryCodes.length ?? 0) < ENOUGH_CODES) {
    if (factor()?.isOn) await playBy(stage, who, 'removeFactor', { password, otp: recoveryCodeOf(factor()) });
    await playBy(stage, who, 'offerFactor', { password });
    await playBy(stage, who, 'confirmFactor', { otp: oneTimePassword(factor()?.secret ?? '') });
  }
  return recoveryCodeOf(factor()) ?? 'none';
};

/** The code in the newest mail to the account for a purpose. Resets are throttled, so one that was asked for will do. */
const mailedCode = async (stage: Stage, who: keyof Cast, purpose: Letter['purpose'], to?: string) => {
  const { player, cast } = stage;
  const newest = () => player.world().letters.findLast((one) => one.account === cast[who] && one.purpose === purpose);
  // Mails that are on their way at once may come in any order, and the last replaces the codes of the others.
  await player.readMails(cast[who]);
  const known = newest();
  if (purpose === 'reset' && known?.live) return known.code;
  const { email, password } = accountOf(stage, who);
  const fresh = `moved.${player.world().letters.length}.${email.replace(/^moved\.\d+\./, '')}`;
  if (purpose === 'reset') await playBy(stage, who, 'requestReset', { email });
  else await playBy(stage, who, 'changeEmail', { email: to ?? fresh, password });
  await player.readMails(cast[who]);
  return newest()?.code;
};

/** Each another, as the tries with one code are counted. */
const wrongCode = ({ nth, variant }: Stage): string | undefined =>
  `${variant}${String(nth).padStart(31, '0')}`.toLowerCase().match(/.{4}/g)?.join('-');

/** What a field can name, by the first word of a choice. Other texts stand for themselves. `who`: the caller. */
const NAMED: Readonly<Record<string, (stage: Stage, what: string, who: keyof Cast) => unknown>> = {
  login: (stage, who) => loginIdOf(accountOf(stage, who as keyof Cast).sessions.at(-1) ?? ''),
  password: (stage, who) => accountOf(stage, who as keyof Cast).password,
  'recovery-code': (stage, what, who) => recoveryCode(stage, (what || who) as keyof Cast),
  'one-time-password': (stage, _, who) => {
    const { factor } = accountOf(stage, who);
    return factor ? oneTimePassword(factor.secret) : 'none';
  },
  'no-otp': async (stage, what, who) => {
    await recoveryCode(stage, (what || who) as keyof Cast);
    return ' ';
  },
  'wrong-otp': async (stage, what, who) => {
    const whose = (what || who) as keyof Cast;
    await recoveryCode(stage, whose);
    // Before more wrong ones would be throttled.
    if (accountOf(stage, whose).failures > 2) await logIn(stage.player, accountOf(stage, whose), stage.variant);
    return 'wrong';
  },
  'wrong-code': wrongCode,
  'reset-code': async (stage, _, who) => (await mailedCode(stage, who, 'reset')) ?? wrongCode(stage),
  'address-code': async (stage, what, who) =>
    (await mailedCode(stage, (what || who) as keyof Cast, 'address')) ?? wrongCode(stage),
  'taken-address-code': async (stage, taker, who) => {
    const { email } = accountOf(stage, taker as keyof Cast);
    return (await mailedCode(stage, who, 'address', email)) ?? wrongCode(stage);
  },
  'used-code': (stage, _, who) => {
    const isUsed = ({ account, live, code }: Letter) => account === stage.cast[who] && !live && code !== undefined;
    return stage.player.world().letters.findLast(isUsed)?.code ?? wrongCode(stage);
  },
  account: ({ cast }, who) => cast[who as keyof Cast],
  email: ({ cast, player }, who) => find(player.world().accounts, cast[who as keyof Cast])?.email,
  child: (stage, who) => childOf(stage, who as keyof Cast),
  case: async (stage, state) => (await caseIn(stage, state)).id,
  task: async (stage, state) => (await caseIn(stage, state)).tasks.at(-1)?.id,
  'task-or-case': async (stage, state, who) =>
    (await NAMED['task']?.(stage, state, who)) ?? (await caseIn(stage, state)).id,
  'other-spelling': (stage, who) => ` ${accountOf(stage, who as keyof Cast).email.toUpperCase()}`,
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
export const resolve = async (stage: Stage, choice: Choice, who: keyof Cast): Promise<Args> => {
  const args: Record<string, unknown> = {};
  for (const [field, text] of Object.entries(choice)) {
    const [, kind = '', what = ''] = /^(\S+) ?(.*)$/s.exec(text) ?? [];
    args[field] = NAMED[kind] ? await NAMED[kind](stage, what, who) : text;
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
  logIn: [
    {},
    { password: 'not-this-one' },
    { email: 'new-email' },
    ...all({
      email: ['email Ast stranger'],
      password: ['password Ast stranger'],
      otp: ['wrong-otp Ast stranger', 'recovery-code Ast stranger', 'no-otp Ast stranger'],
    }),
  ],
  changeProfile: [
    {},
    { firstName: ' ', lastName: ' ' },
    { firstName: ' ', lastName: ' ', language: ' ', notices: ' ' },
  ],
  endLogin: [{}, ...all({ LoginID: ['login Doc neighbour', 'A'.repeat(43), ...NOTHING_THERE] })],
  changeEmail: [{}, { password: 'not-this-one' }, { email: 'email Par participant' }],
  confirmEmail: [
    ...all({ code: ['wrong-code', 'address-code', 'used-code', 'address-code Doc neighbour'] }),
    ...all({ code: ['taken-address-code Par participant', 'reset-code'] }),
  ],
  offerFactor: [{}, { password: 'not-this-one' }],
  confirmFactor: all({ otp: ['wrong', 'one-time-password'] }),
  removeFactor: [{ otp: 'wrong' }, { password: 'not-this-one' }, {}],
  requestReset: [{}, { email: 'new-email' }],
  confirmReset: [
    { code: 'wrong-code' },
    { code: 'reset-code', newPassword: COMMON_PASSWORD },
    ...all({ code: ['reset-code', 'used-code', 'address-code'] }),
    ...all({ code: ['reset-code'], otp: ['no-otp', 'wrong-otp', 'recovery-code'] }),
  ],
  registerAccount: [{}, { password: COMMON_PASSWORD }, { email: 'other-spelling Doc participant' }],
};
export const choicesOf = (name: CallName): readonly Choice[] => CHOICES[name] ?? BY_SUBJECT[CALLS[name].about];
