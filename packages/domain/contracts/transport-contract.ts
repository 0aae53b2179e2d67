import { Unavailable } from '@health-case/domain/errors';
import type { EmailAddress } from '@health-case/domain/model/email';
import type { Storage } from '@health-case/domain/ports/storage';
import { ok } from '@health-case/domain/result';
import { createMemoryStorage } from '@health-case/domain/testing/memory';
import { describe, expect, it } from 'vitest';
import { child as sampleChild } from './storage/samples.ts';

type Fields = Readonly<Record<string, string>>;

/** What a client of the transport got. */
type Reply = {
  /** `OK`, or the code of a refusal, outage or fault. `BROKEN_OFF` if the client can tell that the end is missing. */
  readonly outcome: string;
  /** The session of `logIn`, the identifier of `addChild`, the entries of `listOwnChildren`. */
  readonly value?: unknown;
  readonly retryAfterSeconds?: number | undefined;
  /** All that came over the wire. */
  readonly text: string;
};

export type TransportHarness = {
  /** Makes a call with fields as in docs/use-the-api.md. A transport may ignore birth date and number of a child. */
  readonly call: (
    name: 'registerAccount' | 'logIn' | 'addChild' | 'listOwnChildren',
    fields: Fields,
    options?: { readonly session?: string | undefined; readonly idempotencyKey?: string },
  ) => Promise<Reply>;
  /** What the transport reported to the operator. */
  readonly reported: () => readonly string[];
  readonly stop: () => Promise<void>;
};

const PASSWORD = 'vT9#mossy-lantern';
const NUMBER = '756.1234.5678.97';
const SECRET_DETAIL = 'a secret detail';
const nameOf = (firstName: string): Fields => ({ firstName, lastName: 'Jansen' });
const credentials = (firstName: string): Fields => ({ email: `${firstName}@example.org`, password: PASSWORD });
const child = (firstName: string): Fields => {
  return { ...nameOf(firstName), birthDate: '2019-02-28', socSecNum: `${NUMBER}/${firstName}` };
};

/** A store in memory whose writes, pages of children and sessions can be made to fail. */
const failingStorage = () => {
  const storage = createMemoryStorage();
  const { children, sessions } = storage.read;
  const failing = { writes: false, pagesAfter: Number.POSITIVE_INFINITY, sessions: false };
  const gone = () => Promise.reject(new Unavailable('store', SECRET_DETAIL, { retryAfterSeconds: 7 }));
  const ofParent: typeof children.ofParent = (id, request) => {
    failing.pagesAfter -= 1;
    return failing.pagesAfter < 0 ? gone() : children.ofParent(id, request);
  };
  const find: typeof sessions.find = (digest) =>
    failing.sessions ? Promise.reject(new Error(SECRET_DETAIL)) : sessions.find(digest);
  const failable: Storage = {
    ...storage,
    read: { ...storage.read, children: { ...children, ofParent }, sessions: { ...sessions, find } },
    write: (work) => (failing.writes ? gone() : storage.write(work)),
  };
  return { storage: failable, failing };
};

type Scene = TransportHarness & Pick<Storage, 'read' | 'write'> & Pick<ReturnType<typeof failingStorage>, 'failing'>;

const register = ({ call }: Scene, firstName: string, role: string): Promise<Reply> =>
  call('registerAccount', { ...nameOf(firstName), ...credentials(firstName), role });

const sessionOf = async (scene: Scene, firstName: string, role: string): Promise<string> => {
  expect(await register(scene, firstName, role)).toMatchObject({ outcome: 'OK' });
  return String((await scene.call('logIn', credentials(firstName))).value);
};

const expectNoSecret = (texts: readonly string[], ...secrets: readonly string[]): void => {
  for (const secret of [PASSWORD, NUMBER, ...secrets]) expect(texts.join()).not.toContain(secret);
};

const TESTS: Readonly<Record<string, (scene: Scene) => Promise<void>>> = {
  'asks for a session, and for one that is known': async ({ call }) => {
    expect((await call('listOwnChildren', {})).outcome).toMatch(/^SESSION_(MISSING|INVALID)$/);
    expect((await call('listOwnChildren', {}, { session: 'A'.repeat(43) })).outcome).toBe('SESSION_INVALID');
  },

  'answers a refusal by its code, reports none, and repeats no secret': async (scene) => {
    const session = await sessionOf(scene, 'Greta', 'Doc');
    const replies = [
      await register(scene, 'Greta', 'Par'),
      await scene.call('logIn', { ...credentials('Greta'), password: `${PASSWORD}!` }),
      await scene.call('addChild', child('Mia'), { session }),
    ];
    const codes = replies.map(({ outcome }) => outcome);
    expect(codes).toEqual(['EMAIL_TAKEN', 'CREDENTIALS_WRONG', 'ROLE_NOT_ALLOWED']);
    expectNoSecret(
      replies.map(({ text }) => text),
      session,
    );
    expect(scene.reported()).toEqual([]);
  },

  'names every wrong field, and repeats the value of none': async ({ call }) => {
    const wrong = { ...nameOf(' '), role: 'Par', email: 'nobody-at-all', password: 'shorty7' };
    const { outcome, text } = await call('registerAccount', wrong);
    expect(outcome).toBe('FIELDS_INVALID');
    for (const field of ['firstName', 'email', 'password']) expect(text).toContain(field);
    for (const value of ['nobody-at-all', 'shorty7']) expect(text).not.toContain(value);
  },

  'tells after how many seconds a throttled call may be made again': async ({ call }) => {
    const replies: Reply[] = [];
    while (replies.length < 12) replies.push(await call('logIn', credentials('Nobody')));
    expect(replies[0]?.outcome).toBe('CREDENTIALS_WRONG');
    expect(replies.at(-1)).toMatchObject({ outcome: 'THROTTLED', retryAfterSeconds: expect.any(Number) });
  },

  'answers a list whole, in order, and without what lists do not show': async (scene) => {
    const session = await sessionOf(scene, 'Jan', 'Par');
    const { account } = (await scene.read.accounts.credentialsByEmail('jan@example.org' as EmailAddress)) ?? {};
    // More than the application reads at once.
    const many = Array.from({ length: 500 }, () => sampleChild());
    await scene.write(async ({ children }) => {
      for (const one of many) if (account) await children.insert(one, account.id);
      return ok(undefined);
    });
    const made: unknown[] = many.map(({ id }) => id);
    made.push((await scene.call('addChild', child('Mia'), { session })).value);
    const { outcome, value, text } = await scene.call('listOwnChildren', {}, { session });
    expect(outcome).toBe('OK');
    expect((value as readonly { readonly id: string }[]).map(({ id }) => id)).toEqual(made);
    expectNoSecret([text], session);

    scene.failing.pagesAfter = 1;
    const cut = await scene.call('listOwnChildren', {}, { session });
    expect(cut.outcome).toMatch(/^(STORE_UNAVAILABLE|BROKEN_OFF)$/);
    expect(scene.reported()).toHaveLength(1);
  },

  'passes the idempotency key on': async (scene) => {
    const options = { session: await sessionOf(scene, 'Jan', 'Par'), idempotencyKey: 'the-first-child' };
    const add = (name: string) => scene.call('addChild', child(name), options);
    const { outcome, value } = await add('Mia');
    expect(outcome).toBe('OK');
    expect(await add('Mia')).toMatchObject({ outcome: 'OK', value });
    expect((await add('Tom')).outcome).toBe('IDEMPOTENCY_KEY_REUSED');
  },

  'answers an outage as an outage and a fault as a fault, without the detail, and reports both': async (scene) => {
    const { call, failing, reported } = scene;
    const session = await sessionOf(scene, 'Jan', 'Par');
    failing.writes = true;
    const outage = await call('addChild', child('Mia'), { session });
    expect(outage).toMatchObject({ outcome: 'STORE_UNAVAILABLE', retryAfterSeconds: 7 });
    failing.sessions = true;
    const fault = await call('listOwnChildren', {}, { session });
    expect(fault.outcome).toBe('INTERNAL');
    expectNoSecret([outage.text, fault.text], SECRET_DETAIL);
    expect(reported()).toHaveLength(2);
    expectNoSecret(reported(), session);
  },
};

/** What every transport must keep. `start` serves the application over a store; each test starts it anew. */
export const transportContract = (name: string, start: (storage: Storage) => Promise<TransportHarness>): void => {
  describe(`${name} keeps the promises of a transport`, () => {
    it.each(Object.entries(TESTS))('%s', async (_, test) => {
      const { storage, failing } = failingStorage();
      const harness = await start(storage);
      await test({ ...harness, ...storage, failing }).finally(harness.stop);
    });
  });
};
