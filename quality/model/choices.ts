import { CALLS, type CallName, fieldNamesOf } from './calls.ts';
import { type Cast, STANDINGS, UNKNOWN_ID } from './cast.ts';
import { COMMON_PASSWORD } from './people-rules.ts';
import { type Choice, HANDED_OVER, STATES } from './states.ts';

/** Each text of each field with each of the others. */
const all = (fields: Readonly<Record<string, readonly string[]>>): readonly Choice[] =>
  Object.entries(fields).reduce<readonly Choice[]>(
    (choices, [field, texts]) => choices.flatMap((choice) => texts.map((text) => ({ ...choice, [field]: text }))),
    [{}],
  );

const NOTHING_THERE = [UNKNOWN_ID, 'none'];
const accounts = (...cast: readonly (keyof Cast)[]) => cast.map((who) => `account ${who}`);
const DOCTORS = accounts('Doc participant', 'Doc neighbour', 'Doc stranger', 'Doc left', 'Ast shared');
const NAMED_AS_ASSISTANT = accounts('Ast shared', 'Ast neighbour', 'Ast stranger', 'Ast left', 'Par participant');
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
  { id: 'case-of-leaver' },
];

/** D-30: the child as it is called then. */
const SEEN = { firstName: 'seen firstName', lastName: 'seen lastName', birthDate: 'seen birthDate' };

const MAIN_CHILD = 'child Par participant';
const OF_CHILD = [MAIN_CHILD, 'child Par neighbour', 'child Par stranger', 'case without task', ...NOTHING_THERE];
const NAMES = ['jans', ' JANSÉN  doc', 'ada', "o'nobody", 'x'.repeat(101), '-'];
const BLANK = { firstName: ' ', lastName: ' ', birthDate: ' ', socSecNum: ' ' };

const BY_SUBJECT: Readonly<Record<(typeof CALLS)[CallName]['about'], readonly Choice[]>> = {
  anyone: [{}],
  nothing: [{}],
  doctor: all({ id: DOCTOR_IDS }),
  case: all({ id: [...CASES, 'task with closed task', ...NOTHING_THERE] }),
  task: all({ id: ['task with open task', 'task with closed task', 'case with open task', ...NOTHING_THERE] }),
  'case or task': OF_CERTIFICATION,
  child: all({ ChildID: OF_CHILD }),
};
const IN_A_MONTH = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);

const IN_FULL = ['full', 'more'];
const CHOICES: Readonly<Partial<Record<CallName, readonly Choice[]>>> = {
  listDoctors: [{}, ...all({ name: NAMES })],
  listAssistants: [...all({ id: DOCTOR_IDS }), ...all({ id: DOCTORS, name: ['jansen ast', 'nobody'] })],
  listDoctorsChildren: [...all({ id: DOCTOR_IDS }), ...all({ id: DOCTORS, name: ['ad', 'jans', 'nobody'] })],
  listCases: [
    {},
    ...all({ status: ['ongoing', 'finished', 'open'] }),
    ...all({ ChildID: OF_CHILD }),
    ...all({ DocID: DOCTOR_IDS }),
    ...all({ certification: ['requested', 'issued', 'rejected', 'revoked', 'none'] }),
    ...all({ detail: IN_FULL }),
    {
      status: 'ongoing',
      ChildID: MAIN_CHILD,
      DocID: 'account Doc participant',
      certification: 'issued',
      detail: 'full',
    },
  ],
  showHistory: [
    ...all({ id: [...CASES, 'task with closed task', ...NOTHING_THERE] }),
    ...all({ id: [`case ${HANDED_OVER}`, 'case issued'], detail: IN_FULL }),
  ],
  listTasks: [{}, ...all({ status: ['open', 'closed', 'ongoing'] })],
  renameCase: [
    ...all({ id: [...CASES, 'task with closed task', ...NOTHING_THERE] }),
    ...all({ id: ['case without task'], title: ['Asthma', ' Asthma '] }),
  ],
  renameTask: [
    ...all({ id: ['task with open task', 'task with closed task', 'task handed over', 'case with open task'] }),
    ...all({ id: ['task with open task'], title: ['Measure', ' Measure '] }),
    ...all({ id: NOTHING_THERE }),
  ],
  handOverCase: [
    ...all({ DocID: ['account Doc neighbour'], id: [...CASES, 'task with closed task', ...NOTHING_THERE] }),
    ...all({ DocID: DOCTOR_IDS, id: ['case requested', 'case finished'] }),
  ],
  correctChild: [
    ...all({ ChildID: OF_CHILD }),
    { ChildID: MAIN_CHILD, ...BLANK },
    ...all({ ChildID: [MAIN_CHILD], birthDate: ['2018-05-06', '2999-01-01', '2019-02-30'] }).map((one) => {
      return { ...BLANK, ...one };
    }),
    { ...BLANK, ChildID: MAIN_CHILD, lastName: 'Jansen' },
    { ...BLANK, ChildID: MAIN_CHILD, socSecNum: 'other-number Par participant' },
    ...all({ ChildID: [MAIN_CHILD], clear: ['birthDate', 'socSecNum  birthDate', 'firstName'] }).map((one) => {
      return { ...BLANK, ...one };
    }),
  ],
  inviteParent: [
    ...all({ ChildID: OF_CHILD, email: ['new-email'] }),
    ...all({
      ChildID: [MAIN_CHILD],
      email: ['Par second', 'Par participant', 'Doc participant'].map((who) => `email ${who}`),
    }),
    { ChildID: 'full-child', email: 'new-email' },
  ],
  joinChild: all({
    code: [
      ...['join-code', 'wrong-code', 'used-join-code', 'join-code Par second'],
      ...['join-code-of-same', 'join-code-of-shared'],
    ],
  }),
  removeParent: [
    ...all({ ChildID: ['child Par stranger'], ParID: accounts('Par stranger', 'Par second', 'Par former') }),
    ...all({ ChildID: ['child Par stranger'], ParID: NOTHING_THERE }),
    ...all({ ChildID: ['shared-child', MAIN_CHILD], ParID: accounts('Par former', 'Par stranger') }),
    ...all({ ChildID: ['shared-child'], ParID: accounts('Par second', 'Par participant') }),
    ...all({ ChildID: NOTHING_THERE, ParID: accounts('Par second') }),
  ],
  checkCertification: [
    ...OF_CERTIFICATION,
    ...all({ id: ['case requested', 'case issued', 'case revoked', `case ${HANDED_OVER}`], detail: IN_FULL }),
  ],
  issueCertification: [
    ...OF_CERTIFICATION,
    { id: 'case requested', statement: ' Fit to attend school ', validUntil: IN_A_MONTH },
    ...all({ id: ['case requested'], validUntil: ['2020-01-01', '2998-12-31', '2019-02-30'] }),
    ...[SEEN, { ...SEEN, lastName: 'Other' }, { birthDate: '2019-02-30' }, { lastName: SEEN.lastName }].map((shown) => {
      return { id: 'case requested', ...shown };
    }),
  ],
  correctCertification: [
    ...OF_CERTIFICATION.map((one) => ({ ...one, statement: 'Fit for school' })),
    ...[IN_A_MONTH, '2020-01-01'].map((validUntil) => ({ id: 'case issued', statement: ' Fit ', validUntil })),
    ...[SEEN, { ...SEEN, lastName: 'Other' }].map((shown) => ({ id: 'case issued', statement: 'Fit', ...shown })),
  ],
  confirmCertification: [
    { id: 'case to confirm', ...SEEN, birthDate: ' ' },
    { id: 'case to confirm', ...SEEN, firstName: 'Other' },
    ...OF_CERTIFICATION.map((one) => ({ ...one, ...SEEN })),
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
      email: ['email Ast participant', 'email Ast shared', 'email Ast left', 'email Par participant'],
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
    ...all({ email: ['email Doc left', 'email Ast left'], password: ['password Doc left'] }),
    ...all({
      email: ['email Ast stranger'],
      password: ['password Ast stranger'],
      otp: ['wrong-otp Ast stranger', 'recovery-code Ast stranger', 'no-otp Ast stranger'],
    }),
  ],
  changeProfile: [
    {},
    { firstName: ' ', lastName: ' ' },
    Object.fromEntries(fieldNamesOf('changeProfile').map((name) => [name, ' '])),
  ],
  endLogin: [{}, ...all({ LoginID: ['login Doc neighbour', 'A'.repeat(43), ...NOTHING_THERE] })],
  changeEmail: [{}, { password: 'not-this-one' }, { email: 'email Doc neighbour' }],
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
