import { CALLS, type Call, type CallName, fieldNamesOf, type Variant } from './calls.ts';
import { type Cast, callBy, logIn, PASSWORD, ROLES, STANDINGS } from './cast.ts';
import { type Args, type Choice, choicesOf, resolve, type Stage } from './choices.ts';
import { find, takesPart, type World } from './world.ts';

/** Valid fields for a call, which are new where they must be. */
const argsOf = (stage: Stage, name: CallName, caller: string): Args => {
  stage.nth += 1;
  const { password = PASSWORD, email = '' } = find(stage.player.world().accounts, caller) ?? {};
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
  const names = fieldNamesOf(name).filter((field) => field in all);
  return Object.fromEntries(names.map((field) => [field, all[field]]));
};

const PARTICIPANTS = ROLES.map((role) => `${role} participant` as const);
const CALLERS = ROLES.flatMap((role) => STANDINGS.map((standing) => `${role} ${standing}` as const));

const callOf = async (stage: Stage, name: CallName, who: keyof Cast, choice: Choice = {}): Promise<Call> => {
  const { cast, player, variant } = stage;
  const id = cast[who];
  const account = find(player.world().accounts, id);
  // Where no session is left, or where wrong passwords would soon be throttled.
  if (account && (account.sessions.length === 0 || account.failures > 2)) await logIn(player, account, variant);
  // A second session shows whether the call ended the others, too.
  if (account && (name === 'logOut' || name === 'changePassword')) await logIn(player, account, variant);
  const args = { ...argsOf(stage, name, id), ...(await resolve(stage, choice)) };
  return CALLS[name].about === 'anyone' ? { name, variant, args } : callBy(player, id, { name, variant, args });
};

type Cell = (stage: Stage) => Promise<unknown>;
type Alter = (call: Call, world: World, caller: string) => Call;

const cell =
  (name: CallName, who: keyof Cast, choice = choicesOf(name)[0], alter: Alter = (call) => call): Cell =>
  async (stage) => {
    const call = await callOf(stage, name, who, choice);
    await stage.player.play(alter(call, stage.player.world(), stage.cast[who]));
  };

/** Something else instead of a live session in the field `id`. */
const SESSIONS: readonly Alter[] = [
  ({ session: _, ...call }) => call,
  (call) => ({ ...call, session: 'no session' }),
  (call) => ({ ...call, session: 'A'.repeat(43) }),
  (call, { accounts }, caller) => ({ ...call, session: find(accounts, caller)?.ended.at(-1) }),
  (call) => ({ ...call, bearer: 'B'.repeat(43) }),
  ({ session = '', ...call }) => ({ ...call, bearer: session }),
];
const sessionCells = (name: CallName): readonly Cell[] => {
  if (CALLS[name].about === 'anyone') return [];
  const hasEnded = ({ player, cast }: Stage, who: keyof Cast) => find(player.world().accounts, cast[who])?.ended.length;
  return PARTICIPANTS.flatMap((who) => [
    async (stage) => hasEnded(stage, who) || cell('logOut', who)(stage),
    ...SESSIONS.map((alter) => cell(name, who, undefined, alter)),
  ]);
};

const WRONG_VALUES = [undefined, null, ' ', 7, '\u0000', 'x'.repeat(501)];
/** Wrong values of fields, another method, and no object (P-01: before who may call). */
const wireCells = (name: CallName): readonly Cell[] => {
  const values = fieldNamesOf(name).flatMap((field) => WRONG_VALUES.map((value) => ({ [field]: value })));
  const query = CALLS[name].A.startsWith('GET') ? [{ method: 'QUERY' }] : [];
  return [
    ...values.map((wrong) =>
      cell(name, 'Par stranger', undefined, (call) => ({ ...call, args: { ...call.args, ...wrong } })),
    ),
    ...[{ method: 'PATCH' }, { raw: '[]' }, ...query].map((more) =>
      cell(name, 'Doc participant', undefined, (call) => ({ ...call, ...more })),
    ),
  ];
};

/** D-12: lists in pages of each size, the last of which is empty. */
const pageCells = (name: CallName): readonly Cell[] => {
  if (!fieldNamesOf(name).includes('after')) return [];
  const walk = async (stage: Stage, who: keyof Cast, limit: string): Promise<void> => {
    const { args, ...call } = await callOf(stage, name, who, choicesOf(name)[0]);
    for (let after: string | undefined, isFirst = true; isFirst || after !== undefined; isFirst = false) {
      const { content } = await stage.player.play({ ...call, args: { ...args, limit, ...(after && { after }) } });
      after = Array.isArray(content) ? content.at(-1)?.id : undefined;
    }
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
  const [first, second = {}] = choicesOf(name);
  const optional = CALLS[name].fields.filter((field) => field.endsWith('?'));
  const blank = Object.fromEntries(optional.map((field) => [field.replace('?', ''), ' ']));
  return PARTICIPANTS.map(
    (who): Cell =>
      async (stage) => {
        const call: Call = { ...(await callOf(stage, name, who, first)), key: `key-${stage.nth}` };
        const other = { ...call, args: { ...call.args, ...(await callOf(stage, name, who, second)).args } };
        const again = ['A' as const, CALLS[name].B === undefined ? ('A' as const) : ('B' as const)];
        const repeated = [call, ...again.map((variant) => ({ ...call, variant }))];
        const blanks = { ...call, args: { ...blank, ...call.args } };
        for (const one of [call, ...repeated, blanks, other]) await stage.player.play(one);
      },
  );
};

export const cellsOf = (name: CallName): readonly Cell[] => [
  // Every role in every relation to everything that the call can be about.
  ...CALLERS.flatMap((who) => choicesOf(name).map((choice) => cell(name, who, choice))),
  ...sessionCells(name),
  ...wireCells(name),
  ...pageCells(name),
  ...retryCells(name),
];

/** Everything that there is to read in a world, by everybody who may. */
export const readings = (world: World, variant: Variant): readonly Call[] =>
  world.accounts.flatMap((account) => {
    const read = (name: CallName, id?: string): Call => {
      const session = account.sessions.at(-1);
      return { name, variant, session, args: id === undefined ? {} : { id } };
    };
    const lists = (['describeAccount', 'listOwnChildren', 'listDoctors', 'listCases'] as const).map((name) =>
      read(name),
    );
    const doctors = world.accounts.filter(({ role }) => role === 'Doc');
    const cases = world.cases.filter((one) => takesPart(world, account, one));
    return [
      ...account.ended.map((session) => ({ ...read('describeAccount'), session })),
      ...lists,
      ...doctors.flatMap(({ id }) => [read('listAssistants', id), read('listDoctorsChildren', id)]),
      ...cases.flatMap(({ id }) => [read('showCase', id), read('showHistory', id)]),
      ...cases.flatMap(({ tasks }) => tasks.map(({ id }) => read('checkCertification', id))),
    ];
  });
