import { expect, test } from 'vitest';
import type { AuditRecord } from '../src/model/audit-record.ts';
import { createOperatorApplication } from '../src/operator-application.ts';
import { openClinic } from './support/clinic.ts';
import { must } from './support/outcomes.ts';
import { email, name, password } from './support/values.ts';

const call = { requestId: 'operator 1' };
const facts = ({ action, by, on, outcome, requestId }: AuditRecord) => [action, by, on, outcome, requestId];

const openOffice = async () => {
  const clinic = await openClinic();
  const kept = async () => (await clinic.storage.read.audit.records({}, { after: 0, size: 100 })).map(facts);
  return { ...clinic, operator: createOperatorApplication(clinic), kept };
};

test('what the operator changes is recorded with the change, by no account, on the one it is about', async () => {
  const { auditTrail, kept, operator, parent } = await openOffice();
  const nina = {
    firstName: name('Nina'),
    lastName: name('New'),
    email: email('nina@example.org'),
    role: 'Ast',
  } as const;
  const created = must(await operator.createAccount({ ...nina, password: password('quite another'), ...call }));
  must(await operator.endSessions({ email: parent.email, ...call }));
  must(await operator.unlockLogin({ email: parent.email, ...call }));
  must(await operator.setPassword({ email: parent.email, newPassword: password('quite another'), ...call }));
  expect(await kept()).toEqual([
    ['account created', undefined, created.id, 'OK', 'operator 1'],
    ['sessions ended', undefined, parent.id, 'OK', 'operator 1'],
    ['login unlocked', undefined, parent.id, 'OK', 'operator 1'],
    ['password set', undefined, parent.id, 'OK', 'operator 1'],
  ]);
  expect(auditTrail.noted).toEqual([]);
});

test('what the operator is refused is noted', async () => {
  const { auditTrail, kept, operator } = await openOffice();
  await operator.endSessions({ email: email('nobody@example.org'), ...call });
  expect(auditTrail.noted.map(facts)).toEqual([
    ['sessions ended', undefined, undefined, 'ACCOUNT_NOT_FOUND', 'operator 1'],
  ]);
  expect(await kept()).toEqual([]);
});

test('reading and verifying the trail adds nothing to it', async () => {
  const { auditTrail, kept, operator } = await openOffice();
  must(await operator.readAudit({}));
  must(await operator.verifyAudit());
  expect([await kept(), auditTrail.noted]).toEqual([[], []]);
});
