import { describe, expect, test } from 'vitest';
import type { Account } from '../../src/model/account.ts';
import type { Correction } from '../../src/model/child.ts';
import type { Day, TaskId } from '../../src/model/values.ts';
import { ok, refuse } from '../../src/result.ts';
import { openFamily } from '../support/family.ts';
import { codeOf, day, listed, must, name, number, reason } from '../support/values.ts';

const CARLA = { firstName: name('Carla'), lastName: name('Example') };
const EMIL = { ...CARLA, firstName: name('Emil') };
const BORN = day('2019-05-04');

/** A certification that the doctor has issued about Carla, of whom no birth date is known. */
const openIssued = async () => {
  const family = await openFamily();
  const { app, caseId, certification, childId, deliver, doctor, mailer, parent, taskId } = family;
  await certification.issued();
  const correct = (given: Correction) => app.correctChild({ actor: parent, childId, ...given });
  const confirm = (shown: object, actor: Account = doctor, id: TaskId = taskId) =>
    app.confirmCertification({ actor, id, ...shown });
  const toConfirm = async (actor: Account = doctor) =>
    (await listed(app.listIssued({ actor, list: 'to confirm', paging: {} }))).map(({ certification }) => certification);
  const told = async () => {
    await deliver();
    const sent = mailer.sent.splice(0).filter(({ kind }) => kind === 'certification to confirm');
    return sent.map(({ to }) => to);
  };
  const events = async () => (await listed(app.showHistory({ actor: parent, caseId, paging: {} }))).slice(5);
  return { ...family, confirm, correct, events, toConfirm, told };
};

describe('a child that is corrected after its doctor has certified it (D-30)', () => {
  test('gets a certificate only once that doctor has confirmed that it is the same child', async () => {
    const { confirm, correct, create, created, textOf, toConfirm } = await openIssued();
    must(await correct(EMIL));
    expect(await create()).toEqual(refuse('CERTIFICATION_TO_CONFIRM'));
    expect(await toConfirm()).toMatchObject([{ certified: CARLA }]);
    expect(await confirm(EMIL)).toEqual(ok(undefined));
    expect(await toConfirm()).toEqual([]);
    expect(textOf(await created())).toMatchObject({ firstName: 'Emil', doctor: 'Dora Example' });
  });

  const CORRECTIONS: readonly (readonly [what: string, given: Correction, isToConfirm: boolean])[] = [
    ['a name', { lastName: name('Ejemplo') }, true],
    ['a birth date for the first time', { birthDate: BORN }, true],
    ['the number alone', { socSecNum: number('756.9217.0769.85') }, false],
    ['nothing', CARLA, false],
  ];
  test.each(CORRECTIONS)('with %s: %j is to confirm: %s', async (_, given, isToConfirm) => {
    const { correct, create, doctor, toConfirm, told } = await openIssued();
    must(await correct(given));
    expect(await toConfirm()).toHaveLength(isToConfirm ? 1 : 0);
    expect(codeOf(await create())).toBe(isToConfirm ? 'CERTIFICATION_TO_CONFIRM' : 'OK');
    expect(await told()).toEqual(isToConfirm ? [doctor.email] : []);
  });

  test('and corrected back needs no confirmation, however many corrections lie between', async () => {
    const { confirm, correct, created, events, toConfirm } = await openIssued();
    for (const firstName of ['Emil', 'Emilia', 'Carla']) must(await correct({ firstName: name(firstName) }));
    expect(await toConfirm()).toEqual([]);
    expect(await confirm(CARLA)).toEqual(ok(undefined));
    expect((await events()).map(({ action }) => action)).toEqual(Array(3).fill('child corrected'));
    await created();
  });

  test('may be certified by the same key again only after that', async () => {
    const { confirm, correct, create } = await openIssued();
    const call = { idempotencyKey: 'a key' as never, disclosed: 'initials' };
    must(await create(call));
    must(await correct({ lastName: name('Elsewhere') }));
    expect(await create(call)).toEqual(refuse('CERTIFICATION_TO_CONFIRM'));
    must(await confirm({ ...CARLA, lastName: name('Elsewhere') }));
    expect(codeOf(await create(call))).toBe('OK');
  });

  test('leaves nothing to confirm once the certification is over, or revoked', async () => {
    const { app, clock, confirm, correct, doctor, taskId, told, toConfirm } = await openIssued();
    must(await correct(EMIL));
    must(await app.revokeCertification({ actor: doctor, id: taskId, reason: reason('Another child') }));
    expect(await toConfirm()).toEqual([]);
    expect(await confirm(EMIL)).toEqual(refuse('CERTIFICATION_NOT_ISSUED'));
    must(await app.requestCertification({ actor: doctor, id: taskId }));
    must(await app.issueCertification({ actor: doctor, id: taskId, validUntil: '2026-06-15' as Day }));
    await told();
    clock.advance(86_400_000);
    must(await correct(CARLA));
    expect([await toConfirm(), await told()]).toEqual([[], []]);
    expect(await confirm(CARLA)).toEqual(ok(undefined));
  });
});

describe('mails and history of a child that is corrected after it was certified (D-30)', () => {
  test('tell each doctor once, however much they have issued, and not again while they have not answered', async () => {
    const { app, caseOf, childId, closedTaskIn, correct, doctor, otherDoctor, parent, toConfirm, told } =
      await openIssued();
    for (const actor of [doctor, otherDoctor]) {
      const caseId = await caseOf(childId, actor);
      const id = await closedTaskIn(caseId);
      must(await app.requestCertification({ actor: parent, id }));
      must(await app.issueCertification({ actor, id }));
      must(await app.finishCase({ actor, caseId }));
    }
    must(await correct(EMIL));
    expect((await told()).toSorted()).toEqual([otherDoctor.email, doctor.email]);
    expect([await toConfirm(), await toConfirm(otherDoctor)]).toMatchObject([{ length: 2 }, { length: 1 }]);
    must(await correct({ birthDate: BORN }));
    expect(await told()).toEqual([]);
    for (const firstName of [CARLA.firstName, EMIL.firstName]) must(await correct({ firstName }));
    expect(await told()).toEqual([]);
  });

  test('say in each of its cases which fields were corrected, never what stood there', async () => {
    const { app, caseOf, childId, correct, doctor, events, parent } = await openIssued();
    const another = await caseOf(childId, doctor);
    must(await correct({ ...EMIL, birthDate: BORN, socSecNum: number('756.9217.0769.85') }));
    const corrected = { action: 'child corrected', by: parent.id, fields: ['firstName', 'birthDate', 'socSecNum'] };
    expect(await events()).toMatchObject([corrected]);
    const others = await listed(app.showHistory({ actor: doctor, caseId: another, paging: {} }));
    expect(others).toMatchObject([{ action: 'case opened' }, corrected]);
    for (const value of ['Emil', 'Carla', BORN, '9217']) expect(JSON.stringify(others)).not.toContain(value);
  });
});

describe('confirming a certification (D-30)', () => {
  test('is asked of doctors alone, and of them only where there is a decision', async () => {
    const { app, assistant, caseId, closedTaskIn, confirm, correct, doctor, parent, taskId } = await openIssued();
    const waiting = (actor: Account) => app.listWaiting({ actor, paging: {} });
    for (const actor of [parent, assistant]) {
      expect(await confirm(CARLA, actor)).toEqual(refuse('ROLE_NOT_ALLOWED'));
      expect(await waiting(actor)).toEqual(refuse('ROLE_NOT_ALLOWED'));
    }
    expect(await listed(waiting(doctor))).toEqual([]);
    expect(await confirm(CARLA, doctor, await closedTaskIn(caseId))).toEqual(refuse('CERTIFICATION_NOT_FOUND'));
    const isToConfirm = async () => must(await app.showIssued({ actor: doctor, taskId })).isToConfirm;
    expect(await isToConfirm()).toBe(false);
    must(await correct(EMIL));
    expect(await isToConfirm()).toBe(true);
  });

  test('after a handover is for the doctor who has issued it alone', async () => {
    const { app, assistant, caseId, confirm, correct, created, doctor, otherDoctor, parent, toConfirm, told } =
      await openIssued();
    must(await app.handOverCase({ actor: parent, caseId, doctorId: otherDoctor.id }));
    must(await correct(EMIL));
    expect(await told()).toEqual([doctor.email]);
    expect(await confirm(EMIL, otherDoctor)).toEqual(refuse('ROLE_NOT_ALLOWED'));
    expect(await confirm(EMIL, assistant)).toEqual(refuse('CASE_NOT_FOUND'));
    expect([await toConfirm(otherDoctor), await toConfirm()]).toMatchObject([[], [{ certified: CARLA }]]);
    expect(await confirm(EMIL)).toEqual(ok(undefined));
    await created();
  });

  test('is asked of nobody who has left: the doctor who took the case over issues anew under the own name', async () => {
    const { app, caseId, correct, create, created, deliver, doctor, mailer, otherDoctor, taskId, textOf } =
      await openIssued();
    must(await app.handOverCase({ actor: doctor, caseId, doctorId: otherDoctor.id }));
    must(await app.showCase({ actor: otherDoctor, caseId }));
    must(await app.disableAccount({ email: doctor.email }));
    await deliver();
    mailer.sent.splice(0);
    must(await correct(EMIL));
    await deliver();
    expect(mailer.sent).toMatchObject([{ kind: 'certification to correct', to: otherDoctor.email }]);
    const asked = async (actor: Account) => {
      const found = await listed(app.listIssued({ actor, list: 'to correct', paging: {} }));
      return [found.map(({ certification }) => certification.taskId), must(await app.showWork({ actor })).decisions];
    };
    expect(await asked(otherDoctor)).toEqual([[taskId], 1]);
    must(await app.enableAccount({ email: doctor.email }));
    expect([await asked(otherDoctor), await asked(doctor)]).toEqual([
      [[], 0],
      [[], 1],
    ]);
    must(await app.disableAccount({ email: doctor.email }));
    const words = { statement: 'Fit' as never, reason: reason('Called otherwise'), ...EMIL };
    must(await app.correctCertification({ actor: otherDoctor, id: taskId, ...words }));
    expect(await asked(otherDoctor)).toEqual([[], 0]);
    expect(codeOf(await create())).toBe('OK');
    expect(textOf(await created())).toMatchObject({ firstName: 'Emil', doctor: 'Dieter Example' });
  });

  test('is asked of whoever stands in for a doctor who has left, too', async () => {
    const { app, calendar, clock, correct, deliver, doctor, mailer, otherDoctor } = await openIssued();
    const today = calendar.dayOf(clock.now());
    const cover = { doctorId: doctor.id, deputyId: otherDoctor.id, firstDay: today, lastDay: today };
    const coverId = must(await app.nameDeputy({ actor: doctor, ...cover }));
    must(await app.agreeToCover({ actor: otherDoctor, coverId }));
    must(await app.disableAccount({ email: doctor.email }));
    await deliver();
    mailer.sent.splice(0);
    must(await correct(EMIL));
    await deliver();
    expect(mailer.sent).toMatchObject([{ kind: 'certification to correct', to: otherDoctor.email }]);
    expect(await listed(app.listIssued({ actor: otherDoctor, list: 'to correct', paging: {} }))).toHaveLength(1);
  });

  test.each<[string, object]>([
    ['another name', CARLA],
    ['another birth date', { ...EMIL, birthDate: day('2018-01-01') }],
    ['no birth date', EMIL],
  ])('is refused if the child is called otherwise than was shown: %s', async (_, shown) => {
    const { confirm, correct, toConfirm } = await openIssued();
    must(await correct({ ...EMIL, birthDate: BORN }));
    expect(await confirm(shown)).toEqual(refuse('CHILD_CORRECTED'));
    expect(await toConfirm()).toHaveLength(1);
  });

  test('stands in the history, and is told to the parents', async () => {
    const { clock, confirm, correct, deliver, doctor, events, logIn, mailer, parent } = await openIssued();
    must(await correct(EMIL));
    await deliver();
    await logIn(parent);
    mailer.sent.splice(0);
    must(await confirm(EMIL));
    const event = { action: 'certification confirmed', by: doctor.id, at: clock.now() };
    expect((await events()).slice(1)).toMatchObject([event]);
    await deliver();
    expect(mailer.sent).toMatchObject([{ kind: 'certification decided', to: parent.email }]);
  });

  test('at the same time as a correction confirms nobody whom the doctor has not seen', async () => {
    const { confirm, correct, toConfirm } = await openIssued();
    must(await correct(EMIL));
    const [, confirmed] = await Promise.all([correct({ firstName: name('Emilia') }), confirm(EMIL)]);
    expect(confirmed).toEqual(refuse('CHILD_CORRECTED'));
    expect(await toConfirm()).toMatchObject([{ certified: CARLA }]);
  });

  test('is over with the account that has issued it: nobody can confirm, and no certificate is made', async () => {
    const { app, caseId, create, doctor, otherDoctor, storage, taskId } = await openIssued();
    must(await app.handOverCase({ actor: doctor, caseId, doctorId: otherDoctor.id }));
    must(await app.eraseAccount({ email: doctor.email }));
    expect(await create()).toEqual(refuse('CERTIFICATION_EXPIRED'));
    const kept = await storage.read.certifications.newestOf(taskId);
    expect(kept).toMatchObject({ status: 'issued', doctorName: undefined });
    const revoked = { actor: otherDoctor, id: taskId, reason: reason('Issued anew') };
    must(await app.revokeCertification(revoked));
    expect(codeOf(await app.requestCertification({ actor: otherDoctor, id: taskId }))).toBe('OK');
  });
});

describe('issuing a certification (D-30)', () => {
  test.each<[string, object, string]>([
    ['what is known', CARLA, 'OK'],
    ['nothing', {}, 'OK'],
    ['another name', EMIL, 'CHILD_CORRECTED'],
    ['a birth date that is not known', { ...CARLA, birthDate: BORN }, 'CHILD_CORRECTED'],
    ['a part of the name', { firstName: CARLA.firstName }, 'CHILD_CORRECTED'],
    ['the birth date alone', { birthDate: BORN }, 'CHILD_CORRECTED'],
  ])('to whom the page showed %s: %j: %s', async (_, shown, code) => {
    const { app, certification, doctor, taskId } = await openFamily();
    await certification.requested();
    expect(codeOf(await app.issueCertification({ actor: doctor, id: taskId, ...shown }))).toBe(code);
    const { status } = must(await app.checkCertification({ actor: doctor, id: taskId }));
    expect(status).toBe(code === 'OK' ? 'issued' : 'requested');
  });

  test('at the same time as a correction certifies nobody whom the doctor has not seen', async () => {
    const { app, certification, childId, doctor, parent, taskId } = await openFamily();
    await certification.requested();
    const [, issued] = await Promise.all([
      app.correctChild({ actor: parent, childId, firstName: EMIL.firstName }),
      app.issueCertification({ actor: doctor, id: taskId, ...CARLA }),
    ]);
    expect(issued).toEqual(refuse('CHILD_CORRECTED'));
  });

  test('keeps what the doctor is called at that moment (D-26)', async () => {
    const { app, created, doctor, logIn, textOf } = await openIssued();
    must(await app.changeProfile({ ...(await logIn(doctor)), firstName: name('Famous'), lastName: name('Professor') }));
    expect(textOf(await created())).toMatchObject({ doctor: 'Dora Example' });
  });
});
