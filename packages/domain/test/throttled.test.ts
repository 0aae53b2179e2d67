import { describe, expect, test, vi } from 'vitest';
import { createApplication } from '../src/application.ts';
import { Unavailable } from '../src/errors.ts';
import { HOUR, MINUTE } from '../src/model/instant.ts';
import type { Ports } from '../src/ports/ports.ts';
import { openClinic, PASSWORD } from './support/clinic.ts';
import { codeOf } from './support/outcomes.ts';
import { attempt, email, name, password } from './support/values.ts';

const openLimited = async (ratesPerMinute: Partial<Ports['ratesPerMinute']> = {}, room = 128) => {
  const clinic = await openClinic();
  Object.assign(clinic.passwords, { room });
  const ports = { ...clinic, ratesPerMinute: { ...clinic.ratesPerMinute, ...ratesPerMinute } };
  const app = createApplication(ports);
  const call = { requestId: 'request', address: '192.0.2.1' };
  const logIn = (text: string, facts: object = {}) =>
    app.logIn({ ...call, email: clinic.parent.email, password: attempt(text), ...facts });
  const fail = async (times: number, facts: object = {}) => {
    const outcomes = [];
    for (let count = 0; count < times; count += 1) outcomes.push(await logIn('wrong horse', facts));
    return outcomes;
  };
  return { ...ports, app, call, logIn, fail };
};

describe('logging in again and again with a wrong password', () => {
  test('is free five times, then has to wait twice as long each time, also with the right password', async () => {
    const { clock, fail, logIn, passwords } = await openLimited();
    expect((await fail(5)).map(codeOf)).toEqual(Array(5).fill('CREDENTIALS_WRONG'));
    const verify = vi.spyOn(passwords, 'verify');
    expect(await logIn(PASSWORD)).toMatchObject({ refusal: { code: 'THROTTLED', retryAfterSeconds: 1 } });
    expect(verify).not.toHaveBeenCalled();
    clock.advance(1000);
    expect((await fail(2)).map(codeOf)).toEqual(['CREDENTIALS_WRONG', 'THROTTLED']);
    clock.advance(1001);
    expect(await logIn(PASSWORD)).toMatchObject({ refusal: { code: 'THROTTLED', retryAfterSeconds: 1 } });
    clock.advance(999);
    expect(codeOf(await logIn(PASSWORD))).toBe('OK');
  });

  test('begins anew after a success', async () => {
    const { fail, logIn } = await openLimited();
    await fail(4);
    expect(codeOf(await logIn(PASSWORD))).toBe('OK');
    expect((await fail(5)).map(codeOf)).toEqual(Array(5).fill('CREDENTIALS_WRONG'));
  });

  test('is the same for an address that nobody has registered', async () => {
    const { fail } = await openLimited();
    const known = await fail(7);
    expect(await fail(7, { email: email('nobody@example.org') })).toEqual(known);
    expect(known.map(codeOf).at(-1)).toBe('THROTTLED');
  });

  test('for one account does not hold up another', async () => {
    const { doctor, fail, logIn } = await openLimited();
    await fail(6);
    expect(codeOf(await logIn(PASSWORD, { email: doctor.email }))).toBe('OK');
  });

  test('counts together with guesses at the password in order to change it', async () => {
    const { app, call, logIn: logInWith, parent, storage } = await openLimited();
    const opened = await logInWith(PASSWORD);
    if (!opened.ok) throw new Error('the right password logs in');
    const session = await app.resumeSession(opened.value.token);
    if (!session.ok) throw new Error('the session is new');
    const change = { ...session.value, ...call, newPassword: password('quite another') };
    const wrong = { ...change, password: attempt('wrong horse') };
    for (let count = 0; count < 5; count += 1) expect(codeOf(await app.changePassword(wrong))).toBe('PASSWORD_WRONG');
    expect(codeOf(await app.changePassword({ ...change, password: attempt(PASSWORD) }))).toBe('THROTTLED');
    expect(codeOf(await logInWith(PASSWORD))).toBe('THROTTLED');
    expect((await storage.read.accounts.find(parent.id))?.email).toBe(parent.email);
  });

  test('neither counts nor is forgotten where the hasher had no time for it', async () => {
    const { fail, logIn, passwords } = await openLimited();
    await fail(2);
    const busy = new Unavailable('overloaded', 'busy', { retryAfterSeconds: 5 });
    const verify = vi.spyOn(passwords, 'verify').mockRejectedValue(busy);
    for (let count = 0; count < 10; count += 1) await expect(logIn(PASSWORD)).rejects.toThrow(Unavailable);
    verify.mockRestore();
    expect((await fail(4)).map(codeOf)).toEqual([...Array(3).fill('CREDENTIALS_WRONG'), 'THROTTLED']);
  });

  test('is forgotten a day after the last of them', async () => {
    const { clock, fail } = await openLimited();
    await fail(4);
    clock.advance(24 * HOUR);
    expect((await fail(6)).map(codeOf)).toEqual([...Array(5).fill('CREDENTIALS_WRONG'), 'THROTTLED']);
  });

  test('is not forgotten a moment before', async () => {
    const { clock, fail } = await openLimited();
    await fail(4);
    clock.advance(24 * HOUR - 1);
    expect((await fail(2)).map(codeOf)).toEqual(['CREDENTIALS_WRONG', 'THROTTLED']);
  });
});

describe('attempts at once', () => {
  test('with the right password all succeed: of one account, and of as many as there are from one address', async () => {
    const { fail, logIn, register } = await openLimited({ loginFailures: 20 });
    const of = async (emails: readonly object[]) =>
      (await Promise.all(emails.map((facts) => logIn(PASSWORD, facts)))).map(codeOf);
    await fail(4);
    expect(await of(Array(8).fill({}))).toEqual(Array(8).fill('OK'));
    const people = Array.from({ length: 30 }, (_, nth) => register('Par', `p${nth}`));
    expect(await of(await Promise.all(people))).toEqual(Array(30).fill('OK'));
  });

  test.each([
    ['of one account', 5, () => ({ email: email('parent@example.org') })],
    ['from one address', 20, (nth: number) => ({ email: email(`nobody${nth}@example.org`) })],
  ])('with 10,000 wrong passwords %s, no more than %i reach the hasher', async (_, most, of) => {
    const { logIn, passwords } = await openLimited({ loginFailures: 20 }, 10_000);
    const verify = vi.spyOn(passwords, 'verify');
    const guesses = Array.from({ length: 10_000 }, (_, nth) => logIn('wrong horse', of(nth)));
    const outcomes = await Promise.all(guesses.map((guess) => guess.then(codeOf, ({ reason }) => reason)));
    expect(new Set(outcomes)).toEqual(new Set(['CREDENTIALS_WRONG', 'THROTTLED', 'overloaded']));
    expect(verify).toHaveBeenCalledTimes(most);
  });

  test('wait for those under way in another process, but for 15 s at most, and not once that must have died', async () => {
    const { clock, logIn, passwords, ...ports } = await openLimited();
    const verify = vi.spyOn(passwords, 'verify').mockReturnValue(new Promise(() => undefined));
    for (let count = 0; count < 5; count += 1) void logIn(PASSWORD);
    await vi.waitFor(() => expect(verify).toHaveBeenCalledTimes(5));
    verify.mockRestore();
    const another = createApplication({ ...ports, clock, passwords });
    const waiting = another.logIn({ ...ports.call, email: ports.parent.email, password: attempt(PASSWORD) });
    clock.advance(15_001);
    await expect(waiting).rejects.toMatchObject({ reason: 'overloaded', retryAfterSeconds: 5 });
    clock.advance(MINUTE);
    expect(codeOf(await logIn(PASSWORD))).toBe('OK');
  });
});

describe('more logins at once than passwords can wait to be hashed (P-22)', () => {
  test('are not those that wait for others at one account: everybody else is let in beside them', async () => {
    const { doctor, logIn, passwords } = await openLimited({}, 6);
    const { promise, resolve } = Promise.withResolvers<{ matches: boolean; outdated: boolean }>();
    const verify = vi.spyOn(passwords, 'verify').mockReturnValue(promise);
    const guesses = Array.from({ length: 6 }, () => logIn('wrong horse'));
    await vi.waitFor(() => expect(verify).toHaveBeenCalledTimes(5));
    verify.mockRestore();
    await vi.waitFor(async () => expect(codeOf(await logIn(PASSWORD, { email: doctor.email }))).toBe('OK'));
    resolve({ matches: false, outdated: false });
    expect(codeOf((await Promise.all(guesses)).at(-1) as never)).toBe('THROTTLED');
  });

  test('are refused before anything is written for them, and nobody else is', async () => {
    const { fail, logIn, app, call, parent, passwords, storage } = await openLimited();
    const { promise, resolve } = Promise.withResolvers<void>();
    const verify = vi.spyOn(passwords, 'verify');
    verify.mockImplementation(async () => {
      await promise;
      return { matches: true, outdated: false };
    });
    const waiting = Array.from({ length: passwords.room }, (_, nth) =>
      logIn(PASSWORD, { email: email(`p${nth}@example.org`) }),
    );
    await vi.waitFor(() => expect(verify).toHaveBeenCalledTimes(passwords.room));
    const write = vi.spyOn(storage, 'write');
    await expect(logIn(PASSWORD)).rejects.toMatchObject({
      message: expect.stringContaining('passwords'),
      reason: 'overloaded',
      retryAfterSeconds: 5,
    });
    expect(write).not.toHaveBeenCalled();
    expect(codeOf(await app.describeAccount({ actor: parent, ...call }))).toBe('OK');
    resolve();
    await Promise.all(waiting);
    verify.mockRestore();
    expect((await fail(5)).map(codeOf)).toEqual(Array(5).fill('CREDENTIALS_WRONG'));
  });
});

describe('a clock that was ahead by an hour and is set right', () => {
  test('refuses nobody a login after those that succeeded', async () => {
    const { clock, logIn } = await openLimited({ loginFailures: 1 });
    clock.advance(HOUR);
    expect(codeOf(await logIn(PASSWORD))).toBe('OK');
    clock.advance(-HOUR);
    expect(codeOf(await logIn(PASSWORD))).toBe('OK');
  });

  test('lets whoever failed wait no longer than before', async () => {
    const { clock, fail, logIn } = await openLimited({ loginFailures: 5 });
    clock.advance(HOUR);
    await fail(5);
    clock.advance(-HOUR);
    expect(await logIn(PASSWORD)).toMatchObject({ refusal: { code: 'THROTTLED', retryAfterSeconds: 60 } });
    clock.advance(MINUTE);
    expect(codeOf(await logIn(PASSWORD))).toBe('OK');
  });

  test('refuses no registration for those of a later minute, once a minute is over', async () => {
    const { app, call, clock } = await openLimited({ registrations: 2 });
    const facts = {
      firstName: name('Nina'),
      lastName: name('New'),
      password: password(PASSWORD),
      role: 'Par',
    } as const;
    const register = async (address: string) =>
      codeOf(await app.registerAccount({ ...call, ...facts, email: email(address) }));
    clock.advance(HOUR);
    expect(await register('a@example.org')).toBe('OK');
    clock.advance(-HOUR);
    expect([await register('b@example.org'), await register('c@example.org')]).toEqual(['OK', 'THROTTLED']);
    clock.advance(MINUTE);
    expect(await register('c@example.org')).toBe('OK');
  });
});

describe('naming assistants', () => {
  test('who are none is free ten times an hour, so that nobody learns who is one; a hit costs nothing', async () => {
    const { app, assistant, call, clock, doctor, otherDoctor } = await openLimited();
    const link = async (address: string, actor = doctor) =>
      codeOf(await app.linkAssistant({ ...call, actor, doctorId: actor.id, email: email(address) }));
    for (let count = 0; count < 20; count += 1) expect(await link(assistant.email)).toBe('OK');
    for (let count = 0; count < 10; count += 1) expect(await link('nobody@example.org')).toBe('ASSISTANT_NOT_FOUND');
    expect([await link(assistant.email), await link(assistant.email, otherDoctor)]).toEqual(['THROTTLED', 'OK']);
    clock.advance(HOUR);
    expect(await link(assistant.email)).toBe('OK');
  });
});

describe('the limits of a client address', () => {
  test('let it fail so often a minute, whomever it tries; successes do not count', async () => {
    const { clock, doctor, logIn } = await openLimited({ loginFailures: 3 });
    for (let count = 0; count < 10; count += 1) expect(codeOf(await logIn(PASSWORD))).toBe('OK');
    const guesses = ['a@example.org', 'b@example.org', 'c@example.org', 'd@example.org'];
    const outcomes = [];
    for (const guess of guesses) outcomes.push(codeOf(await logIn('wrong horse', { email: email(guess) })));
    expect(outcomes).toEqual(['CREDENTIALS_WRONG', 'CREDENTIALS_WRONG', 'CREDENTIALS_WRONG', 'THROTTLED']);
    expect(codeOf(await logIn(PASSWORD, { email: doctor.email, address: '192.0.2.2' }))).toBe('OK');
    clock.advance(MINUTE);
    expect(codeOf(await logIn(PASSWORD))).toBe('OK');
  });

  test('are not wiped out by a success: whoever has one account must not guess at others without end', async () => {
    const { fail, logIn } = await openLimited({ loginFailures: 3 });
    const stranger = { email: email('nobody@example.org') };
    await fail(2, stranger);
    expect(codeOf(await logIn(PASSWORD))).toBe('OK');
    expect((await fail(2, stranger)).map(codeOf)).toEqual(['CREDENTIALS_WRONG', 'THROTTLED']);
  });

  test('hold in the minute after as in the one before', async () => {
    const { clock, fail } = await openLimited({ loginFailures: 2 });
    const strangers = async () => (await fail(3, { email: email('nobody@example.org') })).map(codeOf);
    const two = ['CREDENTIALS_WRONG', 'CREDENTIALS_WRONG', 'THROTTLED'];
    expect(await strangers()).toEqual(two);
    clock.advance(MINUTE);
    expect(await strangers()).toEqual(two);
  });

  test('let a login be that took longer than what was counted for it is remembered', async () => {
    const { clock, doctor, logIn, passwords } = await openLimited({ loginFailures: 3 });
    passwords.meanwhile(async () => {
      clock.advance(MINUTE + 1);
      expect(codeOf(await logIn(PASSWORD, { email: doctor.email, address: '192.0.2.2' }))).toBe('OK');
    });
    expect(codeOf(await logIn(PASSWORD))).toBe('OK');
  });

  test('let it register so often a minute, successfully or not', async () => {
    const { app, call, clock } = await openLimited({ registrations: 2 });
    const register = (address: string) =>
      app.registerAccount({
        ...call,
        firstName: name('Nina'),
        lastName: name('New'),
        email: email('nina@example.org'),
        password: password(PASSWORD),
        role: 'Par',
        address,
      });
    const outcomes = [];
    for (let count = 0; count < 3; count += 1) outcomes.push(codeOf(await register('192.0.2.1')));
    expect(outcomes).toEqual(['OK', 'EMAIL_TAKEN', 'THROTTLED']);
    expect(codeOf(await register('192.0.2.2'))).toBe('EMAIL_TAKEN');
    clock.advance(MINUTE);
    expect(codeOf(await register('192.0.2.1'))).toBe('EMAIL_TAKEN');
  });
});

test('what is throttled leaves no record, so that a flood of guesses does not fill the audit trail', async () => {
  const { auditTrail, fail } = await openLimited();
  await fail(50);
  expect(auditTrail.noted).toHaveLength(5);
});

test('a counter that cannot be taken back does not turn what was done into a failure', async () => {
  const { app, call, parent, storage } = await openLimited();
  const gone = new Unavailable('store', 'gone', { retryAfterSeconds: 1 });
  const write = storage.write.bind(storage);
  let writes = 0;
  vi.spyOn(storage, 'write').mockImplementation((work) => {
    writes += 1;
    return writes === 3 ? Promise.reject(gone) : write(work);
  });
  const outcome = await app.logIn({ ...call, email: parent.email, password: attempt(PASSWORD) });
  expect([codeOf(outcome), writes]).toEqual(['OK', 3]);
});
