import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { vi } from 'vitest';
import type { PasswordAttempt, PasswordHash } from '../../src/model/account.ts';
import type { NotedRecord } from '../../src/model/audit.ts';
import type { Letter } from '../../src/model/mail.ts';
import type { ChallengeDigest, Passkey, PasskeyId } from '../../src/model/passkey.ts';
import type { FactorSecret } from '../../src/model/second-factor.ts';
import { HOUR, type Instant, later, MINUTE } from '../../src/model/values.ts';
import type { Ports } from '../../src/ports/ports.ts';
import type { Reads, Storage, Stores } from '../../src/ports/storage.ts';
import { createMemoryStorage } from '../../testing/memory.ts';
import { fixedCalendar } from './calendar.ts';
import { at } from './values.ts';

/** Stands still until it is told to move, also while somebody sleeps. */
const fixedClock = (start: Instant) => {
  let now = start;
  return {
    now: () => now,
    advance: (milliseconds: number) => {
      now = later(now, milliseconds);
    },
    sleep: (_: number) => nextTurn(),
  };
};

/** One count for all kinds: UUIDv7 by their shape, increasing, and never given out twice. */
const countedIds = (): Ports['ids'] => {
  let count = 0;
  const next = <Id extends string>(): Id => {
    count += 1;
    return `01980000-0000-7000-8000-${count.toString(16).padStart(12, '0')}` as Id;
  };
  return { next };
};

/** Keeps the password in the clear, behind a count that makes two hashes of one password differ. */
const stagedHasher = () => {
  let [made, weakUpTo] = [0, 0];
  let staged: (() => Promise<unknown>) | undefined;
  const takeTime = async () => {
    const event = staged;
    staged = undefined;
    await event?.();
  };
  return {
    room: 128,
    atOnce: 128,
    hash: async (password: PasswordAttempt) => {
      await takeTime();
      made += 1;
      return `hash:${made}:${password}` as PasswordHash;
    },
    verify: async (attempt: PasswordAttempt, hash: PasswordHash | undefined) => {
      await takeTime();
      const [, count, password] = /^hash:(\d+):(.*)$/s.exec(hash ?? '') ?? [];
      return { matches: password === attempt, outdated: count !== undefined && Number(count) <= weakUpTo };
    },
    /** The event happens once, while the next password is being hashed or verified. */
    meanwhile: (event: () => Promise<unknown>) => {
      staged = event;
    },
    /** Every hash made so far counts as weaker than those made from now on. */
    strengthen: () => {
      weakUpTo = made;
    },
  };
};

const countedSecrets = (prefix: string) => {
  let count = 0;
  return {
    issue: () => {
      count += 1;
      return `${prefix}-${count}`;
    },
    digestOf: (text: string) => (new RegExp(`^${prefix}-\\d+$`).test(text) ? `digest of ${text}` : undefined),
  };
};

/** Keeps what it sends. `fail` makes each letter fail until it is told otherwise. */
const keepingMailer = () => {
  const sent: Letter[] = [];
  let failure: Error | undefined;
  return {
    sent,
    send: async (letter: Letter) => {
      if (failure) throw failure;
      sent.push(letter);
    },
    fail: (error: Error | undefined) => {
      failure = error;
    },
  };
};

/** Of a step: the secret and its number. */
export const plainPasswords: Ports['oneTimePasswords'] = {
  issue: (account) => ({ secret: `secret of ${account}` as FactorSecret, uri: `otpauth://totp/${account}` }),
  stepOf: (password, secret, moment) => {
    const now = Math.floor(moment / 30_000);
    return [now, now - 1, now + 1].find((step) => password === oneTimePassword(secret, step));
  },
};
const oneTimePassword = (secret: FactorSecret, step: number): string => `${secret} ${step}`;

/** What a device answers, in the clear: `key` is the public one. */
type PlainResponse = {
  readonly id: string;
  readonly challenge: string;
  readonly key?: string;
  readonly owner?: string;
  readonly counter?: number;
};

/** Options and responses tell all in the clear. A response with the right key and challenge is signed. */
export const plainPasskeys = (): Ports['passkeys'] => {
  let count = 0;
  const digestOf = (challenge: string) => `digest of ${challenge}` as ChallengeDigest;
  const offer = (facts: object) => {
    count += 1;
    const challenge = `challenge ${count}`;
    return { options: JSON.stringify({ ...facts, challenge }), digest: digestOf(challenge) };
  };
  const read = (response: string): PlainResponse | undefined =>
    response.startsWith('{') ? (JSON.parse(response) as PlainResponse) : undefined;
  return {
    offer: async ({ id: owner }, existing) => offer({ owner, existing }),
    challengeLogin: async () => offer({}),
    read: async (response) => {
      const claimed = read(response);
      return claimed && { id: claimed.id as PasskeyId, digest: digestOf(claimed.challenge) };
    },
    verifyNew: async (response, challenge) => {
      const { id, challenge: signed = '', key, counter = 0 } = read(response) ?? {};
      if (key === undefined || digestOf(signed) !== challenge) return undefined;
      return { id: id as PasskeyId, publicKey: key as Passkey['publicKey'], counter };
    },
    verifyLogin: async (response, challenge, { accountId, publicKey }) => {
      const { challenge: signed = '', key, owner, counter = 0 } = read(response) ?? {};
      const fits = digestOf(signed) === challenge && key === publicKey && owner === accountId;
      return fits ? { counter } : undefined;
    },
  };
};

const notingTrail = (): Ports['auditTrail'] & { readonly noted: NotedRecord[] } => {
  const noted: NotedRecord[] = [];
  return { noted, note: (record) => void noted.push(record) };
};

/** Signs in the clear: tells what was signed, and with which key. */
export const plainSigner: Ports['certificateSigner'] = {
  sign: async (text, { id }) => JSON.stringify({ ...text, key: id }),
  signStatusList: async ({ number, bits, at: signedAt }, { id }) => {
    const revoked: number[] = [];
    for (const [at, byte] of bits.entries()) {
      for (let bit = 0; byte >> bit > 0; bit += 1) if ((byte >> bit) & 1) revoked.push(8 * at + bit);
    }
    return JSON.stringify({ number, revoked, at: signedAt, key: id });
  },
  publicKey: ({ id }) => ({ kid: id }),
  url: (signed) => `https://clinic.example.org/verify#${signed}`,
};

const counting = (): Ports['random'] => {
  let count = 0;
  return {
    below: (limit) => {
      count += 1;
      return count % limit;
    },
  };
};

const COMMON = ['password', '12345678', 'sunshine'];

/**
 * The memory store, but a unit of work that reads through `storage.read` instead of its own stores fails: what it read
 * may have changed before its commit, so that two calls at once would both succeed.
 */
const strictStorage = (now: () => Instant): Storage => {
  const storage = createMemoryStorage(undefined, { now });
  const unit = new AsyncLocalStorage<true>();
  const get = (reads: Reads, name: keyof Reads) => {
    if (unit.getStore()) throw new Error(`A unit of work reads ${name} outside of itself.`);
    return Reflect.get(reads, name);
  };
  return {
    ...storage,
    read: new Proxy(storage.read, { get }),
    write: (work) => storage.write((stores, hasTime) => unit.run(true, () => work(stores, hasTime))),
  };
};

export const RULES: Ports['rules'] = {
  finishedCasesKeptYears: 0,
  addressProof: 'waived',
  registration: 'open',
  secondFactor: 'offered',
  ratesPerMinute: { loginFailures: 0, registrations: 0, calls: 0 },
  sessionLifetimes: { idle: 30 * MINUTE, most: 12 * HOUR },
};

export const underRules = <Given extends { readonly rules: Ports['rules'] }>(
  ports: Given,
  rules: Partial<Ports['rules']>,
): Given => ({
  ...ports,
  rules: { ...ports.rules, ...rules },
});

/** All that the inside needs, without chance, without time that passes, and without anything to wait for. */
export const createTestPorts = (clock = fixedClock(at('2026-06-15T12:00:00.000Z'))) => ({
  auditTrail: notingTrail(),
  calendar: fixedCalendar(),
  certificateSigner: { ...plainSigner },
  clock,
  commonPasswords: { includes: async (password: string) => COMMON.includes(password.toLowerCase()) },
  ids: countedIds(),
  secretCodes: countedSecrets('code') as Ports['secretCodes'],
  mailer: keepingMailer(),
  oneTimePasswords: plainPasswords,
  passkeys: plainPasskeys(),
  passwords: stagedHasher(),
  random: counting(),
  rules: RULES,
  sessionTokens: countedSecrets('token') as Ports['sessionTokens'],
  storage: strictStorage(clock.now),
});

/** Calls of a method that units of work make on one of their stores. */
export const watchStore = <Name extends keyof Stores>(storage: Storage, name: Name, method: keyof Stores[Name]) => {
  const write = storage.write.bind(storage);
  const calls: unknown[][] = [];
  vi.spyOn(storage, 'write').mockImplementation((work) =>
    write((stores, hasTime) => {
      const called = stores[name][method] as (...given: unknown[]) => unknown;
      const watched = (...given: unknown[]) => {
        calls.push(given);
        return called(...given);
      };
      return work({ ...stores, [name]: { ...stores[name], [method]: watched } }, hasTime);
    }),
  );
  return calls;
};
