import { describe, expect, test, vi } from 'vitest';
import { createApplication, createOperatorApplication, type OperatorApplication } from '../../src/application.ts';
import { Unavailable } from '../../src/errors.ts';
import type { Account } from '../../src/model/account.ts';
import type { AuditRecord } from '../../src/model/audit.ts';
import type { Passkey } from '../../src/model/passkey.ts';
import { TEXTS } from '../../src/model/texts.ts';
import { type AuditRecordId, HOUR, later } from '../../src/model/values.ts';
import type { Stores } from '../../src/ports/storage.ts';
import { ok, refuse } from '../../src/result.ts';
import { createSetup } from '../../testing/setup.ts';
import { NEW, openClinic, openClinicWithCase, openSessions, PASSWORD } from '../support/clinic.ts';
import { openFamily } from '../support/family.ts';
import { NINA, openLimited } from '../support/limited.ts';
import { createTestPorts, underRules } from '../support/ports.ts';
import { allOf, attempt, codeOf, email, must, password } from '../support/values.ts';

const NOBODY = email('nobody@example.org');
const NEWCOMER = { ...NINA, role: 'Doc' } as const;

test('what the operator does to an account that nobody has is refused', async () => {
  const { app } = await openClinic();
  const calls = [app.disableAccount, app.enableAccount, app.endSessions, app.unlockLogin, app.readAudit];
  for (const call of calls) expect(await call({ email: NOBODY })).toEqual(refuse('ACCOUNT_NOT_FOUND'));
  expect(await app.setPassword({ email: NOBODY, newPassword: password(NEW) })).toEqual(refuse('ACCOUNT_NOT_FOUND'));
});

test.each(['open', 'invited'] as const)(
  'an account is created without an invitation, with registration %s, but not for a taken address or with a common password',
  async (registration) => {
    const clinic = await openClinic();
    const { createAccount } = createSetup(underRules(clinic, { registration }));
    expect(must(await createAccount(NEWCOMER))).toMatchObject({ email: NEWCOMER.email, role: 'Doc' });
    expect(codeOf(await clinic.app.logIn({ email: NEWCOMER.email, password: attempt(PASSWORD) }))).toBe('OK');
    expect(await createAccount(NEWCOMER)).toEqual(refuse('EMAIL_TAKEN'));
    expect(await createAccount({ ...NEWCOMER, password: password('sunshine') })).toEqual(refuse('PASSWORD_COMMON'));
  },
);

describe('a disabled account', () => {
  test('is logged out and cannot log in, unlike others, which a wrong password does not tell, until it is enabled', async () => {
    const { alive, app, clock, otherParent, parent, storage, tries } = await openSessions();
    const since = clock.now();
    expect(must(await app.disableAccount(parent))).toEqual({ account: parent, sessionsEnded: 2 });
    expect(await alive()).toEqual([false, false, true]);
    expect([await tries(), await tries('some guess')]).toEqual(['ACCOUNT_DISABLED', 'CREDENTIALS_WRONG']);
    expect(await tries(PASSWORD, otherParent)).toBe('OK');
    clock.advance(1000);
    expect(must(await app.disableAccount(parent)).sessionsEnded).toBe(0);
    expect((await storage.read.accounts.credentialsOf(parent.id))?.disabledAt).toBe(since);
    expect(must(await app.enableAccount(parent))).toEqual({ account: parent });
    expect(await tries()).toBe('OK');
  });

  test('gets no session from a login that was under way', async () => {
    const { app, parent, passwords, tries } = await openSessions();
    const verify = vi.spyOn(passwords, 'verify');
    passwords.meanwhile(() => app.disableAccount(parent));
    expect([await tries(), verify.mock.calls.length]).toEqual(['ACCOUNT_DISABLED', 1]);
  });
});

test('ending the sessions of an account logs it out everywhere, and nobody else', async () => {
  const { alive, app, parent, tries } = await openSessions();
  expect(must(await app.endSessions(parent))).toEqual({ account: parent, sessionsEnded: 2 });
  expect([await alive(), await tries()]).toEqual([[false, false, true], 'OK']);
});

test('setting a password lets in the new one only, of that account, and ends every session; a common one is refused', async () => {
  const { alive, app, clock, otherParent, parent, storage, tries } = await openSessions();
  const passkey = { id: 'key', accountId: parent.id, publicKey: 'public', name: 'Phone', counter: 0 };
  const at = { createdAt: clock.now(), lastUsedAt: undefined };
  await storage.write(async ({ passkeys }) => ok(await passkeys.insert({ ...passkey, ...at } as unknown as Passkey)));
  const set = (text: string) => app.setPassword({ email: parent.email, newPassword: password(text) });
  expect(await set('SunShine')).toEqual(refuse('PASSWORD_COMMON'));
  expect([await alive(), await tries()]).toEqual([[true, true, true], 'OK']);
  expect(must(await set(NEW))).toEqual({ account: parent, sessionsEnded: 3, passkeysLeft: 1 });
  expect(await alive()).toEqual([false, false, true]);
  expect([await tries(), await tries(NEW)]).toEqual(['CREDENTIALS_WRONG', 'OK']);
  expect(await tries(PASSWORD, otherParent)).toBe('OK');
});

test('unlocking a login lets the account try again at once, and no other, and tells what there was to forget', async () => {
  const { clock, doctor, fail, logIn, otherParent, parent, ...limited } = await openLimited();
  const unlock = async ({ email: address }: Account) =>
    must(await createSetup({ ...limited, clock }).unlockLogin({ email: address })).failuresForgotten;
  for (const account of [parent, otherParent]) await fail(6, { email: account.email });
  expect([await unlock(parent), await unlock(doctor)]).toEqual([5, 0]);
  expect([await logIn(), await logIn({ email: otherParent.email })]).toEqual(['OK', 'THROTTLED']);
  await fail(1, { email: doctor.email });
  clock.advance(24 * HOUR - 1);
  expect(await unlock(otherParent)).toBe(5);
  clock.advance(1);
  expect(await unlock(doctor)).toBe(0);
});

test('invitations are listed with their state, oldest first, and their codes are stored nowhere (D-15)', async () => {
  const { clock, storage, ...ports } = await openClinic();
  const app = createSetup(underRules({ ...ports, clock, storage }, { registration: 'invited' }));
  const start = clock.now();
  const issue = async (validFor: number) => must(await app.issueInvitation({ role: 'Doc', validFor }));
  const used = await issue(HOUR);
  clock.advance(1);
  const codes = [used, await issue(2), await issue(HOUR)];
  const { id } = must(await app.registerAccount({ ...NEWCOMER, invitation: used, through: 'A' }));
  clock.advance(2);
  const found = must(await app.listInvitations({ from: start, limit: 10 }));
  expect(found.map(({ digest, state, usedBy }) => [digest, state, usedBy])).toEqual([
    [`digest of ${codes[0]}`, 'used', id],
    [`digest of ${codes[1]}`, 'expired', undefined],
    [`digest of ${codes[2]}`, 'open', undefined],
  ]);
  for (const code of codes) expect(found.flatMap((entry) => Object.values(entry))).not.toContain(code);
  expect(must(await app.listInvitations({ from: later(start, 1), limit: 1 }))).toEqual([found[1]]);
});

/** So many records, a minute apart: one after the other by the doctor and by the parent, each on the case. */
const openRecorded = async (records: number) => {
  const clinic = await openClinicWithCase();
  const { app, caseId: on, childId: child, clock, doctor, ids, parent, storage } = clinic;
  const minute = (nth: number) => later(clock.now(), nth * 60_000);
  await storage.write(async ({ audit }) => {
    for (let nth = 0; nth < records; nth += 1) {
      const { id: by } = nth % 2 === 0 ? doctor : parent;
      const facts = { id: ids.next<AuditRecordId>(), at: minute(nth), requestId: 'a request', action: 'case shown' };
      await audit.append({ ...facts, by, on, outcome: 'OK', child });
    }
    return ok(undefined);
  });
  const pages = async (input: Parameters<OperatorApplication['readAudit']>[0]) =>
    (await allOf(must(await app.readAudit(input)))).map((page) => page.map(({ place }) => place));
  return { ...clinic, minute, pages };
};

describe('the audit trail', () => {
  test.each([
    [1203, undefined, [500, 500, 203]],
    [1203, 1000, [500, 500]],
    [1203, 2, [2]],
    [500, undefined, [500]],
    [0, undefined, []],
  ])('of %i records, at most %i of them, is read in order, in the pages %j', async (records, limit, sizes) => {
    const { pages } = await openRecorded(records);
    const found = await pages(limit === undefined ? {} : { limit });
    expect(found.map(({ length }) => length)).toEqual(sizes);
    expect(found.flat()).toEqual(found.flat().map((_, nth) => nth + 1));
  });

  test('is read by account, by child and by time, and by all of them together', async () => {
    const { childId, minute, pages, parent } = await openRecorded(6);
    expect(await pages({ email: parent.email })).toEqual([[2, 4, 6]]);
    expect(await pages({ child: childId, limit: 1 })).toEqual([[1]]);
    expect(await pages({ from: minute(2), until: minute(4) })).toEqual([[3, 4]]);
    expect(await pages({ email: parent.email, child: childId, from: minute(2), limit: 1 })).toEqual([[4]]);
  });
});

test('all numbers, second factors and texts are encrypted anew in units of work of their own, from one to the next', async () => {
  const ports = createTestPorts();
  const paging = (...results: readonly { readonly last: string | undefined; readonly encrypted: number }[]) => {
    const reencrypt = vi.fn();
    for (const result of results) reencrypt.mockResolvedValueOnce(result);
    return reencrypt;
  };
  const none = { last: undefined, encrypted: 0 };
  const ofChildren = paging({ last: 'c100', encrypted: 100 }, { last: 'c150', encrypted: 7 }, none);
  const ofFactors = paging({ last: 'a9', encrypted: 3 }, none);
  const ofTexts = vi.fn((of: string, request: object) =>
    of === 'Child' ? ofChildren(request) : Promise.resolve({ last: undefined, encrypted: 2 }),
  );
  const stores = {
    secondFactors: { reencrypt: ofFactors },
    texts: { reencrypt: ofTexts },
  };
  const write = vi.spyOn(ports.storage, 'write');
  write.mockImplementation(async (work) => work(stores as unknown as Stores, async () => true));
  const entities = Object.keys(TEXTS).filter((of) => of !== 'Child');
  const texts = 2 * entities.length;
  expect(await createOperatorApplication(ports).reencrypt()).toEqual({ children: 107, secondFactors: 3, texts });
  expect(ofChildren.mock.calls).toEqual([undefined, 'c100', 'c150'].map((after) => [{ after, size: 100 }]));
  expect(ofFactors.mock.calls).toEqual([undefined, 'a9'].map((after) => [{ after, size: 100 }]));
  expect(ofTexts.mock.calls.map(([of]) => of)).toEqual([...Array<string>(3).fill('Child'), ...entities]);
  expect(write).toHaveBeenCalledTimes(5 + entities.length);
});

test('the application is ready only while the store is', async () => {
  const ports = createTestPorts();
  expect(await createApplication(ports).checkReadiness()).toEqual(ok(undefined));
  const gone = new Unavailable('store', 'gone', { retryAfterSeconds: 5 });
  vi.spyOn(ports.storage, 'ready').mockRejectedValue(gone);
  await expect(createApplication(ports).checkReadiness()).rejects.toBe(gone);
});

describe('what the operator does', () => {
  const call = { requestId: 'operator 1' };
  const facts = ({ action, by, on, outcome, requestId }: AuditRecord) => [action, by, on, outcome, requestId];
  const openRecords = async () => {
    const clinic = await openClinicWithCase();
    const { auditTrail, storage } = clinic;
    const kept = async () => (await storage.read.audit.records({}, { after: 0, size: 100 })).map(facts);
    return { ...clinic, operator: createOperatorApplication(clinic), kept, noted: () => auditTrail.noted.map(facts) };
  };

  test('is recorded with the change, by no account, on the one it is about', async () => {
    const { childId, kept, noted, operator, parent } = await openRecords();
    const ofParent = { email: parent.email, ...call };
    const created = must(await operator.createAccount({ ...NEWCOMER, ...call }));
    must(await operator.endSessions(ofParent));
    must(await operator.unlockLogin(ofParent));
    must(await operator.setPassword({ newPassword: password(NEW), ...ofParent }));
    must(await operator.disableAccount(ofParent));
    must(await operator.enableAccount(ofParent));
    must(await operator.issueInvitation({ role: 'Doc', validFor: 1, ...call }));
    must(await operator.exportChild({ childId, ...call }));
    must(await operator.eraseChild({ childId, ...call }));
    must(await operator.rotateDataKey(call));
    const about: readonly (readonly [string | undefined, readonly string[]])[] = [
      [created.id, ['account created']],
      [parent.id, ['sessions ended', 'login unlocked', 'password set', 'account disabled', 'account enabled']],
      [undefined, ['invitation issued']],
      [childId, ['child exported', 'child erased']],
      [undefined, ['data key rotated']],
    ];
    expect(await kept()).toEqual(
      about.flatMap(([on, actions]) => actions.map((action) => [action, undefined, on, 'OK', 'operator 1'])),
    );
    expect(noted()).toEqual([]);
  });

  test('is noted where it is refused, and leaves no record where it only reads', async () => {
    const { doctor, kept, noted, operator } = await openRecords();
    must(await operator.readAudit({}));
    must(await operator.verifyAudit());
    await operator.endSessions({ email: NOBODY, ...call });
    await operator.createAccount({ ...NEWCOMER, email: doctor.email, ...call });
    expect(noted()).toEqual([
      ['sessions ended', undefined, undefined, 'ACCOUNT_NOT_FOUND', 'operator 1'],
      ['account created', undefined, undefined, 'EMAIL_TAKEN', 'operator 1'],
    ]);
    expect(await kept()).toEqual([]);
  });

  test('leaves a restored store without a session, and a record of what was restored', async () => {
    const { kept, logIn, operator, parent } = await openRecords();
    await logIn(parent);
    must(await operator.rotateDataKey(call));
    const taken = must(await operator.takeUpRestored({ backup: 'today.db', ...call }));
    expect(taken).toEqual({ auditPlace: 1, sessionsEnded: 1, codesEnded: 0 });
    expect((await kept()).at(-1)).toEqual(['store restored', undefined, 'today.db', 'OK', 'operator 1']);
  });

  test('leaves a restored store without a code and without a mail that brings one, and with other mails', async () => {
    const family = await openFamily();
    const { app, childId, clock, doctor, invite, invited, join, mailer, otherParent, parent, register, storage } =
      family;
    const operator = createOperatorApplication(family);
    const code = await invited(otherParent.email);
    must(await operator.issueInvitation({ role: 'Doc', validFor: HOUR, ...call }));
    must(await invite((await register('Par', 'Waits')).email));
    must(await operator.issueSetupCode(call));
    must(await app.requestReset({ email: parent.email }));
    must(await operator.setPassword({ email: doctor.email, newPassword: password(NEW), ...call }));
    mailer.sent.length = 0;
    expect(must(await operator.takeUpRestored({ backup: 'today.db', ...call })).codesEnded).toBe(4);
    await family.deliver();
    expect(mailer.sent.map(({ kind, to }) => [kind, to])).toEqual([['password changed', doctor.email]]);
    expect(await join(otherParent, code)).toEqual(refuse('CODE_INVALID'));
    expect(await storage.read.joinCodes.ofChild(childId)).toEqual([]);
    const [issued] = await storage.read.invitations.issuedFrom(clock.now(), 9);
    expect(issued?.expiresAt).toBe(clock.now());
  });
});
