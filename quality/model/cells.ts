import { CALLS, type Call, type CallName, type Variant } from './calls.ts';
import { type Cast, callBy, logIn, PASSWORD, ROLES, STANDINGS, UNKNOWN_ID } from './cast.ts';
import { COMMON_PASSWORD } from './people-rules.ts';
import type { Player } from './player.ts';
import { type Case, find, newest, takesPart, type World } from './world.ts';

/** A world with a cast, in which the cells are played one after another. */
export type Stage = { readonly player: Player; readonly cast: Cast; readonly variant: Variant; nth: number };
type Args = Readonly<Record<string, unknown>>;
/** Prepares what a cell is about, as late as possible, since the cells before it change the world. */
type Choice = (stage: Stage) => Promise<Args>;

const as = (stage: Stage, who: keyof Cast, name: CallName, args: Args) =>
  stage.player.play(callBy(stage.player, stage.cast[who], { name, variant: 'A', args }));

/**
 * The calls that lead a case of the participants to a state, one after another. The last open task is closed. The first is a
 * state in which a certification can be requested, so that the cells of retries have an outcome to store.
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

const ownChildOf = ({ children }: World, parent: string): string | undefined =>
  children.find((child) => child.parent === parent)?.id;

/** The participants' case in the state: one that is there, or a new one. */
const caseIn = async (stage: Stage, state: string): Promise<Case> => {
  const { player, cast } = stage;
  const child = ownChildOf(player.world(), cast['Par participant']);
  const fits = (one: Case) => one.child === child && one.doctor === cast['Doc participant'] && stateOf(one) === state;
  const found = player.world().cases.find(fits);
  if (found) return found;
  await as(stage, 'Par participant', 'openCase', { ChildID: child, DocID: cast['Doc participant'], title: 'Asthma' });
  const { id: caseId = '' } = player.world().cases.at(-1) ?? {};
  for (const name of STATES[state] ?? []) {
    const task = find(player.world().cases, caseId)?.tasks.findLast(({ closed }) => !closed)?.id;
    const id = name === 'closeTask' ? task : caseId;
    await as(stage, 'Doc participant', name, { id, title: 'Measure', reason: 'Seen again' });
  }
  return find(player.world().cases, caseId) as Case;
};

const otherTask = async (stage: Stage): Promise<string | undefined> => {
  const { cast, player } = stage;
  const ofNeighbour = ownChildOf(player.world(), cast['Par neighbour']);
  const other = player.world().cases.find(({ child }) => child === ofNeighbour);
  if (other?.tasks.length === 0) await as(stage, 'Doc participant', 'addTask', { id: other.id, title: 'Measure' });
  return find(player.world().cases, other?.id)?.tasks[0]?.id;
};

const always =
  (args: Args): Choice =>
  async () =>
    args;
const NOTHING_THERE = [UNKNOWN_ID, 'none'].map((id) => always({ id }));
const taskOf = ({ tasks }: Case): string | undefined => tasks.at(-1)?.id;

const ABOUT_CASE: readonly Choice[] = [
  ...Object.keys(STATES).map(
    (state): Choice =>
      async (stage) => ({ id: (await caseIn(stage, state)).id }),
  ),
  async (stage) => ({ id: taskOf(await caseIn(stage, 'with closed task')) }),
  ...NOTHING_THERE,
];
const ABOUT_TASK: readonly Choice[] = [
  ...['with open task', 'with closed task'].map(
    (state): Choice =>
      async (stage) => ({ id: taskOf(await caseIn(stage, state)) }),
  ),
  async (stage) => ({ id: (await caseIn(stage, 'with open task')).id }),
  ...NOTHING_THERE,
];
/** D-21: by the case, by the task, and by the case with the task in the field. */
const ABOUT_CERTIFICATION: readonly Choice[] = [
  ...Object.keys(STATES).flatMap((state): readonly Choice[] => [
    async (stage) => ({ id: (await caseIn(stage, state)).id }),
    async (stage) => ({ id: taskOf(await caseIn(stage, state)) ?? (await caseIn(stage, state)).id }),
    async (stage) => {
      const one = await caseIn(stage, state);
      return { id: one.id, TaskID: taskOf(one) };
    },
  ]),
  async (stage) => ({ id: ownChildOf(stage.player.world(), stage.cast['Par participant']) }),
  ...NOTHING_THERE,
  async (stage) => ({ id: (await caseIn(stage, 'with closed task')).id, TaskID: await otherTask(stage) }),
  async (stage) => ({ id: taskOf(await caseIn(stage, 'with closed task')), TaskID: await otherTask(stage) }),
  async (stage) => ({ id: (await caseIn(stage, 'with closed task')).id, TaskID: UNKNOWN_ID }),
  async (stage) => ({ id: (await caseIn(stage, 'with closed task')).id, TaskID: 'none' }),
];

const DOCTORS = ['Doc participant', 'Doc neighbour', 'Doc stranger', 'Ast shared'] as const;
const ABOUT_DOCTOR: readonly Choice[] = [
  ...DOCTORS.map(
    (who): Choice =>
      async ({ cast }) => ({ id: cast[who] }),
  ),
  ...NOTHING_THERE,
];
/** Every doctor with everything else that the call names. */
const timesDoctors = (field: 'id' | 'DocID', more: readonly Choice[]): readonly Choice[] =>
  ABOUT_DOCTOR.flatMap((doctor) =>
    more.map(
      (other): Choice =>
        async (stage) => ({ [field]: (await doctor(stage))['id'], ...(await other(stage)) }),
    ),
  );

const emailOf = ({ player }: Stage, id: string): string | undefined => find(player.world().accounts, id)?.email;

const CHOICES: Readonly<Partial<Record<CallName, readonly Choice[]>>> = {
  linkAssistant: [
    ...timesDoctors('id', [async (stage) => ({ email: emailOf(stage, stage.cast['Ast stranger']) })]),
    ...['Ast participant', 'Par participant'].map(
      (who): Choice =>
        async (stage) => ({ id: stage.cast['Doc participant'], email: emailOf(stage, stage.cast[who as keyof Cast]) }),
    ),
    async ({ cast }) => ({ id: cast['Doc stranger'], email: 'nobody@example.org' }),
  ],
  unlinkAssistant: timesDoctors('id', [
    ...(['Ast shared', 'Ast neighbour', 'Par participant'] as const).map(
      (who): Choice =>
        async ({ cast }) => ({ AstID: cast[who] }),
    ),
    always({ AstID: UNKNOWN_ID }),
    always({ AstID: 'none' }),
  ]),
  openCase: timesDoctors('DocID', [
    ...STANDINGS.map(
      (standing): Choice =>
        async ({ player, cast }) => ({ ChildID: ownChildOf(player.world(), cast[`Par ${standing}`]) }),
    ),
    async (stage) => ({ ChildID: (await caseIn(stage, 'without task')).id }),
    always({ ChildID: UNKNOWN_ID }),
    always({ ChildID: 'none' }),
  ]),
  addChild: [
    always({}),
    always({ socSecNum: '756-1' }),
    always({ birthDate: '2999-01-01' }),
    always({ birthDate: '2019-02-30' }),
  ],
  changePassword: [always({}), always({ password: 'not-this-one' }), always({ newPassword: COMMON_PASSWORD })],
  logIn: [
    always({}),
    always({ password: 'not-this-one' }),
    async ({ nth, variant }) => ({ email: `nobody.${nth}.${variant}@example.org` }),
  ],
  registerAccount: [
    always({}),
    always({ password: COMMON_PASSWORD }),
    async (stage) => ({ email: ` ${emailOf(stage, stage.cast['Doc participant'])?.toUpperCase()}` }),
  ],
};

const BY_SUBJECT: Readonly<Record<(typeof CALLS)[CallName]['about'], readonly Choice[]>> = {
  anyone: [always({})],
  nothing: [always({})],
  doctor: ABOUT_DOCTOR,
  case: ABOUT_CASE,
  task: ABOUT_TASK,
  'case or task': ABOUT_CERTIFICATION,
};

const choicesOf = (name: CallName): readonly Choice[] => CHOICES[name] ?? BY_SUBJECT[CALLS[name].about];

/** Valid fields for a call, which are new where they must be. */
const fieldsOf = (stage: Stage, name: CallName, caller: string): Args => {
  stage.nth += 1;
  const { accounts } = stage.player.world();
  const { password = PASSWORD, email = '' } = find(accounts, caller) ?? {};
  const nth = `${stage.nth}.${stage.variant.toLowerCase()}`;
  const all: Args = {
    firstName: `Ada ${nth}`,
    lastName: 'Jansen',
    title: `Asthma ${nth}`,
    reason: `Because of ${nth}`,
    email: name === 'registerAccount' ? `somebody.${nth}@example.org` : email,
    password: name === 'registerAccount' ? PASSWORD : password,
    newPassword: `${PASSWORD}-${nth}`,
    role: 'Ast',
    birthDate: '2019-02-28',
    socSecNum: `756.${String(stage.nth).padStart(6, '0')}`,
  };
  const names = CALLS[name].fields.map((field) => field.split(':').at(-1) ?? field);
  return Object.fromEntries(names.filter((field) => field in all).map((field) => [field, all[field]]));
};

const CALLERS: readonly (keyof Cast)[] = ROLES.flatMap((role) =>
  STANDINGS.map((standing) => `${role} ${standing}` as const),
);
const PARTICIPANTS = ROLES.map((role) => `${role} participant` as const);

/** Logs in where no session is left, or where wrong passwords would soon be throttled. */
const rest = async ({ player, variant }: Stage, id: string): Promise<void> => {
  const account = find(player.world().accounts, id);
  if (account && (account.sessions.length === 0 || account.failures > 2)) await logIn(player, account, variant);
};

const callOf = async (stage: Stage, name: CallName, who: keyof Cast, choice: Choice | undefined): Promise<Call> => {
  const [id, { player, variant }] = [stage.cast[who], stage];
  await rest(stage, id);
  // What ends sessions is told from what does not by another one.
  const account = name === 'logOut' || name === 'changePassword' ? find(player.world().accounts, id) : undefined;
  if (account) await logIn(player, account, variant);
  const args = { ...fieldsOf(stage, name, id), ...(await choice?.(stage)) };
  if (CALLS[name].about === 'anyone') return { name, variant, args };
  return callBy(player, id, { name, variant, args });
};

type Cell = (stage: Stage) => Promise<unknown>;

/** Every role in every relation to everything that the call can be about. */
const relationCells = (name: CallName): readonly Cell[] =>
  CALLERS.flatMap((who) =>
    choicesOf(name).map(
      (choice): Cell =>
        async (stage) => {
          await stage.player.play(await callOf(stage, name, who, choice));
        },
    ),
  );

/** The same call with something else instead of a live session in the field `id`, with another method, or without an object. */
const ALTERED: readonly ((call: Call, world: World, id: string) => Call | undefined)[] = [
  ({ session: _, ...call }) => call,
  (call) => ({ ...call, session: 'no session' }),
  (call) => ({ ...call, session: 'A'.repeat(43) }),
  (call, { accounts }, id) => ({ ...call, session: find(accounts, id)?.ended.at(-1) }),
  (call) => ({ ...call, bearer: 'B'.repeat(43) }),
  ({ session = '', ...call }) => ({ ...call, bearer: session }),
];
const alteredCells = (name: CallName): readonly Cell[] =>
  PARTICIPANTS.flatMap((who) =>
    ALTERED.map(
      (alter): Cell =>
        async (stage) => {
          const { player, cast, variant } = stage;
          if (find(player.world().accounts, cast[who])?.ended.length === 0) {
            await player.play(callBy(player, cast[who], { name: 'logOut', variant, args: {} }));
          }
          const call = alter(await callOf(stage, name, who, choicesOf(name)[0]), player.world(), cast[who]);
          if (call && CALLS[name].about !== 'anyone') await player.play(call);
        },
    ),
  );

const WRONG_VALUES = [undefined, null, ' ', 7, '\u0000', 'x'.repeat(501)];
/** P-01: what is wrong with a field comes before who may call. */
const fieldCells = (name: CallName): readonly Cell[] =>
  CALLS[name].fields.flatMap((field) =>
    WRONG_VALUES.map(
      (value): Cell =>
        async (stage) => {
          const call = await callOf(stage, name, 'Par stranger', choicesOf(name)[0]);
          const arg = field.replace('?', '').split(':').at(-1) ?? field;
          await stage.player.play({ ...call, args: { ...call.args, [arg]: value } });
        },
    ),
  );

const wireCells = (name: CallName): readonly Cell[] => {
  const cell =
    (more: Partial<Call>): Cell =>
    async (stage) => {
      await stage.player.play({ ...(await callOf(stage, name, 'Doc participant', choicesOf(name)[0])), ...more });
    };
  return [
    cell({ method: 'PATCH' }),
    cell({ raw: '[]' }),
    ...(CALLS[name].A.startsWith('GET') ? [cell({ method: 'QUERY' })] : []),
  ];
};

/** D-12: lists in pages of each size, the last of which is empty. */
const pageCells = (name: CallName): readonly Cell[] => {
  if (!(CALLS[name].fields as readonly string[]).includes('after?')) return [];
  const walk = async (stage: Stage, who: keyof Cast, limit: string): Promise<void> => {
    const call = await callOf(stage, name, who, choicesOf(name)[0]);
    const pageAfter = async (after: Args): Promise<unknown> => {
      const { content } = await stage.player.play({ ...call, args: { ...call.args, limit, ...after } });
      const last = Array.isArray(content) ? content.at(-1)?.id : undefined;
      return last === undefined ? undefined : pageAfter({ after: last });
    };
    await pageAfter({});
  };
  return PARTICIPANTS.flatMap((who) =>
    ['1', '2', '1000'].map(
      (limit): Cell =>
        (stage) =>
          walk(stage, who, limit),
    ),
  );
};

/** D-24: the same request again, through the same and through the other variant; and another one with its key. */
const retryCells = (name: CallName): readonly Cell[] => {
  if (!CALLS[name].creates) return [];
  return PARTICIPANTS.map(
    (who): Cell =>
      async (stage) => {
        const call = { ...(await callOf(stage, name, who, choicesOf(name)[0])), key: `key-${stage.nth}` };
        const other = {
          ...call,
          args: { ...call.args, ...(await callOf(stage, name, who, choicesOf(name).at(1))).args },
        };
        const optional = CALLS[name].fields
          .filter((field) => field.endsWith('?'))
          .map((field) => field.replace('?', ''));
        const inB = CALLS[name].B === undefined ? 'A' : 'B';
        for (const one of [
          call,
          call,
          { ...call, variant: 'A' as const },
          { ...call, variant: inB as Variant },
          { ...call, args: { ...Object.fromEntries(optional.map((field) => [field, ' '])), ...call.args } },
          other,
        ]) {
          await stage.player.play(one);
        }
      },
  );
};

export const cellsOf = (name: CallName): readonly Cell[] => [
  ...relationCells(name),
  ...alteredCells(name),
  ...fieldCells(name),
  ...wireCells(name),
  ...pageCells(name),
  ...retryCells(name),
];

/** Everything that there is to read in a world, by everybody who may. */
export const readings = (world: World, variant: Variant): readonly Call[] => {
  const { accounts, cases } = world;
  const doctors = accounts.filter(({ role }) => role === 'Doc');
  return accounts.flatMap((account) => {
    const read = (name: CallName, args: Args = {}): Call => ({ name, variant, session: account.sessions.at(-1), args });
    return [
      ...account.ended.map((session) => ({ ...read('describeAccount'), session })),
      ...(['describeAccount', 'listOwnChildren', 'listDoctors', 'listCases'] as const).map((name) => read(name)),
      ...doctors.flatMap(({ id }) => [read('listAssistants', { id }), read('listDoctorsChildren', { id })]),
      ...cases
        .filter((one) => takesPart(world, account, one))
        .flatMap(({ id, tasks }) => [
          read('showCase', { id }),
          read('showHistory', { id }),
          ...tasks.map((task) => read('checkCertification', { id: task.id })),
        ]),
    ];
  });
};
