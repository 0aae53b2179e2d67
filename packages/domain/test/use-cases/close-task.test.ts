import { describe, expect, test } from 'vitest';
import { refuse } from '../../src/errors.ts';
import type { TaskId } from '../../src/model/values.ts';
import { ok } from '../../src/result.ts';
import { openClinicWithCase, type Who } from '../support/clinic.ts';
import { type Code, codeOf } from '../support/outcomes.ts';
import { unknownId } from '../support/values.ts';

const openClinicWithTask = async () => {
  const clinic = await openClinicWithCase();
  const taskId = await clinic.taskIn(clinic.caseId);
  clinic.clock.advance(5000);
  const status = async () => (await clinic.storage.read.tasks.find(taskId))?.status;
  return { ...clinic, taskId, status };
};

describe('closing a task', () => {
  test('makes it closed, from now on', async () => {
    const { app, caseId, clock, doctor, storage, taskId } = await openClinicWithTask();
    expect(await app.closeTask({ actor: doctor, taskId })).toEqual(ok(undefined));
    expect(await storage.read.tasks.find(taskId)).toStrictEqual({
      id: taskId,
      caseId,
      title: 'Measure lung function',
      status: 'closed',
      closedAt: clock.now(),
    });
  });

  test('leaves the other tasks of the case open', async () => {
    const { app, caseId, doctor, storage, taskId, taskIn } = await openClinicWithTask();
    const other = await taskIn(caseId);
    await app.closeTask({ actor: doctor, taskId });
    expect((await storage.read.tasks.find(other))?.status).toBe('open');
  });

  test('is refused the second time, and keeps the first time', async () => {
    const { app, clock, doctor, storage, taskId } = await openClinicWithTask();
    await app.closeTask({ actor: doctor, taskId });
    const first = await storage.read.tasks.find(taskId);
    clock.advance(5000);
    expect(await app.closeTask({ actor: doctor, taskId })).toEqual(refuse('TASK_ALREADY_CLOSED'));
    expect(await storage.read.tasks.find(taskId)).toEqual(first);
  });

  test('succeeds for exactly one of two at once', async () => {
    const { app, assistant, doctor, taskId } = await openClinicWithTask();
    const outcomes = await Promise.all([doctor, assistant].map((actor) => app.closeTask({ actor, taskId })));
    expect(outcomes.map(codeOf).sort()).toEqual(['OK', 'TASK_ALREADY_CLOSED']);
  });

  test('is refused for a task that is not there', async () => {
    const { app, doctor } = await openClinicWithTask();
    const outcome = await app.closeTask({ actor: doctor, taskId: unknownId<TaskId>() });
    expect(outcome).toEqual(refuse('TASK_NOT_FOUND'));
  });
});

describe('who may close a task (D-23)', () => {
  test.each<[Who, Code, string]>([
    ['doctor', 'OK', 'closed'],
    ['assistant', 'OK', 'closed'],
    ['parent', 'ROLE_NOT_ALLOWED', 'open'],
    ['otherDoctor', 'TASK_NOT_FOUND', 'open'],
    ['otherAssistant', 'TASK_NOT_FOUND', 'open'],
    ['otherParent', 'TASK_NOT_FOUND', 'open'],
  ])('the %s: %s, and it is %s', async (who, code, then) => {
    const { app, status, taskId, [who]: actor } = await openClinicWithTask();
    expect(codeOf(await app.closeTask({ actor, taskId }))).toBe(code);
    expect(await status()).toBe(then);
  });

  test('strangers are told the same of an open and of a closed task', async () => {
    const { app, doctor, otherDoctor, taskId } = await openClinicWithTask();
    await app.closeTask({ actor: doctor, taskId });
    expect(await app.closeTask({ actor: otherDoctor, taskId })).toEqual(refuse('TASK_NOT_FOUND'));
  });
});
