import { describe, expect, test } from 'vitest';
import type { Account, Person } from '../../src/model/account.ts';
import type { Pages } from '../../src/model/pages.ts';
import { ok, type Result, refuse } from '../../src/result.ts';
import { openClinicWithClosedTask } from '../support/clinic.ts';
import { search } from '../support/family.ts';
import { codeOf, listed, must, reason, title } from '../support/values.ts';

/** The first doctor and her assistant have left. */
const openAfterLeaving = async () => {
  const clinic = await openClinicWithClosedTask();
  const { app, assistant, childId, doctor, otherDoctor, parent } = clinic;
  const leave = async (account: Account) => must(await app.disableAccount({ email: account.email }));
  const comeBack = async (account: Account) => must(await app.enableAccount({ email: account.email }));
  const firstNames = async (people: Promise<Result<Pages<Person>, unknown>>) =>
    (await listed(people)).map(({ firstName }) => firstName);
  const doctors = () => firstNames(app.listDoctors({ paging: {} }));
  const found = () => firstNames(app.listDoctors({ paging: {}, name: search('d ex') }));
  const assistants = () => firstNames(app.listAssistants({ doctorId: doctor.id, paging: {} }));
  const assistantsFound = () =>
    firstNames(app.listAssistants({ doctorId: doctor.id, paging: {}, name: search('anna') }));
  const open = (actor: Account = parent, to: Account = doctor) =>
    app.openCase({ actor, childId, doctorId: to.id, title: title('Eczema') });
  await leave(doctor);
  await leave(assistant);
  return { ...clinic, assistants, assistantsFound, comeBack, doctors, found, leave, open, otherDoctor };
};

describe('a doctor who cannot log in (D-32)', () => {
  test('is in no list of doctors and found by no name, until she can again', async () => {
    const { comeBack, doctor, doctors, found } = await openAfterLeaving();
    expect([await doctors(), await found()]).toEqual([['Dieter'], ['Dieter']]);
    await comeBack(doctor);
    expect([await doctors(), (await found()).toSorted()]).toEqual([
      ['Dora', 'Dieter'],
      ['Dieter', 'Dora'],
    ]);
  });

  test('gets no case, from nobody, by opening or handing over', async () => {
    const { app, assistant, caseOf, childId, comeBack, doctor, open, otherDoctor, parent } = await openAfterLeaving();
    await comeBack(assistant);
    const elsewhere = await caseOf(childId, otherDoctor);
    for (const actor of [parent, assistant]) expect(await open(actor)).toEqual(refuse('DOCTOR_NOT_FOUND'));
    for (const actor of [parent, otherDoctor]) {
      const handed = await app.handOverCase({ actor, caseId: elsewhere, doctorId: doctor.id });
      expect(handed).toEqual(refuse('DOCTOR_NOT_FOUND'));
    }
    await comeBack(doctor);
    expect([codeOf(await open(parent)), codeOf(await open(assistant))]).toEqual(['OK', 'OK']);
  });

  test('gets no request, which would wait for nobody; one that waits is answered as before', async () => {
    const { app, caseId, certification, comeBack, doctor, leave, parent, taskId } = await openAfterLeaving();
    const ask = (actor = parent) => app.requestCertification({ actor, id: caseId });
    expect(await ask()).toEqual(refuse('DOCTOR_UNAVAILABLE'));
    await comeBack(doctor);
    const certId = await certification.requested();
    await leave(doctor);
    expect(await ask()).toEqual(ok(certId));
    await comeBack(doctor);
    must(await app.rejectCertification({ actor: doctor, id: taskId, reason: reason('Too old') }));
    await leave(doctor);
    expect(await ask()).toEqual(refuse('DOCTOR_UNAVAILABLE'));
  });

  test('keeps the cases until a parent hands them over, and what is requested goes along', async () => {
    const { app, caseId, certification, comeBack, doctor, leave, mailer, otherDoctor, parent, storage } =
      await openAfterLeaving();
    await comeBack(doctor);
    await certification.requested();
    await leave(doctor);
    const own = { actor: parent, doctorId: doctor.id, paging: {} };
    expect(await listed(app.listDoctorsChildren(own))).toHaveLength(1);
    expect(must(await app.showCase({ actor: parent, caseId, detail: 'full' })).doctor).toMatchObject({
      id: doctor.id,
      isAvailable: false,
    });
    must(await app.handOverCase({ actor: parent, caseId, doctorId: otherDoctor.id }));
    const waiting = await storage.read.mails.all({ after: undefined, size: 99 });
    const received = { kind: 'case received', accountId: otherDoctor.id };
    expect(waiting).toContainEqual(expect.objectContaining(received));
    expect(mailer.sent).toEqual([]);
  });
});

describe('an assistant who cannot log in (D-32)', () => {
  test('is in no list of assistants and found by no name, but the doctor sees and may remove her', async () => {
    const { app, assistant, assistants, assistantsFound, comeBack, doctor } = await openAfterLeaving();
    await comeBack(doctor);
    const own = { actor: doctor, doctorId: doctor.id };
    const seen = () => listed(app.listOwnAssistants({ actor: doctor, paging: {} }));
    expect([await assistants(), await assistantsFound()]).toEqual([[], []]);
    expect(await seen()).toMatchObject([{ id: assistant.id, isAvailable: false }]);
    await comeBack(assistant);
    expect([await assistants(), await assistantsFound()]).toEqual([['Anna'], ['Anna']]);
    expect(await seen()).toMatchObject([{ id: assistant.id, isAvailable: true }]);
    must(await app.disableAccount({ email: assistant.email }));
    must(await app.unlinkAssistant({ ...own, assistantId: assistant.id }));
    expect(await seen()).toEqual([]);
  });

  test('can be named by no doctor, until she can again', async () => {
    const { app, assistant, comeBack, otherDoctor } = await openAfterLeaving();
    const link = () => app.linkAssistant({ actor: otherDoctor, doctorId: otherDoctor.id, email: assistant.email });
    expect(await link()).toEqual(refuse('ASSISTANT_NOT_FOUND'));
    await comeBack(assistant);
    expect(await link()).toEqual(ok(assistant.id));
  });

  test.each(['assistant', 'parent'] as const)('is listed with the mark for no %s', async (who) => {
    const { app, [who]: actor } = await openAfterLeaving();
    expect(await app.listOwnAssistants({ actor, paging: {} })).toEqual(refuse('ROLE_NOT_ALLOWED'));
  });
});
