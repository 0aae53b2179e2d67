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

test('parents who want no notices, or have left, are not told', async () => {
  const { app, doctor, logIn, otherParent, parent, refusal, told } = await openUnwanted();
  must(await app.changeProfile({ ...(await logIn(parent)), notices: 'security' }));
  must(await app.disableAccount({ email: otherParent.email }));
  expect(await refusal(doctor)).toBe('OK');
  expect(await told()).toEqual([]);
});

test.each(['open', 'closed'])('is refused for a case with an %s task', async (which) => {
  const { doctor, refusal, closedTaskIn, stateOf, taskIn, told, unwanted } = await openUnwanted();
  await (which === 'open' ? taskIn(unwanted) : closedTaskIn(unwanted));
  expect(await refusal(doctor)).toBe('CASE_WORKED_IN');
  expect([await stateOf(), await told()]).toEqual(['ongoing', []]);
});

test('sent again with its key, it is answered again, but not once somebody has worked in the case', async () => {
  const { app, closedTaskIn, doctor, unwanted: caseId } = await openUnwanted();
  const send = async () =>
    codeOf(await app.refuseCase({ actor: doctor, caseId, ...FAR, idempotencyKey: 'once' as never }));
  expect([await send(), await send()]).toEqual(['OK', 'OK']);
  must(await app.reopenCase({ actor: doctor, caseId, ...FAR }));
  await closedTaskIn(caseId);
  must(await app.finishCase({ actor: doctor, caseId }));
  expect(await send()).toBe('IDEMPOTENCY_KEY_REUSED');
});

test('a task that is added at the same time is added, or the case is refused', async () => {
  for (const isFirst of [true, false]) {
    const { app, assistant, doctor, refusal, unwanted: caseId } = await openUnwanted();
    const add = async () => codeOf(await app.addTask({ actor: assistant, caseId, title: title('Listen') }));
    const acts = [() => refusal(doctor), add];
    const codes = await Promise.all((isFirst ? acts : acts.toReversed()).map((act) => act()));
    expect(codes).toEqual(['OK', isFirst ? 'CASE_FINISHED' : 'CASE_WORKED_IN']);
  }
});
