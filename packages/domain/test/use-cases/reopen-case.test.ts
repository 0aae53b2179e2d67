import { describe, expect, test } from 'vitest';
import { refuse } from '../../src/errors.ts';
import type { CaseId } from '../../src/model/values.ts';
import { ok } from '../../src/result.ts';
import { openClinicWithCase, type Who } from '../support/clinic.ts';
import { type Code, codeOf } from '../support/outcomes.ts';
import { reason, unknownId } from '../support/values.ts';

const WHY = reason('It has come back.');

const openClinicWithFinishedCase = async () => {
  const clinic = await openClinicWithCase();
  const before = await clinic.storage.read.cases.find(clinic.caseId);
  await clinic.finish(clinic.caseId);
  return { ...clinic, before };
};

describe('reopening a case', () => {
  test('makes it what it was before it was finished', async () => {
    const { app, before, caseId, doctor, storage } = await openClinicWithFinishedCase();
    expect(await app.reopenCase({ actor: doctor, caseId, reason: WHY })).toEqual(ok(undefined));
    expect(await storage.read.cases.find(caseId)).toStrictEqual(before);
  });

  test('lets it be finished again, at a later time', async () => {
    const { app, caseId, clock, doctor, storage } = await openClinicWithFinishedCase();
    await app.reopenCase({ actor: doctor, caseId, reason: WHY });
    clock.advance(5000);
    expect(await app.finishCase({ actor: doctor, caseId })).toEqual(ok(undefined));
    expect(await storage.read.cases.find(caseId)).toMatchObject({ finishedAt: clock.now() });
  });

  test('is refused while it is ongoing', async () => {
    const { app, caseId, doctor } = await openClinicWithCase();
    expect(await app.reopenCase({ actor: doctor, caseId, reason: WHY })).toEqual(refuse('CASE_ONGOING'));
  });

  test('succeeds for exactly one of two at once', async () => {
    const { app, caseId, doctor } = await openClinicWithFinishedCase();
    const outcomes = await Promise.all([1, 2].map(() => app.reopenCase({ actor: doctor, caseId, reason: WHY })));
    expect(outcomes.map(codeOf).sort()).toEqual(['CASE_ONGOING', 'OK']);
  });

  test('is refused for a case that is not there', async () => {
    const { app, doctor } = await openClinicWithCase();
    const outcome = await app.reopenCase({ actor: doctor, caseId: unknownId<CaseId>(), reason: WHY });
    expect(outcome).toEqual(refuse('CASE_NOT_FOUND'));
  });
});

describe('who may reopen a case (D-23)', () => {
  test.each<[Who, Code, string]>([
    ['doctor', 'OK', 'ongoing'],
    ['assistant', 'ROLE_NOT_ALLOWED', 'finished'],
    ['parent', 'ROLE_NOT_ALLOWED', 'finished'],
    ['otherDoctor', 'CASE_NOT_FOUND', 'finished'],
    ['otherAssistant', 'CASE_NOT_FOUND', 'finished'],
    ['otherParent', 'CASE_NOT_FOUND', 'finished'],
  ])('the %s: %s, and it is %s', async (who, code, then) => {
    const { app, caseId, storage, [who]: actor } = await openClinicWithFinishedCase();
    expect(codeOf(await app.reopenCase({ actor, caseId, reason: WHY }))).toBe(code);
    expect((await storage.read.cases.find(caseId))?.status).toBe(then);
  });
});
