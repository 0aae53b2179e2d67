import { describe, expect, test, vi } from 'vitest';
import { createApplication } from '../../src/application.ts';
import { CHALLENGE_LIFETIME, MOST_PASSKEYS, type PasskeyId } from '../../src/model/passkey.ts';
import type { FactorAttempt } from '../../src/model/second-factor.ts';
import { HOUR } from '../../src/model/values.ts';
import { refuse } from '../../src/result.ts';
import { LONGEST_RESPONSE } from '../../src/use-cases/passkeys.ts';
import { credentials, NEW, PASSWORD } from '../support/clinic.ts';
import { answer, openWithDevices, passkeyName } from '../support/passkeys.ts';
import { underRules } from '../support/ports.ts';
import { attempt, codeOf, must, password } from '../support/values.ts';

const [INVALID, DOUBT] = ['PASSKEY_INVALID', 'PASSKEY_IN_DOUBT'] as const;

describe('adding a passkey (D-38)', () => {
  test('takes the password, and tells the account', async () => {
    const { add, doctor, here, app, mailed, namesOf, offer, clock } = await openWithDevices();
    expect(await offer({ password: attempt('wrong horse') })).toEqual(refuse('PASSWORD_WRONG'));
    expect(await add('one')).toEqual({ ok: true, value: 'one' });
    expect(await mailed()).toEqual([['passkey added', doctor.email]]);
    expect(await namesOf()).toEqual(['Key one']);
    const listed = { id: 'one', name: 'Key one', createdAt: clock.now(), lastUsedAt: undefined };
    expect(must(await app.listPasskeys(here))).toEqual([listed]);
  });

  test('takes the second factor, too, where one is on: a passkey replaces both', async () => {
    const { doctor, here, offer, turnFactorOn } = await openWithDevices();
    const { otp } = await turnFactorOn(here);
    const actor = { ...doctor, secondFactor: true };
    const codes = [];
    for (const given of [undefined, 'guess' as FactorAttempt, otp(0), otp(1), otp(1)]) {
      codes.push(codeOf(await offer({ actor, otp: given })));
    }
    expect(codes).toEqual(['SECOND_FACTOR_REQUIRED', 'CODE_INVALID', 'CODE_INVALID', 'OK', 'CODE_INVALID']);
  });

  test('takes the second factor also if it was turned on meanwhile', async () => {
    const { app, clock, here, offer, passwords } = await openWithDevices();
    const { secret } = must(await app.offerFactor({ ...here, password: attempt(PASSWORD) }));
    const otp = `${secret} ${Math.floor(clock.now() / 30_000)}` as FactorAttempt;
    passwords.meanwhile(async () => must(await app.confirmFactor({ ...here, otp })));
    expect([codeOf(await offer()), codeOf(await offer())]).toEqual(['CODE_INVALID', 'SECOND_FACTOR_REQUIRED']);
  });

  test('is offered without the keys that the account has', async () => {
    const { add, optionsOf } = await openWithDevices();
    must(await add('one'));
    must(await add('two'));
    expect(JSON.parse(await optionsOf())).toMatchObject({ existing: ['one', 'two'] });
  });
});

describe('a new passkey (D-38)', () => {
  test('takes a challenge once, for its account, for five minutes', async () => {
    const { app, challenge, clock, here, logIn, optionsOf, otherDoctor } = await openWithDevices();
    const add = async (options: string, id: string, caller: object = here) =>
      codeOf(
        await app.addPasskey({
          ...here,
          ...caller,
          response: answer(options, { id, key: id }),
          name: passkeyName('K'),
        }),
      );
    const options = await optionsOf();
    expect(await add(options, 'one', await logIn(otherDoctor))).toBe(INVALID);
    expect([await add(options, 'one'), await add(options, 'two')]).toEqual(['OK', INVALID]);
    expect([await add(await challenge(), 'two'), await add('{"challenge":"made up"}', 'two')]).toEqual([
      INVALID,
      INVALID,
    ]);
    const [late, last] = [await optionsOf(), await optionsOf()];
    clock.advance(CHALLENGE_LIFETIME - 1);
    expect(await add(last, 'three')).toBe('OK');
    clock.advance(1);
    expect(await add(late, 'four')).toBe(INVALID);
  });

  test('is refused if it does not fit, is no response, is too long, or if somebody has it', async () => {
    const { add, app, here, logIn, namesOf, optionsOf, otherDoctor } = await openWithDevices();
    must(await add('one'));
    expect(codeOf(await add('two', { key: undefined }))).toBe(INVALID);
    expect(codeOf(await add('one'))).toBe(INVALID);
    expect(codeOf(await add('one', {}, await logIn(otherDoctor)))).toBe(INVALID);
    const long = answer(await optionsOf(), { id: 'two', key: 'two', more: 'x'.repeat(LONGEST_RESPONSE) });
    for (const response of ['', 'junk', long]) {
      expect(await app.addPasskey({ ...here, response, name: passkeyName('Junk') })).toEqual(refuse(INVALID));
    }
    expect(await namesOf()).toEqual(['Key one']);
  });

  test('is refused beyond ten, also if two of them are added at once', async () => {
    const { add, app, here, namesOf, offer, optionsOf } = await openWithDevices();
    for (let nth = 1; nth < MOST_PASSKEYS; nth += 1) must(await add(`key ${nth}`));
    const options = [await optionsOf(), await optionsOf()];
    const added = await Promise.all(
      options.map((one, nth) => {
        const id = `last ${nth}`;
        return app.addPasskey({ ...here, response: answer(one, { id, key: id }), name: passkeyName(id) });
      }),
    );
    expect(added.map(codeOf).sort()).toEqual(['OK', 'TOO_MANY_PASSKEYS']);
    expect(await offer()).toEqual(refuse('TOO_MANY_PASSKEYS'));
    expect(await namesOf()).toHaveLength(MOST_PASSKEYS);
  });

  test('is not tried without end', async () => {
    const { app, here } = await openWithDevices();
    const codes = [];
    for (let nth = 0; nth < 6; nth += 1) {
      codes.push(codeOf(await app.addPasskey({ ...here, response: '', name: passkeyName('Junk') })));
    }
    expect(codes).toEqual([...Array(5).fill(INVALID), 'THROTTLED']);
  });
});

describe('removing a passkey (D-38)', () => {
  test('ends logins by it, and tells the account', async () => {
    const { add, app, doctor, here, logInBy, mailed, namesOf } = await openWithDevices();
    must(await add('one'));
    must(await add('two'));
    await mailed();
    must(await app.removePasskey({ ...here, passkey: 'one' as PasskeyId }));
    expect(await mailed()).toEqual([['passkey removed', doctor.email]]);
    expect(await namesOf()).toEqual(['Key two']);
    expect([await logInBy('one'), await logInBy('two')]).toEqual([INVALID, 'OK']);
  });

  test('is refused to others, and to whoever has removed it', async () => {
    const { add, app, here, logIn, logInBy, mailed, otherDoctor } = await openWithDevices();
    must(await add('one'));
    await mailed();
    const removing = { passkey: 'one' as PasskeyId };
    expect(await app.removePasskey({ ...(await logIn(otherDoctor)), ...removing })).toEqual(
      refuse('PASSKEY_NOT_FOUND'),
    );
    expect(await logInBy('one')).toBe('OK');
    must(await app.removePasskey({ ...here, ...removing }));
    expect(await app.removePasskey({ ...here, ...removing })).toEqual(refuse('PASSKEY_NOT_FOUND'));
    expect(await mailed()).toHaveLength(1);
  });
});

describe('signing in by a passkey (D-38)', () => {
  test('opens a session in place of password and second factor, and says when it was used', async () => {
    const { add, app, challenge, clock, doctor, here, signedBy, turnFactorOn } = await openWithDevices();
    must(await add('one'));
    clock.advance(HOUR / 2 - 1);
    await turnFactorOn(here);
    const { account, token } = must(await app.logInByPasskey({ response: signedBy('one', await challenge()) }));
    expect(account.id).toBe(doctor.id);
    expect(must(await app.resumeSession(token)).actor).toEqual({ ...doctor, secondFactor: true });
    expect(must(await app.listPasskeys(here))).toMatchObject([{ lastUsedAt: clock.now() }]);
  });

  test('works once for each challenge, also at once, and for five minutes', async () => {
    const { add, app, challenge, clock, optionsOf, signedBy } = await openWithDevices();
    must(await add('one'));
    const logIn = async (options: string) => codeOf(await app.logInByPasskey({ response: signedBy('one', options) }));
    const options = await challenge();
    const codes = await Promise.all([logIn(options), logIn(options), logIn(options)]);
    expect(codes.sort()).toEqual(['OK', INVALID, INVALID]);
    expect([await logIn(await optionsOf()), await logIn('{"challenge":"made up"}')]).toEqual([INVALID, INVALID]);
    const [late, last] = [await challenge(), await challenge()];
    clock.advance(CHALLENGE_LIFETIME - 1);
    expect(await logIn(last)).toBe('OK');
    clock.advance(1);
    expect(await logIn(late)).toBe(INVALID);
  });

  test('refuses alike an unknown key, a wrong signature, another owner, and what is no response', async () => {
    const { add, app, logInBy, otherDoctor } = await openWithDevices();
    must(await add('one'));
    const codes = [
      await logInBy('unknown'),
      await logInBy('one', { key: 'of somebody' }),
      await logInBy('one', { owner: otherDoctor.id }),
      codeOf(await app.logInByPasskey({ response: '' })),
      codeOf(await app.logInByPasskey({ response: `{${' '.repeat(LONGEST_RESPONSE)}}` })),
    ];
    expect(codes).toEqual(Array(5).fill(INVALID));
  });
});

describe('a login by a passkey (D-38)', () => {
  test('refuses one that has counted no further, as a copy may have signed, and tells the account', async () => {
    const { add, doctor, logInBy, mailed } = await openWithDevices();
    must(await add('counting', { counter: 5 }));
    await mailed();
    const [codes, mails] = [[] as string[], [] as number[]];
    for (const counter of [5, 6, 6, 0, 9, 8]) {
      codes.push(await logInBy('counting', { counter }));
      const told = await mailed();
      expect(told).toEqual(Array(told.length).fill(['passkey in doubt', doctor.email]));
      mails.push(told.length);
    }
    expect(codes).toEqual([DOUBT, 'OK', DOUBT, DOUBT, 'OK', DOUBT]);
    expect(mails).toEqual([1, 0, 1, 1, 0, 1]);
    expect([await logInBy('counting', { counter: 9, key: 'wrong' }), await mailed()]).toEqual([INVALID, []]);
  });

  test('tells the account of a copy in the unit that refuses: the process may end right after', async () => {
    const { add, challenge, doctor, logInBy, mailed, signedBy, app, storage } = await openWithDevices();
    must(await add('counting', { counter: 5 }));
    await mailed();
    const response = signedBy('counting', await challenge(), { counter: 5 });
    const write = storage.write.bind(storage);
    const ended = vi.spyOn(storage, 'write').mockImplementation(() => new Promise(() => undefined));
    ended.mockImplementationOnce(write);
    void app.logInByPasskey({ response });
    await expect.poll(() => ended).toHaveBeenCalled();
    await ended.mock.results[0]?.value;
    ended.mockRestore();
    expect(await mailed()).toEqual([['passkey in doubt', doctor.email]]);
    expect(codeOf(await app.logInByPasskey({ response }))).toBe(INVALID);
    expect(await logInBy('counting', { counter: 6 })).toBe('OK');
  });

  test('that is refused by the count is recorded as of its account, in the unit, and counts as a failure', async () => {
    const clinic = await openWithDevices();
    const { add, auditTrail, challenge, doctor, signedBy, storage } = clinic;
    must(await add('counting', { counter: 5 }));
    const rates = { loginFailures: 2, registrations: 0, calls: 0 };
    const app = createApplication(underRules(clinic, { ratesPerMinute: rates }));
    const call = { requestId: 'request', address: '192.0.2.1' };
    const codes = [];
    for (let nth = 0; nth < 3; nth += 1) {
      const response = signedBy('counting', await challenge(), { counter: 5 });
      codes.push(codeOf(await app.logInByPasskey({ ...call, response })));
    }
    expect(codes).toEqual([DOUBT, DOUBT, 'THROTTLED']);
    const records = await storage.read.audit.records({}, { after: 0, size: 1000 });
    expect(records.filter(({ outcome }) => outcome === DOUBT).map(({ action, by }) => [action, by])).toEqual(
      Array(2).fill(['logged in', doctor.id]),
    );
    expect(auditTrail.noted.map(({ outcome }) => outcome)).not.toContain(DOUBT);
  });

  test('tells that the account is disabled only to whoever has signed', async () => {
    const { add, app, doctor, logInBy } = await openWithDevices();
    must(await add('one'));
    must(await app.disableAccount({ email: doctor.email }));
    expect([await logInBy('one'), await logInBy('one', { key: 'wrong' })]).toEqual(['ACCOUNT_DISABLED', INVALID]);
    must(await app.enableAccount({ email: doctor.email }));
    expect(await logInBy('one')).toBe('OK');
  });

  test('stays possible after the password was changed, and ends with a reset (D-28)', async () => {
    const { add, app, here, logInBy, doctor, mailer, mailed } = await openWithDevices();
    must(await add('one'));
    must(await app.changePassword({ ...here, password: attempt(PASSWORD), newPassword: password(NEW) }));
    expect(await logInBy('one')).toBe('OK');
    must(await app.requestReset({ email: doctor.email }));
    const sent = vi.spyOn(mailer.sent, 'splice');
    await mailed();
    const letters = sent.mock.results[0]?.value as { code?: string }[];
    const code = letters.find((letter) => letter.code !== undefined)?.code ?? '';
    must(await app.confirmReset({ code, newPassword: password(PASSWORD) }));
    expect(await logInBy('one')).toBe(INVALID);
  });

  test('is recorded by the account, and as a refusal by nobody; asking for a challenge is not', async () => {
    const clinic = await openWithDevices();
    const { add, auditTrail, doctor, signedBy, storage } = clinic;
    must(await add('one'));
    const app = createApplication(clinic);
    const call = { requestId: 'request', address: '192.0.2.1' };
    const { options } = must(await app.challengePasskeyLogin(call));
    must(await app.logInByPasskey({ ...call, response: signedBy('one', options) }));
    await app.logInByPasskey({ ...call, response: signedBy('one', options) });
    const kept = await storage.read.audit.records({}, { after: 0, size: 9 });
    expect(kept.map(({ action, by, on }) => [action, by, on])).toEqual([['logged in: passkey', doctor.id, doctor.id]]);
    expect(auditTrail.noted.map(({ action, by, outcome }) => [action, by, outcome])).toEqual([
      ['logged in', undefined, INVALID],
    ]);
  });
});

describe('challenges to sign in (D-38)', () => {
  const openLimited = async () => {
    const clinic = await openWithDevices();
    const ports = underRules(clinic, { ratesPerMinute: { loginFailures: 2, registrations: 3, calls: 0 } });
    return { ...clinic, limited: createApplication(ports) };
  };
  const call = { requestId: 'request', address: '192.0.2.1' };

  test('are given so many times a minute to an address, as registrations are', async () => {
    const { limited } = await openLimited();
    const codes = [];
    for (let nth = 0; nth < 4; nth += 1) codes.push(codeOf(await limited.challengePasskeyLogin(call)));
    expect(codes).toEqual(['OK', 'OK', 'OK', 'THROTTLED']);
    expect(codeOf(await limited.challengePasskeyLogin({ ...call, address: '198.51.100.1' }))).toBe('OK');
  });

  test('cannot be tried without end: wrong answers count like failed logins of the address', async () => {
    const { doctor, limited } = await openLimited();
    const tries = [];
    for (let nth = 0; nth < 3; nth += 1) tries.push(codeOf(await limited.logInByPasskey({ ...call, response: '' })));
    expect(tries).toEqual([INVALID, INVALID, 'THROTTLED']);
    expect(codeOf(await limited.logIn({ ...call, ...credentials(doctor) }))).toBe('THROTTLED');
  });
});

describe('the operator removes all passkeys (D-38)', () => {
  test('with the second factor, also without one, and says how many', async () => {
    const { add, app, doctor, logInBy, mailed, namesOf } = await openWithDevices();
    must(await add('one'));
    must(await add('two'));
    await mailed();
    expect(must(await app.resetFactor({ email: doctor.email }))).toMatchObject({ passkeysRemoved: 2 });
    expect(await mailed()).toEqual([['passkey removed', doctor.email]]);
    expect([await logInBy('one'), await namesOf()]).toEqual([INVALID, []]);
    expect(must(await app.resetFactor({ email: doctor.email }))).toMatchObject({ passkeysRemoved: 0 });
    expect(await mailed()).toEqual([]);
  });

  test('and the audit trail says how many', async () => {
    const { add, doctor, operator, storage } = await openWithDevices();
    must(await add('one'));
    for (const _ of ['one passkey', 'none']) must(await operator.resetFactor({ email: doctor.email, requestId: 'r' }));
    const kept = await storage.read.audit.records({}, { after: 0, size: 9 });
    expect(kept.map(({ action }) => action)).toEqual([
      'second factor reset: 1 passkeys removed',
      'second factor reset',
    ]);
  });

  test('when the account is erased', async () => {
    const { add, app, doctor, logInBy, storage } = await openWithDevices();
    must(await add('one'));
    must(await app.eraseAccount({ email: doctor.email }));
    expect(await storage.read.passkeys.ofAccount(doctor.id)).toEqual([]);
    expect(await logInBy('one')).toBe(INVALID);
  });
});
