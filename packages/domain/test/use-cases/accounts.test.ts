import { describe, expect, test, vi } from 'vitest';
import { refuse } from '../../src/errors.ts';
import type { Account, PasswordHash, Role } from '../../src/model/account.ts';
import { HOUR, MINUTE } from '../../src/model/values.ts';
import { ok } from '../../src/result.ts';
import type { Caller } from '../../src/use-cases/declaration.ts';
import { createSetup } from '../../testing/setup.ts';
import { openClinic, PASSWORD } from '../support/clinic.ts';
import { codeOf, must } from '../support/outcomes.ts';
import { attempt, email, name, password, unknownId } from '../support/values.ts';

const NEW = 'quite another';

const credentials = (account: Account, text = PASSWORD) => ({ email: account.email, password: attempt(text) });
const change = ({ actor, session }: Caller, to = NEW, from = PASSWORD) => ({
  actor,
  session,
  password: attempt(from),
  newPassword: password(to),
});

describe('logging in (D-16)', () => {
  test('starts a session now, of which the token is stored nowhere, and ends none (D-09)', async () => {
    const { app, clock, parent, sessionTokens, storage } = await openClinic();
    const first = must(await app.logIn(credentials(parent)));
    const { token, account } = must(await app.logIn(credentials(parent)));
    expect(account).toEqual(parent);
    expect(must(await app.resumeSession(first.token)).actor).toEqual(parent);
    const digest = sessionTokens.digestOf(token);
    const stored = digest && (await storage.read.sessions.find(digest));
    const now = clock.now();
    expect(stored?.session).toStrictEqual({ digest, accountId: parent.id, startedAt: now, lastUsedAt: now });
  });

  test('is refused with a wrong password', async () => {
    const { app, parent } = await openClinic();
    expect(await app.logIn(credentials(parent, 'wrong horse'))).toEqual(refuse('CREDENTIALS_WRONG'));
  });

  test('refuses an unknown address in the same way and time, whatever the hasher says', async () => {
    const { app, passwords } = await openClinic();
    const verify = vi.spyOn(passwords, 'verify').mockResolvedValue({ matches: true, outdated: false });
    const unknown = await app.logIn({ email: email('nobody@example.org'), password: attempt(PASSWORD) });
    expect(unknown).toEqual(refuse('CREDENTIALS_WRONG'));
    expect(verify.mock.calls).toEqual([[PASSWORD, undefined]]);
  });

  test('removes ten ended sessions, whomever they belong to, and none that lives (D-09)', async () => {
    const { clock, doctor, logIn, parent, storage } = await openClinic();
    const sessions: Caller[] = [];
    for (let nth = 0; nth < 12; nth += 1) sessions.push(await logIn(parent));
    const left = async () => {
      const found = await Promise.all(sessions.map(({ session }) => storage.read.sessions.find(session)));
      return found.filter(Boolean).length;
    };
    clock.advance(30 * MINUTE - 1);
    await logIn(doctor);
    expect(await left()).toBe(12);
    clock.advance(2);
    await logIn(doctor);
    expect(await left()).toBe(2);
    await logIn(doctor);
    expect(await left()).toBe(0);
  });
});

describe('the hash of a password (D-08)', () => {
  const openOutdated = async () => {
    const clinic = await openClinic();
    const hash = async () => (await clinic.storage.read.accounts.credentialsOf(clinic.parent.id))?.passwordHash;
    return { ...clinic, hash, before: await hash() };
  };

  test('is renewed at the next login where it is weaker than those made now, which ends no session', async () => {
    const { app, before, hash, logIn, parent, passwords } = await openOutdated();
    const { token } = await logIn(parent);
    expect(await hash()).toBe(before);
    passwords.strengthen();
    await app.logIn(credentials(parent, 'wrong horse'));
    expect(await hash()).toBe(before);
    await logIn(parent);
    const renewed = await hash();
    expect(renewed).not.toBe(before);
    await logIn(parent);
    expect(await hash()).toBe(renewed);
    expect(codeOf(await app.resumeSession(token))).toBe('OK');
  });

  test('does not keep the password from being changed while it is renewed', async () => {
    const { app, logIn, parent, passwords } = await openOutdated();
    const caller = await logIn(parent);
    passwords.strengthen();
    passwords.meanwhile(() => app.logIn(credentials(parent)));
    expect(codeOf(await app.changePassword(change(caller)))).toBe('OK');
    expect(codeOf(await app.logIn(credentials(parent, NEW)))).toBe('OK');
  });

  test('that is replaced time and again ends a login and a change of the password after three tries', async () => {
    const { app, logIn, parent, passwords, storage } = await openOutdated();
    const caller = await logIn(parent);
    const verify = passwords.verify.bind(passwords);
    const replacing = vi.spyOn(passwords, 'verify').mockImplementation(async (typed, hash) => {
      const another = await passwords.hash(password(PASSWORD));
      await storage.write(async ({ accounts }) => ok(await accounts.setPassword(parent.id, another as PasswordHash)));
      return verify(typed, hash);
    });
    expect(codeOf(await app.logIn(credentials(parent)))).toBe('CREDENTIALS_WRONG');
    expect(replacing).toHaveBeenCalledTimes(3);
    expect(codeOf(await app.changePassword(change(caller)))).toBe('PASSWORD_WRONG');
    vi.restoreAllMocks();
    expect(codeOf(await app.logIn(credentials(parent)))).toBe('OK');
  });
});

const openSessions = async () => {
  const clinic = await openClinic();
  const { app, logIn, otherParent, parent } = clinic;
  const [here, elsewhere, another] = [await logIn(parent), await logIn(parent), await logIn(otherParent)];
  const alive = async () => {
    const resumed = await Promise.all([here, elsewhere, another].map(({ token }) => app.resumeSession(token)));
    return resumed.map(({ ok: lives }) => lives);
  };
  const tries = async (text: string, account = parent) => codeOf(await app.logIn(credentials(account, text)));
  return { ...clinic, here, elsewhere, alive, tries };
};

describe('changing the password', () => {
  test('lets in the new one only, and ends every other session of the account and of nobody else (D-09)', async () => {
    const { alive, app, here, otherParent, tries } = await openSessions();
    expect(await app.changePassword(change(here))).toEqual(ok(undefined));
    expect([await tries(NEW), await tries(PASSWORD)]).toEqual(['OK', 'CREDENTIALS_WRONG']);
    expect(await tries(PASSWORD, otherParent)).toBe('OK');
    expect(await alive()).toEqual([true, false, true]);
  });

  test.each([
    ['from a wrong one', NEW, 'wrong horse', 'PASSWORD_WRONG'],
    ['from the new one', NEW, NEW, 'PASSWORD_WRONG'],
    ['to a common one (D-08)', 'SunShine', PASSWORD, 'PASSWORD_COMMON'],
  ] as const)('%s is refused and changes nothing', async (_, to, from, code) => {
    const { alive, app, here, tries } = await openSessions();
    expect(await app.changePassword(change(here, to, from))).toEqual(refuse(code));
    expect([await tries(PASSWORD), await alive()]).toEqual(['OK', [true, true, true]]);
  });

  test('of an account that is not there is refused', async () => {
    const { app, here, parent } = await openSessions();
    const gone = { ...parent, id: unknownId<Account['id']>() };
    expect(await app.changePassword(change({ ...here, actor: gone }))).toEqual(refuse('PASSWORD_WRONG'));
  });

  test('during a login with the old one refuses it, and it leaves no session (D-09)', async () => {
    const { app, here, parent, passwords, tries } = await openSessions();
    passwords.meanwhile(() => app.changePassword(change(here)));
    expect(await tries(PASSWORD)).toBe('CREDENTIALS_WRONG');
    expect(must(await app.endSessions(parent)).sessionsEnded).toBe(1);
  });
});

const newcomer = (role: Role, address = 'nora@example.org', secret = 'long enough') => ({
  firstName: name('Nora'),
  lastName: name('Newcomer'),
  email: email(address),
  password: password(secret),
  role,
});

describe('registering an account (D-15)', () => {
  test.each(['Doc', 'Ast', 'Par'] as const)('makes one of the role %s that can be logged in to', async (role) => {
    const { app, clock, storage } = await openClinic();
    const { password: _, ...facts } = newcomer(role);
    const account = must(await app.registerAccount(newcomer(role)));
    expect(account).toStrictEqual({ id: account.id, ...facts, registeredAt: clock.now() });
    expect(await storage.read.accounts.find(account.id)).toEqual(account);
    expect(must(await app.logIn(credentials(account, 'long enough'))).account).toEqual(account);
  });

  test('is refused with a common password (D-08)', async () => {
    const { app } = await openClinic();
    expect(await app.registerAccount(newcomer('Par', undefined, 'PassWord'))).toEqual(refuse('PASSWORD_COMMON'));
  });

  test('is refused for a taken address, however it is written, without the cost of a hash (D-07)', async () => {
    const { app, passwords } = await openClinic();
    const hash = vi.spyOn(passwords, 'hash');
    expect(await app.registerAccount(newcomer('Doc', ' PAULA@Example.ORG '))).toEqual(refuse('EMAIL_TAKEN'));
    expect(hash).not.toHaveBeenCalled();
  });

  test('is refused for all but one of those who want the same address at once (D-07)', async () => {
    const { app, passwords, storage } = await openClinic();
    passwords.meanwhile(() => app.registerAccount({ ...newcomer('Par'), firstName: name('Faster') }));
    expect(await app.registerAccount(newcomer('Par'))).toEqual(refuse('EMAIL_TAKEN'));
    const stored = await storage.read.accounts.credentialsByEmail(newcomer('Par').email);
    expect(stored?.account.firstName).toBe('Faster');
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

  test('takes it for the role that it was issued for alone, and until it expires', async () => {
    const { clock, invite, register } = await openInvited();
    const [code, late] = [await invite('Ast'), await invite('Doc')];
    expect([await register('Doc', code), await register('Ast', code)]).toEqual(['INVITATION_INVALID', 'OK']);
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
