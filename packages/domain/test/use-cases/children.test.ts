import { describe, expect, test, vi } from 'vitest';
import { createApplication, createOperatorApplication } from '../../src/application.ts';
import { Unavailable } from '../../src/errors.ts';
import { refuse } from '../../src/result.ts';
import { openClinic, openClinicWithClosedTask } from '../support/clinic.ts';
import { codeOf, day, must, name, number } from '../support/values.ts';

const carla = { firstName: name('Carla'), lastName: name('Example') };

describe('adding a child', () => {
  test.each([
    ['all that is known of it', { birthDate: day('2020-02-29'), socSecNum: number('756.9217.0769.85') }],
    ['its names alone, as variant B gives them (D-11)', { birthDate: undefined, socSecNum: undefined }],
  ])("puts it in the parent's own account, with %s", async (_, facts) => {
    const { app, parent, storage } = await openClinic();
    const id = must(await app.addChild({ actor: parent, ...carla, ...facts }));
    expect(await storage.read.children.record(id)).toStrictEqual({ id, ...carla, ...facts });
    expect(await storage.read.children.isOfParent(id, parent.id)).toBe(true);
  });

  test('is refused by its rules also while the store cannot write', async () => {
    const { app, doctor, parent, storage } = await openClinic();
    vi.spyOn(storage, 'write').mockRejectedValue(new Unavailable('store', 'full', { retryAfterSeconds: 1 }));
    expect(await app.addChild({ actor: doctor, ...carla })).toEqual(refuse('ROLE_NOT_ALLOWED'));
    const unborn = app.addChild({ actor: parent, ...carla, birthDate: day('2099-01-01') });
    expect(await unborn).toEqual(refuse('BIRTH_DATE_IN_FUTURE'));
  });
});

test('erasing a child keeps the records about it, and clears the files of the store, also where the child is gone', async () => {
  const clinic = await openClinicWithClosedTask();
  const { app, caseId, childId, doctor, parent, storage } = clinic;
  const operator = createOperatorApplication(clinic);
  const scrub = vi.spyOn(storage, 'scrub');
  must(await createApplication(clinic).requestCertification({ actor: parent, id: caseId, requestId: 'request 1' }));
  must(await operator.exportChild({ childId, requestId: 'operator 1' }));
  must(await operator.eraseChild({ childId, requestId: 'operator 2' }));
  expect(scrub).toHaveBeenCalledTimes(1);
  expect(codeOf(await app.showCase({ actor: doctor, caseId }))).toBe('CASE_NOT_FOUND');
  const records = await storage.read.audit.records({ child: childId }, { after: 0, size: 9 });
  expect(records.map(({ action, on }) => [action, on])).toEqual([
    ['certification requested', caseId],
    ['child exported', childId],
    ['child erased', childId],
  ]);
  // An outage may have kept the first call from clearing the files.
  expect(await app.eraseChild({ childId })).toEqual(refuse('CHILD_NOT_FOUND'));
  expect(scrub).toHaveBeenCalledTimes(2);
  expect(await app.exportChild({ childId })).toEqual(refuse('CHILD_NOT_FOUND'));
});

test('exporting a child gives all that is stored of it, and everybody who is or was named in it', async () => {
  const clinic = await openClinicWithClosedTask();
  const { app, assistant, caseId, certification, childId, doctor, otherDoctor, parent, storage, taskId } = clinic;
  const rejected = await certification.rejected();
  const requested = must(await app.requestCertification({ actor: assistant, id: taskId }));
  must(await app.issueCertification({ actor: doctor, id: taskId }));
  const certificate = must(await app.createCertificate({ actor: parent, id: taskId, disclosed: 'name' }));
  must(await app.unlinkAssistant({ actor: doctor, doctorId: doctor.id, assistantId: assistant.id }));
  const second = await clinic.caseOf(childId, otherDoctor);
  await clinic.caseOf(await clinic.childOf(clinic.otherParent, 'Cora'), doctor);

  const file = must(await app.exportChild({ childId }));
  expect(file.child).toEqual(await storage.read.children.record(childId));
  expect(file.cases.map(({ case: { id } }) => id)).toEqual([caseId, second]);
  const [first] = file.cases;
  const states = [first?.tasks, first?.certifications].map((all) => all?.map(({ id, status }) => [id, status]));
  expect(states).toEqual([
    [[taskId, 'closed']],
    [
      [rejected, 'rejected'],
      [requested, 'issued'],
    ],
  ]);
  const decided = [
    'certification requested',
    'certification rejected',
    'certification requested',
    'certification issued',
  ];
  expect(first?.certificates.map(({ id }) => id)).toEqual([certificate.id]);
  const actions = first?.history.map(({ action }) => action);
  expect(actions).toEqual(['case opened', 'task added', 'task closed', ...decided]);
  const named = [parent, doctor, assistant, otherDoctor].map(({ id, firstName, lastName, role }) => {
    return { id, firstName, lastName, role };
  });
  // No addresses: one parent may get the file, and another one be in it.
  expect(new Set(file.people)).toEqual(new Set(named));
});
