import { join } from 'node:path';
import { type Reply, send } from '@health-case/http/testing/client';
import { describe, expect, it } from 'vitest';
import { type Serving, scratchFolder, startServing } from './support/process.ts';
import { member, openStore, PASSWORD, type VariantName, WORDS } from './support/two-variants.ts';

const { call, logIn } = openStore();

let people = 0;
const person = (role = 'Par') => {
  people += 1;
  const email = `someone.${people}@example.org`;
  return { firstName: 'Mia', lastName: 'Holm', email, password: PASSWORD, role };
};
const arrive = async (role?: string): Promise<string> => {
  const somebody = person(role);
  await call('A', WORDS.A.register, somebody);
  return logIn('A', somebody.email);
};
const keyed = (key: string | string[]) => ({ 'Idempotency-Key': key });

const CHILD = { firstName: 'Ada', lastName: 'Holm', birthDate: '2019-02-28', socSecNum: '756.1' };

describe('a request that is sent again with its Idempotency-Key (D-24)', () => {
  it.each(['A', 'B'] as const)('has the same reply through variant %s, and is done once', async (variant) => {
    const id = await arrive();
    const add = () => call(variant, WORDS[variant].addChild, { id, ...CHILD }, keyed('k-1'));
    const [first, second] = [await add(), await add()];
    expect([first.status, second.text]).toEqual([200, first.text]);
    expect((await call(variant, 'GET /api/Parent/children', { id })).content).toHaveLength(1);
  });

  it('has it through the other variant, in whatever session, and however its fields were spaced', async () => {
    const somebody = person();
    const register = (variant: VariantName, facts: object = {}) =>
      call(variant, WORDS[variant].register, { ...somebody, ...facts }, keyed('k-1'));
    expect((await register('B')).content).toBeNull();
    const again = await register('A', { firstName: ' Mia ', email: somebody.email.toUpperCase() });
    expect(again.content).toEqual({ role: 'Par', ID: member(again, 'ID') });
    const add = async () => {
      const id = await logIn('A', somebody.email);
      return member(
        await call('B', WORDS.B.addChild, { id, firstName: 'Ada', lastName: 'Holm' }, keyed('k-2')),
        'ChildID',
      );
    };
    expect(await add()).toBe(await add());
  });

  it('is 422 with other fields and for another call, and 400 with a key that can be none', async () => {
    const id = await arrive();
    const add = (facts: object, key: string | string[]) =>
      call('A', WORDS.A.addChild, { id, ...CHILD, ...facts }, keyed(key));
    expect((await add({}, 'k-1')).status).toBe(200);
    const other = await add({ socSecNum: '756.2' }, 'k-1');
    expect([other.status, other.code]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED']);
    for (const key of ['', 'two words', 'ü', 'x'.repeat(256), ['one', 'two']]) {
      const reply = await add(
        { socSecNum: '756.3' },
        typeof key === 'string' ? Buffer.from(key).toString('latin1') : key,
      );
      expect([reply.status, reply.code]).toEqual([400, 'FIELDS_INVALID']);
      expect(reply.content).toMatch(/^The header Idempotency-Key must be 1 to 255 visible ASCII characters\.$/);
    }
    expect((await add({ socSecNum: '756.4' }, '~'.repeat(255))).status).toBe(200);
  });

  it('is 409 with a time to wait while the first is under way', async () => {
    const somebody = person();
    const register = () => call('A', WORDS.A.register, somebody, keyed('k-1'));
    const replies = await Promise.all(Array.from({ length: 5 }, register));
    const refused = replies.filter(({ status }) => status !== 200);
    for (const { status, code, headers } of refused) {
      expect([status, code, headers['retry-after']]).toEqual([409, 'REQUEST_IN_FLIGHT', '1']);
    }
    expect(new Set(replies.filter(({ status }) => status === 200).map(({ text }) => text)).size).toBe(1);
  });

  it('needs nothing where nothing is created: the key of a login is not looked at', async () => {
    const somebody = person();
    await call('A', WORDS.A.register, somebody);
    const logInAgain = () => call('A', WORDS.A.logIn, somebody, keyed('k-1'));
    expect(member(await logInAgain(), 'id')).not.toBe(member(await logInAgain(), 'id'));
  });
});

/** Sent until it is answered: the process may be gone at any moment. */
const persistently = async (serve: () => Promise<Serving>, body: object, key: string): Promise<Reply> => {
  for (;;) {
    const { ports } = await serve();
    const sent = { method: 'POST', path: '/api/Parent/child', body, headers: keyed(key) };
    const reply = await send(ports['B'] ?? 0, sent).catch(() => undefined);
    if (reply?.status === 200) return reply;
  }
};

it('requests whose process was killed are sent again to the next one, and each is done exactly once', async () => {
  const env = { DATABASE_URL: `file:${join(scratchFolder(), 'health-case.db')}`, REGISTRATIONS_PER_MINUTE: '0' };
  let serving = startServing('together', env);
  const { ports } = await serving;
  const somebody = person();
  await send(ports['B'] ?? 0, { method: 'POST', path: '/api/Auth', body: somebody });
  const reply = await send(ports['B'] ?? 0, { path: '/api/Auth', body: somebody });
  const id = member(reply, 'id');

  const children = Array.from({ length: 120 }, (_, nth) => ({ firstName: `Child ${nth}`, lastName: 'Holm' }));
  let answered = 0;
  const sending = children.map(async (child, nth) => {
    const { content } = await persistently(() => serving, { id, ...child }, `k-${nth}`);
    answered += 1;
    return (content as { ChildID: string }).ChildID;
  });
  for (const threshold of [20, 60]) {
    await expect.poll(() => answered, { interval: 2 }).toBeGreaterThan(threshold);
    const running = await serving;
    serving = startServing('together', env);
    running.child.kill('SIGKILL');
    await serving;
  }
  const ids = await Promise.all(sending);
  expect(new Set(ids).size).toBe(children.length);
  const { ports: last } = await serving;
  const kept = (await send(last['B'] ?? 0, { path: '/api/Parent/children', body: { id } })).content;
  expect((kept as { id: string }[]).map((child) => child.id).sort()).toEqual(ids.sort());
});
