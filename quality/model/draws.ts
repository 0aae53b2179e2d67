import fc from 'fast-check';
import { argNamesOf, CALL_NAMES, CALLS, type Call, type CallName, type Variant } from './calls.ts';
import { callBy, logIn, PASSWORD, settleIn, UNKNOWN_ID } from './cast.ts';
import { COMMON_PASSWORD } from './people-rules.ts';
import type { Player } from './player.ts';
import { type Account, type Case, doctorOf, takesPart, type World, worksFor } from './world.ts';

/**
 * Numbers. They become a call when it is played, by what exists then, so a sequence still makes sense when it is shortened. The cells
 * try odd fields and sessions; the draws try what becomes of one call after another.
 */
type Draw = {
  readonly name: CallName;
  readonly variant: Variant;
  /** Who calls, what about, and what else is named. */
  readonly by: number;
  readonly about: number;
  readonly other: number;
  /** Where it is 0, an id is odd. */
  readonly oddId: number;
  /** Where it is 0, the key of an earlier call; where it is 1, a new one. */
  readonly key: number;
};

/** Work on cases is the most of it; whatever hashes a password takes as long as many other calls, and so is rare. */
const WEIGHTS: Readonly<Partial<Record<CallName, number>>> = {
  ...{ registerAccount: 1, logIn: 1, changePassword: 1, alive: 1, checkReadiness: 1, logOut: 1 },
  ...{ addTask: 14, closeTask: 14, requestCertification: 14, finishCase: 6, reopenCase: 6 },
};
const NAMES = CALL_NAMES.flatMap((name) => Array<CallName>(WEIGHTS[name] ?? 5).fill(name));
const nat = (max: number) => fc.noBias(fc.nat({ max }));

const drawOf = (names: readonly CallName[]): fc.Arbitrary<Draw> =>
  fc.record({
    name: fc.constantFrom(...names),
    variant: fc.constantFrom('A' as const, 'B' as const),
    ...{ by: nat(99), about: nat(99), other: nat(99), oddId: nat(15), key: nat(5) },
  });

const pick = <T>(things: readonly T[], nth: number): T | undefined => things[nth % things.length];
/** Mostly one of the latest, so that much happens to each. */
const recent = <T>(things: readonly T[], nth: number): T | undefined => pick(nth % 5 ? things.slice(-2) : things, nth);

/** Mostly a case in which the call can come to something. */
const caseFor = ({ cases }: World, { name, about, other }: Draw): Case | undefined => {
  const isSuitable = ({ finished, tasks, lastClosed }: Case): boolean => {
    if (name === 'closeTask') return tasks.some(({ closed }) => !closed);
    if (name === 'reopenCase') return finished;
    return CALLS[name].about !== 'case or task' || lastClosed !== undefined;
  };
  return (other % 5 ? recent(cases.filter(isSuitable), about) : undefined) ?? recent(cases, about);
};

const subjectsOf = (world: World, draw: Draw, about = caseFor(world, draw)) => {
  const doctors = world.accounts.filter(({ role }) => role === 'Doc');
  return { case: about, doctor: pick(doctors, draw.about), child: recent(world.children, draw.other) };
};
type Subjects = ReturnType<typeof subjectsOf>;

/** Mostly one who takes part. */
const callerOf = (world: World, { name, by }: Draw, subjects: Subjects): Account | undefined => {
  const { case: one, doctor, child } = subjects;
  const fits = (account: Account): boolean => {
    if (name === 'openCase' || name === 'listDoctorsChildren')
      return account.id === child?.parent || account === doctor;
    const { about, may } = CALLS[name];
    if (about === 'doctor') return doctor !== undefined && worksFor(world, account, doctor.id);
    if (about === 'nothing') return may[account.role] === 'yes';
    return one !== undefined && takesPart(world, account, one) && may[account.role] !== 'no';
  };
  return pick(by % 8 ? world.accounts.filter(fits) : world.accounts, by) ?? pick(world.accounts, by);
};

/** An id that is somebody else's, of another kind, of nothing, or none. */
const oddId = ({ accounts, children, cases }: World, { about }: Draw): string | undefined =>
  pick([UNKNOWN_ID, 'none', accounts[0]?.id, children[0]?.id, cases[0]?.id, cases[0]?.tasks[0]?.id], about);

const idOf = (world: World, draw: Draw, { case: one, doctor }: Subjects): string | undefined => {
  const { about } = CALLS[draw.name];
  if (draw.oddId === 0) return oddId(world, draw);
  if (about === 'doctor') return doctor?.id;
  // Mostly an open task to close, and a closed one to certify.
  const wanted = one?.tasks.filter(({ closed }) => draw.other % 5 === 0 || closed === (about !== 'task')) ?? [];
  const task = (recent(wanted, draw.other) ?? one?.tasks.at(-1))?.id ?? UNKNOWN_ID;
  if (about === 'task') return task;
  return about === 'case' || draw.other % 2 ? (one?.id ?? UNKNOWN_ID) : task;
};

/** The fields and segments of a call. */
const argsOf = (world: World, draw: Draw, subjects: Subjects, me: Account): Call['args'] => {
  const { name, about, other } = draw;
  const { accounts } = world;
  const nth = `${about}.${other}`;
  const assistants = accounts.filter(({ role }) => role === 'Ast');
  const assistant = pick(assistants, about + other) ?? me;
  const fresh = `${accounts.length}.${nth}@${accounts[0]?.email.split('@')[1]}`;
  const newPassword = other === 9 ? COMMON_PASSWORD : `${PASSWORD}-${nth}`;
  const isNew = name === 'registerAccount';
  const all: Record<string, unknown> = {
    id: idOf(world, draw, subjects),
    AstID: draw.oddId === 1 ? oddId(world, draw) : assistant.id,
    DocID: draw.oddId === 0 ? oddId(world, draw) : subjects.doctor?.id,
    ChildID: draw.oddId === 1 ? oddId(world, draw) : subjects.child?.id,
    TaskID: other % 4 ? undefined : (recent(subjects.case?.tasks ?? [], about + other)?.id ?? UNKNOWN_ID),
    email: isNew && other % 8 ? fresh : (name === 'linkAssistant' ? assistant : me).email,
    password: isNew ? newPassword : me.password,
    newPassword,
    firstName: ` Ada ${nth}`,
    lastName: 'Jansen\u00e9',
    title: `Asthma ${nth}`,
    reason: `Because of ${nth} `,
    role: pick(['Ast', 'Par'], other),
    birthDate: other === 9 ? '2999-01-01' : '2019-02-28',
    socSecNum: `75 ${other % 30}.${about % 3 ? 'x' : 'X'}`,
  };
  const given = argNamesOf(name).filter((field) => all[field] !== undefined);
  return Object.fromEntries(given.map((field) => [field, all[field]]));
};

/** The call that a draw stands for in a world, where there is anybody to make it. */
const callOf = (world: World, draw: Draw, about?: Case): Call | undefined => {
  const { name, key } = draw;
  const variant = CALLS[name].B === undefined ? 'A' : draw.variant;
  const subjects = subjectsOf(world, draw, about);
  const me = callerOf(world, draw, subjects);
  if (!me) return undefined;
  const args = argsOf(world, draw, subjects, me);
  const session = CALLS[name].about === 'anyone' ? {} : { session: me.sessions.at(-1) };
  const keys = ['the-key', `key-${Object.keys(world.keyed).length}`];
  return { name, variant, args, ...session, ...(CALLS[name].creates && key < 2 && { key: keys[key] }) };
};

/** Makes the call of a draw, and what else it takes to go on: everybody has a live session, and a known id. */
const playDraw = async (player: Player, draw: Draw): Promise<void> => {
  const call = callOf(player.world(), draw);
  if (!call) return;
  const before = player.world().accounts.length;
  await player.play(call);
  const { accounts } = player.world();
  if (accounts.length > before) await settleIn(player, accounts.at(-1)?.email ?? '', draw.variant);
  for (const account of accounts) {
    if (account.id !== '' && account.sessions.length === 0) await logIn(player, account, draw.variant);
  }
};

/** Makes the calls of a group about one case at once, and then looks at what they came to. */
const playGroup = async (player: Player, first: Draw, others: readonly Draw[]): Promise<void> => {
  const world = player.world();
  const about = caseFor(world, first);
  const doctor = about && doctorOf(world, about.doctor);
  if (!about || !doctor) return;
  const alike = others.map((draw) => ({ ...draw, about: first.about, other: first.other }));
  const calls = [first, ...alike].flatMap((draw) => callOf(world, { ...draw, key: 5 }, about) ?? []);
  const read = (name: CallName, id: string) => callBy(player, doctor.id, { name, variant: 'A', args: { id } });
  const tasks = about.tasks.map(({ id }) => read('checkCertification', id));
  await player.playAtOnce(calls, [read('showHistory', about.id), read('showCase', about.id), ...tasks]);
};

/** One request with one key, sent twice at the same time, is done once, and both are told the same (D-24). */
const playTwice = async (player: Player, draw: Draw): Promise<void> => {
  const key = `twice-${Object.keys(player.world().keyed).length}`;
  const call = callOf(player.world(), draw);
  const request = call && { ...call, key };
  if (request) await player.playAtOnce([request, request]);
};

const CREATING = CALL_NAMES.filter((name) => CALLS[name].creates && name !== 'registerAccount');
const ABOUT_CASE = CALL_NAMES.filter((name) => ['case', 'task', 'case or task'].includes(CALLS[name].about));
const PLAYS = { one: playDraw, twice: playTwice, group: playGroup };

const stepOf = (weight: number, kind: keyof typeof PLAYS, names: readonly CallName[], least = 0, most = 0) => {
  const others = fc.array(drawOf(names), { minLength: least, maxLength: most });
  return { weight, arbitrary: fc.record({ kind: fc.constant(kind), draw: drawOf(names), others }) };
};

/** A single call, two that are one request, or a group about one case. */
export const aStep = fc.oneof(
  stepOf(16, 'one', NAMES),
  stepOf(1, 'twice', CREATING),
  stepOf(2, 'group', ABOUT_CASE, 1, 3),
);
export type Step = typeof aStep extends fc.Arbitrary<infer Drawn> ? Drawn : never;

export const playStep = (player: Player, { kind, draw, others }: Step): Promise<void> =>
  PLAYS[kind](player, draw, others);
