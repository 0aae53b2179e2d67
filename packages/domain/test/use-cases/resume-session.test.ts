import { describe, expect, test, vi } from 'vitest';
import { refuse, Unavailable } from '../../src/errors.ts';
import { HOUR, MINUTE } from '../../src/model/values.ts';
import { ok } from '../../src/result.ts';
import { openClinic } from '../support/clinic.ts';
import { codeOf } from '../support/outcomes.ts';

const invalid = refuse('SESSION_INVALID');
const openSession = async () => {
  const clinic = await openClinic();
  return { ...clinic, ...(await clinic.logIn(clinic.parent)) };
};

describe('resuming a session (D-09)', () => {
  test('tells who is calling, and in which session', async () => {
    const { app, parent, token, session } = await openSession();
    expect(await app.resumeSession(token)).toEqual(ok({ actor: parent, session }));
  });

  test.each([
    ['nothing', ''],
    ['half a token', 'token-'],
    ['another token', 'token-999'],
    ['a token in capitals', 'TOKEN-1'],
    ['a token and a space', 'token-1 '],
    ['SQL', "' OR 1=1"],
    ['a very long text', 'x'.repeat(100_000)],
  ])('refuses %s, which was never issued', async (_, text) => {
    const { app } = await openSession();
    expect(await app.resumeSession(text)).toEqual(invalid);
  });

  test('refuses the digest that the store keeps in place of the token', async () => {
    const { app, session } = await openSession();
    expect(await app.resumeSession(session)).toEqual(invalid);
  });

  test('refuses one that was logged out', async () => {
    const { app, token, session } = await openSession();
    await app.logOut({ session });
    expect(await app.resumeSession(token)).toEqual(invalid);
  });
});

describe('a session left alone (D-09)', () => {
  test('lives for a millisecond less than half an hour', async () => {
    const { app, clock, token } = await openSession();
    clock.advance(30 * MINUTE - 1);
    expect(codeOf(await app.resumeSession(token))).toBe('OK');
  });

  test('has ended after half an hour, and does not come back', async () => {
    const { app, clock, token } = await openSession();
    clock.advance(30 * MINUTE);
    expect(await app.resumeSession(token)).toEqual(invalid);
    expect(await app.resumeSession(token)).toEqual(invalid);
  });

  test('lives on from its last use', async () => {
    const { app, clock, token } = await openSession();
    for (let use = 0; use < 4; use += 1) {
      clock.advance(29 * MINUTE);
      expect(codeOf(await app.resumeSession(token))).toBe('OK');
    }
    clock.advance(30 * MINUTE);
    expect(await app.resumeSession(token)).toEqual(invalid);
  });
});

describe('a session in steady use (D-09)', () => {
  test('ends twelve hours after the login', async () => {
    const { app, clock, token } = await openSession();
    for (let use = 1; use < 12 * 4; use += 1) {
      clock.advance(15 * MINUTE);
      expect(codeOf(await app.resumeSession(token))).toBe('OK');
    }
    clock.advance(15 * MINUTE - 1);
    expect(codeOf(await app.resumeSession(token))).toBe('OK');
    clock.advance(1);
    expect(await app.resumeSession(token)).toEqual(invalid);
  });
});

describe('the last use of a session (D-09)', () => {
  test('is written once a minute has passed, and not before', async () => {
    const { app, clock, storage, token, session } = await openSession();
    const write = vi.spyOn(storage, 'write');
    clock.advance(MINUTE - 1);
    await app.resumeSession(token);
    expect(write).not.toHaveBeenCalled();
    clock.advance(1);
    await app.resumeSession(token);
    await app.resumeSession(token);
    expect(write).toHaveBeenCalledTimes(1);
    expect((await storage.read.sessions.find(session))?.session.lastUsedAt).toBe(clock.now());
  });

  test('leaves the start as it was', async () => {
    const { app, clock, storage, token, session } = await openSession();
    const start = clock.now();
    clock.advance(5 * MINUTE);
    await app.resumeSession(token);
    expect((await storage.read.sessions.find(session))?.session.startedAt).toBe(start);
  });

  test('is not written for a session that has ended', async () => {
    const { app, clock, storage, token } = await openSession();
    const write = vi.spyOn(storage, 'write');
    clock.advance(HOUR);
    await app.resumeSession(token);
    expect(write).not.toHaveBeenCalled();
  });
});

test('a store that can only be read at present keeps nobody from reading', async () => {
  const { app, clock, logIn, parent, storage } = await openClinic();
  const { token } = await logIn(parent);
  clock.advance(2 * MINUTE);
  const gone = new Unavailable('store', 'locked', { retryAfterSeconds: 1 });
  const write = vi.spyOn(storage, 'write').mockRejectedValueOnce(gone);
  expect(codeOf(await app.resumeSession(token))).toBe('OK');
  expect(write).toHaveBeenCalledTimes(1);
  write.mockRejectedValueOnce(new Error('a fault'));
  await expect(app.resumeSession(token)).rejects.toThrow('a fault');
});
