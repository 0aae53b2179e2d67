import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Ports } from '@health-case/domain/ports/ports';
import type { Storage, Stores } from '@health-case/domain/ports/storage';
import { createMemoryStorage } from '@health-case/domain/testing/memory';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { utcCalendar } from '../test/support/calendar.ts';
import { plainPasskeys, plainPasswords, plainSigner, RULES } from '../test/support/ports.ts';
import { type Call, callsOf, make, withdrawnKeys } from './interleavings/calls.ts';
import { digestOf, furnish, hashOf, stateOf, tokenOf, type World, worldOf } from './interleavings/world.ts';

/** Waits before each call of a store, so that units of work lie between each other; the calls stay in their order. */
const paused = (stores: Stores, pauses: readonly number[]): Stores => {
  let [last, nth]: [Promise<unknown>, number] = [Promise.resolve(), 0];
  const pausing =
    (method: (...given: unknown[]) => Promise<unknown>) =>
    (...given: unknown[]) => {
      const pause = pauses[nth++ % pauses.length] ?? 0;
      last = last.then(() => (pause > 0 ? sleep(pause) : undefined));
      return last.then(() => method(...given));
    };
  const store = ([name, methods]: [string, object]) => [
    name,
    Object.fromEntries(Object.entries(methods).map(([method, call]) => [method, pausing(call)])),
  ];
  return Object.fromEntries(Object.entries<object>({ ...stores }).map(store));
};

/**
 * Ids, hashes, tokens and places are the call's own, and the same whenever and however often its unit of work runs. Ids go on
 * where the last unit of the call that was committed has ended.
 */
const portsOf = (storage: Storage, world: World, nth: number, pauses: readonly number[] = []) => {
  let [kept, made, drawn] = [0, 0, 0];
  const next = <Id extends string>(): Id => {
    made += 1;
    return world.id(1000 * (nth + 1) + made);
  };
  const noted: unknown[] = [];
  const write: Storage['write'] = async (work) => {
    const outcome = await storage.write((stores, hasTime) => {
      [made, drawn] = [kept, 0];
      return work(pauses.length > 0 ? paused(stores, pauses) : stores, hasTime);
    });
    if (outcome.ok) kept = made;
    return outcome;
  };
  const secrets = { issue: () => tokenOf(world, nth) as never, digestOf: (text: string) => digestOf<never>(text) };
  const ports: Ports = {
    // Whose call it was, if it was refused, is looked up later.
    auditTrail: { note: ({ id: _, by: __, ...record }) => void noted.push(record) },
    calendar: utcCalendar,
    certificateSigner: plainSigner,
    clock: { now: () => world.now, sleep: (milliseconds) => sleep(Math.min(milliseconds, 5)) },
    commonPasswords: { includes: async () => false },
    ids: { next },
    mailer: { send: async () => undefined },
    oneTimePasswords: plainPasswords,
    passkeys: plainPasskeys(),
    secretCodes: secrets,
    passwords: {
      room: 128,
      atOnce: 128,
      hash: async (password) => hashOf(password, nth + 1),
      verify: async (attempt, hash) => ({ matches: hash?.replace(/^\d+:/, '') === attempt, outdated: false }),
    },
    random: { below: () => world.place(8 * nth + drawn++) },
    rules: { ...RULES, registration: 'invited', addressProof: 'asked' },
    sessionTokens: secrets,
    storage: { ...storage, write, scrub: async () => undefined },
  };
  return { ports, noted };
};

type Drawn = { readonly about: number; readonly which: number; readonly pauses: readonly number[] };

const aCall = (about: fc.Arbitrary<number>) =>
  fc.record({ about, which: fc.nat(), pauses: fc.array(fc.nat({ max: 4 }), { maxLength: 4 }) });

/** How many groups of calls `callsOf` gives. */
const KINDS = 8;

/** Calls of which most are about the same. */
const someCalls = (minLength: number, maxLength: number): fc.Arbitrary<readonly Drawn[]> =>
  fc.nat({ max: KINDS - 1 }).chain((about) => {
    const another = { weight: 1, arbitrary: fc.nat({ max: KINDS - 1 }) };
    const call = aCall(fc.oneof({ weight: 4, arbitrary: fc.constant(about) }, another));
    return fc.array(call, { minLength, maxLength, size: 'max' });
  });

type Played = Call & { readonly nth: number; readonly pauses?: readonly number[] };

const played = (world: World, drawn: readonly Drawn[]): readonly Played[] => {
  const all = callsOf(world);
  return drawn.map(({ about, which, pauses }, nth) => {
    const calls = all[about] as readonly Call[];
    return { ...(calls[which % calls.length] as Call), nth, pauses };
  });
};

/** In a token. Worlds in one store share the keys, so any key will do that is stored. */
const SIGNED_WITH = /,\\"key\\":\\"([^\\]+)\\"/g;

const outcomeOf = async (storage: Storage, world: World, call: Played) => {
  const { ports, noted } = portsOf(storage, world, call.nth, call.pauses);
  const outcome = await make(ports, world, call).catch((error: Error) => `${error.name}: ${error.message}`);
  // What is read before the unit of work is read in two steps, so either of two true reasons may be given.
  const whole = JSON.stringify({ outcome, noted });
  const stored = (await storage.read.signingKeys.all()).map(({ id }) => id);
  for (const [, id] of whole.matchAll(SIGNED_WITH)) expect([...stored, ...withdrawnKeys]).toContain(id);
  const text = whole.replaceAll(SIGNED_WITH, '');
  return JSON.parse('invitation' in call.input ? text.replaceAll('EMAIL_TAKEN', 'INVITATION_INVALID') : text);
};

/** The outcomes of all calls, what is stored, and the outcomes of those that are made again under their key. */
const resultOf = async (
  storage: Storage,
  world: World,
  calls: readonly Played[],
  outcomes: ReadonlyMap<number, unknown>,
) => {
  const { throttles, ...rest } = await stateOf(storage, world, calls.length);
  // An attempt is several units of work: another call may change the password, or reset the count, between them.
  const isUnsettled = calls.some(({ name, input }) => 'otp' in input || /unlockLogin|[a-z]Password/.test(name));
  const state = { ...rest, throttles: isUnsettled ? [] : throttles };
  const again: unknown[] = [];
  for (const call of calls.filter(({ input }) => input['idempotencyKey'] !== undefined)) {
    again.push(await outcomeOf(storage, world, { ...call, nth: call.nth + 100, pauses: [] }));
  }
  return { outcomes: calls.map(({ nth }) => outcomes.get(nth)), state, again };
};

const ordersOf = <One>(all: readonly One[]): readonly (readonly One[])[] =>
  all.length === 0
    ? [[]]
    : all.flatMap((one) => ordersOf(all.filter((other) => other !== one)).map((rest) => [one, ...rest]));

/** Without what is undefined. */
const plain = <T>(value: T): T => JSON.parse(JSON.stringify(value));

type Check = (storages: readonly Storage[], world: World, calls: readonly Played[]) => Promise<void>;
/** What a store also has of a world before the calls. */
type Prepare = (storage: Storage) => Promise<void>;
const NOTHING: Prepare = async () => undefined;

const inOrder = async (
  storages: readonly Storage[],
  world: World,
  calls: readonly Played[],
  order: Iterable<number> = calls.keys(),
  prepare = NOTHING,
) => {
  const [first] = storages as [Storage];
  await furnish(first, world);
  await prepare(first);
  const outcomes = new Map<number, unknown>();
  for (const nth of order) {
    const storage = storages[nth % storages.length] as Storage;
    outcomes.set(nth, await outcomeOf(storage, world, { ...(calls[nth] as Played), pauses: [] }));
  }
  return plain(await resultOf(first, world, calls, outcomes));
};

const expectSameAsMemory: Check = async (storages, world, calls) => {
  expect(await inOrder(storages, world, calls)).toEqual(await inOrder([createMemoryStorage()], world, calls));
};

/**
 * Whom a call tells is read without a lock: somebody whose account or cover ends at the same moment may have a mail, which the
 * courier drops. Each mail takes an id.
 */
const withoutMails = ({ state: { told: _, records, ...state }, ...rest }: Awaited<ReturnType<typeof inOrder>>) => ({
  ...rest,
  state: { ...state, records: records.map(({ id: __, ...record }) => record) },
});

export const expectSomeOrder = async (
  storages: readonly Storage[],
  world: World,
  calls: readonly Played[],
  prepare = NOTHING,
): Promise<void> => {
  const [first] = storages as [Storage];
  await furnish(first, world);
  await prepare(first);
  const outcomes = new Map<number, unknown>();
  const calling = calls.map(async (call) => {
    const outcome = await outcomeOf(storages[call.nth % storages.length] as Storage, world, call);
    outcomes.set(call.nth, outcome);
  });
  await Promise.all(calling);
  const actual = withoutMails(plain(await resultOf(first, world, calls, outcomes)));
  const after = async (order?: readonly number[]) =>
    withoutMails(await inOrder([createMemoryStorage()], world, calls, order, prepare));
  // They are likely to have the effect of the order in which they ended.
  const orders = ordersOf([...outcomes.keys()]);
  for (const order of orders) {
    if (isDeepStrictEqual(await after(order), actual)) return;
  }
  const made = calls.map(({ name, input }) => `${name} ${JSON.stringify(input)}`).join(', ');
  expect(actual, `no order comes to this: ${made}`).toEqual(await after(orders[0]));
};

let worlds = 0;
export const nextWorld = (): World => {
  worlds += 1;
  return worldOf(worlds);
};

const CHECKS = {
  'use cases one after another come to the same as on the memory store': [someCalls(20, 60), expectSameAsMemory],
  'use cases that run at once have the effect of some order of them': [someCalls(2, 4), expectSomeOrder],
} satisfies Readonly<Record<string, readonly [ReturnType<typeof someCalls>, Check]>>;

/** Plays at once, which have no row in common. */
const AT_ONCE = 4;
const PER_STORE = 100;

/**
 * Random calls of use cases. One after another, they come to the same as on the memory store: the same outcomes, and
 * the same state. At once, they have the effect of some order of them: none is lost and none sees half of another.
 * `open` gives one or more storages over one empty store, for each hundred plays. The environment may ask for another
 * number of plays with `INTERLEAVINGS`, and for other calls with `INTERLEAVINGS_SEED`.
 */
export const interleavings = (
  name: string,
  open: () => Promise<readonly Storage[]>,
  checks = Object.keys(CHECKS) as readonly (keyof typeof CHECKS)[],
  sample = 4,
): void => {
  const { WHOLE, INTERLEAVINGS = `${WHOLE ? 400 : sample}`, INTERLEAVINGS_SEED = '7' } = process.env;
  const [plays, seed] = [Number(INTERLEAVINGS), Number(INTERLEAVINGS_SEED)];
  const timeout = 120_000 + plays * 1000;
  it.each(checks)(`${name}: %s`, { timeout }, async (title) => {
    const [drawn, check] = CHECKS[title];
    const atOnce = fc.array(drawn, { minLength: AT_ONCE, maxLength: AT_ONCE });
    for (let done = 0; done < plays; done += PER_STORE) {
      const storages = await open();
      const numRuns = Math.ceil(Math.min(PER_STORE, plays - done) / AT_ONCE);
      const playOne = (calls: readonly Drawn[]) => {
        const world = nextWorld();
        return check(storages, world, played(world, calls));
      };
      const property = fc.asyncProperty(atOnce, async (all) => void (await Promise.all(all.map(playOne))));
      await fc.assert(property, { numRuns, seed: seed + done, endOnFailure: true });
      expect(await storages[0]?.read.audit.verify()).toMatchObject({ sound: true });
      await Promise.all(storages.map((storage) => storage.close()));
    }
  });
};
