import { describe, expect, test } from 'vitest';
import { createApplication } from '../../src/application.ts';
import { refuse } from '../../src/errors.ts';
import type { Account } from '../../src/model/account.ts';
import { HOUR, later } from '../../src/model/values.ts';
import { createSetup } from '../../testing/setup.ts';
import { openClinic, PASSWORD } from '../support/clinic.ts';
import { codeOf, must } from '../support/outcomes.ts';
import { attempt, email, name, password } from '../support/values.ts';

const NEW = 'quite another';
const NOBODY = email('nobody@example.org');
const NINA = {
  firstName: name('Nina'),
  lastName: name('New'),
  email: email('nina@example.org'),
  role: 'Doc',
  password: password(PASSWORD),
} as const;

/** Of the parent: a session, logins, and what the operator does. */
const openOffice = async () => {
  const clinic = await openClinic();
  const { app, logIn, parent } = clinic;
  const caller = await logIn(parent);
  const of = { email: parent.email };
  const tries = async (text = PASSWORD, account = parent) =>
    codeOf(await app.logIn({ email: account.email, password: attempt(text) }));
  const lives = async () => codeOf(await app.resumeSession(caller.token)) === 'OK';
  const set = (text = NEW) => app.setPassword({ ...of, newPassword: password(text) });
  return { ...clinic, caller, of, tries, lives, set };
};

test('what the operator does to an account that nobody has is refused', async () => {
  const { app } = await openClinic();
  const calls = [app.disableAccount, app.enableAccount, app.endSessions, app.unlockLogin, app.readAudit];
  for (const call of calls) expect(await call({ email: NOBODY })).toEqual(refuse('ACCOUNT_NOT_FOUND'));
  expect(await app.setPassword({ email: NOBODY, newPassword: password(NEW) })).toEqual(refuse('ACCOUNT_NOT_FOUND'));
});

describe('creating an account for somebody', () => {
  test.each(['open', 'invited'] as const)('takes no invitation, with registration %s', async (registration) => {
    const clinic = await openClinic();
    const account = must(await createSetup({ ...clinic, registration }).createAccount(NINA));
    expect(account).toMatchObject({ email: NINA.email, role: 'Doc' });
    expect(codeOf(await clinic.app.logIn({ email: NINA.email, password: attempt(PASSWORD) }))).toBe('OK');
  });

  test('is refused for an address that is taken, and for a common password', async () => {
    const { app, doctor } = await openClinic();
    expect(await app.createAccount({ ...NINA, email: doctor.email })).toEqual(refuse('EMAIL_TAKEN'));
    expect(await app.createAccount({ ...NINA, password: password('sunshine') })).toEqual(refuse('PASSWORD_COMMON'));
  });
});

describe('a disabled account', () => {
  test('is logged out everywhere and cannot log in, while others can, which a wrong password does not tell', async () => {
    const { app, lives, of, otherParent, parent, tries } = await openOffice();
    expect(must(await app.disableAccount(of))).toEqual({ account: parent, sessionsEnded: 1 });
    expect(await lives()).toBe(false);
    expect([await tries(), await tries('some guess')]).toEqual(['ACCOUNT_DISABLED', 'CREDENTIALS_WRONG']);
    expect(await tries(PASSWORD, otherParent)).toBe('OK');
  });

  test('gets no session from a login that was under way', async () => {
    const { app, of, passwords, tries } = await openOffice();
    passwords.meanwhile(() => app.disableAccount(of));
    expect(await tries()).toBe('ACCOUNT_DISABLED');
  });

  test('stays disabled since the first time, and logs in again once it is enabled', async () => {
    const { app, clock, of, parent, storage, tries } = await openOffice();
    const since = clock.now();
    must(await app.disableAccount(of));
    clock.advance(1000);
    expect(must(await app.disableAccount(of)).sessionsEnded).toBe(0);
    expect((await storage.read.accounts.credentialsOf(parent.id))?.disabledAt).toBe(since);
    expect(must(await app.enableAccount(of))).toEqual({ account: parent });
    expect(await tries()).toBe('OK');
  });
});

test('ending the sessions of an account logs it out everywhere, and nobody else', async () => {
  const { app, lives, logIn, of, otherParent, parent, tries } = await openOffice();
  await logIn(parent);
  const { token } = await logIn(otherParent);
  expect(must(await app.endSessions(of))).toEqual({ account: parent, sessionsEnded: 2 });
  expect([await lives(), codeOf(await app.resumeSession(token))]).toEqual([false, 'OK']);
  expect(must(await app.endSessions(of))).toEqual({ account: parent, sessionsEnded: 0 });
  expect(await tries()).toBe('OK');
});

describe('setting the password of somebody', () => {
  test('lets in the new one only, of that account, and ends every session', async () => {
    const { lives, otherParent, parent, set, tries } = await openOffice();
    expect(must(await set())).toEqual({ account: parent, sessionsEnded: 1 });
    expect(await lives()).toBe(false);
    expect([await tries(PASSWORD), await tries(NEW)]).toEqual(['CREDENTIALS_WRONG', 'OK']);
    expect(await tries(PASSWORD, otherParent)).toBe('OK');
  });

  test('to a common one is refused, and changes nothing', async () => {
    const { lives, set, tries } = await openOffice();
    expect(await set('SunShine')).toEqual(refuse('PASSWORD_COMMON'));
    expect([await lives(), await tries()]).toEqual([true, 'OK']);
  });
});

test('unlocking a login lets the account try again at once, and no other, and tells what there was to forget', async () => {
  const { app, clock, doctor, otherParent, parent, ...more } = await openOffice();
  const application = createApplication({ ...more, clock });
  const tries = async ({ email: address }: Account, text: string) => {
    const call = { requestId: 'the request', address: '192.0.2.1', email: address, password: attempt(text) };
    return codeOf(await application.logIn(call));
  };
  for (let failures = 0; failures < 5; failures += 1) {
    for (const account of [parent, otherParent]) await tries(account, 'wrong horse');
  }
  const unlock = async (account: Account) => must(await app.unlockLogin({ email: account.email }));
  expect([await tries(parent, PASSWORD), await tries(otherParent, PASSWORD)]).toEqual(['THROTTLED', 'THROTTLED']);
  expect(await unlock(parent)).toEqual({ account: parent, failuresForgotten: 5 });
  expect([await tries(parent, PASSWORD), await tries(otherParent, PASSWORD)]).toEqual(['OK', 'THROTTLED']);
  expect((await unlock(doctor)).failuresForgotten).toBe(0);
  await tries(doctor, 'wrong horse');
  clock.advance(24 * HOUR - 1);
  expect((await unlock(otherParent)).failuresForgotten).toBe(5);
  clock.advance(1);
  expect((await unlock(doctor)).failuresForgotten).toBe(0);
});

describe('invitations (D-15)', () => {
  test('are listed with their state, oldest first, and their codes are stored nowhere', async () => {
    const { clock, storage, ...ports } = await openClinic();
    const app = createSetup({ ...ports, clock, storage, registration: 'invited' });
    const start = clock.now();
    const issue = async (validFor: number) => must(await app.issueInvitation({ role: 'Doc', validFor }));
    const used = await issue(HOUR);
    clock.advance(1);
    const codes = [used, await issue(2), await issue(HOUR)];
    const { id } = must(await app.registerAccount({ ...NINA, invitation: used }));
    clock.advance(2);
    const found = must(await app.listInvitations({ from: start, limit: 10 }));
    expect(found.map(({ digest, state, usedBy }) => [digest, state, usedBy])).toEqual([
      [`digest of ${codes[0]}`, 'used', id],
      [`digest of ${codes[1]}`, 'expired', undefined],
      [`digest of ${codes[2]}`, 'open', undefined],
    ]);
    for (const code of codes) expect(found.flatMap((entry) => Object.values(entry))).not.toContain(code);
    expect(must(await app.listInvitations({ from: later(start, 1), limit: 1 }))).toEqual([found[1]]);
  });
});
