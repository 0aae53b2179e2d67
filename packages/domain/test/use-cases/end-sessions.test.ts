import { describe, expect, test } from 'vitest';
import { refuse } from '../../src/errors.ts';
import { openClinic } from '../support/clinic.ts';
import { codeOf, must } from '../support/outcomes.ts';
import { email } from '../support/values.ts';

describe('ending the sessions of an account', () => {
  test('logs it out everywhere, and nobody else', async () => {
    const clinic = await openClinic();
    const { app, logIn, parent, otherParent } = clinic;
    const own = [await logIn(parent), await logIn(parent)];
    const foreign = await logIn(otherParent);
    const end = async () => must(await clinic.app.endSessions({ email: parent.email }));
    expect(await end()).toEqual({ account: parent, sessionsEnded: 2 });
    const codes = await Promise.all([...own, foreign].map(async ({ token }) => codeOf(await app.resumeSession(token))));
    expect(codes).toEqual(['SESSION_INVALID', 'SESSION_INVALID', 'OK']);
    expect(await end()).toEqual({ account: parent, sessionsEnded: 0 });
    await logIn(parent);
  });

  test('is refused for an address that nobody has', async () => {
    const clinic = await openClinic();
    expect(await clinic.app.endSessions({ email: email('nobody@example.org') })).toEqual(refuse('ACCOUNT_NOT_FOUND'));
  });
});
