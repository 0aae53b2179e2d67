import { describe, expect, test, vi } from 'vitest';
import { Unavailable } from '../src/errors.ts';
import { HOUR, MINUTE } from '../src/model/values.ts';
import { PASSWORD } from './support/clinic.ts';
import { openLimited } from './support/limited.ts';
import { codeOf } from './support/outcomes.ts';
import { attempt, email, name, password } from './support/values.ts';

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
