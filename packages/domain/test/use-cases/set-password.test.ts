import { describe, expect, test } from 'vitest';
import { refuse } from '../../src/errors.ts';
import type { Account } from '../../src/model/account.ts';
import { openClinic, PASSWORD } from '../support/clinic.ts';
import { codeOf, must } from '../support/outcomes.ts';
import { attempt, email, password } from '../support/values.ts';

const NEW = 'quite another';

const openSession = async () => {
  const clinic = await openClinic();
  const { app, logIn, parent } = clinic;
  const { token } = await logIn(parent);
  const session = async () => codeOf(await app.resumeSession(token));
  const tries = async ({ email }: Account, text: string) => codeOf(await app.logIn({ email, password: attempt(text) }));
  const set = (text = NEW, to = parent.email) => clinic.app.setPassword({ email: to, newPassword: password(text) });
  return { ...clinic, session, tries, set };
};

describe('setting the password of somebody', () => {
  test('lets the new one in and the old one no more, and ends every session', async () => {
    const { otherParent, parent, session, set, tries } = await openSession();
    expect(must(await set())).toEqual({ account: parent, sessionsEnded: 1 });
    expect(await session()).toBe('SESSION_INVALID');
    expect([await tries(parent, PASSWORD), await tries(parent, NEW)]).toEqual(['CREDENTIALS_WRONG', 'OK']);
    expect(await tries(otherParent, PASSWORD)).toBe('OK');
  });

  test('outlives a change that was under way with the old one', async () => {
    const { app, logIn, parent, passwords, set, tries } = await openSession();
    const caller = await logIn(parent);
    passwords.meanwhile(() => set());
    const change = { ...caller, password: attempt(PASSWORD), newPassword: password('somebody elses') };
    expect(codeOf(await app.changePassword(change))).toBe('PASSWORD_WRONG');
    expect(await tries(parent, NEW)).toBe('OK');
  });

  test.each([
    ['PASSWORD_COMMON', 'SunShine', 'paula@example.org'],
    ['ACCOUNT_NOT_FOUND', NEW, 'nobody@example.org'],
  ] as const)('is refused with %s, and changes nothing', async (code, text, address) => {
    const { parent, session, set, tries } = await openSession();
    expect(await set(text, email(address))).toEqual(refuse(code));
    expect([await session(), await tries(parent, PASSWORD)]).toEqual(['OK', 'OK']);
  });
});
