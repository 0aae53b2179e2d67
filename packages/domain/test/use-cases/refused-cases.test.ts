import { expect, test } from 'vitest';
import type { Account } from '../../src/model/account.ts';
import type { Who } from '../support/clinic.ts';
import { openFamily } from '../support/family.ts';
import { codeOf, listed, must, reason, title } from '../support/values.ts';

const FAR = { reason: reason('You live too far away.') };

/** Two parents share the child of the case. */
const openUnwanted = async () => {
  const family = await openFamily();
  const { app, caseId, childId, parent, share, storage, otherParent, told } = family;
  await share(otherParent);
  const unwanted = must(
    await app.openCase({ actor: parent, childId, doctorId: family.doctor.id, title: title('Cough') }),
  );
  await told();
  const refusal = async (actor: Account, id = unwanted) => codeOf(await app.refuseCase({ actor, caseId: id, ...FAR }));
  const stateOf = async () => (await storage.read.cases.find(unwanted))?.status;
  return { ...family, caseId, refusal, stateOf, unwanted };
};

test.each<[Who, string]>([
  ['doctor', 'OK'],
  ['assistant', 'OK'],
  ['parent', 'ROLE_NOT_ALLOWED'],
  ['otherDoctor', 'CASE_NOT_FOUND'],
  ['otherAssistant', 'CASE_NOT_FOUND'],
])('a case that nobody has worked in, refused by the %s: %s (D-43)', async (who, code) => {
  const { refusal, stateOf, [who]: actor } = await openUnwanted();
  expect(await refusal(actor)).toBe(code);
  expect(await stateOf()).toBe(code === 'OK' ? 'finished' : 'ongoing');
});

test('is finished: all parents are told, and read the reason in its history; its doctor may reopen it', async () => {
  const { app, assistant, clock, doctor, otherParent, parent, refusal, told, unwanted: caseId } = await openUnwanted();
  expect(await refusal(assistant)).toBe('OK');
  expect(await told()).toEqual([parent, otherParent].map(({ email }) => ['case refused', email]));
  const events = await listed(app.showHistory({ actor: parent, caseId, paging: {} }));
  const event = { action: 'case refused', by: assistant.id, at: clock.now(), ...FAR };
  expect(events.slice(1)).toMatchObject([event]);
  expect(await refusal(doctor)).toBe('CASE_FINISHED');
  must(await app.reopenCase({ actor: doctor, caseId, ...FAR }));
  expect(await refusal(doctor)).toBe('OK');
});

test('declines what parents ask for in it by the same reason, in one mail, unless that was decided about before', async () => {
  const { app, doctor, otherParent, parent, refusal, stateOf, told, unwanted: caseId } = await openUnwanted();
  const wish = async (actor: Account) =>
    must(await app.wishCertificate({ actor, about: { caseId }, purpose: title('Camp') })).taskId;
  const wished = [await wish(parent), await wish(otherParent)];
  await told();
  expect(await refusal(doctor)).toBe('OK');
  expect(await stateOf()).toBe('finished');
  expect(await told()).toEqual([parent, otherParent].map(({ email }) => ['case refused', email]));
  for (const id of wished)
    expect(await app.checkCertification({ actor: parent, id })).toMatchObject({
      value: { status: 'rejected', ...FAR },
    });
  must(await app.reopenCase({ actor: doctor, caseId, ...FAR }));
  for (const taskId of wished) must(await app.reopenTask({ actor: doctor, taskId, ...FAR }));
  expect([await refusal(doctor), await stateOf()]).toEqual(['CASE_WORKED_IN', 'ongoing']);
});

test.each(['open', 'closed'])('is refused for a case with an %s task', async (which) => {
  const { doctor, refusal, closedTaskIn, stateOf, taskIn, told, unwanted } = await openUnwanted();
  await (which === 'open' ? taskIn(unwanted) : closedTaskIn(unwanted));
  expect(await refusal(doctor)).toBe('CASE_WORKED_IN');
  expect([await stateOf(), await told()]).toEqual(['ongoing', []]);
});
