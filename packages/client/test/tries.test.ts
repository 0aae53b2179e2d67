import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CallFailed, createClientA, type Fetch } from '../src/variant-a.ts';
import { fullChild } from './support/people.ts';
import { answering, answeringText, refusing, scriptedFetch, unreachable } from './support/scripted-fetch.ts';

const SERVICE = 'http://service.test';
const added = answering({ ChildID: 'a-child' });
const unavailable = refusing({ code: 'STORE_UNAVAILABLE', retryAfterSeconds: 1 });
const overloaded = refusing({ code: 'OVERLOADED', retryAfterSeconds: 5 });
const credentials = { email: 'jan@example.org', password: 'kW4!paper-rainbow' };

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** What comes of a call, and after how many milliseconds. */
const timed = async (call: Promise<unknown>) => {
  const began = Date.now();
  const settled = call.then(
    (value) => ({ value, took: Date.now() - began }),
    (error: unknown) => ({ error, took: Date.now() - began }),
  );
  await vi.runAllTimersAsync();
  return settled;
};

describe('the tries of a call', () => {
  it('share one key, which no other call has', async () => {
    const { fetch, sent } = scriptedFetch(unreachable, unavailable, added);
    const client = createClientA(SERVICE, { fetch });
    await timed(client.addChild(fullChild()));
    await timed(client.addChild(fullChild()));
    const keys = sent.map(({ headers }) => headers['Idempotency-Key']);
    expect(keys).toEqual([keys[0], keys[0], keys[0], expect.stringMatching(/^[0-9a-f]{32}$/)]);
    expect(keys[3]).not.toBe(keys[0]);
  });

  it('have the key that the caller gives, if it can be one', async () => {
    const { fetch, sent } = scriptedFetch(added);
    const client = createClientA(SERVICE, { fetch });
    await client.addChild(fullChild(), { idempotencyKey: 'order-7' });
    expect(sent[0]?.headers['Idempotency-Key']).toBe('order-7');
    await expect(client.addChild(fullChild(), { idempotencyKey: 'ü' })).rejects.toThrow(TypeError);
    expect(sent).toHaveLength(1);
  });

  it('are three at most, or as many as the client or the call is told', async () => {
    const triesOf = async (own?: number, all?: number) => {
      const { fetch, sent } = scriptedFetch(unreachable);
      const client = createClientA(SERVICE, { fetch, ...(all !== undefined && { retries: all }) });
      const settled = await timed(client.listDoctors({}, own === undefined ? {} : { retries: own }));
      expect(settled).toMatchObject({ error: expect.any(CallFailed) });
      return sent.length;
    };
    expect([await triesOf(), await triesOf(undefined, 4), await triesOf(1, 4), await triesOf(0)]).toEqual([3, 5, 2, 1]);
  });

  it.each([
    ['nothing came back', unreachable],
    ['a proxy had no reply', answeringText('<html>', { status: 502 })],
    ['the store was away', unavailable],
    ['the first try is under way', refusing({ code: 'REQUEST_IN_FLIGHT', retryAfterSeconds: 1 })],
  ])('go on when %s, unless the change would be made twice', async (_, reply) => {
    const again = scriptedFetch(reply, added);
    const client = createClientA(SERVICE, { fetch: again.fetch });
    expect(await timed(client.addChild(fullChild()))).toMatchObject({
      value: { ok: true, value: { ChildID: 'a-child' } },
    });
    const calls = [
      (one: typeof client) => one.logIn(credentials),
      (one: typeof client) => one.changePassword({ password: 'one', newPassword: 'another' }),
      (one: typeof client) => one.closeTask({ id: 'a-task' }),
      (one: typeof client) => one.unlinkAssistant({ id: 'a-doctor', AstID: 'an-assistant' }),
      (one: typeof client) => one.checkReadiness(),
    ];
    for (const call of calls) {
      const { fetch, sent } = scriptedFetch(reply, answering(null));
      expect(await timed(call(createClientA(SERVICE, { fetch })))).not.toMatchObject({ value: { ok: true } });
      expect(sent).toHaveLength(1);
    }
  });
});

describe('the next try of a call', () => {
  it('comes after whatever was refused for overload, of which nothing was kept, and when it may', async () => {
    const { fetch, sent } = scriptedFetch(overloaded, answering({ id: 'a-session' }));
    const client = createClientA(SERVICE, { fetch });
    const { took } = await timed(client.logIn(credentials));
    expect([sent.length, client.session]).toEqual([2, 'a-session']);
    expect(took).toBeGreaterThanOrEqual(5000);
    expect(took).toBeLessThan(6000);
  });

  it('comes after as long as the service says, if that is at most 30 seconds', async () => {
    const { fetch, sent } = scriptedFetch(refusing({ code: 'OVERLOADED', retryAfterSeconds: 30 }), answering([]));
    const { took } = await timed(createClientA(SERVICE, { fetch }).listDoctors());
    expect([sent.length, Math.floor(took / 1000)]).toEqual([2, 30]);
  });

  it('does not come where it would take too long to wait, or would not help', async () => {
    for (const refusal of [
      refusing({ code: 'OVERLOADED', retryAfterSeconds: 31 }),
      refusing({ code: 'THROTTLED', retryAfterSeconds: 1 }),
      refusing({ code: 'INTERNAL' }),
      refusing({ code: 'SESSION_INVALID' }),
    ]) {
      const { fetch, sent } = scriptedFetch(refusal, answering([]));
      expect(await timed(createClientA(SERVICE, { fetch }).listDoctors())).toMatchObject({
        value: { ok: false },
        took: 0,
      });
      expect(sent).toHaveLength(1);
    }
  });

  it('is waited for by chance, up to twice as long each time, so that clients do not come back together', async () => {
    const waitsAt = async (chance: number) => {
      vi.spyOn(Math, 'random').mockReturnValue(chance);
      const times: number[] = [];
      const fetch: Fetch = () => {
        times.push(Date.now());
        throw new TypeError('fetch failed');
      };
      await timed(createClientA(SERVICE, { fetch, retries: 7 }).listDoctors());
      return times.slice(1).map((time, nth) => time - (times[nth] ?? 0));
    };
    expect(await waitsAt(0.5)).toEqual([100, 200, 400, 800, 1600, 2500, 2500]);
    expect(await waitsAt(0)).toEqual([0, 0, 0, 0, 0, 0, 0]);
  });
});
