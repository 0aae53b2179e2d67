import { describe, expect, test } from 'vitest';
import { DAY, HOUR, MINUTE } from '../../src/model/values.ts';
import { createSetup } from '../../testing/setup.ts';
import { PASSWORD } from '../support/clinic.ts';
import { nobody, openLimited, repeat, wrong } from '../support/limited.ts';
import { attempt, codeOf, must, password } from '../support/values.ts';

const HOME = '198.51.100.7';
const STRANGER = { address: '203.0.113.66' };
const ELSEWHERE = { address: '192.0.2.200' };

/** A clinic whose parent has logged in from home. */
const openAtHome = async (address = HOME) => {
  const clinic = await openLimited();
  expect(await clinic.logIn({ address })).toBe('OK');
  /** Goes on as soon as the service allows it, for so many milliseconds, and ends with a guess. */
  const keepGuessing = async (milliseconds: number) => {
    const until = clinic.clock.now() + milliseconds;
    for (let guesses = 1; ; guesses += 1) {
      const outcome = await clinic.attemptWith('wrong horse', STRANGER);
      if (outcome.ok) throw new Error('unreachable: the password is wrong');
      if (outcome.refusal.code !== 'THROTTLED' && clinic.clock.now() >= until) return guesses;
      clinic.clock.advance((outcome.refusal.retryAfterSeconds ?? 0) * 1000);
    }
  };
  return { ...clinic, keepGuessing };
};

describe('an account that a stranger guesses at, whenever the service lets them (P-07)', () => {
  test('is open to its owner from their network at any time, also after weeks, and from their next address there', async () => {
    const { keepGuessing, logIn } = await openAtHome();
    for (let week = 0; week < 3; week += 1) {
      await keepGuessing(7 * DAY - 1);
      expect([await logIn(STRANGER), await logIn({ address: `198.51.100.${week}` })]).toEqual(['THROTTLED', 'OK']);
    }
  });

  test('is open to its owner in the /48 of their IPv6 address, and not in another one', async () => {
    const { keepGuessing, logIn } = await openAtHome('2001:db8:7:1::/64');
    await keepGuessing(HOUR);
    expect(await logIn({ address: '2001:db8:8:1::/64' })).toBe('THROTTLED');
    expect(await logIn({ address: '2001:db8:7:ffff::/64' })).toBe('OK');
  });

  test('keeps its own limit for all other networks together', async () => {
    const { clock, fail, keepGuessing, logIn } = await openAtHome();
    expect(await keepGuessing(DAY)).toBeLessThan(2 * 115);
    expect(await logIn(ELSEWHERE)).toBe('THROTTLED');
    clock.advance(15 * MINUTE);
    expect(await fail(1, ELSEWHERE)).toEqual(wrong(1));
    expect(await logIn(STRANGER)).toBe('THROTTLED');
  });

  test('stays closed to the stranger when its owner logs in', async () => {
    const { keepGuessing, logIn, fail } = await openAtHome();
    await keepGuessing(HOUR);
    expect(await logIn({ address: HOME })).toBe('OK');
    expect(await fail(1, STRANGER)).toEqual(['THROTTLED']);
  });

  test('lets the stranger go on waiting when its owner has logged in from a network that was not known', async () => {
    const { clock, fail, logIn } = await openLimited();
    await fail(6, STRANGER);
    clock.advance(1000);
    expect([await logIn(ELSEWHERE), ...(await fail(2, STRANGER))]).toEqual(['OK', ...wrong(1), 'THROTTLED']);
  });

  test('is open at home also to the change of its password, and to nobody who has not logged in from there', async () => {
    const { app, call, doctor, keepGuessing, logIn, parent } = await openAtHome();
    await keepGuessing(HOUR);
    const change = (address: string) =>
      app.changePassword({
        ...call,
        address,
        actor: parent,
        session: 'session' as never,
        password: attempt(PASSWORD),
        newPassword: password('battery staple'),
      });
    expect([codeOf(await change(ELSEWHERE.address)), codeOf(await change(HOME))]).toEqual(['THROTTLED', 'OK']);
    expect(await logIn({ email: doctor.email, address: HOME })).toBe('OK');
  });

  test('is as closed as an address without an account, also in the network of somebody else', async () => {
    const { fail, logIn } = await openAtHome();
    for (const facts of [{}, nobody()]) {
      await fail(6, { ...facts, ...STRANGER });
      expect(await logIn({ ...facts, ...ELSEWHERE })).toBe('THROTTLED');
    }
    expect(await logIn({ ...nobody(), address: HOME })).toBe('THROTTLED');
  });
});

describe('guesses in a network from which the account was logged in to', () => {
  test('wait like others, 1 s after the fifth and twice as long each time, and hold up nobody elsewhere', async () => {
    const { attemptWith, clock, fail, logIn } = await openAtHome();
    expect(await fail(5, { address: HOME })).toEqual(wrong(5));
    for (const seconds of [1, 2, 4, 8]) {
      const refusal = { code: 'THROTTLED', retryAfterSeconds: seconds };
      expect(await attemptWith(PASSWORD, { address: HOME })).toMatchObject({ refusal });
      clock.advance(seconds * 1000);
      expect(await fail(1, { address: HOME })).toEqual(wrong(1));
    }
    expect(await logIn(ELSEWHERE)).toBe('OK');
  });

  test('do not wait for those that others make at once elsewhere', async () => {
    const { fail, holdHasher, logIn } = await openAtHome();
    const { reached, tell, verify } = holdHasher();
    const guesses = Array.from({ length: 20 }, () => fail(1, STRANGER));
    await reached(5);
    verify.mockRestore();
    expect(await logIn({ address: HOME })).toBe('OK');
    tell(false);
    await Promise.all(guesses);
  });

  test('are forgotten when the operator unlocks the login, like all others', async () => {
    const { fail, logIn, parent, ...ports } = await openAtHome();
    await fail(6, { address: HOME });
    await fail(6, STRANGER);
    const { failuresForgotten } = must(await createSetup(ports).unlockLogin({ email: parent.email }));
    expect([failuresForgotten, await logIn({ address: HOME }), await logIn(ELSEWHERE)]).toEqual([10, 'OK', 'OK']);
  });
});

describe('a network is known', () => {
  test.each([
    [90 * DAY - 1, 'OK'],
    [90 * DAY, 'THROTTLED'],
  ])('for 90 days after the last login from there: after %i ms a login there is %s', async (milliseconds, code) => {
    const { clock, fail, logIn } = await openAtHome();
    clock.advance(milliseconds);
    await fail(6, STRANGER);
    expect(await logIn({ address: HOME })).toBe(code);
  });

  test('no longer after another password was set, but for the one where it was changed', async () => {
    const { app, call, fail, logIn, parent, ...ports } = await openAtHome();
    await logIn(ELSEWHERE);
    const change = { ...call, actor: parent, session: 'session' as never, address: HOME };
    must(await app.changePassword({ ...change, password: attempt(PASSWORD), newPassword: password('battery staple') }));
    await fail(6, STRANGER);
    const codes = () =>
      repeat(1, () => ports.attemptWith('battery staple', ELSEWHERE)).then(async ([there]) => [
        there,
        codeOf(await ports.attemptWith('battery staple', { address: HOME })),
      ]);
    expect(await codes()).toEqual(['THROTTLED', 'OK']);
    must(await createSetup(ports).setPassword({ email: parent.email, newPassword: password('battery staple') }));
    expect(await codes()).toEqual(['THROTTLED', 'THROTTLED']);
  });

  test('not by a registration, nor by the password of a disabled account', async () => {
    const { app, fail, logIn, parent, ...ports } = await openLimited();
    const setup = createSetup(ports);
    await setup.disableAccount({ email: parent.email });
    expect(await logIn({ address: HOME })).toBe('ACCOUNT_DISABLED');
    await setup.enableAccount({ email: parent.email });
    await fail(6, STRANGER);
    expect(await logIn({ address: HOME })).toBe('THROTTLED');
  });
});

describe('the limits of an IPv6 address', () => {
  const of = (nth: number, site = 1) => ({ ...nobody(nth), address: `2001:db8:${site}:${nth.toString(16)}::/64` });

  test('hold for its /56 with four times the allowance of a /64, and for its /48 with eight times', async () => {
    const { fail, clock } = await openLimited({ loginFailures: 3 });
    const throttled = async (addresses: readonly object[]) => {
      const codes = [];
      for (const address of addresses) codes.push(...(await fail(1, address)));
      return codes.indexOf('THROTTLED');
    };
    const many = Array.from({ length: 200 }, (_, nth) => nth);
    expect(await throttled(many.map(() => of(1)))).toBe(3);
    clock.advance(MINUTE);
    expect(await throttled(many.map((nth) => of(nth)))).toBe(12);
    clock.advance(MINUTE);
    expect(await throttled(many.map((nth) => of(256 * nth)))).toBe(24);
    expect(await fail(1, of(1, 2))).toEqual(wrong(1));
  });
});
