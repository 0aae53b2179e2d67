import { describe, expect, test } from 'vitest';
import { createApplication } from '../src/application.ts';
import type { SessionDigest } from '../src/model/account.ts';
import type { AuditRecord } from '../src/model/audit.ts';
import { openClinicWithClosedTask, PASSWORD } from './support/clinic.ts';
import { must } from './support/outcomes.ts';
import { attempt, email, name, password, reason, title } from './support/values.ts';

const openAudited = async () => {
  const clinic = await openClinicWithClosedTask();
  const app = createApplication(clinic);
  /** What has been recorded so far: with the change, and noted. */
  const kept = () => clinic.storage.read.audit.records({}, { after: 0, size: 1000 });
  return { ...clinic, app, kept, noted: clinic.auditTrail.noted };
};

const session = '' as SessionDigest;
const call = { requestId: 'the request', address: '192.0.2.1' };
const facts = ({ action, by, on, outcome }: AuditRecord) => [action, by, on, outcome];

describe('what changes something', () => {
  test('is recorded with the change, under who did it, on what, in which request', async () => {
    const { app, clock, kept, noted, parent } = await openAudited();
    const child = { actor: parent, firstName: name('Mia'), lastName: name('Jansen') };
    const id = must(await app.addChild({ ...child, ...call }));
    const [record, ...more] = await kept();
    expect(record).toMatchObject({ at: clock.now(), requestId: 'the request', place: 1 });
    expect(record && facts(record)).toEqual(['child added', parent.id, id, 'OK']);
    expect([more, noted]).toEqual([[], []]);
  });

  test('is recorded for every change of a case, its tasks and certifications, and of accounts', async () => {
    const { app, assistant, caseId, childId, doctor, kept, otherAssistant, parent, taskId } = await openAudited();
    const byDoctor = { actor: doctor, ...call };
    const { id } = must(
      await app.registerAccount({
        firstName: name('Nina'),
        lastName: name('New'),
        email: email('nina@example.org'),
        password: password(PASSWORD),
        role: 'Par',
        ...call,
      }),
    );
    const { token } = must(await app.logIn({ email: parent.email, password: attempt(PASSWORD), ...call }));
    const session = must(await app.resumeSession(token));
    const newPassword = password('quite another one');
    must(await app.changePassword({ ...session, password: attempt(PASSWORD), newPassword, ...call }));
    must(await app.logOut({ ...session, ...call }));
    must(await app.linkAssistant({ ...byDoctor, doctorId: doctor.id, email: otherAssistant.email }));
    must(await app.unlinkAssistant({ ...byDoctor, doctorId: doctor.id, assistantId: otherAssistant.id }));
    const opened = must(await app.openCase({ ...byDoctor, childId, doctorId: doctor.id, title: title('Cough') }));
    const added = must(await app.addTask({ ...byDoctor, caseId: opened, title: title('Listen') }));
    must(await app.closeTask({ ...byDoctor, taskId: added }));
    must(await app.finishCase({ ...byDoctor, caseId: opened }));
    must(await app.reopenCase({ ...byDoctor, caseId: opened, reason: reason('Again.') }));
    must(await app.requestCertification({ actor: parent, ...call, id: caseId }));
    must(await app.rejectCertification({ ...byDoctor, id: taskId, reason: reason('No.') }));
    must(await app.requestCertification({ actor: assistant, ...call, id: taskId }));
    must(await app.issueCertification({ ...byDoctor, id: taskId }));
    must(await app.revokeCertification({ ...byDoctor, id: taskId, reason: reason('Too late.') }));

    expect((await kept()).map(facts)).toEqual([
      ['account registered', id, id, 'OK'],
      ['logged in', parent.id, parent.id, 'OK'],
      ['password changed', parent.id, parent.id, 'OK'],
      ['logged out', parent.id, undefined, 'OK'],
      ['assistant linked', doctor.id, otherAssistant.id, 'OK'],
      ['assistant unlinked', doctor.id, otherAssistant.id, 'OK'],
      ['case opened', doctor.id, opened, 'OK'],
      ['task added', doctor.id, opened, 'OK'],
      ['task closed', doctor.id, added, 'OK'],
      ['case finished', doctor.id, opened, 'OK'],
      ['case reopened', doctor.id, opened, 'OK'],
      ['certification requested', parent.id, caseId, 'OK'],
      ['certification rejected', doctor.id, taskId, 'OK'],
      ['certification requested', assistant.id, taskId, 'OK'],
      ['certification issued', doctor.id, taskId, 'OK'],
      ['certification revoked', doctor.id, taskId, 'OK'],
    ]);
  });

  test('holds no secret and no data, identifiers only', async () => {
    const { app, kept, noted, parent } = await openAudited();
    await app.logIn({ email: parent.email, password: attempt(PASSWORD), ...call });
    await app.logIn({ email: parent.email, password: attempt('wrong horse'), ...call });
    const text = JSON.stringify([await kept(), noted]);
    for (const secret of [PASSWORD, 'wrong horse', 'token-', parent.email, parent.firstName]) {
      expect(text).not.toContain(secret);
    }
  });
});

describe('a record names the child', () => {
  test('of a case, its tasks and certifications, whoever asks and whatever the outcome', async () => {
    const { app, caseId, childId, doctor, kept, noted, otherDoctor, parent, taskId } = await openAudited();
    const byDoctor = { actor: doctor, ...call };
    const added = must(await app.addTask({ ...byDoctor, caseId, title: title('Listen') }));
    must(await app.closeTask({ ...byDoctor, taskId: added }));
    must(await app.finishCase({ ...byDoctor, caseId }));
    must(await app.reopenCase({ ...byDoctor, caseId, reason: reason('Again.') }));
    must(await app.openCase({ ...byDoctor, childId, doctorId: doctor.id, title: title('Cough') }));
    for (const id of [caseId, taskId]) {
      must(await app.requestCertification({ actor: parent, ...call, id }));
      must(await app.issueCertification({ ...byDoctor, id }));
      must(await app.revokeCertification({ ...byDoctor, id, reason: reason('Too late.') }));
    }
    must(await app.requestCertification({ actor: parent, ...call, id: taskId }));
    must(await app.rejectCertification({ ...byDoctor, id: taskId, reason: reason('No.') }));
    await app.openCase({ actor: otherDoctor, ...call, childId, doctorId: otherDoctor.id, title: title('Cough') });
    for (const actor of [parent, otherDoctor]) {
      await app.showCase({ actor, session, ...call, caseId });
      await app.showHistory({ actor, session, ...call, caseId, paging: {} });
      await app.checkCertification({ actor, ...call, id: taskId });
      await app.finishCase({ actor, ...call, caseId });
    }
    expect((await kept()).map(({ child }) => child)).toEqual(Array.from({ length: 13 }, () => childId));
    expect(noted.map(({ child }) => child)).toEqual(Array.from({ length: 9 }, () => childId));
  });

  test("that is added, and none where a call is about many children or about nobody's", async () => {
    const { app, doctor, kept, noted, parent } = await openAudited();
    const byParent = { actor: parent, session, ...call, paging: {} };
    const id = must(await app.addChild({ ...byParent, firstName: name('Mia'), lastName: name('Jansen') }));
    must(await app.listOwnChildren(byParent));
    must(await app.listDoctorsChildren({ ...byParent, doctorId: doctor.id }));
    must(await app.listCases(byParent));
    await app.showCase({ ...byParent, caseId: id as never });
    expect((await kept()).map(({ child }) => child)).toEqual([id]);
    expect(noted.map(({ child }) => child)).toEqual([undefined, undefined, undefined, undefined]);
  });
});

describe('what changes nothing', () => {
  test('is noted: every read of the data of a child, a case or a certification', async () => {
    const { app, caseId, doctor, kept, noted, parent, taskId } = await openAudited();
    const byParent = { actor: parent, session, ...call, paging: {} };
    must(await app.listOwnChildren(byParent));
    must(await app.listDoctorsChildren({ ...byParent, doctorId: doctor.id }));
    must(await app.listCases(byParent));
    must(await app.showCase({ ...byParent, caseId }));
    must(await app.showHistory({ ...byParent, caseId }));
    await app.checkCertification({ ...byParent, id: taskId });
    expect(noted.map(facts)).toEqual([
      ['own children listed', parent.id, parent.id, 'OK'],
      ["doctor's children listed", parent.id, doctor.id, 'OK'],
      ['cases listed', parent.id, parent.id, 'OK'],
      ['case shown', parent.id, caseId, 'OK'],
      ['history shown', parent.id, caseId, 'OK'],
      ['certification checked', parent.id, taskId, 'CERTIFICATION_NOT_FOUND'],
    ]);
    expect(await kept()).toEqual([]);
  });

  test('is noted: what was refused, with the code of the refusal, under who tried', async () => {
    const { app, caseId, kept, noted, otherDoctor, parent } = await openAudited();
    await app.finishCase({ actor: otherDoctor, caseId, ...call });
    await app.logIn({ email: parent.email, password: attempt('wrong horse'), ...call });
    await app.logIn({ email: email('nobody@example.org'), password: attempt('wrong horse'), ...call });
    expect(noted.map(facts)).toEqual([
      ['case finished', otherDoctor.id, caseId, 'CASE_NOT_FOUND'],
      ['logged in', parent.id, undefined, 'CREDENTIALS_WRONG'],
      ['logged in', undefined, undefined, 'CREDENTIALS_WRONG'],
    ]);
    expect(await kept()).toEqual([]);
  });

  test('leaves no record where no data of a child is read', async () => {
    const { app, doctor, noted } = await openAudited();
    must(await app.listDoctors({ session, paging: {} }));
    must(await app.listAssistants({ session, doctorId: doctor.id, paging: {} }));
    expect(noted).toEqual([]);
  });
});
