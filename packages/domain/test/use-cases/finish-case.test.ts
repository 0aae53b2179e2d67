import { describe, expect, test } from 'vitest';
import { refuse } from '../../src/errors.ts';
import type { CaseId } from '../../src/model/values.ts';
import { ok } from '../../src/result.ts';
import { openClinicWithCase, type Who } from '../support/clinic.ts';
import { type Code, codeOf } from '../support/outcomes.ts';
import { title, unknownId } from '../support/values.ts';

const statusOf = async ({ storage, caseId }: Awaited<ReturnType<typeof openClinicWithCase>>) =>
  (await storage.read.cases.find(caseId))?.status;

describe('finishing a case', () => {
  test('makes it finished, from now on', async () => {
    const { app, caseId, clock, doctor, storage } = await openClinicWithCase();
    clock.advance(5000);
    expect(await app.finishCase({ actor: doctor, caseId })).toEqual(ok(undefined));
    expect(await storage.read.cases.find(caseId)).toMatchObject({ status: 'finished', finishedAt: clock.now() });
  });

  test('is possible once every task is closed', async () => {
    const { app, assistant, caseId, closedTaskIn } = await openClinicWithCase();
    await closedTaskIn(caseId);
    await closedTaskIn(caseId);
    expect(await app.finishCase({ actor: assistant, caseId })).toEqual(ok(undefined));
  });

  test('is refused while a single task is open', async () => {
    const clinic = await openClinicWithCase();
    const { app, caseId, closedTaskIn, doctor, taskIn } = clinic;
    await closedTaskIn(caseId);
    await taskIn(caseId);
    await closedTaskIn(caseId);
    expect(await app.finishCase({ actor: doctor, caseId })).toEqual(refuse('TASKS_OPEN'));
    expect(await statusOf(clinic)).toBe('ongoing');
  });

  test('does not mind open tasks of another case', async () => {
    const { app, caseId, caseOf, childId, doctor, taskIn } = await openClinicWithCase();
    await taskIn(await caseOf(childId, doctor));
    expect(await app.finishCase({ actor: doctor, caseId })).toEqual(ok(undefined));
  });

  test('is refused the second time, and keeps the first time', async () => {
    const { app, caseId, clock, doctor, finish, storage } = await openClinicWithCase();
    await finish(caseId);
    const first = await storage.read.cases.find(caseId);
    clock.advance(5000);
    expect(await app.finishCase({ actor: doctor, caseId })).toEqual(refuse('CASE_FINISHED'));
    expect(await storage.read.cases.find(caseId)).toEqual(first);
  });

  test('succeeds for exactly one of two at once', async () => {
    const { app, assistant, caseId, doctor } = await openClinicWithCase();
    const outcomes = await Promise.all([doctor, assistant].map((actor) => app.finishCase({ actor, caseId })));
    expect(outcomes.map(codeOf).sort()).toEqual(['CASE_FINISHED', 'OK']);
  });

  test.each(['finished', 'given a task'])(
    'leaves no open task in a case that is %s first of both at once',
    async (first) => {
      const clinic = await openClinicWithCase();
      const { app, caseId, doctor: actor, storage } = clinic;
      const finish = () => app.finishCase({ actor, caseId });
      const add = () => app.addTask({ actor, caseId, title: title('Measure lung function') });
      const outcomes = await Promise.all(first === 'finished' ? [finish(), add()] : [add(), finish()]);
      expect(outcomes.map(codeOf)).toEqual(['OK', first === 'finished' ? 'CASE_FINISHED' : 'TASKS_OPEN']);
      expect(await storage.read.tasks.anyOpenIn(caseId)).toBe((await statusOf(clinic)) === 'ongoing');
    },
  );

  test('is refused for a case that is not there', async () => {
    const { app, doctor } = await openClinicWithCase();
    const outcome = await app.finishCase({ actor: doctor, caseId: unknownId<CaseId>() });
    expect(outcome).toEqual(refuse('CASE_NOT_FOUND'));
  });
});

describe('who may finish a case (D-23)', () => {
  test.each<[Who, Code, string]>([
    ['doctor', 'OK', 'finished'],
    ['assistant', 'OK', 'finished'],
    ['parent', 'ROLE_NOT_ALLOWED', 'ongoing'],
    ['otherDoctor', 'CASE_NOT_FOUND', 'ongoing'],
    ['otherAssistant', 'CASE_NOT_FOUND', 'ongoing'],
    ['otherParent', 'CASE_NOT_FOUND', 'ongoing'],
  ])('the %s: %s, and it is %s', async (who, code, then) => {
    const clinic = await openClinicWithCase();
    const { app, caseId, [who]: actor } = clinic;
    expect(codeOf(await app.finishCase({ actor, caseId }))).toBe(code);
    expect(await statusOf(clinic)).toBe(then);
  });
});
