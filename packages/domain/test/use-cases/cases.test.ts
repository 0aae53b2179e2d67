import { describe, expect, test } from 'vitest';
import { refuse } from '../../src/errors.ts';
import type { AccountId, CaseId, TaskId } from '../../src/model/values.ts';
import { ok } from '../../src/result.ts';
import { openClinicWithCase, type Who } from '../support/clinic.ts';
import { codeOf, must } from '../support/outcomes.ts';
import { reason, title, unknownId } from '../support/values.ts';

const asthma = { title: title('Asthma') };
const measure = { title: title('Measure lung function') };
const again = { reason: reason('It has come back.') };

type Clinic = Awaited<ReturnType<typeof openClinicWithCase>>;
const caseOf = ({ storage, caseId }: Clinic) => storage.read.cases.find(caseId);

describe('opening a case', () => {
  test.each<Who>(['parent', 'assistant'])(
    "by the %s makes it ongoing, for the child, the child's parent and the doctor, from now on",
    async (who) => {
      const { app, childId, clock, doctor, parent, storage, [who]: actor } = await openClinicWithCase();
      const id = must(await app.openCase({ actor, childId, doctorId: doctor.id, ...asthma }));
      expect(await storage.read.cases.find(id)).toStrictEqual({
        id,
        childId,
        parentId: parent.id,
        doctorId: doctor.id,
        title: 'Asthma',
        openedAt: clock.now(),
        status: 'ongoing',
      });
    },
  );

  test('is possible for the doctor also when all cases of the child are finished', async () => {
    const { app, caseId, childId, doctor, finish } = await openClinicWithCase();
    await finish(caseId);
    expect(codeOf(await app.openCase({ actor: doctor, childId, doctorId: doctor.id, ...asthma }))).toBe('OK');
  });

  test.each<Who>(['parent', 'doctor', 'assistant'])(
    'is refused for the %s without such a child or such a doctor (D-19)',
    async (who) => {
      const { app, assistant, childId, doctor, parent, [who]: actor } = await openClinicWithCase();
      const noChild = await app.openCase({ actor, childId: unknownId(), doctorId: doctor.id, ...asthma });
      expect(noChild).toEqual(refuse('CHILD_NOT_FOUND'));
      for (const doctorId of [unknownId<AccountId>(), assistant.id, parent.id]) {
        expect(await app.openCase({ actor, childId, doctorId, ...asthma })).toEqual(refuse('DOCTOR_NOT_FOUND'));
      }
    },
  );
});

describe('finishing and reopening a case', () => {
  test('makes it finished from now on, and then what it was before', async () => {
    const clinic = await openClinicWithCase();
    const { app, caseId, clock, closedTaskIn, doctor } = clinic;
    await closedTaskIn(caseId);
    await closedTaskIn(caseId);
    const before = await caseOf(clinic);
    for (let round = 0; round < 2; round += 1) {
      clock.advance(5000);
      expect(await app.finishCase({ actor: doctor, caseId })).toEqual(ok(undefined));
      expect(await caseOf(clinic)).toStrictEqual({ ...before, status: 'finished', finishedAt: clock.now() });
      expect(await app.reopenCase({ actor: doctor, caseId, ...again })).toEqual(ok(undefined));
      expect(await caseOf(clinic)).toStrictEqual(before);
    }
  });

  test('is refused while one of its own tasks is open', async () => {
    const { app, caseId, caseOf, childId, closedTaskIn, doctor, taskIn } = await openClinicWithCase();
    await closedTaskIn(caseId);
    await taskIn(caseId);
    await closedTaskIn(caseId);
    expect(await app.finishCase({ actor: doctor, caseId })).toEqual(refuse('TASKS_OPEN'));
    const another = await caseOf(childId, doctor);
    expect(await app.finishCase({ actor: doctor, caseId: another })).toEqual(ok(undefined));
  });

  test('is refused where it is done already, and keeps the first time', async () => {
    const clinic = await openClinicWithCase();
    const { app, caseId, clock, doctor, finish } = clinic;
    expect(await app.reopenCase({ actor: doctor, caseId, ...again })).toEqual(refuse('CASE_ONGOING'));
    await finish(caseId);
    const first = await caseOf(clinic);
    clock.advance(5000);
    expect(await app.finishCase({ actor: doctor, caseId })).toEqual(refuse('CASE_FINISHED'));
    expect(await caseOf(clinic)).toEqual(first);
  });

  test('succeeds for exactly one of two at once', async () => {
    const { app, assistant, caseId, doctor } = await openClinicWithCase();
    const finished = await Promise.all([doctor, assistant].map((actor) => app.finishCase({ actor, caseId })));
    expect(finished.map(codeOf).sort()).toEqual(['CASE_FINISHED', 'OK']);
    const reopened = await Promise.all([1, 2].map(() => app.reopenCase({ actor: doctor, caseId, ...again })));
    expect(reopened.map(codeOf).sort()).toEqual(['CASE_ONGOING', 'OK']);
  });

  test.each(['finished', 'given a task'])(
    'leaves no open task in a case that is %s first of both at once',
    async (first) => {
      const clinic = await openClinicWithCase();
      const { app, caseId, doctor: actor, storage } = clinic;
      const finish = () => app.finishCase({ actor, caseId });
      const add = () => app.addTask({ actor, caseId, ...measure });
      const outcomes = await Promise.all(first === 'finished' ? [finish(), add()] : [add(), finish()]);
      expect(outcomes.map(codeOf)).toEqual(['OK', first === 'finished' ? 'CASE_FINISHED' : 'TASKS_OPEN']);
      expect(await storage.read.tasks.anyOpenIn(caseId)).toBe((await caseOf(clinic))?.status === 'ongoing');
    },
  );
});

describe('adding and closing a task', () => {
  test('makes it open in the case, and closed from now on; other tasks stay as they are', async () => {
    const { app, caseId, clock, doctor: actor, storage } = await openClinicWithCase();
    const id = must(await app.addTask({ actor, caseId, ...measure }));
    const other = must(await app.addTask({ actor, caseId, ...measure }));
    const facts = { id, caseId, ...measure };
    expect(await storage.read.tasks.find(id)).toStrictEqual({ ...facts, status: 'open' });
    clock.advance(5000);
    expect(await app.closeTask({ actor, taskId: id })).toEqual(ok(undefined));
    const closed = { ...facts, status: 'closed', closedAt: clock.now() };
    clock.advance(5000);
    expect(await app.closeTask({ actor, taskId: id })).toEqual(refuse('TASK_ALREADY_CLOSED'));
    expect(await storage.read.tasks.find(id)).toStrictEqual(closed);
    expect((await storage.read.tasks.find(other))?.status).toBe('open');
  });

  test('is refused in a finished case, and possible again once that is reopened', async () => {
    const { app, caseId, doctor, finish, storage } = await openClinicWithCase();
    await finish(caseId);
    expect(await app.addTask({ actor: doctor, caseId, ...measure })).toEqual(refuse('CASE_FINISHED'));
    expect(await storage.read.tasks.anyOpenIn(caseId)).toBe(false);
    await app.reopenCase({ actor: doctor, caseId, ...again });
    expect(codeOf(await app.addTask({ actor: doctor, caseId, ...measure }))).toBe('OK');
  });

  test('at once adds as many tasks as there are calls, and closes one once', async () => {
    const { app, assistant, caseId, doctor, taskIn } = await openClinicWithCase();
    const added = await Promise.all([1, 2, 3].map(() => app.addTask({ actor: doctor, caseId, ...measure })));
    expect(new Set(added.map(must)).size).toBe(3);
    const taskId = await taskIn(caseId);
    const closed = await Promise.all([doctor, assistant].map((actor) => app.closeTask({ actor, taskId })));
    expect(closed.map(codeOf).sort()).toEqual(['OK', 'TASK_ALREADY_CLOSED']);
  });
});

test('a case or a task that is not there is not found', async () => {
  const { app, doctor: actor } = await openClinicWithCase();
  const caseId = unknownId<CaseId>();
  const outcomes = [
    await app.finishCase({ actor, caseId }),
    await app.reopenCase({ actor, caseId, ...again }),
    await app.addTask({ actor, caseId, ...measure }),
    await app.showCase({ actor, caseId }),
    await app.showHistory({ actor, caseId, paging: {} }),
    await app.closeTask({ actor, taskId: unknownId<TaskId>() }),
  ];
  expect(outcomes.map(codeOf)).toEqual([...Array(5).fill('CASE_NOT_FOUND'), 'TASK_NOT_FOUND']);
});
