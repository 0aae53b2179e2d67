import { describe, expect, test } from 'vitest';
import { createApplication } from '../../src/application.ts';
import type { Account } from '../../src/model/account.ts';
import type { CaseId } from '../../src/model/values.ts';
import { ok, refuse } from '../../src/result.ts';
import { openFamily } from '../support/family.ts';
import { codeOf, listed, must, reason, title, unknownId } from '../support/values.ts';

const openHandover = async () => {
  const clinic = await openFamily();
  const { app, caseId, doctor, otherDoctor, storage } = clinic;
  const handOver = (actor: Account = doctor, to: Account['id'] = otherDoctor.id, of: CaseId = caseId) =>
    app.handOverCase({ actor, caseId: of, doctorId: to });
  const doctorNow = async () => (await storage.read.cases.find(caseId))?.doctorId;
  const events = async () => (await listed(app.showHistory({ actor: clinic.parent, caseId, paging: {} }))).slice(3);
  return { ...clinic, doctorNow, events, handOver };
};

describe('handing over a case (D-32)', () => {
  test('by its doctor or any parent stands in the history', async () => {
    const { clock, doctor, doctorNow, events, handOver, otherDoctor, otherParent, share } = await openHandover();
    await share(otherParent);
    clock.advance(5000);
    for (const [actor, to] of [
      [otherParent, otherDoctor],
      [otherDoctor, doctor],
    ] as const) {
      must(await handOver(actor, to.id));
      expect(await doctorNow()).toBe(to.id);
      const told = { action: 'case handed over', by: actor.id, to: to.id, at: clock.now(), reason: undefined };
      expect((await events()).at(-1)).toMatchObject(told);
    }
  });

  test('is refused to whoever is no doctor, to one who may not log in, and by a parent who is none any more', async () => {
    const { app, assistant, childId, doctorNow, doctor, handOver, otherDoctor, otherParent, parent, share } =
      await openHandover();
    await share(otherParent);
    must(await app.removeParent({ actor: parent, childId, parentId: otherParent.id }));
    expect(await handOver(otherParent)).toEqual(refuse('CASE_NOT_FOUND'));
    for (const id of [unknownId<Account['id']>(), assistant.id, parent.id]) {
      expect(await handOver(doctor, id)).toEqual(refuse('DOCTOR_NOT_FOUND'));
    }
    must(await app.disableAccount({ email: otherDoctor.email }));
    expect(await handOver()).toEqual(refuse('DOCTOR_NOT_FOUND'));
    must(await app.eraseAccount({ email: otherDoctor.email }));
    expect(await handOver()).toEqual(refuse('DOCTOR_NOT_FOUND'));
    expect(await doctorNow()).toBe(doctor.id);
  });

  test.each(['tasks', 'history'] as const)(
    'is told to nobody who loses the case by it, not even while they read its %s',
    async (what) => {
      const { app, caseId, doctor, handOver, storage, ...ports } = await openHandover();
      const handedOverMeanwhile = async (...asked: [never, never]) => {
        must(await handOver());
        return storage.read[what].ofCase(...asked);
      };
      const read = { ...storage.read, [what]: { ...storage.read[what], ofCase: handedOverMeanwhile } };
      const reading = createApplication({ ...ports, storage: { ...storage, read } });
      const call = { requestId: 'r', session: 'none' as never, paging: {}, actor: doctor, caseId } as const;
      const outcome = await (what === 'tasks' ? reading.showCase(call) : reading.showHistory(call));
      expect(outcome).toEqual(refuse('CASE_NOT_FOUND'));
    },
  );

  test('to the doctor whose case it is changes nothing', async () => {
    const { doctor, doctorNow, events, handOver, parent } = await openHandover();
    expect(await handOver(doctor, doctor.id)).toEqual(ok(undefined));
    expect(await handOver(parent, doctor.id)).toEqual(ok(undefined));
    expect([await doctorNow(), await events()]).toEqual([doctor.id, []]);
  });

  test('is refused while the case is finished', async () => {
    const { app, caseId, doctor, doctorNow, handOver, parent } = await openHandover();
    must(await app.finishCase({ actor: doctor, caseId }));
    for (const actor of [doctor, parent]) expect(await handOver(actor)).toEqual(refuse('CASE_FINISHED'));
    expect(await handOver(doctor, doctor.id)).toEqual(refuse('CASE_FINISHED'));
    must(await app.reopenCase({ actor: doctor, caseId, reason: reason('It has come back.') }));
    must(await handOver());
    expect(await doctorNow()).not.toBe(doctor.id);
  });
});

describe('a handover at the same time as', () => {
  test('another one makes one of the two its doctor: who comes second must still have a part in it', async () => {
    const { doctor, doctorNow, events, handOver, otherDoctor, parent, register } = await openHandover();
    const third = await register('Doc', 'Dirk');
    const outcomes = await Promise.all([handOver(doctor, third.id), handOver(doctor, otherDoctor.id)]);
    expect(outcomes.map(codeOf)).toEqual(['OK', 'CASE_NOT_FOUND']);
    expect(await doctorNow()).toBe(third.id);
    expect(codeOf(await handOver(parent, otherDoctor.id))).toBe('OK');
    expect((await events()).map(({ to }) => to)).toEqual([third.id, otherDoctor.id]);
  });

  test('the erasure of the account that gets it leaves no case without a doctor', async () => {
    for (const first of ['handover', 'erasure'] as const) {
      const { app, doctor, doctorNow, handOver, otherDoctor } = await openHandover();
      const [handing, erasing] = [() => handOver(), () => app.eraseAccount({ email: otherDoctor.email })];
      const order = first === 'handover' ? [handing, erasing] : [erasing, handing];
      const codes = (await Promise.all(order.map((call) => call()))).map(codeOf);
      const [handed, erased] = first === 'handover' ? codes : codes.toReversed();
      expect(['OK CASES_LEFT', 'DOCTOR_NOT_FOUND OK']).toContain(`${handed} ${erased}`);
      expect(await doctorNow()).toBe(handed === 'OK' ? otherDoctor.id : doctor.id);
    }
  });
});

describe('after a handover', () => {
  test('the new doctor and their assistants work on the case; the former ones have no part in it', async () => {
    const { app, assistant, caseId, childId, doctor, handOver, otherAssistant, otherDoctor, taskId } =
      await openHandover();
    must(await handOver());
    const work = title('Measure again');
    for (const actor of [otherDoctor, otherAssistant]) {
      must(await app.addTask({ actor, caseId, title: work }));
      expect(await listed(app.listCases({ actor, paging: {} }))).toMatchObject([{ id: caseId }]);
      expect(await listed(app.listTasks({ actor, paging: {}, status: 'closed' }))).toMatchObject([{ id: taskId }]);
    }
    for (const actor of [doctor, assistant]) {
      expect(await app.renameCase({ actor, caseId, title: work })).toEqual(refuse('CASE_NOT_FOUND'));
      expect(await app.closeTask({ actor, taskId })).toEqual(refuse('TASK_NOT_FOUND'));
      const opening = { actor, childId, doctorId: doctor.id, title: work };
      expect(await app.openCase(opening)).toEqual(refuse('CHILD_NOT_FOUND'));
      expect(await listed(app.listCases({ actor, paging: {} }))).toEqual([]);
      expect(await listed(app.listTasks({ actor, paging: {} }))).toEqual([]);
    }
  });

  test('the new doctor decides about a pending certification', async () => {
    const { app, certification, doctor, handOver, otherDoctor, taskId } = await openHandover();
    const id = await certification.requested();
    must(await handOver());
    expect(await app.issueCertification({ actor: doctor, id: taskId })).toEqual(refuse('CASE_NOT_FOUND'));
    must(await app.issueCertification({ actor: otherDoctor, id: taskId }));
    const issued = { id, status: 'issued', decidedBy: otherDoctor.id };
    expect(must(await app.checkCertification({ actor: otherDoctor, id: taskId }))).toMatchObject(issued);
  });

  test('certificates name the doctor who has issued the certification, and the new doctor may revoke it', async () => {
    const { app, certification, create, created, handOver, otherDoctor, doctor, taskId, textOf } = await openHandover();
    await certification.issued();
    must(await handOver());
    expect(codeOf(await create({ actor: doctor }))).toBe('CASE_NOT_FOUND');
    for (const more of [{}, { actor: otherDoctor }]) {
      expect(textOf(await created(more)).doctor).toBe('Dora Example');
    }
    must(await app.revokeCertification({ actor: otherDoctor, id: taskId, reason: reason('Seen again') }));
    must(await app.requestCertification({ actor: otherDoctor, id: taskId }));
    must(await app.issueCertification({ actor: otherDoctor, id: taskId }));
    expect(textOf(await created()).doctor).toBe('Dieter Example');
  });
});
