import { describe, expect, test } from 'vitest';
import type { Account } from '../../src/model/account.ts';
import { DAY, type Day } from '../../src/model/values.ts';
import { refuse } from '../../src/result.ts';
import { openFamily } from '../support/family.ts';
import { codeOf, day, listed, must, name, reason, unknownId } from '../support/values.ts';

const WHY = { reason: reason('Measured with a broken device') };

/** A doctor who has issued a certification, valid for ten days, in a case that the parent has handed over since. */
const openHandedOver = async () => {
  const family = await openFamily();
  const { app, caseId, certification, closedTaskIn, doctor, issue, otherDoctor, parent, taskId } = family;
  await certification.requested();
  must(await issue({ validUntil: '2026-06-25' as Day }));
  const otherTask = await closedTaskIn(caseId);
  must(await app.requestCertification({ actor: doctor, id: otherTask }));
  must(await app.handOverCase({ actor: parent, caseId, doctorId: otherDoctor.id }));
  const seen = (actor: Account, list: 'to confirm' | 'handed over' = 'handed over') =>
    listed(app.listIssued({ actor, list, paging: {} }));
  const check = (reference: object, actor = doctor) => app.checkCertification({ actor, id: taskId, ...reference });
  return { ...family, check, otherTask, seen };
};

describe('the doctor who has issued a certification in a case that is another doctor’s by now (D-32)', () => {
  test('reads it with the titles of case and task and the names of the child', async () => {
    const { app, assistant, caseId, check, doctor, otherDoctor, parent, seen, taskId } = await openHandedOver();
    for (const reference of [{}, { taskId }, { id: caseId, taskId }]) {
      expect(must(await check(reference))).toMatchObject({ status: 'issued', decidedBy: doctor.id });
    }
    const entry = { caseTitle: 'Asthma', taskTitle: 'Measure lung function', child: { firstName: 'Carla' } };
    expect(await seen(doctor)).toMatchObject([entry]);
    expect(must(await app.showIssued({ actor: doctor, taskId }))).toMatchObject({ ...entry, isOwnCase: false });
    expect([await seen(doctor, 'to confirm'), await seen(otherDoctor)]).toEqual([[], []]);
    for (const actor of [otherDoctor, assistant, parent]) {
      expect(await app.showIssued({ actor, taskId })).toEqual(refuse('TASK_NOT_FOUND'));
    }
    for (const actor of [assistant, parent]) {
      const list = { actor, list: 'handed over', paging: {} } as const;
      expect(await app.listIssued(list)).toEqual(refuse('ROLE_NOT_ALLOWED'));
    }
  });

  test('reads and does nothing else of the case', async () => {
    const family = await openHandedOver();
    const { app, assistant, caseId, check, create, doctor: actor, otherTask, taskId } = family;
    const shown = { firstName: name('Carla'), lastName: name('Example') };
    const refused = [
      await check({ id: caseId }),
      await check({ id: otherTask }),
      await check({ id: caseId, taskId: otherTask }),
      await check({ id: unknownId(), taskId }),
      await check({}, assistant),
      await create({ actor }),
      await app.requestCertification({ actor, id: taskId }),
      await app.issueCertification({ actor, id: otherTask }),
      await app.issueCertification({ actor, id: taskId }),
      await app.rejectCertification({ actor, id: otherTask, ...WHY }),
      await app.revokeCertification({ actor, id: otherTask, ...WHY }),
      await app.revokeCertification({ actor, id: caseId, ...WHY }),
      await app.confirmCertification({ actor, id: caseId, ...shown }),
      await app.confirmCertification({ actor, id: otherTask, ...shown }),
    ];
    expect(new Set(refused.map(codeOf))).toEqual(new Set(['CASE_NOT_FOUND']));
  });
});

describe('what such a doctor has issued', () => {
  test('may be revoked, which ends what is left of it', async () => {
    const { app, check, created, doctor, parent, placeOf, seen, storage, taskId } = await openHandedOver();
    const { id } = await created({ actor: parent });
    must(await app.revokeCertification({ actor: doctor, id: taskId, ...WHY }));
    expect(await placeOf(id)).toBeUndefined();
    expect(await storage.read.certifications.newestOf(taskId)).toMatchObject({ status: 'revoked', ...WHY });
    expect([codeOf(await check({})), await seen(doctor)]).toEqual(['CASE_NOT_FOUND', []]);
    expect(await app.revokeCertification({ actor: doctor, id: taskId, ...WHY })).toEqual(refuse('CASE_NOT_FOUND'));
  });

  test('stays until its last day is over', async () => {
    const { app, check, clock, doctor, seen, taskId } = await openHandedOver();
    clock.advance(10 * DAY);
    expect([codeOf(await check({})), (await seen(doctor)).length]).toEqual(['OK', 1]);
    clock.advance(DAY);
    expect([codeOf(await check({})), await seen(doctor)]).toEqual(['CASE_NOT_FOUND', []]);
    expect(await app.revokeCertification({ actor: doctor, id: taskId, ...WHY })).toEqual(refuse('CASE_NOT_FOUND'));
    expect(await app.showIssued({ actor: doctor, taskId })).toEqual(refuse('TASK_NOT_FOUND'));
  });

  test('gives way to a newer one of the task, and goes with the child', async () => {
    const { app, check, childId, doctor, otherDoctor, seen, taskId } = await openHandedOver();
    must(await app.revokeCertification({ actor: otherDoctor, id: taskId, ...WHY }));
    must(await app.requestCertification({ actor: otherDoctor, id: taskId }));
    must(await app.issueCertification({ actor: otherDoctor, id: taskId }));
    expect([codeOf(await check({})), await seen(doctor)]).toEqual(['CASE_NOT_FOUND', []]);
    must(await app.eraseChild({ childId }));
    expect(codeOf(await check({}, otherDoctor))).toBe('CASE_NOT_FOUND');
  });
});

describe('what is to be confirmed after a merge (D-30, D-33, D-37)', () => {
  /** Another entry of the child, with a birth date, of another parent, and what another doctor has certified of it. */
  const openTwo = async () => {
    const family = await openFamily();
    const { app, caseOf, certification, childId, closedTaskIn, otherDoctor, otherParent } = family;
    await certification.issued();
    const names = { firstName: name('Emil'), lastName: name('Example') };
    const other = must(await app.addChild({ actor: otherParent, ...names, birthDate: day('2019-05-04') }));
    const otherCase = await caseOf(other, otherDoctor);
    const otherTask = await closedTaskIn(otherCase);
    must(await app.requestCertification({ actor: otherParent, id: otherTask }));
    must(await app.issueCertification({ actor: otherDoctor, id: otherTask }));
    const toConfirm = async (actor: Account) =>
      (await listed(app.listIssued({ actor, list: 'to confirm', paging: {} }))).map(
        ({ certification: { taskId } }) => taskId,
      );
    const merge = (keep = childId, gone = other) => app.mergeChildren({ keep, other: gone });
    const events = async (of: typeof otherCase, actor: Account) =>
      (await listed(app.showHistory({ actor, caseId: of, paging: {}, detail: 'full' }))).slice(5);
    return { ...family, events, merge, other, otherCase, otherTask, toConfirm };
  };

  test('is what is called otherwise in the child that stays: by its name, and by the birth date that it gets', async () => {
    const { caseId, doctor, events, merge, otherCase, otherDoctor, otherTask, taskId, toConfirm } = await openTwo();
    expect(must(await merge())).toMatchObject({ toConfirm: 2 });
    expect([await toConfirm(doctor), await toConfirm(otherDoctor)]).toEqual([[taskId], [otherTask]]);
    const corrected = { action: 'child corrected', by: undefined, byWhom: null };
    expect(await events(caseId, doctor)).toMatchObject([{ ...corrected, fields: ['birthDate'] }]);
    expect(await events(otherCase, otherDoctor)).toMatchObject([{ ...corrected, fields: ['firstName'] }]);
  });

  test('is nothing in the child that stays where it gets nothing new', async () => {
    const { caseId, childId, doctor, events, merge, other, otherCase, otherDoctor, taskId, toConfirm } =
      await openTwo();
    must(await merge(other, childId));
    expect([await toConfirm(doctor), await toConfirm(otherDoctor)]).toEqual([[taskId], []]);
    expect(await events(otherCase, otherDoctor)).toEqual([]);
    expect(await events(caseId, doctor)).toMatchObject([{ fields: ['firstName', 'birthDate'] }]);
  });
});
