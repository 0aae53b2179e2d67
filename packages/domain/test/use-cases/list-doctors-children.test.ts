import { describe, expect, test } from 'vitest';
import { refuse } from '../../src/errors.ts';
import type { AccountId } from '../../src/model/values.ts';
import { openClinic, type Who } from '../support/clinic.ts';
import { type Code, codeOf, listed } from '../support/outcomes.ts';
import { day, limit, name, number, unknownId } from '../support/values.ts';

/** The doctor treats Carla and Otto, the other doctor Carla; nobody treats Nils. */
const openPractice = async () => {
  const clinic = await openClinic();
  const carla = await clinic.childOf(clinic.parent, 'Carla');
  await clinic.childOf(clinic.parent, 'Nils');
  const otto = await clinic.childOf(clinic.otherParent, 'Otto');
  await clinic.caseOf(otto, clinic.doctor);
  await clinic.caseOf(carla, clinic.otherDoctor);
  const carlasCase = await clinic.caseOf(carla, clinic.doctor);
  const namesFor = async (who: Who, doctor: Who = 'doctor') => {
    const input = { actor: clinic[who], doctorId: clinic[doctor].id, paging: {} };
    return (await listed(clinic.app.listDoctorsChildren(input))).map(({ firstName }) => firstName);
  };
  return { ...clinic, carla, otto, carlasCase, namesFor };
};

describe("listing a doctor's children (D-20)", () => {
  test('shows each child with a case of this doctor, in the order in which the children were added', async () => {
    const { namesFor } = await openPractice();
    expect(await namesFor('doctor')).toEqual(['Carla', 'Otto']);
    expect(await namesFor('otherDoctor', 'otherDoctor')).toEqual(['Carla']);
  });

  test('shows a child with several cases once', async () => {
    const { caseOf, carla, doctor, namesFor } = await openPractice();
    await caseOf(carla, doctor);
    expect(await namesFor('doctor')).toEqual(['Carla', 'Otto']);
  });

  test('shows a child whose cases are finished', async () => {
    const { finish, carlasCase, namesFor } = await openPractice();
    await finish(carlasCase);
    expect(await namesFor('doctor')).toEqual(['Carla', 'Otto']);
  });

  test('shows first name, last name and id, and nothing that is secret (D-14, D-18)', async () => {
    const { app, caseOf, doctor, parent } = await openClinic();
    const facts = { firstName: name('Ida'), lastName: name('Example') };
    const secret = { birthDate: day('2020-02-02'), socSecNum: number('756.1234') };
    const added = await app.addChild({ actor: parent, ...facts, ...secret });
    if (added.ok) await caseOf(added.value, doctor);
    const entries = await listed(app.listDoctorsChildren({ actor: doctor, doctorId: doctor.id, paging: {} }));
    expect(entries).toStrictEqual([{ id: added.ok && added.value, ...facts }]);
  });

  test('shows as many as are wanted, after the one that is named (D-12)', async () => {
    const { app, carla, otto, doctor, parent } = await openPractice();
    const idsOf = async (actor: typeof doctor, paging: Parameters<typeof app.listDoctorsChildren>[0]['paging']) =>
      (await listed(app.listDoctorsChildren({ actor, doctorId: doctor.id, paging }))).map(({ id }) => id);
    expect(await idsOf(doctor, { limit: limit(1) })).toEqual([carla]);
    expect(await idsOf(doctor, { after: carla })).toEqual([otto]);
    expect(await idsOf(parent, { after: carla })).toEqual([]);
  });
});

describe("who may list a doctor's children (D-23)", () => {
  test.each<[Who, Code]>([
    ['doctor', 'OK'],
    ['assistant', 'OK'],
    ['parent', 'OK'],
    ['otherParent', 'OK'],
    ['otherDoctor', 'ROLE_NOT_ALLOWED'],
    ['otherAssistant', 'ROLE_NOT_ALLOWED'],
  ])('the %s: %s', async (who, code) => {
    const { app, doctor, [who]: actor } = await openPractice();
    expect(codeOf(await app.listDoctorsChildren({ actor, doctorId: doctor.id, paging: {} }))).toBe(code);
  });

  test('the assistant sees what the doctor sees', async () => {
    const { namesFor } = await openPractice();
    expect(await namesFor('assistant')).toEqual(['Carla', 'Otto']);
  });

  test('a parent sees the own children in the list and no others', async () => {
    const { namesFor } = await openPractice();
    expect(await namesFor('parent')).toEqual(['Carla']);
    expect(await namesFor('otherParent')).toEqual(['Otto']);
    expect(await namesFor('otherParent', 'otherDoctor')).toEqual([]);
  });

  test.each<Who>(['doctor', 'assistant', 'parent'])(
    'the %s is told where there is no such doctor (D-19)',
    async (who) => {
      const { app, otherAssistant, otherParent, [who]: actor } = await openPractice();
      for (const doctorId of [unknownId<AccountId>(), otherAssistant.id, otherParent.id]) {
        const outcome = await app.listDoctorsChildren({ actor, doctorId, paging: {} });
        expect(outcome).toEqual(refuse('DOCTOR_NOT_FOUND'));
      }
    },
  );

  test('nobody becomes a doctor by asking for a list of their own', async () => {
    const { app, assistant, parent } = await openPractice();
    for (const actor of [assistant, parent]) {
      const outcome = await app.listDoctorsChildren({ actor, doctorId: actor.id, paging: {} });
      expect(outcome).toEqual(refuse('DOCTOR_NOT_FOUND'));
    }
  });
});
