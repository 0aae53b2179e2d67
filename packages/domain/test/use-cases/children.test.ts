import { describe, expect, test, vi } from 'vitest';
import { createApplication, createOperatorApplication } from '../../src/application.ts';
import { refuse, Unavailable } from '../../src/errors.ts';
import { openClinic, openClinicWithClosedTask, type Who } from '../support/clinic.ts';
import { codeOf, listed, must } from '../support/outcomes.ts';
import { at, day, name, number, title, unknownId } from '../support/values.ts';

const carla = { firstName: name('Carla'), lastName: name('Example') };
const numbered = (text: string) => ({ ...carla, socSecNum: number(text) });

describe('adding a child', () => {
  test.each([
    ['all that is known of it', { birthDate: day('2020-02-29'), socSecNum: number('756.9217.0769.85') }],
    ['its names alone, as variant B gives them (D-11)', { birthDate: undefined, socSecNum: undefined }],
  ])("puts it in the parent's own account, with %s", async (_, facts) => {
    const { app, parent, storage } = await openClinic();
    const id = must(await app.addChild({ actor: parent, ...carla, ...facts }));
    expect(await storage.read.children.record(id)).toStrictEqual({ id, parentId: parent.id, ...carla, ...facts });
  });

  test.each([
    ['2026-06-15T09:59:59.999Z', 'BIRTH_DATE_IN_FUTURE'],
    ['2026-06-15T10:00:00.000Z', 'OK'],
  ])('with the birth date of tomorrow in UTC, at %s: %s (D-13)', async (now, code) => {
    const { app, clock, parent } = await openClinic();
    clock.set(at(now));
    expect(codeOf(await app.addChild({ actor: parent, ...carla, birthDate: day('2026-06-16') }))).toBe(code);
    expect(await listed(app.listOwnChildren({ actor: parent, paging: {} }))).toHaveLength(code === 'OK' ? 1 : 0);
  });

  test('is refused by its rules also while the store cannot write', async () => {
    const { app, doctor, parent, storage } = await openClinic();
    vi.spyOn(storage, 'write').mockRejectedValue(new Unavailable('store', 'full', { retryAfterSeconds: 1 }));
    expect(await app.addChild({ actor: doctor, ...carla })).toEqual(refuse('ROLE_NOT_ALLOWED'));
    const unborn = app.addChild({ actor: parent, ...carla, birthDate: day('2099-01-01') });
    expect(await unborn).toEqual(refuse('BIRTH_DATE_IN_FUTURE'));
  });

  test.each(['AB 12-34', 'ab1234'])(
    'is refused where the parent has the number, written as %s (D-14)',
    async (text) => {
      const { app, parent } = await openClinic();
      must(await app.addChild({ actor: parent, ...numbered('AB12 34') }));
      expect(await app.addChild({ actor: parent, ...numbered(text) })).toEqual(refuse('CHILD_KNOWN'));
      expect(await listed(app.listOwnChildren({ actor: parent, paging: {} }))).toHaveLength(1);
    },
  );

  test('is possible with the number of another parent’s child, with another number, and without any (D-14)', async () => {
    const { app, parent, otherParent } = await openClinic();
    const children = [
      await app.addChild({ actor: parent, ...numbered('AB1234') }),
      await app.addChild({ actor: otherParent, ...numbered('AB1234') }),
      await app.addChild({ actor: parent, ...numbered('AB1235') }),
      await app.addChild({ actor: parent, ...carla }),
      await app.addChild({ actor: parent, ...carla }),
    ];
    expect(new Set(children.map(must)).size).toBe(5);
  });
});

test('the own children are listed in the order in which they were added, with first name, last name and id', async () => {
  const { app, childOf, otherParent, parent } = await openClinic();
  const zoe = await childOf(parent, 'Zoe');
  await childOf(otherParent, 'Otto');
  const adam = await childOf(parent, 'Adam');
  expect(await listed(app.listOwnChildren({ actor: parent, paging: {} }))).toStrictEqual([
    { id: zoe, firstName: 'Zoe', lastName: 'Example' },
    { id: adam, firstName: 'Adam', lastName: 'Example' },
  ]);
  expect(await listed(app.listOwnChildren({ actor: parent, paging: { after: zoe } }))).toMatchObject([{ id: adam }]);
});

/** The doctor treats Carla and Otto, the other doctor Carla; nobody treats Nils. */
const openPractice = async () => {
  const clinic = await openClinic();
  const carla = await clinic.childOf(clinic.parent, 'Carla');
  await clinic.childOf(clinic.parent, 'Nils');
  const otto = await clinic.childOf(clinic.otherParent, 'Otto');
  await clinic.caseOf(otto, clinic.doctor);
  await clinic.caseOf(carla, clinic.otherDoctor);
  const carlasCase = await clinic.caseOf(carla, clinic.doctor);
  const namesFor = async (who: Who, doctor: Who = 'doctor', paging = {}) => {
    const input = { actor: clinic[who], doctorId: clinic[doctor].id, paging };
    return (await listed(clinic.app.listDoctorsChildren(input))).map(({ firstName }) => firstName);
  };
  return { ...clinic, carla, carlasCase, namesFor };
};

describe("listing a doctor's children (D-20)", () => {
  test('shows each child with a case of this doctor once, finished or not, in the order in which they were added', async () => {
    const { caseOf, carla, carlasCase, doctor, finish, namesFor } = await openPractice();
    await caseOf(carla, doctor);
    expect(await namesFor('doctor')).toEqual(['Carla', 'Otto']);
    expect(await namesFor('otherDoctor', 'otherDoctor')).toEqual(['Carla']);
    await finish(carlasCase);
    expect(await namesFor('assistant')).toEqual(['Carla', 'Otto']);
  });

  test('shows a parent the own children in it and no others (D-23)', async () => {
    const { namesFor } = await openPractice();
    expect(await namesFor('parent')).toEqual(['Carla']);
    expect(await namesFor('otherParent')).toEqual(['Otto']);
    expect(await namesFor('otherParent', 'otherDoctor')).toEqual([]);
  });
});

describe('erasing a child', () => {
  test('removes what people see of it, and keeps the records of what was done on it', async () => {
    const clinic = await openClinicWithClosedTask();
    const { app, caseId, childId, doctor, parent, storage } = clinic;
    await clinic.certification.issued();
    const operator = createOperatorApplication(clinic);
    must(await createApplication(clinic).requestCertification({ actor: parent, id: caseId, requestId: 'request 1' }));
    must(await operator.exportChild({ childId, requestId: 'operator 1' }));
    must(await operator.eraseChild({ childId, requestId: 'operator 2' }));
    expect(await listed(app.listOwnChildren({ actor: parent, paging: {} }))).toEqual([]);
    expect(await listed(app.listDoctorsChildren({ actor: doctor, doctorId: doctor.id, paging: {} }))).toEqual([]);
    expect(codeOf(await app.showCase({ actor: doctor, caseId }))).toBe('CASE_NOT_FOUND');
    const records = await storage.read.audit.records({ child: childId }, { after: 0, size: 9 });
    expect(records.map(({ action, on }) => [action, on])).toEqual([
      ['certification requested', caseId],
      ['child exported', childId],
      ['child erased', childId],
    ]);
  });

  test('clears the files of the store also where the child is gone, as an outage may have prevented it before', async () => {
    const { app, childId, storage } = await openClinicWithClosedTask();
    const scrub = vi.spyOn(storage, 'scrub');
    must(await app.eraseChild({ childId }));
    expect(scrub).toHaveBeenCalledTimes(1);
    expect(await app.eraseChild({ childId })).toEqual(refuse('CHILD_NOT_FOUND'));
    expect(scrub).toHaveBeenCalledTimes(2);
  });
});

describe('exporting a child', () => {
  test('gives all that is stored of it, and everybody who is named in it', async () => {
    const clinic = await openClinicWithClosedTask();
    const { app, caseId, certification, childId, doctor, otherDoctor, otherParent, parent, storage, taskId } = clinic;
    const rejected = await certification.rejected();
    const requested = await certification.requested();
    const second = await clinic.caseOf(childId, otherDoctor);
    await clinic.caseOf(await clinic.childOf(otherParent, 'Cora'), doctor);

    const file = must(await app.exportChild({ childId }));
    expect(file.child).toEqual(await storage.read.children.record(childId));
    expect(file.cases.map(({ case: { id } }) => id)).toEqual([caseId, second]);
    const [first] = file.cases;
    expect(first?.tasks.map(({ id, status }) => [id, status])).toEqual([[taskId, 'closed']]);
    expect(first?.certifications.map(({ id, status }) => [id, status])).toEqual([
      [rejected, 'rejected'],
      [requested, 'requested'],
    ]);
    const decided = ['certification requested', 'certification rejected', 'certification requested'];
    const actions = first?.history.map(({ action }) => action);
    expect(actions).toEqual(['case opened', 'task added', 'task closed', ...decided]);
    expect(new Set(file.people)).toEqual(new Set([parent, doctor, otherDoctor]));
  });

  test('names also those who no longer take part in its cases', async () => {
    const { app, assistant, caseId, childId, doctor, otherAssistant, parent, taskId } =
      await openClinicWithClosedTask();
    must(await app.linkAssistant({ actor: doctor, doctorId: doctor.id, email: otherAssistant.email }));
    must(await app.requestCertification({ actor: assistant, id: taskId }));
    must(await app.addTask({ actor: otherAssistant, caseId, title: title('Listen') }));
    for (const { id } of [assistant, otherAssistant]) {
      must(await app.unlinkAssistant({ actor: doctor, doctorId: doctor.id, assistantId: id }));
    }
    const file = must(await app.exportChild({ childId }));
    expect(new Set(file.people)).toEqual(new Set([parent, doctor, assistant, otherAssistant]));
  });

  test('is refused for a child that is not there', async () => {
    const { app } = await openClinic();
    expect(await app.exportChild({ childId: unknownId() })).toEqual(refuse('CHILD_NOT_FOUND'));
  });
});
