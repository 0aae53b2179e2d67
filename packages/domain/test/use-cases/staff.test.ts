import { describe, expect, test } from 'vitest';
import { ok, refuse } from '../../src/result.ts';
import { isLastManager, managing, ownInterest } from '../../src/use-cases/staff.ts';
import { openPractice } from '../support/practice.ts';
import { must } from '../support/values.ts';

describe('a manager gets no part in the cases of a doctor by the own act (D-40)', () => {
  test('as long as that doctor or another manager can log in', async () => {
    const { app, boss, deputy, otherDoctor, storage } = await openPractice();
    const asks = () => ownInterest(storage.read, deputy, otherDoctor.id);
    expect(await asks()).toEqual(refuse('OWN_INTEREST'));
    expect(await ownInterest(storage.read, boss, boss.id)).toEqual(ok(undefined));
    must(await app.disableAccount({ email: boss.email }));
    expect(await asks()).toEqual(refuse('OWN_INTEREST'));
    must(await app.disableAccount({ email: otherDoctor.email }));
    expect(await asks()).toEqual(ok(undefined));
    must(await app.enableAccount({ email: boss.email }));
    expect(await asks()).toEqual(refuse('OWN_INTEREST'));
  });
});

describe('the last manager who can log in (D-40)', () => {
  test('is not erased', async () => {
    const { app, assistant, boss, deputy, setManager, storage } = await openPractice();
    expect(await isLastManager(storage.read, deputy)).toBe(false);
    await setManager(boss, false);
    expect(await isLastManager(storage.read, deputy)).toBe(true);
    expect(await app.eraseAccount({ email: assistant.email })).toEqual(refuse('LAST_MANAGER'));
    await setManager(boss);
    must(await app.eraseAccount({ email: assistant.email }));
    expect(await managing(storage.read, deputy)).toEqual(refuse('ROLE_NOT_ALLOWED'));
  });
});
