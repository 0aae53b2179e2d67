import { describe, expect, test } from 'vitest';
import { refuse } from '../../src/errors.ts';
import type { CaseId } from '../../src/model/values.ts';
import { openClinicWithCase, type Who } from '../support/clinic.ts';
import { type Code, codeOf, entriesOf, must } from '../support/outcomes.ts';
import { reason, title, unknownId } from '../support/values.ts';

const measure = { title: title('Measure lung function') };
const tasksOf = async ({ app, doctor, caseId }: Awaited<ReturnType<typeof openClinicWithCase>>) =>
  entriesOf(must(await app.showCase({ actor: doctor, caseId })).tasks);

describe('adding a task', () => {
  test('makes it open, in the case', async () => {
    const { app, caseId, doctor, storage } = await openClinicWithCase();
    const id = must(await app.addTask({ actor: doctor, caseId, ...measure }));
    expect(await storage.read.tasks.find(id)).toStrictEqual({ id, caseId, ...measure, status: 'open' });
  });

  test('gives every task an id of its own', async () => {
    const clinic = await openClinicWithCase();
    const { app, caseId, doctor } = clinic;
    const added = await Promise.all([1, 2, 3].map(() => app.addTask({ actor: doctor, caseId, ...measure })));
    expect(new Set(added.map(must)).size).toBe(3);
    expect((await tasksOf(clinic)).length).toBe(3);
  });

  test('is refused in a finished case, and possible again once that is reopened', async () => {
    const clinic = await openClinicWithCase();
    const { app, caseId, doctor, finish } = clinic;
    await finish(caseId);
    expect(await app.addTask({ actor: doctor, caseId, ...measure })).toEqual(refuse('CASE_FINISHED'));
    expect(await tasksOf(clinic)).toEqual([]);
    await app.reopenCase({ actor: doctor, caseId, reason: reason('It has come back.') });
    expect(codeOf(await app.addTask({ actor: doctor, caseId, ...measure }))).toBe('OK');
  });

  test('is refused in a case that is not there', async () => {
    const { app, doctor } = await openClinicWithCase();
    const outcome = await app.addTask({ actor: doctor, caseId: unknownId<CaseId>(), ...measure });
    expect(outcome).toEqual(refuse('CASE_NOT_FOUND'));
  });
});

describe('who may add a task (D-23)', () => {
  test.each<[Who, Code, number]>([
    ['doctor', 'OK', 1],
    ['assistant', 'OK', 1],
    ['parent', 'ROLE_NOT_ALLOWED', 0],
    ['otherDoctor', 'CASE_NOT_FOUND', 0],
    ['otherAssistant', 'CASE_NOT_FOUND', 0],
    ['otherParent', 'CASE_NOT_FOUND', 0],
  ])('the %s: %s', async (who, code, added) => {
    const clinic = await openClinicWithCase();
    const { app, caseId, [who]: actor } = clinic;
    expect(codeOf(await app.addTask({ actor, caseId, ...measure }))).toBe(code);
    expect((await tasksOf(clinic)).length).toBe(added);
  });

  test('strangers are told the same of an ongoing and of a finished case', async () => {
    const { app, caseId, finish, otherDoctor } = await openClinicWithCase();
    await finish(caseId);
    expect(await app.addTask({ actor: otherDoctor, caseId, ...measure })).toEqual(refuse('CASE_NOT_FOUND'));
  });
});
