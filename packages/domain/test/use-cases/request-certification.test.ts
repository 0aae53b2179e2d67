import { describe, expect, test } from 'vitest';
import { openClinicWithClosedTask, type Who } from '../support/clinic.ts';
import { type Code, codeOf, must } from '../support/outcomes.ts';

describe('requesting a certification (D-22)', () => {
  test('makes it requested, for the closed task, by whoever asked, from now on', async () => {
    const { app, caseId, clock, parent, storage, taskId } = await openClinicWithClosedTask();
    clock.advance(5000);
    const id = must(await app.requestCertification({ actor: parent, id: taskId }));
    expect(await storage.read.certifications.newestOf(taskId)).toStrictEqual({
      id,
      taskId,
      caseId,
      requestedBy: parent.id,
      requestedAt: clock.now(),
      status: 'requested',
    });
  });

  test.each(['requested', 'issued'] as const)('answers the same one while it is %s, whoever asks', async (state) => {
    const { app, assistant, certification, clock, doctor, parent, storage, taskId } = await openClinicWithClosedTask();
    const first = await certification[state]();
    const before = await storage.read.certifications.newestOf(taskId);
    clock.advance(5000);
    for (const actor of [doctor, assistant, parent]) {
      expect(must(await app.requestCertification({ actor, id: taskId }))).toBe(first);
    }
    expect(await storage.read.certifications.newestOf(taskId)).toEqual(before);
  });

  test.each(['rejected', 'revoked'] as const)('makes a new one once the last is %s', async (state) => {
    const { app, certification, parent, storage, taskId } = await openClinicWithClosedTask();
    const first = await certification[state]();
    const second = must(await app.requestCertification({ actor: parent, id: taskId }));
    expect(second).not.toBe(first);
    expect(await storage.read.certifications.newestOf(taskId)).toMatchObject({ id: second, status: 'requested' });
    expect(must(await app.requestCertification({ actor: parent, id: taskId }))).toBe(second);
  });

  test('answers one and the same to twelve at once', async () => {
    const { app, assistant, doctor, parent, taskId } = await openClinicWithClosedTask();
    const actors = Array.from({ length: 4 }, () => [doctor, assistant, parent]).flat();
    const outcomes = await Promise.all(actors.map((actor) => app.requestCertification({ actor, id: taskId })));
    expect(outcomes.length).toBe(12);
    expect(new Set(outcomes.map(must)).size).toBe(1);
  });

  test('makes one for each task of a case', async () => {
    const { app, caseId, certification, closedTaskIn, parent } = await openClinicWithClosedTask();
    const first = await certification.requested();
    const second = must(await app.requestCertification({ actor: parent, id: await closedTaskIn(caseId) }));
    expect(second).not.toBe(first);
  });

  test('is possible in a finished case', async () => {
    const { app, caseId, finish, parent, taskId } = await openClinicWithClosedTask();
    await finish(caseId);
    expect(codeOf(await app.requestCertification({ actor: parent, id: taskId }))).toBe('OK');
  });
});

describe('who may request a certification (D-23)', () => {
  test.each<[Who, Code]>([
    ['doctor', 'OK'],
    ['assistant', 'OK'],
    ['parent', 'OK'],
    ['otherDoctor', 'CASE_NOT_FOUND'],
    ['otherAssistant', 'CASE_NOT_FOUND'],
    ['otherParent', 'CASE_NOT_FOUND'],
  ])('the %s: %s, by case and by task', async (who, code) => {
    const { app, caseId, taskId, [who]: actor } = await openClinicWithClosedTask();
    expect(codeOf(await app.requestCertification({ actor, id: caseId }))).toBe(code);
    expect(codeOf(await app.requestCertification({ actor, id: taskId }))).toBe(code);
    expect(codeOf(await app.requestCertification({ actor, id: caseId, taskId }))).toBe(code);
  });

  test('a stranger leaves no certification behind', async () => {
    const { app, otherParent, storage, taskId } = await openClinicWithClosedTask();
    await app.requestCertification({ actor: otherParent, id: taskId });
    expect(await storage.read.certifications.newestOf(taskId)).toBeUndefined();
  });
});
