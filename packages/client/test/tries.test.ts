import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createClientA, type Fetch } from '../src/variant-a.ts';
import { answering, answeringText, refusing, scriptedFetch, unreachable } from './support/scripted-fetch.ts';

const CREDENTIALS = { email: 'jan@example.org', password: 'kW4!paper-rainbow' };
const CHILD = { firstName: 'Mia', lastName: 'Jansen', birthDate: '2019-02-28', socSecNum: '756.1' };
const added = answering({ ChildID: 'a-child' });
const unavailable = refusing({ code: 'STORE_UNAVAILABLE', retryAfterSeconds: 1 });

/** The outcome of a call on a clock of its own, how many requests it sent, and how long it took. */
const triesOf = async (
  call: (client: ReturnType<typeof createClientA>) => Promise<unknown>,
  replies: Parameters<typeof scriptedFetch>,
  options: { readonly retries?: number } = {},
) => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { fetch, sent } = scriptedFetch(...replies);
  const times: number[] = [];
  const noting: Fetch = (to, init) => {
    times.push(Date.now());
    return fetch(to, init);
  };
  const settled = Promise.allSettled([call(createClientA('http://service.test', { fetch: noting, ...options }))]);
  await vi.runAllTimersAsync();
  const waits = times.slice(1).map((time, nth) => time - (times[nth] ?? 0));
  return { settled: (await settled)[0], sent, tries: sent.length, waits };
};

describe('the tries of a call', () => {
  it('share one key, which no other call has, or have that of the caller', async () => {
    const keysOf = async (options?: { readonly idempotencyKey: string }) => {
      const { sent } = await triesOf((client) => client.addChild(CHILD, options), [unreachable, unavailable, added]);
      return sent.map(({ headers }) => headers['Idempotency-Key']);
    };
    const [one, other] = [await keysOf(), await keysOf()];
    expect(one).toEqual(Array(3).fill(expect.stringMatching(/^[0-9a-f]{32}$/)));
    expect([new Set(one).size, new Set([...one, ...other]).size]).toEqual([1, 2]);
    expect(await keysOf({ idempotencyKey: 'order-7' })).toEqual(Array(3).fill('order-7'));
    expect(await keysOf({ idempotencyKey: 'ü' })).toEqual([]);
  });

  it('are three at most, or as many as the client or the call is told', async () => {
    const triesWith = async (own: object, options: object) =>
      (await triesOf((client) => client.listDoctors({}, own), [unreachable], options)).tries;
    expect([
      ...[await triesWith({}, {}), await triesWith({}, { retries: 4 })],
      ...[await triesWith({ retries: 1 }, { retries: 4 }), await triesWith({ retries: 0 }, {})],
    ]).toEqual([3, 5, 2, 1]);
  });

  it.each([
    ['nothing came back', unreachable],
    ['a proxy had no reply', answeringText('<html>', { status: 502 })],
    ['the store was away', unavailable],
    ['the first try is under way', refusing({ code: 'REQUEST_IN_FLIGHT', retryAfterSeconds: 1 })],
  ])('go on when %s, unless the change would be made twice', async (_, reply) => {
    const again = await triesOf((client) => client.addChild(CHILD), [reply, added]);
    expect(again.settled).toMatchObject({ value: { ok: true, value: { ChildID: 'a-child' } } });
    const unkeyed: readonly Parameters<typeof triesOf>[0][] = [
      (client) => client.logIn(CREDENTIALS),
      (client) => client.changePassword({ password: 'one', newPassword: 'another' }),
      (client) => client.changeProfile({ firstName: 'Mia' }),
      (client) => client.checkReadiness(),
    ];
    for (const call of unkeyed) {
      const { settled, tries } = await triesOf(call, [reply, answering(null)]);
      expect(settled).not.toMatchObject({ value: { ok: true } });
      expect(tries).toBe(1);
    }
  });
});

describe('the waits between the tries of a call', () => {
  it('are as long as the service says, up to 30 seconds, and after overload go on for every call', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0);
    onTestFinished(() => void vi.restoreAllMocks());
    const overloaded = (retryAfterSeconds: number) => refusing({ code: 'OVERLOADED', retryAfterSeconds });
    const login = await triesOf((client) => client.logIn(CREDENTIALS), [overloaded(5), answering({ id: 'a-session' })]);
    expect(login.waits).toEqual([5000]);
    const list = (reply: ReturnType<typeof refusing>) =>
      triesOf((client) => client.listDoctors(), [reply, answering([])]);
    expect((await list(overloaded(30))).waits).toEqual([30_000]);
    for (const refusal of [
      overloaded(31),
      refusing({ code: 'THROTTLED', retryAfterSeconds: 1 }),
      refusing({ code: 'INTERNAL' }),
      refusing({ code: 'SESSION_INVALID' }),
    ]) {
      expect(await list(refusal)).toMatchObject({ settled: { value: { ok: false } }, tries: 1 });
    }
  });

  it('are random, up to twice as long each time, so that clients do not come back together', async () => {
    onTestFinished(() => void vi.restoreAllMocks());
    const waitsAt = async (chance: number) => {
      vi.spyOn(Math, 'random').mockReturnValue(chance);
      return (await triesOf((client) => client.listDoctors(), [unreachable], { retries: 7 })).waits;
    };
    expect(await waitsAt(0.5)).toEqual([100, 200, 400, 800, 1600, 2500, 2500]);
    expect(await waitsAt(0)).toEqual([0, 0, 0, 0, 0, 0, 0]);
  });
});
