import { expect, test, vi } from 'vitest';
import type { AuditRecord } from '../src/model/audit.ts';
import { createOperatorApplication } from '../src/operator-application.ts';
import { openClinicWithCase } from './support/clinic.ts';
import { must } from './support/outcomes.ts';
import { email, name, password } from './support/values.ts';

const call = { requestId: 'operator 1' };
const facts = ({ action, by, on, outcome, requestId }: AuditRecord) => [action, by, on, outcome, requestId];

const NINA = {
  firstName: name('Nina'),
  lastName: name('New'),
  email: email('nina@example.org'),
  role: 'Ast',
  password: password('quite another'),
} as const;

const openOffice = async () => {
  const clinic = await openClinicWithCase();
  const kept = async () => (await clinic.storage.read.audit.records({}, { after: 0, size: 100 })).map(facts);
  return { ...clinic, operator: createOperatorApplication(clinic), kept };
};

test('what the operator changes is recorded with the change, by no account, on the one it is about', async () => {
  const { auditTrail, childId, kept, operator, parent, storage } = await openOffice();
  const created = must(await operator.createAccount({ ...NINA, ...call }));
  must(await operator.endSessions({ email: parent.email, ...call }));
  must(await operator.unlockLogin({ email: parent.email, ...call }));
  must(await operator.setPassword({ email: parent.email, newPassword: password('quite another'), ...call }));
  must(await operator.disableAccount({ email: parent.email, ...call }));
  must(await operator.enableAccount({ email: parent.email, ...call }));
  must(await operator.issueInvitation({ role: 'Doc', validFor: 1, ...call }));
  must(await operator.exportChild({ childId, ...call }));
  must(await operator.eraseChild({ childId, ...call }));
  must(await operator.rotateDataKey(call));
  expect(await kept()).toEqual([
    ['account created', undefined, created.id, 'OK', 'operator 1'],
    ['sessions ended', undefined, parent.id, 'OK', 'operator 1'],
    ['login unlocked', undefined, parent.id, 'OK', 'operator 1'],
    ['password set', undefined, parent.id, 'OK', 'operator 1'],
    ['account disabled', undefined, parent.id, 'OK', 'operator 1'],
    ['account enabled', undefined, parent.id, 'OK', 'operator 1'],
    ['invitation issued', undefined, undefined, 'OK', 'operator 1'],
    ['child exported', undefined, childId, 'OK', 'operator 1'],
    ['child erased', undefined, childId, 'OK', 'operator 1'],
    ['data key rotated', undefined, undefined, 'OK', 'operator 1'],
  ]);
  const aboutChild = await storage.read.audit.records({ child: childId }, { after: 0, size: 9 });
  expect(aboutChild.map(({ action, child }) => [action, child])).toEqual([
    ['child exported', childId],
    ['child erased', childId],
  ]);
  expect(auditTrail.noted).toEqual([]);
});

test('what the operator is refused is noted', async () => {
  const { auditTrail, doctor, kept, operator } = await openOffice();
  await operator.endSessions({ email: email('nobody@example.org'), ...call });
  await operator.createAccount({ ...NINA, email: doctor.email, ...call });
  expect(auditTrail.noted.map(facts)).toEqual([
    ['sessions ended', undefined, undefined, 'ACCOUNT_NOT_FOUND', 'operator 1'],
    ['account created', undefined, undefined, 'EMAIL_TAKEN', 'operator 1'],
  ]);
  expect(await kept()).toEqual([]);
});

test('a restored store has no session left, and a record of what was restored', async () => {
  const { kept, logIn, operator, parent } = await openOffice();
  await logIn(parent);
  must(await operator.rotateDataKey(call));
  const taken = must(await operator.takeUpRestored({ backup: 'today.db', ...call }));
  expect(taken).toEqual({ auditPlace: 1, sessionsEnded: 1 });
  expect((await kept()).at(-1)).toEqual(['store restored', undefined, 'today.db', 'OK', 'operator 1']);
});

test('a new data key is made by the store, in a unit of work', async () => {
  const { operator, storage } = await openOffice();
  const rotate = vi.fn();
  const write = storage.write.bind(storage);
  vi.spyOn(storage, 'write').mockImplementation((work) => write((stores) => work({ ...stores, dataKeys: { rotate } })));
  must(await operator.rotateDataKey(call));
  expect(rotate).toHaveBeenCalledTimes(1);
});

test('reading and verifying the trail adds nothing to it', async () => {
  const { auditTrail, kept, operator } = await openOffice();
  must(await operator.readAudit({}));
  must(await operator.verifyAudit());
  expect([await kept(), auditTrail.noted]).toEqual([[], []]);
});
