import { join } from 'node:path';
import { openClinic, PASSWORD } from '@health-case/composition/testing/clinic';
import { type Reply, send } from '@health-case/http/testing/client';
import { member } from '@health-case/http/testing/replies';
import { variantA } from '@health-case/variant-a/variant-a';
import { describe, expect, it } from 'vitest';
import { type Serving, scratchFolder, startServing } from './support/process.ts';

const { call, logIn, words } = openClinic(variantA);

let people = 0;
const person = (role = 'Par') => {
  people += 1;
  const email = `someone.${people}@example.org`;
  return { firstName: 'Mia', lastName: 'Holm', email, password: PASSWORD, role };
};
const arrive = async (role?: string): Promise<string> => {
  const somebody = person(role);
  await call(words.register, somebody);
  return logIn(somebody.email);
};
const keyed = (key: string) => ({ 'Idempotency-Key': key });

const CHILD = { firstName: 'Ada', lastName: 'Holm', birthDate: '2019-02-28' };

/** What else a key comes to, tests of the model prove for every call that takes one. */
describe('the header Idempotency-Key (D-24)', () => {
  it('is 400 where it can be no key', async () => {
    const id = await arrive();
    const add = (key: string | string[]) =>
      call(words.addChild, { id, ...CHILD, socSecNum: '756.1' }, { 'Idempotency-Key': key });
    for (const key of ['', 'two words', 'ü', 'x'.repeat(256), ['one', 'two']]) {
      const reply = await add(typeof key === 'string' ? Buffer.from(key).toString('latin1') : key);
      expect([reply.status, reply.code]).toEqual([400, 'FIELDS_INVALID']);
      expect(reply.content).toMatch(/^The header Idempotency-Key must be 1 to 255 visible ASCII characters\.$/);
    }
    expect((await add('~'.repeat(255))).status).toBe(200);
  });

  it('is 409 with a time to wait while the first request is under way', async () => {
    const somebody = person();
    const register = () => call(words.register, somebody, keyed('k-1'));
    const replies = await Promise.all(Array.from({ length: 5 }, register));
    const refused = replies.filter(({ status }) => status !== 200);
    for (const { status, code, headers } of refused) {
      expect([status, code, headers['retry-after']]).toEqual([409, 'REQUEST_IN_FLIGHT', '1']);
    }
    expect(new Set(replies.filter(({ status }) => status === 200).map(({ text }) => text)).size).toBe(1);
  });

  it('is not looked at by a login, whose outcome is a secret', async () => {
    const somebody = person();
    await call(words.register, somebody);
    const logInAgain = () => call(words.logIn, somebody, keyed('k-1'));
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

it('requests whose process was killed (kill -9) are sent again to the next one: each is done once, none that was acknowledged is lost', async () => {
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
