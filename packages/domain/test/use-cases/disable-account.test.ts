import { describe, expect, test } from 'vitest';
import { refuse } from '../../src/errors.ts';
import { openClinic, PASSWORD } from '../support/clinic.ts';
import { codeOf, must } from '../support/outcomes.ts';
import { attempt, email } from '../support/values.ts';

const openOffice = async () => {
  const clinic = await openClinic();
  const { app, parent } = clinic;
  const tryLogin = async (text = PASSWORD) => codeOf(await app.logIn({ email: parent.email, password: attempt(text) }));
  const disable = () => clinic.app.disableAccount({ email: parent.email });
  const enable = () => clinic.app.enableAccount({ email: parent.email });
  return { ...clinic, tryLogin, disable, enable };
};

describe('a disabled account', () => {
  test('is logged out everywhere and cannot log in, while others can', async () => {
    const { app, logIn, parent, otherParent, tryLogin, disable } = await openOffice();
    const { token } = await logIn(parent);
    expect(must(await disable())).toEqual({ account: parent, sessionsEnded: 1 });
    expect(codeOf(await app.resumeSession(token))).toBe('SESSION_INVALID');
    expect(await tryLogin()).toBe('ACCOUNT_DISABLED');
    await logIn(otherParent);
  });

  test('is told apart from a wrong password by nobody who does not know the right one', async () => {
    const { tryLogin, disable } = await openOffice();
    must(await disable());
    expect(await tryLogin('some guess')).toBe('CREDENTIALS_WRONG');
  });

  test('gets no session from a login that was under way', async () => {
    const { passwords, tryLogin, disable } = await openOffice();
    passwords.meanwhile(disable);
    expect(await tryLogin()).toBe('ACCOUNT_DISABLED');
  });

  test('stays disabled since the first time, and logs in again once it is enabled', async () => {
    const { clock, parent, storage, tryLogin, disable, enable } = await openOffice();
    const since = clock.now();
    must(await disable());
    clock.advance(1000);
    expect(must(await disable()).sessionsEnded).toBe(0);
    expect((await storage.read.accounts.credentialsOf(parent.id))?.disabledAt).toBe(since);
    expect(must(await enable())).toEqual({ account: parent });
    expect(await tryLogin()).toBe('OK');
  });

  test('is none for an address that nobody has', async () => {
    const clinic = await openClinic();
    const nobody = { email: email('nobody@example.org') };
    expect(await clinic.app.disableAccount(nobody)).toEqual(refuse('ACCOUNT_NOT_FOUND'));
    expect(await clinic.app.enableAccount(nobody)).toEqual(refuse('ACCOUNT_NOT_FOUND'));
  });
});
