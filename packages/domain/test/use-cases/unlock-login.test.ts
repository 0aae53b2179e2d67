import { describe, expect, test } from 'vitest';
import { createApplication } from '../../src/application.ts';
import { refuse } from '../../src/errors.ts';
import type { Account } from '../../src/model/account.ts';
import { HOUR } from '../../src/model/values.ts';
import { openClinic, PASSWORD } from '../support/clinic.ts';
import { codeOf, must } from '../support/outcomes.ts';
import { attempt, email } from '../support/values.ts';

const openLocked = async () => {
  const clinic = await openClinic();
  const app = createApplication(clinic);
  const call = { requestId: 'the request', address: '192.0.2.1' };
  const tries = async ({ email }: Account, text: string) =>
    codeOf(await app.logIn({ email, password: attempt(text), ...call }));
  for (let failures = 0; failures < 5; failures += 1) {
    await tries(clinic.parent, 'wrong horse');
    await tries(clinic.otherParent, 'wrong horse');
  }
  return { ...clinic, tries };
};

describe('unlocking a login', () => {
  test('lets the account try again at once, and no other', async () => {
    const clinic = await openLocked();
    const { parent, otherParent, tries } = clinic;
    expect([await tries(parent, PASSWORD), await tries(otherParent, PASSWORD)]).toEqual(['THROTTLED', 'THROTTLED']);
    const unlocked = must(await clinic.app.unlockLogin({ email: parent.email }));
    expect(unlocked).toEqual({ account: parent, failuresForgotten: 5 });
    expect([await tries(parent, PASSWORD), await tries(otherParent, PASSWORD)]).toEqual(['OK', 'THROTTLED']);
  });

  test('tells that there was nothing to forget', async () => {
    const clinic = await openLocked();
    const unlock = async ({ email }: Account) => must(await clinic.app.unlockLogin({ email })).failuresForgotten;
    expect(await unlock(clinic.doctor)).toBe(0);
    clinic.clock.advance(24 * HOUR - 1);
    expect(await unlock(clinic.otherParent)).toBe(5);
    clinic.clock.advance(1);
    expect(await unlock(clinic.parent)).toBe(0);
  });

  test('is refused for an address that nobody has', async () => {
    const clinic = await openClinic();
    expect(await clinic.app.unlockLogin({ email: email('nobody@example.org') })).toEqual(refuse('ACCOUNT_NOT_FOUND'));
  });
});
