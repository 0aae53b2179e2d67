import { describe, expect, test } from 'vitest';
import { refuse } from '../../src/errors.ts';
import type { AccountId, ChildId } from '../../src/model/values.ts';
import { openClinic, openClinicWithCase, type Who } from '../support/clinic.ts';
import { type Code, codeOf, listed, must } from '../support/outcomes.ts';
import { title, unknownId } from '../support/values.ts';

const asthma = { title: title('Asthma') };

describe('opening a case', () => {
  test('makes it ongoing, for the child and the doctor, from now on', async () => {
    const { app, childOf, clock, doctor, parent, storage } = await openClinic();
    const childId = await childOf(parent, 'Carla');
    const id = must(await app.openCase({ actor: parent, childId, doctorId: doctor.id, ...asthma }));
    expect(await storage.read.cases.find(id)).toStrictEqual({
      id,
      childId,
      parentId: parent.id,
      doctorId: doctor.id,
      title: 'Asthma',
      openedAt: clock.now(),
      status: 'ongoing',
    });
  });

  test('is for a parent to do with any doctor, as often as needed', async () => {
    const { app, childId, doctor, otherDoctor, parent } = await openClinicWithCase();
    for (const { id: doctorId } of [doctor, otherDoctor]) {
      expect(codeOf(await app.openCase({ actor: parent, childId, doctorId, ...asthma }))).toBe('OK');
    }
  });

  test("keeps the child's parent as the parent, whoever opens it", async () => {
    const { app, assistant, childId, doctor, parent, storage } = await openClinicWithCase();
    const id = must(await app.openCase({ actor: assistant, childId, doctorId: doctor.id, ...asthma }));
    expect((await storage.read.cases.find(id))?.parentId).toBe(parent.id);
  });
});

describe('who may open a case of a child on the doctor’s list (D-23)', () => {
  test.each<[Who, Code]>([
    ['parent', 'OK'],
    ['doctor', 'OK'],
    ['assistant', 'OK'],
    ['otherParent', 'CHILD_NOT_FOUND'],
    ['otherDoctor', 'ROLE_NOT_ALLOWED'],
    ['otherAssistant', 'ROLE_NOT_ALLOWED'],
  ])('the %s: %s', async (who, code) => {
    const { app, childId, doctor, [who]: actor } = await openClinicWithCase();
    expect(codeOf(await app.openCase({ actor, childId, doctorId: doctor.id, ...asthma }))).toBe(code);
  });

  test('the doctor also when all cases of the child are finished', async () => {
    const { app, caseId, childId, doctor, finish } = await openClinicWithCase();
    await finish(caseId);
    expect(codeOf(await app.openCase({ actor: doctor, childId, doctorId: doctor.id, ...asthma }))).toBe('OK');
  });
});

describe('opening a case is refused', () => {
  test.each<Who>(['otherDoctor', 'otherAssistant'])('for the %s, on whose list the child is not', async (who) => {
    const { app, childId, otherDoctor, [who]: actor } = await openClinicWithCase();
    const outcome = await app.openCase({ actor, childId, doctorId: otherDoctor.id, ...asthma });
    expect(outcome).toEqual(refuse('CHILD_NOT_FOUND'));
    expect(await listed(app.listCases({ actor: otherDoctor, paging: {} }))).toEqual([]);
  });

  test.each<Who>(['parent', 'doctor', 'assistant'])('for the %s, of a child that is not there', async (who) => {
    const { app, doctor, [who]: actor } = await openClinicWithCase();
    const childId = unknownId<ChildId>();
    const outcome = await app.openCase({ actor, childId, doctorId: doctor.id, ...asthma });
    expect(outcome).toEqual(refuse('CHILD_NOT_FOUND'));
  });

  test.each<Who>(['parent', 'doctor', 'assistant'])('for the %s, with a doctor who is none (D-19)', async (who) => {
    const { app, assistant, childId, parent, [who]: actor } = await openClinicWithCase();
    for (const doctorId of [unknownId<AccountId>(), assistant.id, parent.id]) {
      const outcome = await app.openCase({ actor, childId, doctorId, ...asthma });
      expect(outcome).toEqual(refuse('DOCTOR_NOT_FOUND'));
    }
  });
});
