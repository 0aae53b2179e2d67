import { describe, expect, test, vi } from 'vitest';
import { refuse } from '../../src/errors.ts';
import type { Role } from '../../src/model/account.ts';
import { ok } from '../../src/result.ts';
import { openClinic } from '../support/clinic.ts';
import { codeOf, must } from '../support/outcomes.ts';
import { attempt, email, name, password } from '../support/values.ts';

const newcomer = (role: Role, address = 'nora@example.org', secret = 'long enough') => ({
  firstName: name('Nora'),
  lastName: name('Newcomer'),
  email: email(address),
  password: password(secret),
  role,
});

describe('registering an account (D-15)', () => {
  test.each(['Doc', 'Ast', 'Par'] as const)('is open to the role %s', async (role) => {
    const { app, clock } = await openClinic();
    const account = must(await app.registerAccount(newcomer(role)));
    expect(account).toStrictEqual({
      id: account.id,
      firstName: 'Nora',
      lastName: 'Newcomer',
      email: 'nora@example.org',
      role,
      registeredAt: clock.now(),
    });
  });

  test('makes an account that can be found and logged in to', async () => {
    const { app, storage } = await openClinic();
    const account = must(await app.registerAccount(newcomer('Par')));
    expect(await storage.read.accounts.find(account.id)).toEqual(account);
    const login = await app.logIn({ email: account.email, password: attempt('long enough') });
    expect(must(login).account).toEqual(account);
  });

  test('gives each account an id of its own, later ones sorting after', async () => {
    const { app } = await openClinic();
    const first = must(await app.registerAccount(newcomer('Par', 'first@example.org')));
    const second = must(await app.registerAccount(newcomer('Par', 'second@example.org')));
    expect(second.id > first.id).toBe(true);
  });

  test('keeps the hash of the password and not the password', async () => {
    const { app, storage } = await openClinic();
    const { id } = must(await app.registerAccount(newcomer('Par')));
    const credentials = await storage.read.accounts.credentialsOf(id);
    expect(credentials?.passwordHash).toMatch(/^hash:\d+:long enough$/);
    expect(JSON.stringify(credentials?.account)).not.toContain('long enough');
  });
});

describe('registering an account is refused', () => {
  test.each(['password', 'PassWord', '12345678'])('with the common password %s (D-08)', async (common) => {
    const { app, storage } = await openClinic();
    const wanted = newcomer('Par', 'nora@example.org', common);
    expect(await app.registerAccount(wanted)).toEqual(refuse('PASSWORD_COMMON'));
    expect(await storage.read.accounts.credentialsByEmail(wanted.email)).toBeUndefined();
  });

  test.each(['paula@example.org', ' PAULA@Example.ORG '])('for the taken address "%s" (D-07)', async (address) => {
    const { app, parent, storage } = await openClinic();
    expect(await app.registerAccount(newcomer('Doc', address))).toEqual(refuse('EMAIL_TAKEN'));
    expect((await storage.read.accounts.credentialsByEmail(parent.email))?.account).toEqual(parent);
  });

  test('for a taken address without the cost of a hash', async () => {
    const { app, passwords } = await openClinic();
    const hash = vi.spyOn(passwords, 'hash');
    await app.registerAccount(newcomer('Par', 'paula@example.org'));
    expect(hash).not.toHaveBeenCalled();
  });

  test('for an address that is taken while the password is being hashed (D-07)', async () => {
    const { app, passwords, storage } = await openClinic();
    const wanted = newcomer('Par');
    passwords.meanwhile(() => app.registerAccount({ ...wanted, firstName: name('Faster') }));
    expect(await app.registerAccount(wanted)).toEqual(refuse('EMAIL_TAKEN'));
    const kept = await storage.read.accounts.credentialsByEmail(wanted.email);
    expect(kept?.account.firstName).toBe('Faster');
  });

  test('for all but one of those who want the same address at once (D-07)', async () => {
    const { app } = await openClinic();
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => app.registerAccount(newcomer('Par'))));
    expect(outcomes.map(codeOf).sort()).toEqual([...Array(7).fill('EMAIL_TAKEN'), 'OK']);
  });

  test('without a trace, so that the address stays free after a common password', async () => {
    const { app } = await openClinic();
    await app.registerAccount(newcomer('Par', 'nora@example.org', 'sunshine'));
    expect(await app.registerAccount(newcomer('Par'))).toMatchObject(ok({ email: 'nora@example.org' }));
  });
});
