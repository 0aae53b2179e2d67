import { describe, expect, test } from 'vitest';
import { refuse } from '../../src/errors.ts';
import type { CaseId, TaskId } from '../../src/model/values.ts';
import type { TaskReference } from '../../src/use-cases/certifications.ts';
import { openClinicWithCase } from '../support/clinic.ts';
import { must } from '../support/outcomes.ts';
import { reason, unknownId } from '../support/values.ts';

/** Every call that names a task in this way, made by the doctor. */
const openDesk = async () => {
  const clinic = await openClinicWithCase();
  const { app, doctor: actor, storage } = clinic;
  const why = reason('Issued by mistake');
  const calls = [
    (reference: TaskReference) => app.requestCertification({ actor, ...reference }),
    (reference: TaskReference) => app.checkCertification({ actor, ...reference }),
    (reference: TaskReference) => app.issueCertification({ actor, ...reference }),
    (reference: TaskReference) => app.rejectCertification({ actor, ...reference, reason: why }),
    (reference: TaskReference) => app.revokeCertification({ actor, ...reference, reason: why }),
  ];
  const outcomesOf = (reference: TaskReference) => Promise.all(calls.map((call) => call(reference)));
  const meant = async (reference: TaskReference): Promise<TaskId> => {
    must(await app.requestCertification({ actor, ...reference }));
    return must(await app.checkCertification({ actor, ...reference })).taskId;
  };
  const certified = async (taskId: TaskId) => (await storage.read.certifications.newestOf(taskId)) !== undefined;
  return { ...clinic, outcomesOf, meant, certified };
};

const allRefuse = (code: Parameters<typeof refuse>[0]) => Array(5).fill(refuse(code));

describe('the task that is meant (D-21)', () => {
  test('is the one named, by itself, by its case and itself, or twice', async () => {
    const { caseId, certified, closedTaskIn, meant } = await openDesk();
    const first = await closedTaskIn(caseId);
    const last = await closedTaskIn(caseId);
    expect(await meant({ id: first })).toBe(first);
    expect(await meant({ id: caseId, taskId: first })).toBe(first);
    expect(await meant({ id: first, taskId: first })).toBe(first);
    expect(await certified(last)).toBe(false);
  });

  test('is the one closed last where the case alone is named, not the one added last', async () => {
    const { app, caseId, certified, clock, closedTaskIn, doctor, meant, taskIn } = await openDesk();
    const addedFirst = await taskIn(caseId);
    const addedLast = await closedTaskIn(caseId);
    expect(await meant({ id: caseId })).toBe(addedLast);
    clock.advance(1);
    must(await app.closeTask({ actor: doctor, taskId: addedFirst }));
    expect(await certified(addedFirst)).toBe(false);
    expect(await meant({ id: caseId })).toBe(addedFirst);
  });

  test('is never one of another case, however late that was closed', async () => {
    const { caseId, caseOf, childId, closedTaskIn, doctor, meant } = await openDesk();
    const own = await closedTaskIn(caseId);
    await closedTaskIn(await caseOf(childId, doctor));
    expect(await meant({ id: caseId })).toBe(own);
  });

  test('is the closed one, whatever else is open in the case', async () => {
    const { caseId, closedTaskIn, meant, taskIn } = await openDesk();
    const closed = await closedTaskIn(caseId);
    await taskIn(caseId);
    expect(await meant({ id: caseId })).toBe(closed);
  });
});

describe('a certification of a task that is not closed (D-21)', () => {
  test('is refused for a case without any task', async () => {
    const { caseId, outcomesOf } = await openDesk();
    expect(await outcomesOf({ id: caseId })).toEqual(allRefuse('TASK_NOT_CLOSED'));
  });

  test('is refused for a case with open tasks only', async () => {
    const { caseId, outcomesOf, taskIn } = await openDesk();
    await taskIn(caseId);
    expect(await outcomesOf({ id: caseId })).toEqual(allRefuse('TASK_NOT_CLOSED'));
  });

  test('is refused for an open task, however it is named', async () => {
    const { caseId, certified, closedTaskIn, outcomesOf, taskIn } = await openDesk();
    const closed = await closedTaskIn(caseId);
    const open = await taskIn(caseId);
    for (const reference of [{ id: open }, { id: caseId, taskId: open }, { id: open, taskId: open }]) {
      expect(await outcomesOf(reference)).toEqual(allRefuse('TASK_NOT_CLOSED'));
    }
    expect([await certified(open), await certified(closed)]).toEqual([false, false]);
  });
});

describe('a certification of a task that is not there (D-21)', () => {
  test('is refused for a task of another case, own or not', async () => {
    const { caseId, caseOf, childId, closedTaskIn, doctor, otherDoctor, outcomesOf } = await openDesk();
    await closedTaskIn(caseId);
    for (const treating of [doctor, otherDoctor]) {
      const elsewhere = await closedTaskIn(await caseOf(childId, treating));
      expect(await outcomesOf({ id: caseId, taskId: elsewhere })).toEqual(allRefuse('TASK_NOT_FOUND'));
    }
  });

  test('is refused for a task that nobody added', async () => {
    const { caseId, closedTaskIn, outcomesOf } = await openDesk();
    await closedTaskIn(caseId);
    const outcomes = await outcomesOf({ id: caseId, taskId: unknownId<TaskId>() });
    expect(outcomes).toEqual(allRefuse('TASK_NOT_FOUND'));
  });

  test('is refused where two different tasks are named', async () => {
    const { caseId, closedTaskIn, outcomesOf } = await openDesk();
    const [one, other] = [await closedTaskIn(caseId), await closedTaskIn(caseId)];
    expect(await outcomesOf({ id: one, taskId: other })).toEqual(allRefuse('TASK_NOT_FOUND'));
  });

  test('is refused where neither a case nor a task has the id', async () => {
    const { caseId, closedTaskIn, outcomesOf } = await openDesk();
    const taskId = await closedTaskIn(caseId);
    const id = unknownId<CaseId>();
    expect(await outcomesOf({ id })).toEqual(allRefuse('CASE_NOT_FOUND'));
    expect(await outcomesOf({ id, taskId })).toEqual(allRefuse('CASE_NOT_FOUND'));
  });
});

describe('a certification of a case of others (D-23)', () => {
  test('does not exist, whether its tasks are open, closed or missing', async () => {
    const { caseOf, childId, closedTaskIn, otherDoctor, outcomesOf, taskIn } = await openDesk();
    const elsewhere = await caseOf(childId, otherDoctor);
    const references = [{ id: elsewhere }, { id: await taskIn(elsewhere) }, { id: await closedTaskIn(elsewhere) }];
    for (const reference of references) {
      expect(await outcomesOf(reference)).toEqual(allRefuse('CASE_NOT_FOUND'));
    }
  });
});
