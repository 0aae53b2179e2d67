import { describe, expect, test, vi } from 'vitest';
import { createApplication } from '../../src/application.ts';
import { Unavailable } from '../../src/errors.ts';
import { HOUR, MINUTE } from '../../src/model/values.ts';
import type { Ports } from '../../src/ports/ports.ts';
import { openClinic, PASSWORD } from '../support/clinic.ts';
import { codeOf } from '../support/outcomes.ts';
import { attempt, email, name, password } from '../support/values.ts';

const NINA = { firstName: name('Nina'), lastName: name('New'), password: password(PASSWORD), role: 'Par' } as const;

/** A clinic whose calls have limits, and somebody who logs in to the parent's account, from one address. */
const openLimited = async (ratesPerMinute: Partial<Ports['ratesPerMinute']> = {}, room = 128) => {
  const clinic = await openClinic();
  Object.assign(clinic.passwords, { room });
  const ports = { ...clinic, ratesPerMinute: { ...clinic.ratesPerMinute, ...ratesPerMinute } };
  const app = createApplication(ports);
  const call = { requestId: 'request', address: '192.0.2.1' };
  const attemptWith = (text: string, facts: object = {}) =>
    app.logIn({ ...call, email: clinic.parent.email, password: attempt(text), ...facts });
  const logIn = async (facts: object = {}) => codeOf(await attemptWith(PASSWORD, facts));
  const fail = async (times: number, facts: object = {}) => {
    const codes = [];
    for (let count = 0; count < times; count += 1) codes.push(codeOf(await attemptWith('wrong horse', facts)));
    return codes;
  };
  const registerAs = async (address: string, facts: object = {}) =>
    codeOf(await app.registerAccount({ ...call, ...NINA, email: email(address), ...facts }));
  /** Verifies until it is told what it found. */
  const holdHasher = () => {
    const { promise, resolve } = Promise.withResolvers<{ matches: boolean; outdated: boolean }>();
    const verify = vi.spyOn(clinic.passwords, 'verify').mockReturnValue(promise);
    const reached = (times: number) => vi.waitFor(() => expect(verify).toHaveBeenCalledTimes(times));
    return { verify, reached, tell: (matches: boolean) => resolve({ matches, outdated: false }) };
  };
  return { ...ports, app, call, attemptWith, logIn, fail, registerAs, holdHasher };
};

const wrong = (times: number) => Array(times).fill('CREDENTIALS_WRONG');

describe('logging in again and again with a wrong password (P-07)', () => {
  test('is free five times, then has to wait twice as long each time, also with the right password', async () => {
    const { attemptWith, clock, fail, logIn, passwords } = await openLimited();
    expect(await fail(5)).toEqual(wrong(5));
    const verify = vi.spyOn(passwords, 'verify');
    const oneSecond = { refusal: { code: 'THROTTLED', retryAfterSeconds: 1 } };
    expect(await attemptWith(PASSWORD)).toMatchObject(oneSecond);
    expect(verify).not.toHaveBeenCalled();
    clock.advance(1000);
    expect(await fail(2)).toEqual([...wrong(1), 'THROTTLED']);
    clock.advance(1001);
    expect(await attemptWith(PASSWORD)).toMatchObject(oneSecond);
    clock.advance(999);
    expect(await logIn()).toBe('OK');
    expect(await fail(6)).toEqual([...wrong(5), 'THROTTLED']);
  });

  test('is the same for an address that nobody has registered, and holds up no other account', async () => {
    const { doctor, fail, logIn } = await openLimited();
    for (const facts of [{}, { email: email('nobody@example.org') }]) {
      expect(await fail(7, facts)).toEqual([...wrong(5), 'THROTTLED', 'THROTTLED']);
    }
    expect(await logIn({ email: doctor.email })).toBe('OK');
  });

  test('counts together with guesses at the password in order to change it', async () => {
    const { app, attemptWith, call, logIn } = await openLimited();
    const opened = await attemptWith(PASSWORD);
    const session = await app.resumeSession(opened.ok ? opened.value.token : '');
    if (!session.ok) throw new Error('the session is new');
    const change = { ...session.value, ...call, newPassword: password('quite another') };
    const guess = async (text: string) => codeOf(await app.changePassword({ ...change, password: attempt(text) }));
    for (let count = 0; count < 5; count += 1) expect(await guess('wrong horse')).toBe('PASSWORD_WRONG');
    expect([await guess(PASSWORD), await logIn()]).toEqual(['THROTTLED', 'THROTTLED']);
  });

  test('neither counts nor is forgotten where the hasher had no time for it', async () => {
    const { fail, logIn, passwords } = await openLimited();
    await fail(2);
    const busy = new Unavailable('overloaded', 'busy', { retryAfterSeconds: 5 });
    const verify = vi.spyOn(passwords, 'verify').mockRejectedValue(busy);
    for (let count = 0; count < 10; count += 1) await expect(logIn()).rejects.toThrow(Unavailable);
    verify.mockRestore();
    expect(await fail(4)).toEqual([...wrong(3), 'THROTTLED']);
  });

  test.each([
    [24 * HOUR - 1, [...wrong(1), 'THROTTLED', 'THROTTLED', 'THROTTLED', 'THROTTLED', 'THROTTLED']],
    [24 * HOUR, [...wrong(5), 'THROTTLED']],
  ])('is forgotten a day after the last of them: after %i ms', async (milliseconds, codes) => {
    const { clock, fail } = await openLimited();
    await fail(4);
    clock.advance(milliseconds);
    expect(await fail(6)).toEqual(codes);
  });

  test('leaves no record once it is throttled, so that a flood of guesses does not fill the audit trail', async () => {
    const { auditTrail, fail } = await openLimited();
    await fail(50);
    expect(auditTrail.noted).toHaveLength(5);
  });
});

describe('a clock that was ahead by an hour and is set right', () => {
  test('refuses nobody a login after one that succeeded, and lets others wait no longer than before', async () => {
    const { attemptWith, clock, fail, logIn } = await openLimited({ loginFailures: 5 });
    clock.advance(HOUR);
    expect(await logIn()).toBe('OK');
    clock.advance(-HOUR);
    expect(await logIn()).toBe('OK');
    clock.advance(HOUR);
    await fail(5);
    clock.advance(-HOUR);
    expect(await attemptWith(PASSWORD)).toMatchObject({ refusal: { code: 'THROTTLED', retryAfterSeconds: 60 } });
    clock.advance(MINUTE);
    expect(await logIn()).toBe('OK');
  });
});

test('naming assistants who are none is free ten times an hour; a hit costs nothing (P-07)', async () => {
  const { app, assistant, call, clock, doctor, otherDoctor, parent } = await openLimited();
  const link = async (address: string, actor = doctor) =>
    codeOf(await app.linkAssistant({ ...call, actor, doctorId: actor.id, email: email(address) }));
  for (let count = 0; count < 20; count += 1) expect(await link(assistant.email)).toBe('OK');
  for (let count = 0; count < 20; count += 1) expect(await link(assistant.email, parent)).toBe('DOCTOR_NOT_FOUND');
  for (let count = 0; count < 10; count += 1) expect(await link('nobody@example.org')).toBe('ASSISTANT_NOT_FOUND');
  expect([await link(assistant.email), await link(assistant.email, otherDoctor)]).toEqual(['THROTTLED', 'OK']);
  clock.advance(HOUR);
  expect(await link(assistant.email)).toBe('OK');
});

describe('the limits of a client address', () => {
  test('let it fail so often a minute, whomever it tries; successes neither count nor reset', async () => {
    const { clock, doctor, fail, logIn } = await openLimited({ loginFailures: 3 });
    for (let minute = 0; minute < 2; minute += 1) {
      for (let count = 0; count < 5; count += 1) expect(await logIn()).toBe('OK');
      expect(await fail(1, { email: email('a@example.org') })).toEqual(wrong(1));
      expect(await logIn()).toBe('OK');
      expect(await fail(3, { email: email('b@example.org') })).toEqual([...wrong(2), 'THROTTLED']);
      expect(await logIn()).toBe('THROTTLED');
      expect(await logIn({ email: doctor.email, address: '192.0.2.2' })).toBe('OK');
      clock.advance(MINUTE);
    }
  });

  test('let it register so often a minute, successfully or not', async () => {
    const { clock, registerAs } = await openLimited({ registrations: 2 });
    const again = (address: string) => registerAs('nina@example.org', { address });
    const codes = [await again('192.0.2.1'), await again('192.0.2.1'), await again('192.0.2.1')];
    expect(codes).toEqual(['OK', 'EMAIL_TAKEN', 'THROTTLED']);
    expect(await again('192.0.2.2')).toBe('EMAIL_TAKEN');
    clock.advance(MINUTE);
    expect(await again('192.0.2.1')).toBe('EMAIL_TAKEN');
  });
});

test('an outage while the end of an attempt is written does not turn what was done into a failure', async () => {
  const { logIn, storage } = await openLimited();
  const gone = new Unavailable('store', 'gone', { retryAfterSeconds: 1 });
  const write = storage.write.bind(storage);
  let writes = 0;
  vi.spyOn(storage, 'write').mockImplementation((work) => {
    writes += 1;
    return writes === 3 ? Promise.reject(gone) : write(work);
  });
  expect([await logIn(), writes]).toEqual(['OK', 3]);
});

describe('attempts at once', () => {
  test('with the right password all succeed: of one account, and of as many as there are from one address', async () => {
    const { fail, logIn, register } = await openLimited({ loginFailures: 20 });
    await fail(4);
    expect(await Promise.all(Array.from({ length: 8 }, () => logIn()))).toEqual(Array(8).fill('OK'));
    const people = await Promise.all(Array.from({ length: 30 }, (_, nth) => register('Par', `p${nth}`)));
    expect(await Promise.all(people.map(logIn))).toEqual(Array(30).fill('OK'));
  });

  test.each([
    ['of one account', 5, () => ({ email: email('parent@example.org') })],
    ['from one address', 20, (nth: number) => ({ email: email(`nobody${nth}@example.org`) })],
  ])('with 10,000 wrong passwords %s, no more than %i reach the hasher', async (_, most, of) => {
    const { attemptWith, passwords } = await openLimited({ loginFailures: 20 }, 10_000);
    const verify = vi.spyOn(passwords, 'verify');
    const guesses = Array.from({ length: 10_000 }, (_, nth) => attemptWith('wrong horse', of(nth)));
    const outcomes = await Promise.all(guesses.map((guess) => guess.then(codeOf, ({ reason }) => reason)));
    expect(new Set(outcomes)).toEqual(new Set(['CREDENTIALS_WRONG', 'THROTTLED', 'overloaded']));
    expect(verify).toHaveBeenCalledTimes(most);
  });

  test('wait for those under way in another process, but for 15 s at most, and not once that must have died', async () => {
    const { attemptWith, clock, holdHasher, logIn, passwords, ...ports } = await openLimited();
    const { reached, verify } = holdHasher();
    for (let count = 0; count < 5; count += 1) void logIn();
    await reached(5);
    verify.mockRestore();
    const another = createApplication({ ...ports, clock, passwords });
    const waiting = another.logIn({ ...ports.call, email: ports.parent.email, password: attempt(PASSWORD) });
    clock.advance(15_001);
    await expect(waiting).rejects.toMatchObject({ reason: 'overloaded', retryAfterSeconds: 5 });
    clock.advance(MINUTE);
    expect(await logIn()).toBe('OK');
  });

  test('still count when the failures beside them are forgotten', async () => {
    const { attemptWith, clock, fail, holdHasher } = await openLimited({ loginFailures: 20 });
    const guess = (nth: number, facts: object = {}): void =>
      void attemptWith('wrong horse', { email: email(`nobody${nth}@example.org`), ...facts });
    await fail(1, { email: email('nobody@example.org') });
    clock.advance(MINUTE - 100);
    const { reached, verify } = holdHasher();
    for (let nth = 1; nth < 20; nth += 1) guess(nth);
    await reached(19);
    clock.advance(200);
    // An attempt from elsewhere removes what is forgotten.
    guess(20, { address: '192.0.2.2' });
    await reached(20);
    for (let nth = 21; nth < 41; nth += 1) guess(nth);
    guess(41, { address: '192.0.2.3' });
    await vi.waitFor(() => expect(verify.mock.calls.length).toBeGreaterThanOrEqual(22));
    expect(verify).toHaveBeenCalledTimes(22);
  });
});

describe('more logins at once than passwords can wait to be hashed (P-22)', () => {
  test('are not those that wait for others at one account: everybody else is let in beside them', async () => {
    const { doctor, fail, holdHasher, logIn } = await openLimited({}, 6);
    const { reached, tell, verify } = holdHasher();
    const guesses = Array.from({ length: 6 }, () => fail(1));
    await reached(5);
    verify.mockRestore();
    await vi.waitFor(async () => expect(await logIn({ email: doctor.email })).toBe('OK'));
    tell(false);
    expect((await Promise.all(guesses)).at(-1)).toEqual(['THROTTLED']);
  });

  test('are refused before anything is written for them', async () => {
    const { fail, holdHasher, logIn, passwords, storage } = await openLimited();
    const { reached, tell, verify } = holdHasher();
    const waiting = Array.from({ length: passwords.room }, (_, nth) => logIn({ email: email(`p${nth}@example.org`) }));
    await reached(passwords.room);
    const write = vi.spyOn(storage, 'write');
    await expect(logIn()).rejects.toMatchObject({ reason: 'overloaded', retryAfterSeconds: 5 });
    expect(write).not.toHaveBeenCalled();
    tell(true);
    await Promise.all(waiting);
    verify.mockRestore();
    expect(await fail(5)).toEqual(wrong(5));
  });
});
