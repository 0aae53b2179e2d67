import { describe, expect, test, vi } from 'vitest';
import { refuse } from '../../src/errors.ts';
import type { Account } from '../../src/model/account.ts';
import { MINUTE } from '../../src/model/values.ts';
import type { Caller } from '../../src/use-cases/declaration.ts';
import { createSetup } from '../../testing/setup.ts';
import { openClinic, PASSWORD } from '../support/clinic.ts';
import { codeOf, must } from '../support/outcomes.ts';
import { attempt, email, password } from '../support/values.ts';

const credentials = (account: Account, text = PASSWORD) => ({ email: account.email, password: attempt(text) });

describe('logging in (D-16)', () => {
  test.each(['doctor', 'assistant', 'parent'] as const)('lets the %s in with address and password', async (who) => {
    const { app, [who]: account } = await openClinic();
    const { token, account: found } = must(await app.logIn(credentials(account)));
    expect(found).toEqual(account);
    expect(must(await app.resumeSession(token)).actor).toEqual(account);
  });

  test('starts a session now, of which the token is kept nowhere (D-09)', async () => {
    const { app, clock, parent, sessionTokens, storage } = await openClinic();
    const { token } = must(await app.logIn(credentials(parent)));
    const digest = sessionTokens.digestOf(token);
    const kept = digest && (await storage.read.sessions.find(digest));
    const now = clock.now();
    expect(kept?.session).toStrictEqual({ digest, accountId: parent.id, startedAt: now, lastUsedAt: now });
  });

  test('starts none that could not be found again', async () => {
    const { sessionTokens, ...ports } = await openClinic();
    const forgetful = { ...ports, sessionTokens: { ...sessionTokens, digestOf: () => undefined } };
    await expect(createSetup(forgetful).logIn(credentials(ports.parent))).rejects.toThrow('has no digest');
    expect(must(await ports.app.endSessions(ports.parent)).sessionsEnded).toBe(0);
  });

  test('starts another session each time and ends none', async () => {
    const { app, parent } = await openClinic();
    const tokens = [must(await app.logIn(credentials(parent))).token, must(await app.logIn(credentials(parent))).token];
    expect(new Set(tokens).size).toBe(2);
    for (const token of tokens) expect(codeOf(await app.resumeSession(token))).toBe('OK');
  });

  test.each(['wrong horse', 'correct horse ', 'Correct horse', 'c'])(
    'is refused with the wrong password "%s"',
    async (text) => {
      const { app, parent } = await openClinic();
      expect(await app.logIn(credentials(parent, text))).toEqual(refuse('CREDENTIALS_WRONG'));
    },
  );

  test('refuses an unknown address as it refuses a wrong password', async () => {
    const { app, parent } = await openClinic();
    const unknown = await app.logIn({ email: email('nobody@example.org'), password: attempt(PASSWORD) });
    expect(unknown).toEqual(await app.logIn(credentials(parent, 'wrong horse')));
    expect(unknown).toEqual(refuse('CREDENTIALS_WRONG'));
  });

  test('takes the time of a verification also for an unknown address', async () => {
    const { app, passwords } = await openClinic();
    const verify = vi.spyOn(passwords, 'verify');
    await app.logIn({ email: email('nobody@example.org'), password: attempt(PASSWORD) });
    expect(verify.mock.calls).toEqual([[PASSWORD, undefined]]);
  });

  test('never lets an unknown address in, whatever the hasher says', async () => {
    const { app, passwords } = await openClinic();
    vi.spyOn(passwords, 'verify').mockResolvedValue({ matches: true, outdated: false });
    const outcome = await app.logIn({ email: email('nobody@example.org'), password: attempt(PASSWORD) });
    expect(outcome).toEqual(refuse('CREDENTIALS_WRONG'));
  });

  test("is refused with another account's password", async () => {
    const { app, register, passwords, storage } = await openClinic();
    const account = await register('Par', 'Petra');
    const hash = await passwords.hash(password('a password of its own'));
    await storage.write(async ({ accounts }) => ({ ok: true, value: await accounts.setPassword(account.id, hash) }));
    expect(await app.logIn(credentials(account))).toEqual(refuse('CREDENTIALS_WRONG'));
  });
});

describe('logging in while the password is being changed (D-09)', () => {
  test('is refused, and leaves no session behind', async () => {
    const { app, logIn, parent, passwords, sessionTokens, storage } = await openClinic();
    const { session } = await logIn(parent);
    const change = { actor: parent, session, password: attempt(PASSWORD), newPassword: password('quite another') };
    passwords.meanwhile(() => app.changePassword(change));
    const issue = vi.spyOn(sessionTokens, 'issue');
    expect(await app.logIn(credentials(parent))).toEqual(refuse('CREDENTIALS_WRONG'));
    for (const { value: token } of issue.mock.results) {
      const digest = sessionTokens.digestOf(String(token));
      expect(digest && (await storage.read.sessions.find(digest))).toBeUndefined();
    }
  });
});

describe('the hash of a password (D-08)', () => {
  const hashOf = async ({ storage, parent }: Awaited<ReturnType<typeof openClinic>>) =>
    (await storage.read.accounts.credentialsOf(parent.id))?.passwordHash;

  test('is renewed at the next login where it is weaker than those made now', async () => {
    const clinic = await openClinic();
    const before = await hashOf(clinic);
    clinic.passwords.strengthen();
    await clinic.logIn(clinic.parent);
    const renewed = await hashOf(clinic);
    expect(renewed).not.toBe(before);
    await clinic.logIn(clinic.parent);
    expect(await hashOf(clinic)).toBe(renewed);
  });

  test('is left alone where it is not', async () => {
    const clinic = await openClinic();
    const before = await hashOf(clinic);
    await clinic.logIn(clinic.parent);
    expect(await hashOf(clinic)).toBe(before);
  });

  test('is not renewed by a wrong password', async () => {
    const clinic = await openClinic();
    const before = await hashOf(clinic);
    clinic.passwords.strengthen();
    await clinic.app.logIn(credentials(clinic.parent, 'wrong horse'));
    expect(await hashOf(clinic)).toBe(before);
  });

  test('is renewed without ending a session', async () => {
    const { app, logIn, parent, passwords } = await openClinic();
    const { token } = await logIn(parent);
    passwords.strengthen();
    await logIn(parent);
    expect(codeOf(await app.resumeSession(token))).toBe('OK');
  });
});

describe('logging in clears ended sessions away (D-09)', () => {
  const IDLE = 30 * MINUTE;
  const kept = async ({ storage }: Awaited<ReturnType<typeof openClinic>>, sessions: readonly Caller[]) =>
    (await Promise.all(sessions.map(({ session }) => storage.read.sessions.find(session)))).filter(Boolean).length;

  test('more than it adds, whomever they belong to, but at most ten', async () => {
    const clinic = await openClinic();
    const sessions: Caller[] = [];
    for (let nth = 0; nth < 12; nth += 1) sessions.push(await clinic.logIn(clinic.parent));
    clinic.clock.advance(IDLE + 1);
    await clinic.logIn(clinic.doctor);
    expect(await kept(clinic, sessions)).toBe(2);
    await clinic.logIn(clinic.doctor);
    expect(await kept(clinic, sessions)).toBe(0);
  });

  test('and none that still lives', async () => {
    const clinic = await openClinic();
    const { token } = await clinic.logIn(clinic.parent);
    clinic.clock.advance(IDLE - 1);
    await clinic.logIn(clinic.doctor);
    expect(codeOf(await clinic.app.resumeSession(token))).toBe('OK');
  });
});

describe('logging in while another login renews the hash (D-08)', () => {
  test('succeeds for both, and keeps a hash that the password opens', async () => {
    const { app, parent, passwords } = await openClinic();
    passwords.strengthen();
    const outcomes = await Promise.all([app.logIn(credentials(parent)), app.logIn(credentials(parent))]);
    expect(outcomes.map(codeOf)).toEqual(['OK', 'OK']);
    expect(codeOf(await app.logIn(credentials(parent)))).toBe('OK');
  });

  test('does not keep the password from being changed at the same time', async () => {
    const { app, logIn, parent, passwords } = await openClinic();
    const { session } = await logIn(parent);
    passwords.strengthen();
    passwords.meanwhile(() => app.logIn(credentials(parent)));
    const change = { actor: parent, session, password: attempt(PASSWORD), newPassword: password('quite another') };
    expect(codeOf(await app.changePassword(change))).toBe('OK');
    expect(codeOf(await app.logIn(credentials(parent, 'quite another')))).toBe('OK');
  });

  test('is given up when the hash is replaced time and again', async () => {
    const { app, parent, passwords, storage } = await openClinic();
    const verify = passwords.verify.bind(passwords);
    const replacing = vi.spyOn(passwords, 'verify').mockImplementation(async (typed, hash) => {
      const another = await passwords.hash(password(PASSWORD));
      await storage.write(async ({ accounts }) => ({
        ok: true,
        value: await accounts.setPassword(parent.id, another),
      }));
      return verify(typed, hash);
    });
    expect(codeOf(await app.logIn(credentials(parent)))).toBe('CREDENTIALS_WRONG');
    expect(replacing).toHaveBeenCalledTimes(3);
  });
});
