import { describe, expect, test } from 'vitest';
import type { Account } from '../../src/model/account.ts';
import { createSetup } from '../../testing/setup.ts';
import { openClinic } from '../support/clinic.ts';
import { underRules } from '../support/ports.ts';
import { codeOf, email, must, name, password } from '../support/values.ts';

const HOUR = 3_600_000;
const facts = { name: 'Holm', telephone: '+31 15 555 01 00' };

const openUnmanaged = async () => {
  const clinic = await openClinic();
  const app = createSetup(underRules(clinic, { registration: 'confirmed' }));
  const { storage } = clinic;
  const issue = async () => must(await app.issueSetupCode({}));
  const someone = (first: string) => {
    const newcomer = { firstName: name(first), lastName: name('Holm'), email: email(`${first}@example.net`) };
    return { newcomer: { ...newcomer, role: 'Ast' as const }, password: password('long enough') };
  };
  const setUp = async (code: string, first = 'Mira', more: object = {}) =>
    app.setUpPractice({ code, facts, ...someone(first), ...more });
  const setUpAs = async (code: string, actor: Account) => app.setUpPractice({ code, facts, actor });
  const managers = async () => (await storage.read.accounts.managers()).map(({ firstName }) => firstName);
  return { ...clinic, app, issue, managers, setUp, setUpAs };
};

describe('setting up the practice (D-39)', () => {
  test('makes the practice and its first manager, who is confirmed, by a code that is used once', async () => {
    const { issue, managers, setUp, storage } = await openUnmanaged();
    const code = await issue();
    const id = must(await setUp(code));
    expect(await storage.read.accounts.find(id)).toMatchObject({ role: 'Ast', confirmed: 'operator', isManager: true });
    expect(await storage.read.practice.find()).toEqual(facts);
    expect(codeOf(await setUp(code, 'Eve'))).toBe('CODE_INVALID');
    expect(await managers()).toEqual(['Mira']);
  });

  test('is done by one of two who use the code at once, and again with the same key', async () => {
    const { issue, managers, setUp, setUpAs, doctor } = await openUnmanaged();
    const code = await issue();
    const both = await Promise.all([setUp(code), setUpAs(code, doctor)]);
    expect(both.map(codeOf).toSorted()).toEqual(['CODE_INVALID', 'OK']);
    expect(await managers()).toHaveLength(1);
    const clinic = await openUnmanaged();
    const again = { idempotencyKey: 'k-1' as never };
    const own = await clinic.issue();
    const first = must(await clinic.setUp(own, 'Mira', again));
    expect(must(await clinic.setUp(own, 'Mira', again))).toBe(first);
  });

  test('takes no code that expired, that was replaced, or that is older than a manager', async () => {
    const { clock, doctor, issue, setManager, setUp } = await openUnmanaged();
    const [replaced, late] = [await issue(), await issue()];
    expect(codeOf(await setUp(replaced))).toBe('CODE_INVALID');
    clock.advance(24 * HOUR);
    expect(codeOf(await setUp(late))).toBe('CODE_INVALID');
    const code = await issue();
    await setManager(doctor);
    expect(codeOf(await setUp(code))).toBe('CODE_INVALID');
  });

  test('is for one of the staff, too, who may wait to be confirmed, and for no parent', async () => {
    const { app, issue, managers, parent, setUpAs, storage } = await openUnmanaged();
    const waiting = {
      ...(await openUnmanaged()).doctor,
      email: email('wim@example.net'),
      password: password('long enough'),
    };
    const wim = must(await app.registerAccount({ ...waiting, firstName: name('Wim'), through: 'A' }));
    expect(wim.confirmed).toBeUndefined();
    const code = await issue();
    expect(codeOf(await setUpAs(code, parent))).toBe('ROLE_NOT_ALLOWED');
    must(await setUpAs(code, wim));
    expect(await managers()).toEqual(['Wim']);
    expect((await storage.read.accounts.find(wim.id))?.confirmed).toBe('operator');
  });

  test('is there again once no manager can log in, and not before', async () => {
    const { app, issue, managers, setUp, setUpAs, doctor } = await openUnmanaged();
    must(await setUpAs(await issue(), doctor));
    expect(codeOf(await app.issueSetupCode({}))).toBe('MANAGER_EXISTS');
    must(await app.disableAccount({ email: doctor.email }));
    must(await setUp(await issue()));
    must(await app.enableAccount({ email: doctor.email }));
    // Whether Dora is one again, says Mira.
    expect(await managers()).toEqual(['Mira']);
  });

  test('leaves what is known of the practice and is not given, and a manager changes it later', async () => {
    const { app, doctor, issue, setUpAs, storage } = await openUnmanaged();
    must(await app.setPractice({ facts: { name: 'Before', address: '1 Market Street' } }));
    must(await setUpAs(await issue(), doctor));
    expect(await storage.read.practice.find()).toEqual({ ...facts, address: '1 Market Street' });
    must(await app.changePractice({ actor: doctor, facts: { name: 'Later', address: '' } }));
    expect(await storage.read.practice.find()).toEqual({ ...facts, name: 'Later' });
    const { otherDoctor } = await openClinic();
    expect(codeOf(await app.changePractice({ actor: otherDoctor, facts: { name: 'Eve' } }))).toBe('ROLE_NOT_ALLOWED');
  });
});
