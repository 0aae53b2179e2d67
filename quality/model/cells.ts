import { CALLS, type Call, type CallName, CHOSEN_LATER, fieldNamesOf, type Variant } from './calls.ts';
import {
  type Cast,
  callBy,
  isOfCover,
  logIn,
  OTHERS,
  PASSWORD,
  ROLES,
  recoveryCodeOf,
  STANDINGS,
  type Stage,
} from './cast.ts';
import { choicesOf } from './choices.ts';
import { type Args, recoveryCode, resolve } from './states.ts';
import { find, isParent, keepsIssued, loginIdOf, takesPart, type World } from './world.ts';

/** Valid fields for a call, which are new where they must be. */
const argsOf = (stage: Stage, name: CallName, caller: string): Args => {
  stage.nth += 1;
  const { accounts } = stage.player.world();
  const { password = PASSWORD, email = '', factor, sessions = [] } = find(accounts, caller) ?? {};
  const nth = `${stage.nth}.${stage.variant.toLowerCase()}`;
  const all: Args = {
    firstName: ` Ada ${nth}`,
    lastName: 'Jansene\u0301',
    title: `Asthma ${nth}`,
    reason: `Because of ${nth} `,
    ...(name === 'correctCertification' && { statement: `Fit for ${nth}` }),
    email:
      name === 'registerAccount' || name === 'changeEmail' || name === 'inviteParent'
        ? `somebody.${nth}@${accounts[0]?.email.split('@')[1]}`
        : email,
    password: name === 'registerAccount' ? PASSWORD : password,
    newPassword: `${PASSWORD}-${nth}`,
    role: 'Ast',
    ...CHOSEN_LATER,
    otp: recoveryCodeOf(factor) ?? (name === 'logIn' || name === 'confirmReset' ? undefined : 'none'),
    // Not the latest, which makes the call.
    LoginID: loginIdOf(sessions.find((session) => session !== '') ?? ''),
    birthDate: '2019-02-28',
    socSecNum: `756.${String(stage.nth).padStart(6, '0')}`,
    ...(name === 'handOverCase' && { DocID: stage.cast['Doc neighbour'] }),
  };
  const names = [...fieldNamesOf(name), ...(name === 'endLogin' ? ['LoginID'] : [])].filter(
    // Whoever issues a certification says nothing of the child, unless the choice says something.
    (field) => field in all && !(SAID_OF_CHILD.includes(field) && ISSUING.includes(name)),
  );
  return Object.fromEntries(names.map((field) => [field, all[field]]));
};

const ISSUING: readonly CallName[] = ['correctCertification', 'issueCertification'];
const SAID_OF_CHILD = ['firstName', 'lastName', 'birthDate'];

const PARTICIPANTS = ROLES.map((role) => `${role} participant` as const);
const CALLERS: readonly (keyof Cast)[] = [
  ...ROLES.flatMap((role) => STANDINGS.map((standing) => `${role} ${standing}` as const)),
  ...OTHERS,
];

/** What ends sessions. */
const ENDING: readonly CallName[] = ['logOut', 'changePassword', 'endLogin'];

/** A call by one of the cast about what the choice says. */
export const callOf = async (
  stage: Stage,
  name: CallName,
  who: keyof Cast,
  choice = choicesOf(name)[0],
): Promise<Call> => {
  const { cast, player, variant } = stage;
  const id = cast[who];
  const known = find(player.world().accounts, id);
  // Each login takes one of its recovery codes.
  if (known?.factor?.isOn) await recoveryCode(stage, who);
  const account = find(player.world().accounts, id);
  // Where no session is left, or where wrong passwords would soon be throttled.
  if (account && (account.sessions.length === 0 || account.failures > 2)) await logIn(player, account, variant);
  // A second session shows whether the call ended the others, too.
  if (account && ENDING.includes(name)) await logIn(player, find(player.world().accounts, id) ?? account, variant);
  const resolved = await resolve(stage, choice ?? {}, who);
  // After resolving, which may have given the account another second factor.
  const args = { ...argsOf(stage, name, id), ...resolved };
  return CALLS[name].about === 'anyone' ? { name, variant, args } : callBy(player, id, { name, variant, args });
};

/** Something else instead of a live session in the field `id`. */
const SESSIONS: readonly ((call: Call, ended: string | undefined) => Call)[] = [
  ({ session: _, ...call }) => call,
  (call) => ({ ...call, session: 'no session' }),
  (call) => ({ ...call, session: 'A'.repeat(43) }),
  (call, ended) => ({ ...call, session: ended }),
  (call) => ({ ...call, bearer: 'B'.repeat(43) }),
  ({ session = '', ...call }) => ({ ...call, bearer: session }),
];
const playSessions = async (stage: Stage, name: CallName): Promise<void> => {
  if (CALLS[name].about === 'anyone') return;
  const { player, cast } = stage;
  for (const who of PARTICIPANTS) {
    const lastEnded = () => find(player.world().accounts, cast[who])?.ended.at(-1);
    if (lastEnded() === undefined) await player.play(await callOf(stage, 'logOut', who));
    for (const alter of SESSIONS) {
      const call = await callOf(stage, name, who);
      await player.play(alter(call, lastEnded()));
    }
  }
};

const WRONG_VALUES = [undefined, null, ' ', 7, '\u0000', 'x'.repeat(501)];
/** Wrong values of fields, another method, and no object (P-01: before who may call). */
const playWire = async (stage: Stage, name: CallName): Promise<void> => {
  for (const field of fieldNamesOf(name)) {
    for (const value of WRONG_VALUES) {
      const call = await callOf(stage, name, 'Par stranger');
      await stage.player.play({ ...call, args: { ...call.args, [field]: value } });
    }
  }
  const query = CALLS[name].A.startsWith('GET') ? [{ method: 'QUERY' }] : [];
  for (const other of [{ method: 'PATCH' }, { raw: '[]' }, ...query]) {
    await stage.player.play({ ...(await callOf(stage, name, 'Doc participant')), ...other });
  }
};

/** D-12: a list in pages of a size, the last of which is empty. */
const playPages = async (stage: Stage, name: CallName, who: keyof Cast, limit: string, more: Args): Promise<void> => {
  const { args, ...call } = await callOf(stage, name, who);
  let after: string | undefined;
  do {
    const { content } = await stage.player.play({ ...call, args: { ...args, ...more, limit, after } });
    const last = Array.isArray(content) ? content.at(-1) : undefined;
    after = last?.id ?? last?.LoginID;
  } while (after !== undefined);
};

const playList = async (stage: Stage, name: CallName, who: keyof Cast): Promise<void> => {
  const fields = fieldNamesOf(name);
  if (!fields.includes('after')) return;
  // The audit trail is long, and its pages lengthen it.
  for (const limit of name === 'listAccess' ? ['1000'] : ['1', '2', '1000']) {
    await playPages(stage, name, who, limit, {});
  }
  if (fields.includes('name')) await playPages(stage, name, who, '2', { name: 'jans' });
};

/** D-24: the same request again, through the same and through the other variant; and another one with its key. */
const playAgain = async (stage: Stage, name: CallName, who: keyof Cast): Promise<void> => {
  const call: Call = { ...(await callOf(stage, name, who)), key: `key-${stage.nth}` };
  const { args } = await callOf(stage, name, who, choicesOf(name)[1] ?? {});
  const optional = CALLS[name].fields.filter((field) => field.endsWith('?'));
  const blank = Object.fromEntries(optional.map((field) => [field.replace('?', ''), ' ']));
  const through: readonly Variant[] = ['A', CALLS[name].B === undefined ? 'A' : 'B'];
  const repeated = through.map((variant) => ({ ...call, variant }));
  const blanks = { ...call, args: { ...blank, ...call.args } };
  const other = { ...call, args: { ...call.args, ...args } };
  for (const one of [call, call, ...repeated, blanks, other]) await stage.player.play(one);
};

/**
 * `whole`: all; in turns: each choice but the first of a call is made by every second caller, in the other run by the
 * others, unless the call is about one's own account. `elsewhere`: in turns, by those who have no part about one thing,
 * and not in ways that no store learns of.
 */
export type Played = 'whole' | { readonly turn: 0 | 1; readonly elsewhere: boolean };

const isOfAccount = (name: CallName): boolean => CALLS[name].A.includes('/api/Auth/');

/** Unless all is played, those who have no part, and are no deputies, ask about three things at most. */
const choicesBy = (who: keyof Cast, name: CallName, played: Played): ReturnType<typeof choicesOf> => {
  const choices = choicesOf(name);
  if (played === 'whole') return choices;
  const isOther = !who.endsWith('participant') && !isOfCover(who);
  const most = isOther ? (played.elsewhere ? 1 : 3) : choices.length;
  const [place, isWhole] = [CALLERS.indexOf(who), isOfAccount(name)];
  return choices.slice(0, most).filter((_, nth) => isWhole || nth === 0 || (nth + place) % 2 === played.turn);
};

/** Plays a call by every role in every relation to everything that it can be about, and in all ways that are wrong. */
export const playCells = async (stage: Stage, name: CallName, played: Played): Promise<void> => {
  for (const who of CALLERS) {
    // A deputy is one in cases, and nowhere else.
    if (isOfAccount(name) && isOfCover(who)) continue;
    for (const choice of choicesBy(who, name, played)) await stage.player.play(await callOf(stage, name, who, choice));
  }
  if (played === 'whole' || !played.elsewhere) {
    await playSessions(stage, name);
    await playWire(stage, name);
  }
  for (const who of PARTICIPANTS) {
    await playList(stage, name, who);
    if (CALLS[name].keyed) await playAgain(stage, name, who);
  }
};

/** Readings that together show all of a world, by everybody who may. */
export const readings = (world: World, variant: Variant): readonly Call[] =>
  world.accounts.flatMap((account) => {
    const session = account.sessions.at(-1);
    const read = (name: CallName, id?: string): Call => ({ name, variant, session, args: { id } });
    const ofOneself = ['describeAccount', 'listOwnChildren', 'listDoctors', 'listCases', 'listTasks'] as const;
    const children = world.children.filter((child) => isParent(child, account));
    const doctors = world.accounts.filter(({ role }) => role === 'Doc');
    const cases = world.cases.filter((one) => takesPart(world, account, one));
    return [
      ...account.ended.map((session) => ({ ...read('describeAccount'), session })),
      ...ofOneself.map((name) => read(name)),
      ...doctors.flatMap(({ id }) => [read('listAssistants', id), read('listDoctorsChildren', id)]),
      ...children.flatMap(({ id }) =>
        (['showChild', 'listParents'] as const).map((name) => ({ ...read(name), args: { ChildID: id } })),
      ),
      ...cases.flatMap(({ id }) => [read('showCase', id), read('showHistory', id)]),
      ...cases.flatMap(({ tasks }) => tasks.map(({ id }) => read('checkCertification', id))),
      ...world.cases.flatMap(({ tasks }) =>
        tasks.flatMap((task) => (keepsIssued(account, task) ? read('checkCertification', task.id) : [])),
      ),
    ];
  });
