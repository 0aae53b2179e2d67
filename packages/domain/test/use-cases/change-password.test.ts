import { describe, expect, test, vi } from 'vitest';
import { refuse } from '../../src/errors.ts';
import type { Account } from '../../src/model/account.ts';
import { ok } from '../../src/result.ts';
import type { Caller } from '../../src/use-cases/declaration.ts';
import { openClinic, PASSWORD } from '../support/clinic.ts';
import { codeOf, must } from '../support/outcomes.ts';
import { attempt, password, unknownId } from '../support/values.ts';

const NEW = 'quite another';
const change = ({ actor, session }: Caller, to = NEW, from = PASSWORD) => ({
  actor,
  session,
  password: attempt(from),
  newPassword: password(to),
});

const openSessions = async () => {
  const clinic = await openClinic();
  const here = await clinic.logIn(clinic.parent);
  const elsewhere = await clinic.logIn(clinic.parent);
  const somebodyElses = await clinic.logIn(clinic.otherParent);
  const tries = async (account: Account, text: string) =>
    codeOf(await clinic.app.logIn({ email: account.email, password: attempt(text) }));
  return { ...clinic, here, elsewhere, somebodyElses, tries };
};

describe('changing the password', () => {
  test('lets the new one in and the old one no more', async () => {
    const { app, here, parent, tries } = await openSessions();
    expect(await app.changePassword(change(here))).toEqual(ok(undefined));
    expect(await tries(parent, NEW)).toBe('OK');
    expect(await tries(parent, PASSWORD)).toBe('CREDENTIALS_WRONG');
  });

  test('ends every other session of the account, and keeps the one it was done in (D-09)', async () => {
    const { app, here, elsewhere } = await openSessions();
    await app.changePassword(change(here));
    expect(codeOf(await app.resumeSession(here.token))).toBe('OK');
    expect(await app.resumeSession(elsewhere.token)).toEqual(refuse('SESSION_INVALID'));
  });

  test("leaves other accounts' sessions and passwords alone", async () => {
    const { app, here, otherParent, somebodyElses, tries } = await openSessions();
    await app.changePassword(change(here));
    expect(codeOf(await app.resumeSession(somebodyElses.token))).toBe('OK');
    expect(await tries(otherParent, PASSWORD)).toBe('OK');
  });
});

describe('changing the password is refused', () => {
  test.each(['wrong horse', 'correct horse ', NEW])(
    'with the wrong old one "%s", and changes nothing',
    async (wrong) => {
      const { app, here, elsewhere, parent, tries } = await openSessions();
      expect(await app.changePassword(change(here, NEW, wrong))).toEqual(refuse('PASSWORD_WRONG'));
      expect(await tries(parent, PASSWORD)).toBe('OK');
      expect(codeOf(await app.resumeSession(elsewhere.token))).toBe('OK');
    },
  );

  test.each(['sunshine', 'SunShine'])('to the common one "%s", and changes nothing (D-08)', async (common) => {
    const { app, here, elsewhere, parent, tries } = await openSessions();
    expect(await app.changePassword(change(here, common))).toEqual(refuse('PASSWORD_COMMON'));
    expect(await tries(parent, PASSWORD)).toBe('OK');
    expect(codeOf(await app.resumeSession(elsewhere.token))).toBe('OK');
  });

  test('for an account that is not there', async () => {
    const { app, here, parent } = await openSessions();
    const gone = { ...parent, id: unknownId<Account['id']>() };
    expect(await app.changePassword(change({ ...here, actor: gone }))).toEqual(refuse('PASSWORD_WRONG'));
  });
});

describe('two changes of one password at once', () => {
  test('are one change: what happened while the old one was being verified stands', async () => {
    const { app, here, elsewhere, parent, passwords, tries } = await openSessions();
    passwords.meanwhile(async () => must(await app.changePassword(change(elsewhere, 'the first change'))));
    expect(await app.changePassword(change(here, 'the second change'))).toEqual(refuse('PASSWORD_WRONG'));
    expect(await tries(parent, 'the first change')).toBe('OK');
    expect(await tries(parent, 'the second change')).toBe('CREDENTIALS_WRONG');
  });

  test('are none where the hash is replaced time and again', async () => {
    const { app, here, parent, passwords, storage, tries } = await openSessions();
    const verify = passwords.verify.bind(passwords);
    vi.spyOn(passwords, 'verify').mockImplementation(async (typed, hash) => {
      const another = await passwords.hash(password(PASSWORD));
      await storage.write(async ({ accounts }) => ok(await accounts.setPassword(parent.id, another)));
      return verify(typed, hash);
    });
    expect(await app.changePassword(change(here))).toEqual(refuse('PASSWORD_WRONG'));
    vi.restoreAllMocks();
    expect(await tries(parent, PASSWORD)).toBe('OK');
  });

  test('let exactly one of the two sessions live', async () => {
    const { app, here, elsewhere } = await openSessions();
    const outcomes = await Promise.all([
      app.changePassword(change(here, 'from here')),
      app.changePassword(change(elsewhere, 'from elsewhere')),
    ]);
    expect(outcomes.map(codeOf).sort()).toEqual(['OK', 'PASSWORD_WRONG']);
    const sessions = [await app.resumeSession(here.token), await app.resumeSession(elsewhere.token)];
    expect(sessions.map(codeOf)).toEqual(outcomes.map((outcome) => (outcome.ok ? 'OK' : 'SESSION_INVALID')));
  });
});
