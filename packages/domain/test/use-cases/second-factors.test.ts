import { describe, expect, test, vi } from 'vitest';
import { createApplication } from '../../src/application.ts';
import type { Account, SecretCode } from '../../src/model/account.ts';
import { parseIdempotencyKey } from '../../src/model/idempotency.ts';
import type { FactorAttempt, FactorSecret } from '../../src/model/second-factor.ts';
import { DAY } from '../../src/model/values.ts';
import { ok, refuse } from '../../src/result.ts';
import { credentials, NEW, openClinic, PASSWORD } from '../support/clinic.ts';
import { tellingOf } from '../support/mails.ts';
import { underRules } from '../support/ports.ts';
import { attempt, codeOf, must, password } from '../support/values.ts';

const STEP = 30_000;
const idempotencyKey = must(parseIdempotencyKey('form'));

const openWithFactor = async () => {
  const clinic = await openClinic();
  const { app, clock, doctor, logIn } = clinic;
  const here = await logIn(doctor);
  const { secret } = must(await app.offerFactor({ ...here, password: attempt(PASSWORD) }));
  const otp = (steps = 0, of: FactorSecret = secret) =>
    `${of} ${Math.floor(clock.now() / STEP) + steps}` as FactorAttempt;
  const turnOn = async (): Promise<readonly SecretCode[]> =>
    must(await app.confirmFactor({ ...here, otp: otp() })).recoveryCodes;
  const logInWith = async (given?: FactorAttempt, text = PASSWORD, account: Account = doctor) =>
    codeOf(await app.logIn({ ...credentials(account, text), otp: given }));
  const turnOff = async (given: FactorAttempt, text = PASSWORD) =>
    codeOf(await app.removeFactor({ ...here, password: attempt(text), otp: given }));
  return { ...clinic, here, logInWith, otp, secret, turnOff, turnOn };
};

describe('a second factor (D-29)', () => {
  test('counts once its password was confirmed', async () => {
    const { app, here, logInWith, otp, turnOn } = await openWithFactor();
    expect(await logInWith()).toBe('OK');
    expect(await app.confirmFactor({ ...here, otp: 'wrong' as FactorAttempt })).toEqual(refuse('CODE_INVALID'));
    expect(await turnOn()).toHaveLength(10);
    expect(await logInWith()).toBe('SECOND_FACTOR_REQUIRED');
    expect(await logInWith(otp(1))).toBe('OK');
  });

  test.each(['its owner', 'the operator'] as const)(
    'that was offered for a password counts no more once %s sets another, as somebody else may know its secret',
    async (who) => {
      const { app, doctor, here, logIn, otp, storage } = await openWithFactor();
      if (who === 'the operator') must(await app.setPassword({ email: doctor.email, newPassword: password(NEW) }));
      else
        must(
          await app.changePassword({
            ...(await logIn(doctor)),
            password: attempt(PASSWORD),
            newPassword: password(NEW),
          }),
        );
      // A call that had begun before its session ended.
      expect(await app.confirmFactor({ ...here, otp: otp() })).toEqual(refuse('CODE_INVALID'));
      expect(await storage.read.secondFactors.find(doctor.id)).toBeUndefined();
    },
  );

  test('stays on with a new password', async () => {
    const { app, here, logInWith, turnOn } = await openWithFactor();
    await turnOn();
    must(await app.changePassword({ ...here, password: attempt(PASSWORD), newPassword: password(NEW) }));
    expect(await logInWith(undefined, NEW)).toBe('SECOND_FACTOR_REQUIRED');
  });

  test('is known as offered by its secret alone, and as on from then', async () => {
    const { app, here, logIn, otherDoctor, secret, turnOn } = await openWithFactor();
    const check = async (of: string, caller = here) => must(await app.checkOffer({ ...caller, secret: of }));
    const [offered, other] = [true, false].map((isOffered) => ({ isOn: false, isOffered }));
    const checked = [await check(secret), await check('another'), await check(secret, await logIn(otherDoctor))];
    expect(checked).toEqual([offered, other, other]);
    await turnOn();
    expect(await check(secret)).toEqual({ isOn: true, isOffered: false });
  });

  test('is asked for only where the password is right', async () => {
    const { logInWith, otp, parent, turnOn } = await openWithFactor();
    await turnOn();
    expect([await logInWith(undefined, 'wrong horse'), await logInWith(otp(1), 'wrong horse')]).toEqual([
      'CREDENTIALS_WRONG',
      'CREDENTIALS_WRONG',
    ]);
    expect(await logInWith(otp(), PASSWORD, parent)).toBe('OK');
  });

  test('takes a password of the step before, now and after, each once, and none before one that was taken', async () => {
    const { clock, logInWith, otp, turnOn } = await openWithFactor();
    await turnOn();
    clock.advance(10 * STEP);
    expect([await logInWith(otp(-2)), await logInWith(otp(2))]).toEqual(['CREDENTIALS_WRONG', 'CREDENTIALS_WRONG']);
    expect([await logInWith(otp(-1)), await logInWith(otp(-1))]).toEqual(['OK', 'CREDENTIALS_WRONG']);
    expect([await logInWith(otp(1)), await logInWith(otp())]).toEqual(['OK', 'CREDENTIALS_WRONG']);
    clock.advance(DAY);
    expect(await logInWith(otp())).toBe('OK');
  });

  test('takes each recovery code once', async () => {
    const { logInWith, turnOn } = await openWithFactor();
    const [first, second] = await turnOn();
    expect([await logInWith(first as never), await logInWith(first as never)]).toEqual(['OK', 'CREDENTIALS_WRONG']);
    expect(await logInWith(second as never)).toBe('OK');
  });

  test('is guessed as slowly as a password, also by turns with nothing', async () => {
    const { logInWith, turnOn } = await openWithFactor();
    await turnOn();
    const codes = [];
    for (let nth = 0; nth < 6; nth += 1) {
      codes.push(await logInWith(`guess ${nth}` as FactorAttempt), await logInWith());
    }
    expect(codes.filter((code) => code === 'CREDENTIALS_WRONG')).toHaveLength(5);
    expect(codes.slice(-2)).toEqual(['THROTTLED', 'THROTTLED']);
  });

  test('is guessed as slowly by turning it off, also by turns with what the password alone allows', async () => {
    const { app, doctor, here, turnOff, turnOn } = await openWithFactor();
    await turnOn();
    const actor = { ...doctor, secondFactor: true };
    const codes = [];
    for (let nth = 0; nth < 7; nth += 1) {
      codes.push(
        codeOf(
          await app.removeFactor({ ...here, actor, password: attempt(PASSWORD), otp: `guess ${nth}` as FactorAttempt }),
        ),
      );
      await app.changePassword({ ...here, actor, password: attempt(PASSWORD), newPassword: password(PASSWORD) });
    }
    expect(codes.slice(-2)).toEqual(['THROTTLED', 'THROTTLED']);
    expect(await turnOff('guess' as FactorAttempt)).toBe('THROTTLED');
  });

  test('is turned off by password and code, and does not come back', async () => {
    const { logInWith, otp, turnOff, turnOn } = await openWithFactor();
    const [code] = await turnOn();
    expect([await turnOff(otp(1), 'wrong horse'), await turnOff('guess' as FactorAttempt)]).toEqual([
      'PASSWORD_WRONG',
      'CODE_INVALID',
    ]);
    expect(await turnOff(otp(1))).toBe('OK');
    expect([await logInWith(), await turnOff('anything' as FactorAttempt)]).toEqual(['OK', 'OK']);
    expect(await logInWith(code as never)).toBe('OK');
  });
});

describe('recovery codes (D-29)', () => {
  const opened = async () => {
    const clinic = await openWithFactor();
    const codes = await clinic.turnOn();
    const mailed = tellingOf(clinic);
    await mailed();
    const { app, here } = clinic;
    const left = async () => must(await app.countRecoveryCodes(here));
    const renew = (otp: FactorAttempt, text = PASSWORD) =>
      app.renewRecoveryCodes({ ...here, password: attempt(text), otp });
    return { ...clinic, codes, left, mailed, renew };
  };

  test('are counted, and the account is told of each that is used', async () => {
    const { app, codes, doctor, left, logIn, logInWith, mailed, otherDoctor, otp } = await opened();
    expect(await left()).toBe(10);
    expect(await logInWith(otp(1))).toBe('OK');
    expect([await left(), await mailed()]).toEqual([10, []]);
    expect(await logInWith(codes[0] as never)).toBe('OK');
    expect([await left(), await mailed()]).toEqual([9, [['recovery code used', doctor.email]]]);
    expect(must(await app.countRecoveryCodes(await logIn(otherDoctor)))).toBe(0);
  });

  test('are renewed by password and second factor: those from before end, and the account is told', async () => {
    const { codes, doctor, left, logInWith, mailed, otp, renew } = await opened();
    expect(await logInWith(codes[0] as never)).toBe('OK');
    await mailed();
    expect(await renew(otp(1), 'wrong horse')).toEqual(refuse('PASSWORD_WRONG'));
    expect(await renew('guess' as FactorAttempt)).toEqual(refuse('CODE_INVALID'));
    const { recoveryCodes } = must(await renew(otp(1)));
    expect(new Set([...codes, ...recoveryCodes]).size).toBe(20);
    expect([await left(), await mailed()]).toEqual([10, [['recovery codes renewed', doctor.email]]]);
    expect([await logInWith(codes[1] as never), await logInWith(otp(1))]).toEqual(Array(2).fill('CREDENTIALS_WRONG'));
    expect(await logInWith(recoveryCodes[0] as never)).toBe('OK');
  });

  test('are renewed once for each key, whatever else is given; nobody else is told of it', async () => {
    const { app, here, left, logIn, logInWith, otherDoctor, otp } = await opened();
    const renew = (given: FactorAttempt, text = PASSWORD, caller = here) =>
      app.renewRecoveryCodes({ ...caller, idempotencyKey, password: attempt(text), otp: given });
    expect(await renew('guess' as FactorAttempt)).toEqual(refuse('CODE_INVALID'));
    const { recoveryCodes } = must(await renew(otp(1)));
    const again = [await renew(otp(1)), await renew(recoveryCodes[0] as never), await renew(otp(1), 'wrong horse')];
    expect(again).toEqual(Array(3).fill(refuse('IDEMPOTENCY_KEY_REUSED')));
    expect(await renew(otp(1), 'wrong horse', await logIn(otherDoctor))).toEqual(refuse('PASSWORD_WRONG'));
    expect([await left(), await logInWith(recoveryCodes[0] as never)]).toEqual([10, 'OK']);
  });

  test('are told apart from those that were used or have ended', async () => {
    const { app, codes, here, logInWith, otp, renew, turnOff } = await opened();
    const left = async (shown: readonly string[]) => must(await app.leftRecoveryCodes({ ...here, codes: shown }));
    expect(await left(codes)).toEqual(codes);
    await logInWith(codes[0] as never);
    expect(await left(codes)).toEqual(codes.slice(1));
    const { recoveryCodes } = must(await renew(otp(1)));
    expect([await left(codes), await left(recoveryCodes)]).toEqual([[], recoveryCodes]);
    expect([await turnOff(recoveryCodes[0] as never), await left(recoveryCodes)]).toEqual(['OK', []]);
  });

  test('are made for no account without a second factor, and guessed as slowly as it is', async () => {
    const { otp, renew, turnOff } = await opened();
    expect(await turnOff(otp(1))).toBe('OK');
    expect(await renew(otp(1))).toEqual(refuse('SECOND_FACTOR_NEEDED'));
    const { app, doctor, here } = await opened();
    const actor = { ...doctor, secondFactor: true };
    const guess = async (nth: number) =>
      codeOf(
        await app.renewRecoveryCodes({
          ...here,
          actor,
          password: attempt(PASSWORD),
          otp: `guess ${nth}` as FactorAttempt,
        }),
      );
    const codes = [];
    for (let nth = 0; nth < 6; nth += 1) codes.push(await guess(nth));
    expect(codes.at(-1)).toBe('THROTTLED');
  });
});

describe('turning on a second factor (D-29)', () => {
  test('is not offered where one is on', async () => {
    const { app, here, otp, turnOn } = await openWithFactor();
    await turnOn();
    expect(await app.offerFactor({ ...here, password: attempt(PASSWORD) })).toEqual(refuse('SECOND_FACTOR_ON'));
    expect(await app.confirmFactor({ ...here, otp: otp(1) })).toEqual(refuse('SECOND_FACTOR_ON'));
  });

  test('is asked for by a login that was under way when it was turned on', async () => {
    const { logInWith, passwords, turnOn } = await openWithFactor();
    passwords.meanwhile(turnOn);
    expect(await logInWith()).toBe('SECOND_FACTOR_REQUIRED');
  });

  test('is asked for when a forgotten password is replaced', async () => {
    const { app, doctor, otp, secretCodes, storage, turnOn } = await openWithFactor();
    await turnOn();
    const code = secretCodes.issue();
    const digest = secretCodes.digestOf(code) as never;
    const expiresAt = Number.MAX_SAFE_INTEGER as never;
    await storage.write(async ({ accountCodes }) =>
      ok(await accountCodes.save({ digest, accountId: doctor.id, purpose: 'reset', expiresAt })),
    );
    const confirm = async (given?: FactorAttempt) =>
      codeOf(await app.confirmReset({ code, newPassword: password(NEW), otp: given }));
    expect(await confirm()).toBe('SECOND_FACTOR_REQUIRED');
    expect(await confirm('guess' as FactorAttempt)).toBe('CODE_INVALID');
    expect(await confirm(otp(1))).toBe('OK');
  });

  test('is guessed three times for each mail with a code, however the code is spelled', async () => {
    const { app, doctor, secretCodes, storage, turnOn } = await openWithFactor();
    await turnOn();
    const digestOf = secretCodes.digestOf.bind(secretCodes);
    vi.spyOn(secretCodes, 'digestOf').mockImplementation((text) => digestOf(text.toLowerCase()));
    const code = secretCodes.issue();
    const kept = { digest: secretCodes.digestOf(code) as never, expiresAt: Number.MAX_SAFE_INTEGER as never };
    await storage.write(async ({ accountCodes }) =>
      ok(await accountCodes.save({ ...kept, accountId: doctor.id, purpose: 'reset' })),
    );
    const guess = async (spelled: string) =>
      codeOf(await app.confirmReset({ code: spelled, newPassword: password(NEW), otp: 'guess' as FactorAttempt }));
    const upper = code.toUpperCase();
    expect([await guess(code), await guess(upper), await guess(code), await guess(upper)]).toEqual([
      'CODE_INVALID',
      'CODE_INVALID',
      'CODE_INVALID',
      'THROTTLED',
    ]);
  });
});

describe('where staff needs a second factor (D-29)', () => {
  const openStrict = async () => {
    const clinic = await openWithFactor();
    const ports = underRules(clinic, { secondFactor: 'staff' });
    return { ...clinic, app: createApplication(ports) };
  };

  test('a doctor or assistant without one may do nothing but turn one on and end sessions', async () => {
    const { app, assistant, doctor, otp } = await openStrict();
    const enter = async (person: Account) =>
      must(await app.logIn({ ...credentials(person), address: '127.0.0.1', requestId: 'r' })).token;
    expect(await app.resumeSession(await enter(assistant))).toEqual(refuse('SECOND_FACTOR_NEEDED'));
    const token = await enter(doctor);
    expect(await app.resumeSession(token)).toEqual(refuse('SECOND_FACTOR_NEEDED'));
    expect(await app.resumeSession(token, { callLimit: true })).toEqual(refuse('SECOND_FACTOR_NEEDED'));
    const caller = must(await app.resumeSession(token, { secondFactor: true }));
    const facts = { ...caller, address: '127.0.0.1', requestId: 'r' };
    const { secret } = must(await app.offerFactor({ ...facts, password: attempt(PASSWORD) }));
    must(await app.confirmFactor({ ...facts, otp: otp(0, secret) }));
    expect(codeOf(await app.resumeSession(token))).toBe('OK');
  });

  test('a parent needs none', async () => {
    const { app, parent } = await openStrict();
    const { token } = must(await app.logIn({ ...credentials(parent), address: '127.0.0.1', requestId: 'r' }));
    expect(codeOf(await app.resumeSession(token))).toBe('OK');
  });
});
