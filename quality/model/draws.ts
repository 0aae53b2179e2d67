import fc from 'fast-check';
import { argNamesOf, CALL_NAMES, CALLS, type Call, type CallName, fieldNamesOf, type Variant } from './calls.ts';
import { callBy, logIn, PASSWORD, settleIn, UNKNOWN_ID } from './cast.ts';
import { COMMON_PASSWORD } from './people-rules.ts';
import type { Player } from './player.ts';
import { type Account, type Case, doctorOf, takesPart, type World, worksFor } from './world.ts';

/** Numbers that become a call once it is known what there is to call about: so a shorter sequence makes sense, too. */
type Draw = {
  readonly name: CallName;
  readonly variant: Variant;
  /** Who calls, what about, and what else is named. */
  readonly by: number;
  readonly about: number;
  readonly other: number;
  /** Where it is 0, something is odd. */
  readonly oddThing: number;
  readonly oddField: number;
  readonly oddSession: number;
  /** Where it is 0, the key of an earlier call. */
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
    by: nat(99),
    about: nat(99),
    other: nat(99),
    oddThing: nat(15),
    oddField: nat(30),
    oddSession: nat(40),
    key: nat(5),
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
  if (draw.oddThing === 0) return oddId(world, draw);
  if (about === 'doctor') return doctor?.id;
  // Mostly an open task to close, and a closed one to certify.
  const wanted = one?.tasks.filter(({ closed }) => draw.other % 5 === 0 || closed === (about !== 'task')) ?? [];
  const task = (recent(wanted, draw.other) ?? one?.tasks.at(-1))?.id ?? UNKNOWN_ID;
  if (about === 'task') return task;
  return about === 'case' || draw.other % 2 ? (one?.id ?? UNKNOWN_ID) : task;
};

const credentials = ({ accounts }: World, { name, about, other }: Draw, me: Account, assistant = me) => {
  const password = other === 9 ? COMMON_PASSWORD : `${PASSWORD}-${about}.${other}`;
  if (name === 'registerAccount') {
    const fresh = `${accounts.length}.${about}.${other}@${accounts[0]?.email.split('@')[1]}`;
    return { email: other % 8 ? fresh : me.email, password };
  }
  // Wrong passwords are few, as they would be throttled (P-07).
  const attempt = me.failures < 3 && other % 2 === 0 ? 'not-this-one' : me.password;
  return { email: (name === 'linkAssistant' ? assistant : me).email, password: attempt, newPassword: password };
};

const paging = ({ children, cases }: World, { about, other }: Draw, { case: one }: Subjects) => {
  if (other % 3 !== 0) return {};
  const starts = [undefined, ...(one?.events.map(({ id }) => id) ?? []), children[0]?.id, cases.at(-1)?.id];
  return { limit: `${1 + (about % 3)}`, after: pick(starts, about) };
};

/** The fields and segments of a call. */
const argsOf = (world: World, draw: Draw, subjects: Subjects, me: Account): Call['args'] => {
  const { name, about, other, oddField, oddThing } = draw;
  const assistants = world.accounts.filter(({ role }) => role === 'Ast' || other % 6 === 0);
  const assistant = pick(assistants, about + other);
  const nth = `${about}.${other}`;
  const all: Record<string, unknown> = {
    id: idOf(world, draw, subjects),
    AstID: oddThing === 1 ? oddId(world, draw) : assistant?.id,
    DocID: oddThing === 0 ? oddId(world, draw) : subjects.doctor?.id,
    ChildID: oddThing === 1 ? oddId(world, draw) : subjects.child?.id,
    TaskID: other % 4 ? undefined : (recent(subjects.case?.tasks ?? [], about + other)?.id ?? UNKNOWN_ID),
    ...credentials(world, draw, me, assistant),
    ...paging(world, draw, subjects),
    firstName: ` Ada ${nth}`,
    lastName: 'Jansen\u00e9',
    title: `Asthma ${nth}`,
    reason: `Because of ${nth} `,
    role: pick(['Ast', 'Par'], other),
    birthDate: other === 9 ? '2999-01-01' : '2019-02-28',
    socSecNum: `75 ${other % 30}.${about % 3 ? 'x' : 'X'}`,
  };
  const wrong = oddField < 2 ? { [pick(fieldNamesOf(name), about) ?? 'none']: pick([7, ' ', null], other) } : {};
  const given = argNamesOf(name).filter((field) => all[field] !== undefined);
  return { ...Object.fromEntries(given.map((field) => [field, all[field]])), ...wrong };
};

const sessionFor = ({ accounts }: World, { oddSession, other }: Draw, me: Account): Partial<Call> => {
  const session = me.sessions.at(-1);
  const allEnded = accounts.flatMap(({ ended }) => ended);
  const ended = pick(allEnded, other) ?? 'A'.repeat(43);
  const odd: readonly Partial<Call>[] = [{}, { session: ended }, { session: 'x' }, { bearer: session ?? '' }];
  return odd[oddSession] ?? (oddSession === 4 ? { session, bearer: ended } : { session });
};

/** More addresses that are no assistant's would be throttled (P-07). */
const MOST_MISSES = 4;

/** The call that a draw stands for in a world; nothing where there is none that could be told apart from chance. */
const callOf = (world: World, draw: Draw, about?: Case): Call | undefined => {
  const { name, key } = draw;
  const variant = CALLS[name].B === undefined && draw.oddThing !== 2 ? 'A' : draw.variant;
  const subjects = subjectsOf(world, draw, about);
  const me = callerOf(world, draw, subjects);
  if (!me || (name === 'linkAssistant' && me.misses >= MOST_MISSES)) return undefined;
  const args = argsOf(world, draw, subjects, me);
  const session = CALLS[name].about === 'anyone' ? {} : sessionFor(world, draw, me);
  const keyed =
    key > 1 || !CALLS[name].creates ? {} : { key: key === 0 ? 'the-key' : `key-${Object.keys(world.keyed).length}` };
  return { name, variant, args, ...session, ...keyed };
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
  const alike = others.map((draw) => ({ ...draw, about: first.about, other: first.other, oddSession: 9 }));
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
