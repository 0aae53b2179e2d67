import { describe, expect, test, vi } from 'vitest';
import { type Account, AT_FIRST, type PasswordHash, type Role } from '../../src/model/account.ts';
import { HOUR } from '../../src/model/values.ts';
import { ok, refuse } from '../../src/result.ts';
import { createSetup } from '../../testing/setup.ts';
import { credentials, NEW, openClinic, openSessions, PASSWORD } from '../support/clinic.ts';
import { NINA } from '../support/limited.ts';
import { underRules } from '../support/ports.ts';
import { attempt, codeOf, email, must, password, unknownId } from '../support/values.ts';

describe('logging in (D-16)', () => {
  test('starts a session now, of which the token is stored nowhere, and ends none (D-09)', async () => {
    const { alive, app, clock, parent, sessionTokens, storage } = await openSessions();
    const { token, account } = must(await app.logIn(credentials(parent)));
    expect(account).toEqual(parent);
    expect(await alive()).toEqual([true, true, true]);
    const digest = sessionTokens.digestOf(token);
    const stored = digest && (await storage.read.sessions.find(digest));
    const now = clock.now();
    expect(stored?.session).toStrictEqual({ digest, accountId: parent.id, startedAt: now, lastUsedAt: now });
  });

  test('refuses a wrong password and an unknown address in the same way and time, whatever the hasher says', async () => {
    const { app, parent, passwords } = await openClinic();
    expect(await app.logIn(credentials(parent, 'wrong horse'))).toEqual(refuse('CREDENTIALS_WRONG'));
    const verify = vi.spyOn(passwords, 'verify').mockResolvedValue({ matches: true, outdated: false });
    const unknown = await app.logIn({ email: email('nobody@example.org'), password: attempt(PASSWORD) });
    expect(unknown).toEqual(refuse('CREDENTIALS_WRONG'));
    expect(verify.mock.calls).toEqual([[PASSWORD, undefined]]);
  });
});

describe('the hash of a password (D-08)', () => {
  test('is renewed at the next login where it is weaker than those made now, which ends no session', async () => {
    const { alive, hash, passwords, tries } = await openSessions();
    const before = await hash();
    await tries();
    passwords.strengthen();
    await tries('wrong horse');
    expect(await hash()).toBe(before);
    await tries();
    const renewed = await hash();
    expect(renewed).not.toBe(before);
    expect([await tries(), await hash(), await alive()]).toEqual(['OK', renewed, [true, true, true]]);
  });

  test('does not keep the password from being changed while it is renewed', async () => {
    const { changes, passwords, tries } = await openSessions();
    passwords.strengthen();
    passwords.meanwhile(() => tries());
    expect([codeOf(await changes()), await tries(NEW)]).toEqual(['OK', 'OK']);
  });

  test('that is replaced time and again ends a login and a change of the password after three tries', async () => {
    const { changes, parent, passwords, storage, tries } = await openSessions();
    const verify = passwords.verify.bind(passwords);
    const replacing = vi.spyOn(passwords, 'verify').mockImplementation(async (typed, hash) => {
      const another = await passwords.hash(password(PASSWORD));
      await storage.write(async ({ accounts }) => ok(await accounts.setPassword(parent.id, another as PasswordHash)));
      return verify(typed, hash);
    });
    expect(await tries()).toBe('CREDENTIALS_WRONG');
    expect(replacing).toHaveBeenCalledTimes(3);
    expect(codeOf(await changes())).toBe('PASSWORD_WRONG');
    vi.restoreAllMocks();
    expect(await tries()).toBe('OK');
  });
});

describe('changing the password', () => {
  test('lets in the new one only, and ends every other session of the account and of nobody else (D-09)', async () => {
    const { alive, changes, otherParent, tries } = await openSessions();
    expect(await changes()).toEqual(ok(undefined));
    expect([await tries(NEW), await tries(PASSWORD, otherParent)]).toEqual(['OK', 'OK']);
    expect(await tries()).toBe('CREDENTIALS_WRONG');
    expect(await alive()).toEqual([true, false, true]);
  });

  test.each([
    ['from a wrong one', NEW, 'wrong horse', 'PASSWORD_WRONG'],
    ['from the new one', NEW, NEW, 'PASSWORD_WRONG'],
    ['to a common one (D-08)', 'SunShine', PASSWORD, 'PASSWORD_COMMON'],
  ] as const)('%s is refused and changes nothing', async (_, to, from, code) => {
    const { alive, changes, tries } = await openSessions();
    expect(await changes({ to, from })).toEqual(refuse(code));
    expect([await tries(), await alive()]).toEqual(['OK', [true, true, true]]);
  });

  test('of an account that is not there is refused', async () => {
    const { changes, here, parent } = await openSessions();
    const actor = { ...parent, id: unknownId<Account['id']>() };
    expect(await changes({ by: { ...here, actor } })).toEqual(refuse('PASSWORD_WRONG'));
  });

  test('during a login with the old one refuses it, and it leaves no session (D-09)', async () => {
    const { app, changes, parent, passwords, tries } = await openSessions();
    passwords.meanwhile(() => changes());
    expect(await tries()).toBe('CREDENTIALS_WRONG');
    expect(must(await app.endSessions(parent)).sessionsEnded).toBe(1);
  });
});

const newcomer = (role: Role, address = 'nora@example.org', secret = 'long enough') => {
  return { ...NINA, email: email(address), password: password(secret), role, through: 'A' as const };
};

describe('registering an account (D-15)', () => {
  test.each(['Doc', 'Ast', 'Par'] as const)('makes one of the role %s that can be logged in to', async (role) => {
    const { app, clock, storage } = await openClinic();
    const { password: _, through, ...facts } = newcomer(role);
    const account = must(await app.registerAccount(newcomer(role)));
    const made = { id: account.id, registeredAt: clock.now(), madeThrough: through };
    const confirmed = role === 'Par' ? undefined : 'open';
    expect(account).toStrictEqual({ ...made, ...facts, ...AT_FIRST, confirmed });
    expect(await storage.read.accounts.find(account.id)).toEqual(account);
    expect(must(await app.logIn(credentials(account, 'long enough'))).account).toEqual(account);
  });

  test('is refused with a common password, and for a taken address, without the cost of a hash (D-07, D-08)', async () => {
    const { app, passwords } = await openClinic();
    const hash = vi.spyOn(passwords, 'hash');
    expect(await app.registerAccount(newcomer('Par', undefined, 'PassWord'))).toEqual(refuse('PASSWORD_COMMON'));
    expect(await app.registerAccount(newcomer('Doc', ' PAULA@Example.ORG '))).toEqual(refuse('EMAIL_TAKEN'));
    expect(hash).not.toHaveBeenCalled();
  });
});

/** A clinic where doctors and assistants register by invitation. */
const openInvited = async () => {
  const clinic = await openClinic();
  const app = createSetup(underRules(clinic, { registration: 'invited' }));
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
    for (const wrong of [undefined, 'code-9', 'no code'])
      expect(await register(role, wrong)).toBe('INVITATION_INVALID');
    expect(hash).not.toHaveBeenCalled();
    expect([await register(role, code), await register(role, code)]).toEqual(['OK', 'INVITATION_INVALID']);
  });

  test('needs none for parents, nor where registration is open', async () => {
    const { app, register } = await openInvited();
    expect(await register('Par')).toBe('OK');
    expect(codeOf(await app.registerAccount(newcomer('Doc')))).toBe('OK');
  });

  test('takes it for its role alone, until it expires, and does not use it up for a registration that is refused', async () => {
    const { clock, invite, register } = await openInvited();
    const [code, late] = [await invite('Ast'), await invite('Doc')];
    expect(await register('Ast', code, 'paula@example.org')).toBe('EMAIL_TAKEN');
    expect([await register('Doc', code), await register('Ast', code)]).toEqual(['INVITATION_INVALID', 'OK']);
    clock.advance(HOUR);
    expect(await register('Doc', late)).toBe('INVITATION_INVALID');
  });
});
