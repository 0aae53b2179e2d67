import { describe, expect, test } from 'vitest';
import { refuse } from '../../src/errors.ts';
import { openClinicWithClosedTask, type Who } from '../support/clinic.ts';
import { type Code, codeOf, must } from '../support/outcomes.ts';
import { reason } from '../support/values.ts';

describe('checking a certification (D-22)', () => {
  test('shows what was requested, and then what was decided and when', async () => {
    const { app, caseId, certification, clock, doctor, parent, taskId } = await openClinicWithClosedTask();
    const check = async () => must(await app.checkCertification({ actor: parent, id: taskId }));
    const requestedAt = clock.now();
    const facts = { id: await certification.requested(), taskId, caseId, requestedBy: doctor.id, requestedAt };
    expect(await check()).toStrictEqual({ ...facts, status: 'requested' });
    clock.advance(1000);
    await app.issueCertification({ actor: doctor, id: taskId });
    expect(await check()).toStrictEqual({ ...facts, status: 'issued', decidedAt: clock.now() });
    clock.advance(1000);
    const why = reason('Issued by mistake');
    await app.revokeCertification({ actor: doctor, id: taskId, reason: why });
    expect(await check()).toStrictEqual({ ...facts, status: 'revoked', decidedAt: clock.now(), reason: why });
  });

  test('shows why one was rejected, and when', async () => {
    const { app, certification, clock, parent, taskId } = await openClinicWithClosedTask();
    await certification.rejected();
    const found = must(await app.checkCertification({ actor: parent, id: taskId }));
    expect(found).toMatchObject({ status: 'rejected', reason: 'Not needed', decidedAt: clock.now() });
  });

  test('shows the newest one of the task', async () => {
    const { app, certification, parent, taskId } = await openClinicWithClosedTask();
    await certification.rejected();
    await certification.revoked();
    const newest = await certification.requested();
    const found = must(await app.checkCertification({ actor: parent, id: taskId }));
    expect(found).toMatchObject({ id: newest, status: 'requested' });
  });

  test('shows that of the task which is meant, not another of the case', async () => {
    const { app, caseId, certification, closedTaskIn, parent, taskId } = await openClinicWithClosedTask();
    const first = await certification.issued();
    await closedTaskIn(caseId);
    const byCase = await app.checkCertification({ actor: parent, id: caseId });
    expect(byCase).toEqual(refuse('CERTIFICATION_NOT_FOUND'));
    expect(must(await app.checkCertification({ actor: parent, id: caseId, taskId })).id).toBe(first);
  });

  test('is refused before one was requested', async () => {
    const { app, parent, taskId } = await openClinicWithClosedTask();
    const outcome = await app.checkCertification({ actor: parent, id: taskId });
    expect(outcome).toEqual(refuse('CERTIFICATION_NOT_FOUND'));
  });
});

describe('who may check a certification (D-23)', () => {
  test.each<[Who, Code]>([
    ['doctor', 'OK'],
    ['assistant', 'OK'],
    ['parent', 'OK'],
    ['otherDoctor', 'CASE_NOT_FOUND'],
    ['otherAssistant', 'CASE_NOT_FOUND'],
    ['otherParent', 'CASE_NOT_FOUND'],
  ])('the %s: %s, by case and by task', async (who, code) => {
    const { app, caseId, certification, taskId, [who]: actor } = await openClinicWithClosedTask();
    await certification.issued();
    expect(codeOf(await app.checkCertification({ actor, id: caseId }))).toBe(code);
    expect(codeOf(await app.checkCertification({ actor, id: taskId }))).toBe(code);
  });
});
