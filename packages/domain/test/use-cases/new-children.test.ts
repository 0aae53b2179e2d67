import { expect, test } from 'vitest';
import { createApplication } from '../../src/application.ts';
import type { Account } from '../../src/model/account.ts';
import { parseIdempotencyKey } from '../../src/model/idempotency.ts';
import type { ChildId } from '../../src/model/values.ts';
import { ok, refuse } from '../../src/result.ts';
import { openClinicWithCase } from '../support/clinic.ts';
import { search } from '../support/family.ts';
import { codeOf, listed, must, title, unknownId } from '../support/values.ts';

const [FULL, TAKEN] = [refuse('DOCTOR_TAKES_NO_CHILDREN'), 'OK'];

/** The first doctor takes no new children. One child has a case with her, and its sibling has one with another doctor. */
const openFullPractice = async () => {
  const clinic = await openClinicWithCase();
  const { app, caseOf, childOf, doctor, otherDoctor, parent } = clinic;
  const sibling = await childOf(parent, 'Sam');
  const elsewhere = await caseOf(sibling, otherDoctor);
  const take = (takesNoChildren: boolean, actor: Account = doctor) =>
    app.setTakesNoChildren({ actor, takesNoChildren });
  const open = (childId: ChildId, more: object = {}) =>
    app.openCase({ actor: parent, childId, doctorId: doctor.id, title: title('Cough'), ...more });
  const handOver = (actor: Account) => app.handOverCase({ actor, caseId: elsewhere, doctorId: doctor.id });
  return { ...clinic, elsewhere, handOver, open, sibling, take };
};

test('a doctor who takes no new children gets no case of one, by opening or handing over, until she takes them', async () => {
  const { handOver, open, otherDoctor, parent, sibling, take } = await openFullPractice();
  expect(await take(true)).toEqual(ok(undefined));
  expect(await open(sibling)).toEqual(FULL);
  for (const actor of [parent, otherDoctor]) expect(await handOver(actor)).toEqual(FULL);
  expect(await take(false)).toEqual(ok(undefined));
  expect([codeOf(await open(sibling)), codeOf(await handOver(parent))]).toEqual([TAKEN, TAKEN]);
});

test('a child with a case of hers, also a finished one, is taken as before', async () => {
  const { app, assistant, caseId, childId, caseOf, doctor, open, otherDoctor, parent, take } = await openFullPractice();
  const other = await caseOf(childId, otherDoctor);
  must(await take(true));
  must(await app.finishCase({ actor: doctor, caseId }));
  for (const actor of [parent, doctor, assistant]) expect(codeOf(await open(childId, { actor }))).toBe(TAKEN);
  expect(codeOf(await app.handOverCase({ actor: otherDoctor, caseId: other, doctorId: doctor.id }))).toBe(TAKEN);
  must(await app.reopenCase({ actor: doctor, caseId, reason: 'Back' as never }));
});

test('what was opened before is answered again, and nobody learns of a child that is not theirs', async () => {
  const { open, otherParent, sibling, take } = await openFullPractice();
  const idempotencyKey = must(parseIdempotencyKey('before'));
  const before = await open(sibling, { idempotencyKey });
  must(await take(true));
  expect(await open(sibling, { idempotencyKey })).toEqual(before);
  for (const child of [sibling, unknownId<ChildId>()]) {
    expect(await open(child, { actor: otherParent })).toEqual(refuse('CHILD_NOT_FOUND'));
  }
});

test('only a doctor says so, of herself alone; it is recorded, and told to whoever searches', async () => {
  const clinic = await openFullPractice();
  const { app, assistant, doctor, otherDoctor, parent, storage, take } = clinic;
  for (const actor of [assistant, parent]) expect(await take(true, actor)).toEqual(refuse('ROLE_NOT_ALLOWED'));
  const facts = { requestId: 'request', address: '192.0.2.1', session: 'session' as never };
  must(await createApplication(clinic).setTakesNoChildren({ ...facts, actor: doctor, takesNoChildren: true }));
  const found = await listed(app.findDoctors({ ...facts, name: search('d ex'), paging: {} }));
  const full = found.flatMap(({ id, takesNoChildren }) => (takesNoChildren ? [id] : []));
  expect([found.length, full]).toEqual([2, [doctor.id]]);
  expect((await storage.read.accounts.find(otherDoctor.id))?.takesNoChildren).toBe(false);
  const records = await storage.read.audit.records({}, { after: 0, size: 99 });
  expect(records.at(-1)).toMatchObject({ action: 'account changed: takesNoChildren', on: doctor.id, outcome: 'OK' });
});
