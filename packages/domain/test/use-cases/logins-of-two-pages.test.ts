import { describe, expect, test } from 'vitest';
import { createApplication } from '../../src/application.ts';
import type { Account } from '../../src/model/account.ts';
import type { DeviceName } from '../../src/model/device.ts';
import { PASSWORD_COUNTS_FOR, TRUSTED_FOR } from '../../src/model/login-proof.ts';
import type { FactorAttempt } from '../../src/model/second-factor.ts';
import { refuse } from '../../src/result.ts';
import { MOST_TRUSTED } from '../../src/use-cases/logins.ts';
import { credentials, NEW, openClinic, PASSWORD } from '../support/clinic.ts';
import { tellingOf } from '../support/mails.ts';
import { attempt, codeOf, email, must, password } from '../support/values.ts';

const STEP = 30_000;
const FIREFOX = 'Firefox (Windows)' as DeviceName;

const openWithFactor = async () => {
  const clinic = await openClinic();
  const { app, doctor, logIn, secretCodes, turnFactorOn } = clinic;
  const here = await logIn(doctor);
  const { otp, recoveryCodes } = await turnFactorOn(here);
  const actor: Account = { ...doctor, secondFactor: true };
  const begin = async (ticket: string = secretCodes.issue(), text = PASSWORD) => {
    expect(await app.logIn({ ...credentials(doctor, text), ticket })).toEqual(refuse('SECOND_FACTOR_REQUIRED'));
    return ticket;
  };
  const finish = async (ticket: string, given: string = otp(1), of: Account = doctor) =>
    codeOf(await app.finishLogin({ ...credentials(of), ticket, otp: given as FactorAttempt }));
  /** Logs in with the second factor, in a browser that is trusted from then on. */
  const trust = async (given: string = otp(1)) => {
    const ticket = await begin();
    const input = { ...credentials(doctor), ticket, otp: given as FactorAttempt, trusts: true, device: FIREFOX };
    return { trusted: [must(await app.finishLogin(input)).trusted ?? ''] };
  };
  return { ...clinic, trust, here: { ...here, actor }, otp, recoveryCodes, begin, finish };
};
type Clinic = Awaited<ReturnType<typeof openWithFactor>>;

describe('a login whose second factor is asked for on a page of its own (D-29)', () => {
  test('is finished by the ticket and the factor, once', async () => {
    const { begin, finish, recoveryCodes } = await openWithFactor();
    const ticket = await begin();
    expect([await finish(ticket, 'wrong'), await finish(ticket), await finish(ticket)]).toEqual([
      'CODE_INVALID',
      'OK',
      'CREDENTIALS_WRONG',
    ]);
    const [first = '', second = ''] = recoveryCodes;
    const tickets = [await begin(), await begin()] as const;
    expect([
      await finish(tickets[0], first),
      await finish(tickets[1], first),
      await finish(tickets[1], second),
    ]).toEqual(['OK', 'CODE_INVALID', 'OK']);
  });

  test('is finished once by the same page sent twice at once', async () => {
    const { begin, finish, otp } = await openWithFactor();
    const ticket = await begin();
    const codes = await Promise.all([finish(ticket, otp(1)), finish(ticket, otp(1))]);
    expect(codes.toSorted()).toEqual(['CREDENTIALS_WRONG', 'OK']);
  });

  test('begins with the right password alone, and never where one page asks for both', async () => {
    const { app, begin, doctor, finish, otp, parent, secretCodes } = await openWithFactor();
    const ticket = secretCodes.issue();
    expect(codeOf(await app.logIn({ ...credentials(doctor, 'wrong horse'), ticket }))).toBe('CREDENTIALS_WRONG');
    expect(codeOf(await app.logIn({ ...credentials(doctor), otp: otp(1), ticket }))).toBe('OK');
    expect(codeOf(await app.logIn({ ...credentials(parent), ticket }))).toBe('OK');
    expect(codeOf(await app.logIn(credentials(doctor)))).toBe('SECOND_FACTOR_REQUIRED');
    expect(await finish(ticket)).toBe('CREDENTIALS_WRONG');
    expect(await finish('no code')).toBe('CREDENTIALS_WRONG');
    expect(await finish(await begin(), otp(1), parent)).toBe('CREDENTIALS_WRONG');
  });

  test('is good for nothing else', async () => {
    const { app, begin } = await openWithFactor();
    const ticket = await begin();
    expect(codeOf(await app.resumeSession(ticket))).toBe('SESSION_INVALID');
    const reset = await app.confirmReset({ code: ticket, newPassword: password(NEW) });
    expect(codeOf(reset)).toBe('CODE_INVALID');
  });

  test('is too late after some minutes', async () => {
    const { begin, clock, finish } = await openWithFactor();
    const [late, inTime] = [await begin(), await begin()];
    clock.advance(PASSWORD_COUNTS_FOR - 1);
    expect(await finish(inTime)).toBe('OK');
    clock.advance(1);
    expect(await finish(late)).toBe('CREDENTIALS_WRONG');
  });

  test('is guessed as slowly as where one page asks for both, also by turns with the password', async () => {
    const { app, begin, doctor, finish } = await openWithFactor();
    const ticket = await begin();
    for (let nth = 0; nth < 5; nth += 1) {
      expect(await finish(ticket, `guess ${nth}`)).toBe('CODE_INVALID');
      if (nth < 4) await begin();
    }
    expect(await finish(ticket)).toBe('THROTTLED');
    expect(codeOf(await app.logIn(credentials(doctor)))).toBe('THROTTLED');
  });

  /** After these nobody is asked for it. */
  const WITHOUT_FACTOR = ['the factor, by the operator'];
  const given = { password: attempt(PASSWORD) };
  const CHANGES: readonly (readonly [what: string, make: (clinic: Clinic) => Promise<unknown>])[] = [
    ['the password', ({ app, here }) => app.changePassword({ ...here, ...given, newPassword: password(NEW) })],
    [
      'the password, to the same',
      ({ app, here }) => app.changePassword({ ...here, ...given, newPassword: password(PASSWORD) }),
    ],
    ['the password, by the operator', ({ app, doctor }) => app.setPassword({ ...doctor, newPassword: password(NEW) })],
    ['the address', ({ app, doctor }) => app.changeAddress({ id: doctor.id, email: email('new@example.org') })],
    ['the factor, by the operator', ({ app, doctor }) => app.resetFactor(doctor)],
    ['that it was disabled', ({ app, doctor }) => app.disableAccount(doctor)],
    ['that it was erased', ({ app, doctor }) => app.eraseAccount(doctor)],
    ['that all its sessions were ended', ({ app, doctor }) => app.endSessions(doctor)],
    [
      'the factor, which was turned off and on again',
      async ({ app, here, otp, recoveryCodes: [code = ''] }) => {
        must(await app.removeFactor({ ...here, ...given, otp: code as string as FactorAttempt }));
        must(await app.offerFactor({ ...here, ...given }));
        must(await app.confirmFactor({ ...here, otp: otp(0) }));
      },
    ],
  ];

  test.each(CHANGES)('is not finished once something of the account has changed: %s', async (_, change) => {
    const clinic = await openWithFactor();
    const ticket = await clinic.begin();
    await change(clinic);
    expect(await clinic.finish(ticket)).toBe('CREDENTIALS_WRONG');
  });

  test.each(CHANGES)('counts no more as trusted once something has changed: %s', async (what, change) => {
    const clinic = await openWithFactor();
    const { app, doctor, here, trust } = clinic;
    const { trusted } = await trust();
    await change(clinic);
    if (what !== 'the address') expect(must(await app.listTrustedDevices({ ...here, trusted }))).toEqual([]);
    const code = codeOf(await app.logIn({ ...credentials(doctor), trusted }));
    expect(code === 'OK').toBe(WITHOUT_FACTOR.includes(what));
  });

  test('is told by mail where the browser is trusted from then on', async () => {
    const clinic = await openWithFactor();
    const { begin, clock, doctor, finish, trust } = clinic;
    const told = tellingOf(clinic);
    await finish(await begin());
    await told();
    clock.advance(2 * STEP);
    await trust();
    expect(await told()).toEqual([['device trusted', doctor.email]]);
  });

  test('leaves a record with the account, also if it is refused', async () => {
    const clinic = await openWithFactor();
    const { begin, doctor, otp, storage, auditTrail } = clinic;
    const call = { requestId: 'finishing', address: '192.0.2.1', email: doctor.email, ticket: await begin() };
    const { finishLogin } = createApplication(clinic);
    await finishLogin({ ...call, otp: 'wrong' as FactorAttempt });
    await finishLogin({ ...call, otp: otp(1) });
    const kept = await storage.read.audit.records({}, { after: 0, size: 1000 });
    const records = [...auditTrail.noted, ...kept.filter(({ requestId }) => requestId === 'finishing')];
    const expected = (outcome: string) => ({ action: 'logged in', by: doctor.id, outcome });
    expect(records).toMatchObject([expected('CODE_INVALID'), expected('OK')]);
  });

  test('is recorded where its factor was not sent along, with a page to give it on and without', async () => {
    const clinic = await openWithFactor();
    const { auditTrail, doctor, secretCodes, storage } = clinic;
    const { logIn } = createApplication(clinic);
    const call = { requestId: 'asked', address: '192.0.2.1', ...credentials(doctor) };
    const tried = [await logIn(call), await logIn({ ...call, ticket: secretCodes.issue() })];
    expect(tried.map(codeOf)).toEqual(Array(2).fill('SECOND_FACTOR_REQUIRED'));
    const kept = await storage.read.audit.records({}, { after: 0, size: 1000 });
    const expected = { action: 'logged in', by: doctor.id, outcome: 'SECOND_FACTOR_REQUIRED' };
    expect([...auditTrail.noted, kept.at(-1)]).toMatchObject([expected, expected]);
  });
});

describe('a device that is trusted (D-29)', () => {
  test('is not asked for the second factor for 30 days, and is for the password', async () => {
    const { app, clock, doctor, trust } = await openWithFactor();
    const { trusted } = await trust();
    const logIn = async (text = PASSWORD) => codeOf(await app.logIn({ ...credentials(doctor, text), trusted }));
    expect([await logIn(), await logIn('wrong horse')]).toEqual(['OK', 'CREDENTIALS_WRONG']);
    clock.advance(TRUSTED_FOR - 1);
    expect(await logIn()).toBe('OK');
    clock.advance(1);
    expect(await logIn()).toBe('SECOND_FACTOR_REQUIRED');
  });

  test('is trusted by the account alone that said so, and only where it said so', async () => {
    const { app, begin, doctor, finish, otherDoctor, recoveryCodes, secretCodes, trust } = await openWithFactor();
    const { trusted } = await trust();
    const ticket = await begin();
    expect(await finish(ticket, recoveryCodes[0])).toBe('OK');
    const useless = [ticket, secretCodes.issue(), 'no code', ''];
    expect(codeOf(await app.logIn({ ...credentials(doctor), trusted: useless }))).toBe('SECOND_FACTOR_REQUIRED');
    expect(codeOf(await app.logIn({ ...credentials(doctor), trusted: [...useless, ...trusted] }))).toBe('OK');
    expect(codeOf(await app.logIn({ ...credentials(otherDoctor), trusted }))).toBe('OK');
    expect(await finish(trusted[0] ?? '', recoveryCodes[1])).toBe('CREDENTIALS_WRONG');
  });

  test('is asked again where another trusts it, as two do who work at one desk', async () => {
    const { app, doctor, here, logIn, otherDoctor, trust } = await openWithFactor();
    const { trusted } = await trust();
    const other = await logIn(otherDoctor);
    expect(must(await app.listTrustedDevices({ ...other, trusted }))).toEqual([]);
    const [device] = must(await app.listTrustedDevices({ ...here, trusted }));
    expect(device).toMatchObject({ device: FIREFOX, isCurrent: true });
    expect(must(await app.listTrustedDevices({ ...here, trusted: [] }))[0]?.isCurrent).toBe(false);
    const end = async (caller: typeof other) => codeOf(await app.endTrust({ ...caller, device: device?.id as never }));
    expect([await end(other), await end(here), await end(here)]).toEqual(['LOGIN_NOT_FOUND', 'OK', 'LOGIN_NOT_FOUND']);
    expect(codeOf(await app.logIn({ ...credentials(doctor), trusted }))).toBe('SECOND_FACTOR_REQUIRED');
  });

  test('is one of the last few', async () => {
    const { app, clock, here, recoveryCodes, trust } = await openWithFactor();
    const first = await trust();
    for (const code of recoveryCodes.slice(0, MOST_TRUSTED)) {
      clock.advance(STEP);
      await trust(code);
    }
    const listed = must(await app.listTrustedDevices({ ...here, ...first }));
    expect([listed.length, listed.some(({ isCurrent }) => isCurrent)]).toEqual([MOST_TRUSTED, false]);
  });
});
