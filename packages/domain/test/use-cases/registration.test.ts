import { describe, expect, test, vi } from 'vitest';
import { refuse } from '../../src/errors.ts';
import type { Account, Role } from '../../src/model/account.ts';
import { HOUR } from '../../src/model/values.ts';
import { createSetup } from '../../testing/setup.ts';
import { openClinic, PASSWORD } from '../support/clinic.ts';
import { codeOf, must } from '../support/outcomes.ts';
import { attempt, email, name, password } from '../support/values.ts';

const newcomer = (role: Role, address = 'nora@example.org', secret = 'long enough') => ({
  firstName: name('Nora'),
  lastName: name('Newcomer'),
  email: email(address),
  password: password(secret),
  role,
});
const credentials = (account: Account, text = PASSWORD) => ({ email: account.email, password: attempt(text) });
describe('registering an account (D-15)', () => {
  test.each(['Doc', 'Ast', 'Par'] as const)('makes one of the role %s that can be logged in to', async (role) => {
    const { app, clock, storage } = await openClinic();
    const { password: _, ...facts } = newcomer(role);
    const account = must(await app.registerAccount(newcomer(role)));
    expect(account).toStrictEqual({ id: account.id, ...facts, registeredAt: clock.now() });
    expect(await storage.read.accounts.find(account.id)).toEqual(account);
    expect(must(await app.logIn(credentials(account, 'long enough'))).account).toEqual(account);
    const later = must(await app.registerAccount(newcomer(role, 'second@example.org')));
    expect(later.id > account.id).toBe(true);
  });

  test.each(['password', 'PassWord', '12345678'])('is refused with the common password %s (D-08)', async (common) => {
    const { app } = await openClinic();
    expect(await app.registerAccount(newcomer('Par', 'nora@example.org', common))).toEqual(refuse('PASSWORD_COMMON'));
    expect(codeOf(await app.registerAccount(newcomer('Par')))).toBe('OK');
  });

  test.each(['paula@example.org', ' PAULA@Example.ORG '])(
    'is refused for the taken address "%s", without the cost of a hash (D-07)',
    async (address) => {
      const { app, parent, passwords, storage } = await openClinic();
      const hash = vi.spyOn(passwords, 'hash');
      expect(await app.registerAccount(newcomer('Doc', address))).toEqual(refuse('EMAIL_TAKEN'));
      expect(hash).not.toHaveBeenCalled();
      expect((await storage.read.accounts.credentialsByEmail(parent.email))?.account).toEqual(parent);
    },
  );

  test('is refused for all but one of those who want the same address at once (D-07)', async () => {
    const { app, passwords, storage } = await openClinic();
    passwords.meanwhile(() => app.registerAccount({ ...newcomer('Par'), firstName: name('Faster') }));
    expect(await app.registerAccount(newcomer('Par'))).toEqual(refuse('EMAIL_TAKEN'));
    const stored = await storage.read.accounts.credentialsByEmail(newcomer('Par').email);
    expect(stored?.account.firstName).toBe('Faster');
    const other = newcomer('Par', 'other@example.org');
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => app.registerAccount(other)));
    expect(outcomes.map(codeOf).sort()).toEqual([...Array(7).fill('EMAIL_TAKEN'), 'OK']);
  });
});

/** A clinic where doctors and assistants register by invitation. */
const openInvited = async () => {
  const clinic = await openClinic();
  const app = createSetup({ ...clinic, registration: 'invited' });
  let people = 0;
  const register = async (role: Role, invitation?: string, address = `nina.${people}@example.org`) => {
    people += 1;
    return codeOf(await app.registerAccount({ ...newcomer(role, address), invitation }));
  };
  const invite = async (role: Role, validFor = HOUR) => must(await app.issueInvitation({ role, validFor }));
  return { ...clinic, register, invite };
};

describe('registering by invitation (D-15)', () => {
  test.each(['Doc', 'Ast'] as const)('takes one for the role %s, once, and hashes nothing without', async (role) => {
    const { invite, passwords, register } = await openInvited();
    const code = await invite(role);
    const hash = vi.spyOn(passwords, 'hash');
    for (const wrong of [undefined, 'code-999', 'no code'])
      expect(await register(role, wrong)).toBe('INVITATION_INVALID');
    expect(hash).not.toHaveBeenCalled();
    const outcomes = await Promise.all([register(role, code), register(role, code)]);
    expect(outcomes.sort()).toEqual(['INVITATION_INVALID', 'OK']);
    expect(await register(role, code)).toBe('INVITATION_INVALID');
  });

  test('takes none for parents, nor where registration is open', async () => {
    const { app, register } = await openInvited();
    expect(await register('Par')).toBe('OK');
    expect(codeOf(await app.registerAccount(newcomer('Doc')))).toBe('OK');
  });

  test('takes it for the role that it was issued for alone, and until it expires', async () => {
    const { clock, invite, register } = await openInvited();
    const [code, late] = [await invite('Ast'), await invite('Doc')];
    expect(await register('Doc', code)).toBe('INVITATION_INVALID');
    expect(await register('Ast', code)).toBe('OK');
    clock.advance(HOUR);
    expect(await register('Doc', late)).toBe('INVITATION_INVALID');
  });

  test('does not use up an invitation where the registration is refused for something else', async () => {
    const { invite, register } = await openInvited();
    const code = await invite('Doc');
    expect(await register('Doc', code, 'paula@example.org')).toBe('EMAIL_TAKEN');
    expect(await register('Doc', code)).toBe('OK');
  });
});
