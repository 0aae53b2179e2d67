import { describe, expect, test } from 'vitest';
import { createApplication } from '../../src/application.ts';
import type { Account } from '../../src/model/account.ts';
import { PASSWORD_COUNTS_FOR } from '../../src/model/login-proof.ts';
import type { FactorAttempt } from '../../src/model/second-factor.ts';
import { refuse } from '../../src/result.ts';
import { credentials, NEW, openClinic, PASSWORD } from '../support/clinic.ts';
import { attempt, codeOf, email, must, password } from '../support/values.ts';

const STEP = 30_000;

const openWithFactor = async () => {
  const clinic = await openClinic();
  const { app, clock, doctor, logIn, secretCodes } = clinic;
  const here = await logIn(doctor);
  const { secret } = must(await app.offerFactor({ ...here, password: attempt(PASSWORD) }));
  const otp = (steps: number) => `${secret} ${Math.floor(clock.now() / STEP) + steps}` as FactorAttempt;
  const { recoveryCodes } = must(await app.confirmFactor({ ...here, otp: otp(0) }));
  const actor: Account = { ...doctor, secondFactor: true };
  const begin = async (ticket: string = secretCodes.issue(), text = PASSWORD) => {
    expect(await app.logIn({ ...credentials(doctor, text), ticket })).toEqual(refuse('SECOND_FACTOR_REQUIRED'));
    return ticket;
  };
  const finish = async (ticket: string, given: string = otp(1), of: Account = doctor) =>
    codeOf(await app.finishLogin({ ...credentials(of), ticket, otp: given as FactorAttempt }));
  return { ...clinic, here: { ...here, actor }, otp, recoveryCodes, begin, finish };
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
});
