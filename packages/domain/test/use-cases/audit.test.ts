import { expect, test, vi } from 'vitest';
import { createApplication } from '../../src/application.ts';
import type { AuditRecord } from '../../src/model/audit.ts';
import type { Pages } from '../../src/model/pages.ts';
import type { AccountId } from '../../src/model/values.ts';
import { ok, type Refusal, type Result, refuse } from '../../src/result.ts';
import type { Setup } from '../../testing/setup.ts';
import { openClinicWithClosedTask, PASSWORD } from '../support/clinic.ts';
import { attempt, email, entriesOf, must, name, password, reason, title } from '../support/values.ts';

type Name = keyof Setup;
type Make = (input: object) => Promise<Result<unknown, Refusal>>;
type Made = { readonly by?: string; readonly on?: string; readonly child?: string; readonly more?: object };

const NINA = { firstName: name('Nina'), lastName: name('New'), role: 'Par' };
const WORDS = { title: title('Cough'), reason: reason('Again.'), newPassword: password('quite another') };

/** A clinic whose calls leave records. The doctor makes them unless `more` says otherwise. */
const openAudited = async () => {
  const clinic = await openClinicWithClosedTask();
  const { auditTrail, caseId, childId, doctor, otherAssistant, otherDoctor, parent, storage, taskId } = clinic;
  const app = createApplication(clinic);
  const { session } = await clinic.logIn(doctor);
  const fields = { actor: doctor, session, caseId, childId, taskId, id: taskId, doctorId: doctor.id, paging: {} };
  const people = { email: otherAssistant.email, assistantId: otherAssistant.id, password: attempt(PASSWORD) };
  const call = (name: Name, more: object = {}) => {
    const input = { requestId: 'the request', address: '192.0.2.1', ...fields, ...people, ...NINA, ...WORDS, ...more };
    return (app[name as keyof typeof app] as Make)(input);
  };
  /** A list is read as well. */
  const read = async (name: Name, more: object) => {
    const outcome = await call(name, more);
    if (outcome.ok && Symbol.asyncIterator in Object(outcome.value)) await entriesOf(outcome.value as Pages<unknown>);
  };
  const [byParent, byStranger] = [{ actor: parent }, { actor: otherDoctor }];
  const facts = ({ action, by, on, outcome, child }: AuditRecord) => [action, by, on, outcome, child];
  const kept = () => storage.read.audit.records({}, { after: 0, size: 1000 });
  return {
    ...clinic,
    byParent,
    byStranger,
    call,
    facts,
    kept,
    read,
    noted: () => auditTrail.noted.splice(0).map(facts),
  };
};

test('a change is recorded with it: who did what on what, in which request, and about which child', async () => {
  const {
    byParent,
    call,
    caseId,
    childId,
    clock,
    doctor,
    facts,
    kept,
    noted,
    otherAssistant,
    otherDoctor,
    parent,
    taskId,
  } = await openAudited();
  const expected: unknown[] = [];
  /** By the doctor and on what the call answers, unless it is said otherwise. */
  const make = async (name: Name, action: string, { by = doctor.id, on, child, more }: Made = {}) => {
    const value = must(await call(name, more)) as string;
    expected.push([action, by, on ?? value, 'OK', child === 'itself' ? value : child]);
    return value;
  };
  const nina = { email: email('nina@example.org'), password: password(PASSWORD) };
  const { id } = must(await call('registerAccount', nina)) as unknown as { id: AccountId };
  expected.push(['account registered', id, id, 'OK', undefined]);
  await make('logIn', 'logged in', { by: parent.id, on: parent.id, more: { email: parent.email } });
  await make('changePassword', 'password changed', { on: doctor.id });
  await make('logOut', 'logged out');
  await make('linkAssistant', 'assistant linked');
  await make('unlinkAssistant', 'assistant unlinked', { on: otherAssistant.id });
  await make('addChild', 'child added', { by: parent.id, child: 'itself', more: byParent });
  const child = childId;
  const opened = { caseId: await make('openCase', 'case opened', { child }) };
  const added = await make('addTask', 'task added', { on: opened.caseId, child, more: opened });
  await make('closeTask', 'task closed', { on: added, child, more: { taskId: added } });
  await make('finishCase', 'case finished', { on: opened.caseId, child, more: opened });
  await make('reopenCase', 'case reopened', { on: opened.caseId, child, more: opened });
  const unwanted = { caseId: await make('openCase', 'case opened', { child }) };
  const written = { caseId: opened.caseId, text: 'Sleeps badly' };
  await make('writeNote', 'note written', { on: opened.caseId, child, more: written });
  const handed = { ...opened, doctorId: otherDoctor.id };
  await make('handOverCase', 'case handed over', { on: opened.caseId, child, more: handed });
  await make('refuseCase', 'case refused', { on: unwanted.caseId, child, more: unwanted });
  const onCase = { ...byParent, id: caseId };
  await make('requestCertification', 'certification requested', { by: parent.id, on: caseId, child, more: onCase });
  await make('rejectCertification', 'certification rejected', { on: taskId, child });
  await make('requestCertification', 'certification requested', { on: taskId, child });
  const carla = { firstName: 'Carla', lastName: 'Example' };
  await make('issueCertification', 'certification issued', { on: taskId, child, more: carla });
  await make('confirmCertification', 'certification confirmed', { on: taskId, child, more: carla });
  await make('revokeCertification', 'certification revoked', { on: taskId, child });
  const records = await kept();
  expect(records.map(facts)).toEqual(expected);
  expect(records.at(-1)).toMatchObject({ at: clock.now(), requestId: 'the request', place: expected.length });
  expect(noted()).toEqual([]);
});

test.each(['parent', 'otherDoctor'] as const)(
  'a read by the %s of the data of a child, a case or a certification is noted, refused or not',
  async (who) => {
    const { call, caseId, childId, doctor, kept, noted, read, taskId, [who]: actor } = await openAudited();
    const [rights, own] = who === 'parent' ? ['OK', 'OK'] : ['CASE_NOT_FOUND', 'ROLE_NOT_ALLOWED'];
    const reads: readonly Name[] = ['listOwnChildren', 'listDoctorsChildren', 'listCases', 'showCase', 'showHistory'];
    for (const name of reads) await read(name, { actor });
    await call('checkCertification', { actor });
    await call('showCase', { actor, caseId: childId });
    for (const name of ['listDoctors', 'listAssistants', 'describeAccount'] as const) await call(name, { actor });
    expect(noted()).toEqual([
      ['own children listed', actor.id, actor.id, own, undefined],
      ["doctor's children listed", actor.id, doctor.id, own, undefined],
      ['cases listed', actor.id, actor.id, 'OK', who === 'parent' ? childId : undefined],
      ['case shown', actor.id, caseId, rights, childId],
      ['history shown', actor.id, caseId, rights, childId],
      ['certification checked', actor.id, taskId, who === 'parent' ? 'CERTIFICATION_NOT_FOUND' : rights, childId],
      ['case shown', actor.id, childId, 'CASE_NOT_FOUND', undefined],
    ]);
    expect(await kept()).toEqual([]);
  },
);

test('what was refused is noted, with the code of the refusal, under who tried and on what', async () => {
  const { byParent, byStranger, call, caseId, childId, doctor, kept, noted, otherDoctor, parent } = await openAudited();
  const wrong = { password: attempt('wrong horse') };
  await call('finishCase', byStranger);
  await call('openCase', { ...byStranger, doctorId: otherDoctor.id });
  await call('linkAssistant', byParent);
  await call('addChild');
  await call('logIn', { ...wrong, email: parent.email });
  await call('logIn', { ...wrong, email: email('nobody@example.org') });
  expect(noted()).toEqual([
    ['case finished', otherDoctor.id, caseId, 'CASE_NOT_FOUND', childId],
    ['case opened', otherDoctor.id, childId, 'CHILD_NOT_FOUND', childId],
    ['assistant linked', parent.id, doctor.id, 'ROLE_NOT_ALLOWED', undefined],
    ['child added', doctor.id, undefined, 'ROLE_NOT_ALLOWED', undefined],
    ['logged in', parent.id, undefined, 'CREDENTIALS_WRONG', undefined],
    ['logged in', undefined, undefined, 'CREDENTIALS_WRONG', undefined],
  ]);
  expect(await kept()).toEqual([]);
});

test('a unit of work that runs again is recorded by what it found the last time', async () => {
  const { call, caseId, childId, doctor, noted, storage } = await openAudited();
  const write = storage.write.bind(storage);
  vi.spyOn(storage, 'write').mockImplementationOnce(async (work) => {
    // The first run is rolled back; then the child is erased with its cases.
    await write(async (stores, hasTime) => {
      await work(stores, hasTime);
      return refuse('CASE_FINISHED');
    });
    await write(async ({ children }) => ok(await children.erase(childId)));
    return write(work);
  });
  await call('finishCase');
  expect(noted()).toEqual([['case finished', doctor.id, caseId, 'CASE_NOT_FOUND', undefined]]);
});

test('a record holds no secret and no data, identifiers only', async () => {
  const { auditTrail, call, kept, parent } = await openAudited();
  const tries = [PASSWORD, 'wrong horse'];
  for (const text of tries) await call('logIn', { email: parent.email, password: attempt(text) });
  const text = JSON.stringify([await kept(), auditTrail.noted]);
  for (const secret of [...tries, 'token-', parent.email, parent.firstName]) expect(text).not.toContain(secret);
});
