import { describe, expect, test, vi } from 'vitest';
import { createApplication } from '../../src/application.ts';
import { Unavailable } from '../../src/errors.ts';
import type { Account } from '../../src/model/account.ts';
import { MINUTE } from '../../src/model/values.ts';
import { ok, refuse } from '../../src/result.ts';
import { openClinic } from '../support/clinic.ts';
import { repeat } from '../support/limited.ts';
import { underRules } from '../support/ports.ts';
import { codeOf, must } from '../support/values.ts';

const openSession = async () => {
  const clinic = await openClinic();
  const caller = await clinic.logIn(clinic.parent);
  const resume = async () => codeOf(await clinic.app.resumeSession(caller.token));
  const stored = async () => (await clinic.storage.read.sessions.find(caller.session))?.session;
  return { ...clinic, ...caller, resume, stored };
};

test('resuming a session tells who is calling, and in which session; refuses what is no token, or nobody has (D-09)', async () => {
  const { app, clock, parent, rules, token, session } = await openSession();
  expect(await app.resumeSession(token)).toEqual(
    ok({ actor: parent, session, left: rules.sessionLifetimes.most, isProven: true }),
  );
  clock.advance(MINUTE);
  expect(must(await app.resumeSession(token)).left).toBe(rules.sessionLifetimes.most - MINUTE);
  expect(await app.describeAccount({ actor: parent, session })).toEqual(ok(parent));
  for (const text of ['', 'token-', 'token-999', 'digest of token-1']) {
    expect(await app.resumeSession(text)).toEqual(refuse('SESSION_INVALID'));
  }
});

describe('the last use of a session (D-09)', () => {
  test('is written once a minute has passed and not before, and leaves the start as it was', async () => {
    const { clock, resume, storage, stored } = await openSession();
    const start = clock.now();
    const write = vi.spyOn(storage, 'write');
    clock.advance(MINUTE - 1);
    await resume();
    expect(write).not.toHaveBeenCalled();
    clock.advance(1);
    await resume();
    await resume();
    await expect.poll(stored).toMatchObject({ startedAt: start, lastUsedAt: clock.now() });
    expect(write).toHaveBeenCalledTimes(1);
  });

  test('is not waited for: a store that does not write at present serves reads, and one write takes what was used meanwhile', async () => {
    const { app, clock, doctor, logIn, resume, storage, stored, token } = await openSession();
    const others = [(await logIn(doctor)).token, (await logIn(doctor)).token];
    clock.advance(2 * MINUTE);
    const waiting = Promise.withResolvers<never>();
    const write = vi.spyOn(storage, 'write').mockReturnValueOnce(waiting.promise);
    expect(await resume()).toBe('OK');
    for (const other of others) expect((await app.resumeSession(other)).ok).toBe(true);
    waiting.reject(new Unavailable('store', 'locked', { retryAfterSeconds: 1 }));
    await expect.poll(() => write.mock.calls.length).toBe(2);
    expect((await stored())?.lastUsedAt).not.toBe(clock.now());
    expect((await app.resumeSession(token)).ok).toBe(true);
    await expect.poll(stored).toMatchObject({ lastUsedAt: clock.now() });
    expect(write).toHaveBeenCalledTimes(3);
  });
});

describe('the limit of calls (P-22)', () => {
  const openLimited = async (calls: number) => {
    const clinic = await openClinic();
    const app = createApplication(underRules(clinic, { ratesPerMinute: { ...clinic.rules.ratesPerMinute, calls } }));
    const { token } = await clinic.logIn(clinic.parent);
    const call = (times: number, by = token) => repeat(times, () => app.resumeSession(by));
    return { ...clinic, app, call, token };
  };

  test('is for an account in all its sessions together, which then has to wait, without asking the store', async () => {
    const { app, call, clock, doctor, logIn, parent, storage, token } = await openLimited(3);
    const { token: another } = await logIn(parent);
    const { token: ofDoctor } = await logIn(doctor);
    const write = vi.spyOn(storage, 'write');
    expect(await call(3)).toEqual(['OK', 'OK', 'OK']);
    clock.advance(MINUTE - 1500);
    const refusal = { code: 'THROTTLED', retryAfterSeconds: 2 };
    expect(await app.resumeSession(another)).toEqual({ ok: false, refusal });
    expect(await call(1, ofDoctor)).toEqual(['OK']);
    expect(write).not.toHaveBeenCalled();
    clock.advance(1500);
    expect(await call(4)).toEqual(['OK', 'OK', 'OK', 'THROTTLED']);
    expect(codeOf(await app.resumeSession(token, { callLimit: true }))).toBe('OK');
  });

  test('holds for what is typed into forms, too, which is kept also once the session that typed it has ended', async () => {
    const { app, clock, doctor, parent } = await openLimited(2);
    const keep = async ({ id: accountId }: Account) =>
      must(await app.keepDraft({ accountId, id: 'form', encrypted: 'text' }));
    expect([await keep(parent), await keep(parent), await keep(parent), await keep(doctor)]).toEqual([
      ...[true, true, false, true],
    ]);
    clock.advance(MINUTE);
    expect(await keep(parent)).toBe(true);
  });

  test('lets nobody wait after a clock was set back, and is none where it is 0', async () => {
    const { call, clock } = await openLimited(1);
    expect(await call(2)).toEqual(['OK', 'THROTTLED']);
    clock.advance(-1);
    expect(await call(1)).toEqual(['OK']);
    expect(await (await openLimited(0)).call(2)).toEqual(['OK', 'OK']);
  });
});
