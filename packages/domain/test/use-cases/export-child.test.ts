import { describe, expect, test } from 'vitest';
import { refuse } from '../../src/errors.ts';
import { openClinicWithClosedTask } from '../support/clinic.ts';
import { must } from '../support/outcomes.ts';
import { day, name, number, title, unknownId } from '../support/values.ts';

describe('exporting a child', () => {
  test('gives all that is kept of it, and who everybody is that is named in it', async () => {
    const clinic = await openClinicWithClosedTask();
    const { caseId, certification, childId, doctor, otherDoctor, otherParent, parent, storage, taskId } = clinic;
    const rejected = await certification.rejected();
    const requested = await certification.requested();
    const second = await clinic.caseOf(childId, otherDoctor);
    await clinic.caseOf(await clinic.childOf(otherParent, 'Cora'), doctor);

    const file = must(await clinic.app.exportChild({ childId }));
    expect(file.child).toEqual(await storage.read.children.record(childId));
    expect(file.cases.map(({ case: { id } }) => id)).toEqual([caseId, second]);
    const [first] = file.cases;
    expect(first?.tasks.map(({ id, status }) => [id, status])).toEqual([[taskId, 'closed']]);
    expect(first?.certifications.map(({ id, status }) => [id, status])).toEqual([
      [rejected, 'rejected'],
      [requested, 'requested'],
    ]);
    expect(first?.history.map(({ action }) => action)).toEqual([
      'case opened',
      'task added',
      'task closed',
      'certification requested',
      'certification rejected',
      'certification requested',
    ]);
    expect(new Set(file.people)).toEqual(new Set([parent, doctor, otherDoctor]));
  });

  test('names also those who have no part in its cases any more', async () => {
    const clinic = await openClinicWithClosedTask();
    const { app, assistant, caseId, childId, doctor, otherAssistant, parent, taskId } = clinic;
    must(await app.linkAssistant({ actor: doctor, doctorId: doctor.id, email: otherAssistant.email }));
    must(await app.requestCertification({ actor: assistant, id: taskId }));
    must(await app.addTask({ actor: otherAssistant, caseId, title: title('Listen') }));
    for (const { id } of [assistant, otherAssistant]) {
      must(await app.unlinkAssistant({ actor: doctor, doctorId: doctor.id, assistantId: id }));
    }
    const file = must(await clinic.app.exportChild({ childId }));
    expect(new Set(file.people)).toEqual(new Set([parent, doctor, assistant, otherAssistant]));
  });

  test('gives birth date and number in the clear, as whoever is asked about has a right to them', async () => {
    const clinic = await openClinicWithClosedTask();
    const facts = { birthDate: day('2019-02-28'), socSecNum: number('756.1234.5678.97') };
    const names = { firstName: name('Nina'), lastName: name('Example') };
    const childId = must(await clinic.app.addChild({ actor: clinic.parent, ...names, ...facts }));
    const file = must(await clinic.app.exportChild({ childId }));
    expect(file).toMatchObject({ child: { ...names, ...facts }, cases: [], people: [clinic.parent] });
  });

  test('is refused for a child that nobody has', async () => {
    const clinic = await openClinicWithClosedTask();
    expect(await clinic.app.exportChild({ childId: unknownId() })).toEqual(refuse('CHILD_NOT_FOUND'));
  });
});
