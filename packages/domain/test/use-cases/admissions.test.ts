import { describe, expect, test, vi } from 'vitest';
import { createApplication } from '../../src/application.ts';
import { MINUTE } from '../../src/model/values.ts';
import { PASSWORD } from '../support/clinic.ts';
import { openLimited } from '../support/limited.ts';
import { codeOf } from '../support/outcomes.ts';
import { attempt, email } from '../support/values.ts';

const wrong = (times: number) => Array(times).fill('CREDENTIALS_WRONG');

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

  test('are refused before anything is written for them, and no other call is', async () => {
    const { app, call, fail, holdHasher, logIn, parent, passwords, storage } = await openLimited();
    const { reached, tell, verify } = holdHasher();
    const waiting = Array.from({ length: passwords.room }, (_, nth) => logIn({ email: email(`p${nth}@example.org`) }));
    await reached(passwords.room);
    const write = vi.spyOn(storage, 'write');
    await expect(logIn()).rejects.toMatchObject({
      message: expect.stringContaining('passwords'),
      reason: 'overloaded',
      retryAfterSeconds: 5,
    });
    expect(write).not.toHaveBeenCalled();
    expect(codeOf(await app.describeAccount({ actor: parent, ...call }))).toBe('OK');
    tell(true);
    await Promise.all(waiting);
    verify.mockRestore();
    expect(await fail(5)).toEqual(wrong(5));
  });
});
