import fc from 'fast-check';
import { CALL_NAMES, CALLS, type Call, type CallName, type Variant } from './calls.ts';
import { type Cast, type Stage, UNKNOWN_ID } from './cast.ts';
import { callOf } from './cells.ts';
import { choicesOf } from './choices.ts';
import { expectedOf } from './expected.ts';
import { OF_FAMILY, playFamily } from './family.ts';
import type { Role } from './world.ts';

/**
 * Numbers. They become a call when it is played, by what exists then, so a sequence still makes sense when it is
 * shortened. The cells try odd fields and sessions; the draws try what becomes of one call after another.
 */
type Draw = {
  readonly name: CallName;
  readonly variant: Variant;
  /** Who calls, and what about: mostly the first pair with which the call is not refused. */
  readonly pairs: readonly { readonly by: number; readonly about: number }[];
  /** Where it is 0, the key of an earlier call; where it is 1, a new one. */
  readonly key: number;
};

/**
 * Work on cases is the most of it; whatever hashes a password takes as long as many other calls, and so is rare. The
 * cells alone have what waits for a mail, but for invitations (family.ts), and what a world at the same time or a lost
 * reply would make unknown: names in lists, the sessions of an account.
 */
const WEIGHTS: Readonly<Partial<Record<CallName, number>>> = {
  registerAccount: 1,
  logIn: 1,
  changePassword: 1,
  alive: 1,
  checkReadiness: 1,
  logOut: 1,
  endLogin: 1,
  changeProfile: 0,
  listLogins: 0,
  changeEmail: 0,
  confirmEmail: 0,
  requestReset: 0,
  confirmReset: 0,
  offerFactor: 0,
  confirmFactor: 0,
  removeFactor: 0,
  inviteParent: 0,
  joinChild: 0,
  removeParent: 0,
  handOverCase: 2,
  addTask: 14,
  closeTask: 14,
  requestCertification: 14,
  finishCase: 6,
  reopenCase: 12,
  unlinkAssistant: 10,
};
const NAMES = CALL_NAMES.flatMap((name) => Array<CallName>(WEIGHTS[name] ?? 5).fill(name));
const nat = (max: number) => fc.noBias(fc.nat({ max }));

const drawOf = (names: readonly CallName[]): fc.Arbitrary<Draw> =>
  fc.record({
    name: fc.constantFrom(...names),
    variant: fc.constantFrom('A' as const, 'B' as const),
    pairs: fc.noBias(fc.array(fc.record({ by: nat(99), about: nat(999) }), { minLength: 1, maxLength: 6 })),
    key: nat(5),
  });

const pick = <T>(things: readonly T[], nth: number): T => things[nth % things.length] as T;

/** Mostly somebody who takes part, and whose role may make the call. */
const callerOf = (name: CallName, cast: Cast, by: number): keyof Cast => {
  const everybody = Object.keys(cast) as (keyof Cast)[];
  const fitting = everybody.filter(
    (who) => /participant|shared|second/.test(who) && CALLS[name].may[who.slice(0, 3) as Role] !== 'no',
  );
  return pick(by % 11 ? fitting : everybody, by);
};

const callWith = async (
  stage: Stage,
  { name, variant, key, pairs }: Draw,
  { by, about } = pick(pairs, 0),
  choice = pick(choicesOf(name), about),
): Promise<Call> => {
  const { keyed, B } = CALLS[name];
  const who = callerOf(name, stage.cast, by);
  const call = await callOf(stage, name, who, choice);
  const keys = ['the-key', `key-${stage.nth}`];
  return { ...call, variant: B === undefined ? 'A' : variant, ...(keyed && key < 2 && { key: keys[key] }) };
};

const drawnCall = async (stage: Stage, draw: Draw): Promise<Call> => {
  const calls: Call[] = [];
  for (const pair of draw.pairs) calls.push(await callWith(stage, draw, pair));
  const world = stage.player.world();
  return calls.find((call) => expectedOf(world, call).refused === undefined) ?? pick(calls, 0);
};

/** Makes the calls of a group about one case at once, and then looks at what they came to. */
const playGroup = async (stage: Stage, draw: Draw, others: readonly Draw[]): Promise<void> => {
  const first = await drawnCall(stage, draw);
  const { id } = first.args;
  const about = stage.player.world().cases.find((one) => one.id === id || one.tasks.some((task) => task.id === id));
  if (!about) return;
  const calls = [first];
  for (const other of others) {
    if (CALLS[other.name].about === 'child') {
      calls.push(await callWith(stage, other, undefined, { ChildID: about.child }));
      continue;
    }
    // Mostly an open task to close, and a closed one to certify.
    const wanted = about.tasks.filter(({ closed }) => closed === (CALLS[other.name].about !== 'task'));
    const task = wanted.at(-1)?.id ?? about.tasks.at(-1)?.id ?? UNKNOWN_ID;
    const isOfTask = CALLS[other.name].about === 'task' || (CALLS[other.name].about !== 'case' && other.key % 2);
    calls.push(await callWith(stage, other, undefined, { id: isOfTask ? task : about.id }));
  }
  const read = async (name: CallName, id: string): Promise<Call> => {
    // The doctor may have handed over the case.
    return { ...(await callOf(stage, name, 'Par participant', { id })), variant: 'A' };
  };
  const readings = [await read('showHistory', about.id), await read('showCase', about.id)];
  for (const task of about.tasks) readings.push(await read('checkCertification', task.id));
  // Whether a certificate was created before another call revoked it, the same request alone tells.
  const keys = calls.map(({ name }, nth) => (name === 'createCertificate' ? `created-${stage.nth}-${nth}` : undefined));
  const atOnce = calls.map((call, nth) => ({ ...call, key: keys[nth] }));
  await stage.player.playAtOnce(atOnce, [...readings, ...atOnce.filter(({ key }) => key !== undefined)]);
};

/** A request with a key, sent twice at the same time, is done once, and both are told the same (D-24). */
const playTwice = async (stage: Stage, draw: Draw): Promise<void> => {
  const request = { ...(await drawnCall(stage, draw)), key: `twice-${stage.nth}` };
  await stage.player.playAtOnce([request, request]);
};

const playOne = async (stage: Stage, draw: Draw): Promise<void> => {
  await stage.player.play(await drawnCall(stage, draw));
};

const KEYED = CALL_NAMES.filter((name) => CALLS[name].keyed && WEIGHTS[name] !== 0 && name !== 'registerAccount');
const CORRECTING: readonly CallName[] = ['correctChild', 'correctChild'];
const ABOUT_CASE = CALL_NAMES.filter((name) => ['case', 'task', 'case or task'].includes(CALLS[name].about));
const playParents = async (stage: Stage, draw: Draw, others: readonly Draw[]): Promise<void> => {
  const family = [draw, ...others].map(({ name, variant, pairs }) => ({ name, variant, ...pick(pairs, 0) }));
  await playFamily(stage, family, draw.key === 0);
};

const PLAYS = { one: playOne, twice: playTwice, group: playGroup, family: playParents };

const stepOf = (weight: number, kind: keyof typeof PLAYS, names: readonly CallName[], least = 0, most = 0) => {
  const others = fc.array(drawOf(names), { minLength: least, maxLength: most });
  return { weight, arbitrary: fc.record({ kind: fc.constant(kind), draw: drawOf(names), others }) };
};

/** A single call, two that are one request, a group about one case, or one about a child and its parents. */
export const aStep = fc.oneof(
  stepOf(16, 'one', NAMES),
  stepOf(1, 'twice', KEYED),
  stepOf(2, 'group', [...ABOUT_CASE, ...CORRECTING], 1, 3),
  stepOf(2, 'family', OF_FAMILY, 0, 2),
);
export type Step = typeof aStep extends fc.Arbitrary<infer Drawn> ? Drawn : never;

export const playStep = (stage: Stage, { kind, draw, others }: Step): Promise<void> => PLAYS[kind](stage, draw, others);
