import { Unavailable } from '@health-case/domain/errors';
import { createMemoryStorage } from '@health-case/domain/memory';
import type { Storage } from '@health-case/domain/ports/storage';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

type Fields = Readonly<Record<string, string>>;

/** What a client of the transport got. */
type Reply = {
  /** `OK`, or the code of a refusal, an outage or a fault; `BROKEN_OFF` if the client can tell that the end is missing. */
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
const CHILD = { lastName: 'Jansen', birthDate: '2019-02-28' };
const child = (firstName: string): Fields => ({ ...CHILD, firstName, socSecNum: `${NUMBER}/${firstName}` });

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

const register = ({ call }: TransportHarness, firstName: string, role: string): Promise<Reply> => {
  const email = `${firstName}@example.org`;
  return call('registerAccount', { firstName, lastName: 'Jansen', role, email, password: PASSWORD });
};
const logIn = ({ call }: TransportHarness, firstName: string, password = PASSWORD): Promise<Reply> =>
  call('logIn', { email: `${firstName}@example.org`, password });
const sessionOf = async (harness: TransportHarness, firstName: string, role: string): Promise<string> => {
  expect(await register(harness, firstName, role)).toMatchObject({ outcome: 'OK' });
  return String((await logIn(harness, firstName)).value);
};

type Opened = () => Pick<ReturnType<typeof failingStorage>, 'failing'> & { readonly harness: TransportHarness };

const refusalsContract = (opened: Opened): void => {
  it('asks for a session, and for one that is known', async () => {
    const { harness } = opened();
    expect((await harness.call('listOwnChildren', {})).outcome).toMatch(/^SESSION_(MISSING|INVALID)$/);
    const unknown = { session: 'A'.repeat(43) };
    expect((await harness.call('listOwnChildren', {}, unknown)).outcome).toBe('SESSION_INVALID');
  });

  it('answers a refusal by its code, reports none, and repeats no secret', async () => {
    const { harness } = opened();
    const session = await sessionOf(harness, 'Greta', 'Doc');
    const refusals = {
      EMAIL_TAKEN: await register(harness, 'Greta', 'Par'),
      CREDENTIALS_WRONG: await logIn(harness, 'Greta', `${PASSWORD}!`),
      ROLE_NOT_ALLOWED: await harness.call('addChild', child('Mia'), { session }),
    };
    for (const [outcome, reply] of Object.entries(refusals)) {
      expect(reply.outcome).toBe(outcome);
      for (const secret of [PASSWORD, NUMBER, session]) expect(reply.text).not.toContain(secret);
    }
    expect(harness.reported()).toEqual([]);
  });

  it('names every wrong field, and repeats the value of none', async () => {
    const { harness } = opened();
    const wrong = { firstName: ' ', lastName: 'Jansen', role: 'Par', email: 'nobody-at-all', password: 'shorty7' };
    const { outcome, text } = await harness.call('registerAccount', wrong);
    expect(outcome).toBe('FIELDS_INVALID');
    for (const field of ['firstName', 'email', 'password']) expect(text).toContain(field);
    for (const value of ['nobody-at-all', 'shorty7']) expect(text).not.toContain(value);
  });

  it('tells after how many seconds a throttled call may be made again', async () => {
    const { harness } = opened();
    const replies: Reply[] = [];
    while (replies.length < 12) replies.push(await logIn(harness, 'Nobody'));
    expect(replies[0]?.outcome).toBe('CREDENTIALS_WRONG');
    expect(replies.at(-1)).toMatchObject({ outcome: 'THROTTLED', retryAfterSeconds: expect.any(Number) });
  });
};

const servingContract = (opened: Opened): void => {
  it('answers a list whole, in order, and without what lists do not show', async () => {
    const { harness, failing } = opened();
    const session = await sessionOf(harness, 'Jan', 'Par');
    const made: unknown[] = [];
    const addOne = () => harness.call('addChild', child(`Mia ${made.length}`), { session });
    while (made.length < 501) made.push((await addOne()).value);
    const { outcome, value, text } = await harness.call('listOwnChildren', {}, { session });
    expect(outcome).toBe('OK');
    expect((value as readonly { readonly id: string }[]).map(({ id }) => id)).toEqual(made);
    for (const secret of [NUMBER, PASSWORD, session]) expect(text).not.toContain(secret);

    failing.pagesAfter = 1;
    const cut = await harness.call('listOwnChildren', {}, { session });
    expect(cut.outcome).toMatch(/^(STORE_UNAVAILABLE|BROKEN_OFF)$/);
    expect(harness.reported()).toHaveLength(1);
  });

  it('passes the idempotency key on', async () => {
    const { harness } = opened();
    const session = await sessionOf(harness, 'Jan', 'Par');
    const add = (name: string) => harness.call('addChild', child(name), { session, idempotencyKey: 'the-first-child' });
    const first = await add('Mia');
    expect(first.outcome).toBe('OK');
    expect(await add('Mia')).toMatchObject({ outcome: 'OK', value: first.value });
    expect((await add('Tom')).outcome).toBe('IDEMPOTENCY_KEY_REUSED');
  });

  it('answers an outage as an outage and a fault as a fault, without the detail, and reports both', async () => {
    const { harness, failing } = opened();
    const session = await sessionOf(harness, 'Jan', 'Par');
    failing.writes = true;
    const outage = await harness.call('addChild', child('Mia'), { session });
    expect(outage).toMatchObject({ outcome: 'STORE_UNAVAILABLE', retryAfterSeconds: 7 });
    failing.sessions = true;
    const fault = await harness.call('listOwnChildren', {}, { session });
    expect(fault.outcome).toBe('INTERNAL');
    for (const { text } of [outage, fault]) expect(text).not.toContain(SECRET_DETAIL);
    expect(harness.reported()).toHaveLength(2);
    for (const secret of [PASSWORD, NUMBER, session]) expect(harness.reported().join()).not.toContain(secret);
  });
};

/** What every transport must keep, whatever its wire. `start` serves the application over a store; each test starts anew. */
export const transportContract = (name: string, start: (storage: Storage) => Promise<TransportHarness>): void => {
  describe(`${name} keeps the promises of a transport`, () => {
    let opened: ReturnType<Opened>;
    beforeEach(async () => {
      const { storage, failing } = failingStorage();
      opened = { harness: await start(storage), failing };
    });
    afterEach(() => opened.harness.stop());
    refusalsContract(() => opened);
    servingContract(() => opened);
  });
};
