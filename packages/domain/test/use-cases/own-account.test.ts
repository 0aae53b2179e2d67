import { describe, expect, test } from 'vitest';
import { createDelivery } from '../../src/courier.ts';
import type { Account } from '../../src/model/account.ts';
import type { FactorAttempt } from '../../src/model/second-factor.ts';
import { MINUTE } from '../../src/model/values.ts';
import { ok, refuse } from '../../src/result.ts';
import { credentials, NEW, openClinic, PASSWORD } from '../support/clinic.ts';
import { attempt, codeOf, email, listed, must, name, password } from '../support/values.ts';

const openAccount = async () => {
  const clinic = await openClinic();
  const { app, mailer, parent } = clinic;
  /** The kinds of the mails that an account gets now, and the last code in them. */
  const deliver = async ({ email: address }: Pick<Account, 'email'> = parent) => {
    const before = mailer.sent.length;
    const { sendNext } = createDelivery(clinic, () => undefined);
    while (await sendNext());
    const letters = mailer.sent.slice(before).filter(({ to }) => to === address);
    const code = letters.flatMap((letter) => ('code' in letter ? [letter.code] : [])).at(-1) ?? '';
    return { kinds: letters.map(({ kind }) => kind), code };
  };
  const resetCode = async (): Promise<string> => {
    must(await app.requestReset({ email: parent.email }));
    return (await deliver()).code;
  };
  const reset = (code: string, otp?: FactorAttempt) => app.confirmReset({ code, newPassword: password(NEW), otp });
  return { ...clinic, deliver, here: await clinic.logIn(parent), reset, resetCode };
};

describe('the account is told, also where it wants no other notices, that', () => {
  test('its password was changed or replaced', async () => {
    const { app, deliver, here, reset, resetCode } = await openAccount();
    must(await app.changeProfile({ ...here, notices: 'security' }));
    must(await app.changePassword({ ...here, password: attempt(PASSWORD), newPassword: password(NEW) }));
    expect((await deliver()).kinds).toEqual(['password changed']);
    must(await reset(await resetCode()));
    expect((await deliver()).kinds).toEqual(['password changed']);
  });

  test('the operator has turned off its second factor, if it had one', async () => {
    const { app, deliver, here, parent, turnFactorOn } = await openAccount();
    must(await app.resetFactor({ email: parent.email }));
    expect((await deliver()).kinds).toEqual([]);
    await turnFactorOn(here);
    must(await app.resetFactor({ email: parent.email }));
    expect((await deliver()).kinds).toEqual(['second factor on', 'second factor off']);
    expect(codeOf(await app.logIn(credentials(parent)))).toBe('OK');
    expect(await app.resetFactor({ email: email('nobody@example.org') })).toEqual(refuse('ACCOUNT_NOT_FOUND'));
  });
});

test('a change of names keeps what is not given', async () => {
  const { app, here, parent, storage } = await openAccount();
  must(await app.changeProfile({ ...here, firstName: name('Anna') }));
  must(await app.changeProfile({ ...here, lastName: name('Muster') }));
  const now = await storage.read.accounts.find(parent.id);
  expect(now).toEqual({ ...parent, firstName: 'Anna', lastName: 'Muster' });
});

describe('a code', () => {
  test('for a new address is good for half an hour', async () => {
    const { app, clock, deliver, here } = await openAccount();
    const to = email('elsewhere@example.org');
    must(await app.changeEmail({ ...here, email: to, password: attempt(PASSWORD) }));
    const { code } = await deliver({ email: to });
    clock.advance(30 * MINUTE);
    expect(await app.confirmEmail({ ...here, code })).toEqual(refuse('CODE_INVALID'));
  });

  test('for a new address is tried twenty times a day', async () => {
    const { app, here } = await openAccount();
    const codes = [];
    for (let nth = 0; nth < 21; nth += 1) codes.push(codeOf(await app.confirmEmail({ ...here, code: 'code-77' })));
    expect(codes).toEqual([...Array(20).fill('CODE_INVALID'), 'THROTTLED']);
  });

  test('is good for one of two resets at once', async () => {
    const { app, parent, passwords, reset, resetCode } = await openAccount();
    const code = await resetCode();
    passwords.meanwhile(async () => must(await app.confirmReset({ code, newPassword: password('the other one') })));
    expect(await reset(code)).toEqual(refuse('CODE_INVALID'));
    expect(codeOf(await app.logIn(credentials(parent, 'the other one')))).toBe('OK');
  });

  test('needs a one-time password that nobody has used, also while the new password is hashed', async () => {
    const { app, clock, here, parent, passwords, reset, resetCode, turnFactorOn } = await openAccount();
    const { otp } = await turnFactorOn(here);
    const code = await resetCode();
    passwords.meanwhile(async () => must(await app.logIn({ ...credentials(parent), otp: otp(1) })));
    expect(await reset(code, otp(1))).toEqual(refuse('CODE_INVALID'));
    clock.advance(MINUTE);
    expect(codeOf(await reset(code, otp(1)))).toBe('OK');
  });
});

test('an account sees its own logins, and ends one of them', async () => {
  const { app, here, logIn, otherParent, parent } = await openAccount();
  const there = await logIn(parent);
  const stranger = await logIn(otherParent);
  const logins = (caller: typeof here) => listed(app.listLogins({ ...caller, paging: {} }));
  expect((await logins(here)).filter(({ isCurrent }) => isCurrent)).toMatchObject([{ id: here.session }]);
  expect(await logins(here)).toHaveLength(2);
  expect(await app.endLogin({ ...stranger, login: there.session })).toEqual(refuse('LOGIN_NOT_FOUND'));
  expect(await app.endLogin({ ...here, login: there.session })).toEqual(ok(undefined));
  expect(await app.resumeSession(there.token)).toEqual(refuse('SESSION_INVALID'));
  expect(await logins(here)).toMatchObject([{ id: here.session }]);
});
