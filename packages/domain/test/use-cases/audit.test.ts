import { expect, test } from 'vitest';
import { createApplication } from '../../src/application.ts';
import type { AuditRecord } from '../../src/model/audit.ts';
import type { ChildId } from '../../src/model/values.ts';
import { openClinicWithClosedTask, PASSWORD } from '../support/clinic.ts';
import { must } from '../support/outcomes.ts';
import { attempt, email, name, password, reason, title } from '../support/values.ts';

const CALL = { requestId: 'the request', address: '192.0.2.1' };
const NINA = { firstName: name('Nina'), lastName: name('New') };
const WHY = { reason: reason('Again.') };

const openAudited = async () => {
  const clinic = await openClinicWithClosedTask();
  const { auditTrail, storage } = clinic;
  const facts = ({ action, by, on, outcome, child }: AuditRecord) => [action, by, on, outcome, child];
  /** The records since it was last asked: kept with a change, and noted. */
  let seen = 0;
  const records = async () => {
    const kept = await storage.read.audit.records({}, { after: seen, size: 1000 });
    seen += kept.length;
    return { kept: kept.map(facts), noted: auditTrail.noted.splice(0).map(facts) };
  };
  const as = (who: 'doctor' | 'otherDoctor' | 'parent') => ({ actor: clinic[who], ...CALL });
  return { ...clinic, app: createApplication(clinic), records, as };
};

test('a change is recorded with it: who did what on what, in which request, and about which child', async () => {
  const { app, as, caseId, childId, clock, doctor, otherAssistant, parent, records, storage, taskId } =
    await openAudited();
  const onTask = { ...as('doctor'), id: taskId };
  const own = { ...as('doctor'), doctorId: doctor.id };

  const account = must(
    await app.registerAccount({
      ...CALL,
      ...NINA,
      email: email('nina@example.org'),
      password: password(PASSWORD),
      role: 'Par',
    }),
  );
  const { token } = must(await app.logIn({ ...CALL, email: parent.email, password: attempt(PASSWORD) }));
  const caller = { ...must(await app.resumeSession(token)), ...CALL };
  must(await app.changePassword({ ...caller, password: attempt(PASSWORD), newPassword: password('quite another') }));
  must(await app.logOut(caller));
  must(await app.linkAssistant({ ...own, email: otherAssistant.email }));
  must(await app.unlinkAssistant({ ...own, assistantId: otherAssistant.id }));
  const child = must(await app.addChild({ ...as('parent'), ...NINA }));
  expect(await records()).toEqual({
    kept: [
      ['account registered', account.id, account.id, 'OK', undefined],
      ['logged in', parent.id, parent.id, 'OK', undefined],
      ['password changed', parent.id, parent.id, 'OK', undefined],
      ['logged out', parent.id, undefined, 'OK', undefined],
      ['assistant linked', doctor.id, otherAssistant.id, 'OK', undefined],
      ['assistant unlinked', doctor.id, otherAssistant.id, 'OK', undefined],
      ['child added', parent.id, child, 'OK', child],
    ],
    noted: [],
  });

  const opened = must(await app.openCase({ ...own, childId, title: title('Cough') }));
  const added = must(await app.addTask({ ...as('doctor'), caseId: opened, title: title('Listen') }));
  must(await app.closeTask({ ...as('doctor'), taskId: added }));
  must(await app.finishCase({ ...as('doctor'), caseId: opened }));
  must(await app.reopenCase({ ...as('doctor'), caseId: opened, ...WHY }));
  must(await app.requestCertification({ ...as('parent'), id: caseId }));
  must(await app.rejectCertification({ ...onTask, ...WHY }));
  must(await app.requestCertification(onTask));
  must(await app.issueCertification(onTask));
  must(await app.revokeCertification({ ...onTask, ...WHY }));
  expect(await records()).toEqual({
    kept: [
      ['case opened', doctor.id, opened, 'OK', childId],
      ['task added', doctor.id, opened, 'OK', childId],
      ['task closed', doctor.id, added, 'OK', childId],
      ['case finished', doctor.id, opened, 'OK', childId],
      ['case reopened', doctor.id, opened, 'OK', childId],
      ['certification requested', parent.id, caseId, 'OK', childId],
      ['certification rejected', doctor.id, taskId, 'OK', childId],
      ['certification requested', doctor.id, taskId, 'OK', childId],
      ['certification issued', doctor.id, taskId, 'OK', childId],
      ['certification revoked', doctor.id, taskId, 'OK', childId],
    ],
    noted: [],
  });
  const [last] = await storage.read.audit.records({}, { after: 16, size: 1 });
  expect(last).toMatchObject({ at: clock.now(), requestId: 'the request', place: 17 });
});

test.each(['parent', 'otherDoctor'] as const)(
  'a read by the %s of the data of a child, a case or a certification is noted, refused or not',
  async (who) => {
    const {
      app,
      as,
      caseId,
      childId,
      doctor,
      records,
      session,
      taskId,
      [who]: actor,
    } = await openAudited().then(async (clinic) => ({ ...clinic, ...(await clinic.logIn(clinic[who])) }));
    const input = { ...as(who), session, paging: {} };
    const [rights, own] = who === 'parent' ? ['OK', 'OK'] : ['CASE_NOT_FOUND', 'ROLE_NOT_ALLOWED'];
    await app.listOwnChildren(input);
    await app.listDoctorsChildren({ ...input, doctorId: doctor.id });
    await app.listCases(input);
    await app.showCase({ ...input, caseId });
    await app.showHistory({ ...input, caseId });
    await app.checkCertification({ ...input, id: taskId });
    await app.showCase({ ...input, caseId: childId as ChildId as never });
    await app.listDoctors(input);
    await app.listAssistants({ ...input, doctorId: doctor.id });
    await app.describeAccount(input);
    expect(await records()).toEqual({
      kept: [],
      noted: [
        ['own children listed', actor.id, actor.id, own, undefined],
        ["doctor's children listed", actor.id, doctor.id, own, undefined],
        ['cases listed', actor.id, actor.id, 'OK', undefined],
        ['case shown', actor.id, caseId, rights, childId],
        ['history shown', actor.id, caseId, rights, childId],
        ['certification checked', actor.id, taskId, who === 'parent' ? 'CERTIFICATION_NOT_FOUND' : rights, childId],
        ['case shown', actor.id, childId, 'CASE_NOT_FOUND', undefined],
      ],
    });
  },
);

test('what was refused is noted, with the code of the refusal, under who tried and on what', async () => {
  const { app, as, caseId, childId, doctor, otherDoctor, parent, records } = await openAudited();
  const wrong = { ...CALL, password: attempt('wrong horse') };
  await app.finishCase({ ...as('otherDoctor'), caseId });
  await app.openCase({ ...as('otherDoctor'), childId, doctorId: otherDoctor.id, title: title('Cough') });
  await app.linkAssistant({ ...as('parent'), doctorId: doctor.id, email: parent.email });
  await app.addChild({ ...as('doctor'), ...NINA });
  await app.logIn({ ...wrong, email: parent.email });
  await app.logIn({ ...wrong, email: email('nobody@example.org') });
  expect(await records()).toEqual({
    kept: [],
    noted: [
      ['case finished', otherDoctor.id, caseId, 'CASE_NOT_FOUND', childId],
      ['case opened', otherDoctor.id, childId, 'CHILD_NOT_FOUND', childId],
      ['assistant linked', parent.id, doctor.id, 'ROLE_NOT_ALLOWED', undefined],
      ['child added', doctor.id, undefined, 'ROLE_NOT_ALLOWED', undefined],
      ['logged in', parent.id, undefined, 'CREDENTIALS_WRONG', undefined],
      ['logged in', undefined, undefined, 'CREDENTIALS_WRONG', undefined],
    ],
  });
});

test('a record holds no secret and no data, identifiers only', async () => {
  const { app, parent, records } = await openAudited();
  for (const text of [PASSWORD, 'wrong horse']) {
    await app.logIn({ ...CALL, email: parent.email, password: attempt(text) });
  }
  const text = JSON.stringify(await records());
  for (const secret of [PASSWORD, 'wrong horse', 'token-', parent.email, parent.firstName]) {
    expect(text).not.toContain(secret);
  }
});
