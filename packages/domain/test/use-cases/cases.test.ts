import { describe, expect, test } from 'vitest';
import { refuse } from '../../src/errors.ts';
import type { AccountId, CaseId, TaskId } from '../../src/model/values.ts';
import { ok } from '../../src/result.ts';
import { openClinic, openClinicWithCase, openClinicWithClosedTask, type Who } from '../support/clinic.ts';
import { codeOf, entriesOf, listed, must } from '../support/outcomes.ts';
import { limit, reason, title, unknownId } from '../support/values.ts';

const asthma = { title: title('Asthma') };
const measure = { title: title('Measure lung function') };
const again = { reason: reason('It has come back.') };

type Clinic = Awaited<ReturnType<typeof openClinicWithCase>>;
const caseOf = ({ storage, caseId }: Clinic) => storage.read.cases.find(caseId);

describe('opening a case', () => {
  test.each<Who>(['parent', 'assistant'])(
    "by the %s makes it ongoing, for the child, the child's parent and the doctor, from now on",
    async (who) => {
      const { app, childId, clock, doctor, parent, storage, [who]: actor } = await openClinicWithCase();
      const id = must(await app.openCase({ actor, childId, doctorId: doctor.id, ...asthma }));
      expect(await storage.read.cases.find(id)).toStrictEqual({
        id,
        childId,
        parentId: parent.id,
        doctorId: doctor.id,
        title: 'Asthma',
        openedAt: clock.now(),
        status: 'ongoing',
      });
    },
  );

  test.each<Who>(['parent', 'doctor', 'assistant'])(
    'is refused for the %s without such a child or such a doctor (D-19)',
    async (who) => {
      const { app, assistant, childId, doctor, parent, [who]: actor } = await openClinicWithCase();
      const noChild = await app.openCase({ actor, childId: unknownId(), doctorId: doctor.id, ...asthma });
      expect(noChild).toEqual(refuse('CHILD_NOT_FOUND'));
      for (const doctorId of [unknownId<AccountId>(), assistant.id, parent.id]) {
        expect(await app.openCase({ actor, childId, doctorId, ...asthma })).toEqual(refuse('DOCTOR_NOT_FOUND'));
      }
    },
  );
});

describe('finishing and reopening a case', () => {
  test('makes it finished from now on, and then what it was before', async () => {
    const clinic = await openClinicWithCase();
    const { app, caseId, clock, closedTaskIn, doctor } = clinic;
    await closedTaskIn(caseId);
    await closedTaskIn(caseId);
    const before = await caseOf(clinic);
    for (let round = 0; round < 2; round += 1) {
      clock.advance(5000);
      expect(await app.finishCase({ actor: doctor, caseId })).toEqual(ok(undefined));
      expect(await caseOf(clinic)).toStrictEqual({ ...before, status: 'finished', finishedAt: clock.now() });
      expect(await app.reopenCase({ actor: doctor, caseId, ...again })).toEqual(ok(undefined));
      expect(await caseOf(clinic)).toStrictEqual(before);
    }
  });

  test('is refused while one of its own tasks is open', async () => {
    const { app, caseId, caseOf, childId, closedTaskIn, doctor, taskIn } = await openClinicWithCase();
    await closedTaskIn(caseId);
    await taskIn(caseId);
    await closedTaskIn(caseId);
    expect(await app.finishCase({ actor: doctor, caseId })).toEqual(refuse('TASKS_OPEN'));
    const another = await caseOf(childId, doctor);
    expect(await app.finishCase({ actor: doctor, caseId: another })).toEqual(ok(undefined));
  });

  test('is refused where it is done already, and keeps the first time', async () => {
    const clinic = await openClinicWithCase();
    const { app, caseId, clock, doctor, finish } = clinic;
    expect(await app.reopenCase({ actor: doctor, caseId, ...again })).toEqual(refuse('CASE_ONGOING'));
    await finish(caseId);
    const first = await caseOf(clinic);
    clock.advance(5000);
    expect(await app.finishCase({ actor: doctor, caseId })).toEqual(refuse('CASE_FINISHED'));
    expect(await caseOf(clinic)).toEqual(first);
  });
});

describe('adding and closing a task', () => {
  test('makes it open in the case, and closed from now on; other tasks stay as they are', async () => {
    const { app, caseId, clock, doctor: actor, storage } = await openClinicWithCase();
    const id = must(await app.addTask({ actor, caseId, ...measure }));
    const other = must(await app.addTask({ actor, caseId, ...measure }));
    const facts = { id, caseId, ...measure };
    expect(await storage.read.tasks.find(id)).toStrictEqual({ ...facts, status: 'open' });
    clock.advance(5000);
    expect(await app.closeTask({ actor, taskId: id })).toEqual(ok(undefined));
    const closed = { ...facts, status: 'closed', closedAt: clock.now() };
    clock.advance(5000);
    expect(await app.closeTask({ actor, taskId: id })).toEqual(refuse('TASK_ALREADY_CLOSED'));
    expect(await storage.read.tasks.find(id)).toStrictEqual(closed);
    expect((await storage.read.tasks.find(other))?.status).toBe('open');
  });
});

test('a case or a task that is not there is not found', async () => {
  const { app, doctor: actor } = await openClinicWithCase();
  const caseId = unknownId<CaseId>();
  const outcomes = [
    await app.finishCase({ actor, caseId }),
    await app.reopenCase({ actor, caseId, ...again }),
    await app.addTask({ actor, caseId, ...measure }),
    await app.showCase({ actor, caseId }),
    await app.showHistory({ actor, caseId, paging: {} }),
    await app.closeTask({ actor, taskId: unknownId<TaskId>() }),
  ];
  expect(outcomes.map(codeOf)).toEqual([...Array(5).fill('CASE_NOT_FOUND'), 'TASK_NOT_FOUND']);
});

/** Carla is treated by both doctors, Otto by the other doctor. */
const openPractices = async () => {
  const clinic = await openClinic();
  const carla = await clinic.childOf(clinic.parent, 'Carla');
  const otto = await clinic.childOf(clinic.otherParent, 'Otto');
  const first = await clinic.caseOf(carla, clinic.doctor);
  const second = await clinic.caseOf(otto, clinic.otherDoctor);
  const third = await clinic.caseOf(carla, clinic.otherDoctor);
  const casesFor = async (who: Who) =>
    (await listed(clinic.app.listCases({ actor: clinic[who], paging: {} }))).map(({ id }) => id);
  return { ...clinic, first, second, third, casesFor };
};

describe('listing cases (D-23)', () => {
  test('shows a doctor the assigned ones, an assistant those of the doctors assisted, a parent those of the own children', async () => {
    const { casesFor, first, second, third } = await openPractices();
    for (const who of ['doctor', 'assistant'] as const) expect(await casesFor(who)).toEqual([first]);
    for (const who of ['otherDoctor', 'otherAssistant'] as const) expect(await casesFor(who)).toEqual([second, third]);
    expect(await casesFor('parent')).toEqual([first, third]);
    expect(await casesFor('otherParent')).toEqual([second]);
  });
});

describe('showing a case', () => {
  test('shows it as it is, and its tasks, open and closed, in the order in which they were added', async () => {
    const clinic = await openClinicWithCase();
    const { app, caseId, childId, clock, closedTaskIn, doctor, parent, taskIn } = clinic;
    const open = await taskIn(caseId);
    const closed = await closedTaskIn(caseId);
    await taskIn(await clinic.caseOf(childId, doctor));
    const shown = must(await app.showCase({ actor: parent, caseId }));
    expect(shown.case).toEqual(await caseOf(clinic));
    expect(await entriesOf(shown.tasks)).toStrictEqual([
      { caseId, ...measure, id: open, status: 'open' },
      { caseId, ...measure, id: closed, status: 'closed', closedAt: clock.now() },
    ]);
  });
});

describe('the history of a case', () => {
  test('tells every change: when, by whom, what, and why where a reason is asked for', async () => {
    const { app, assistant, caseId, clock, doctor, parent, taskId } = await openClinicWithClosedTask();
    const onTask = { actor: doctor, id: taskId };
    must(await app.requestCertification({ actor: parent, id: caseId }));
    must(await app.rejectCertification({ ...onTask, reason: reason('Too early.') }));
    must(await app.requestCertification({ actor: assistant, id: caseId }));
    must(await app.issueCertification(onTask));
    must(await app.revokeCertification({ ...onTask, reason: reason('Too late.') }));
    must(await app.finishCase({ actor: assistant, caseId }));
    clock.advance(1000);
    must(await app.reopenCase({ actor: doctor, caseId, reason: reason('It came back.') }));

    const events = await listed(app.showHistory({ actor: parent, caseId, paging: {} }));
    expect(events.map(({ action, by, reason: why }) => [action, by, why])).toEqual([
      ['case opened', parent.id, undefined],
      ['task added', doctor.id, undefined],
      ['task closed', doctor.id, undefined],
      ['certification requested', parent.id, undefined],
      ['certification rejected', doctor.id, 'Too early.'],
      ['certification requested', assistant.id, undefined],
      ['certification issued', doctor.id, undefined],
      ['certification revoked', doctor.id, 'Too late.'],
      ['case finished', assistant.id, undefined],
      ['case reopened', doctor.id, 'It came back.'],
    ]);
    expect(events.at(-1)?.at).toBe(clock.now());
    const paging = { after: events[0]?.id, limit: limit(1) };
    expect(await listed(app.showHistory({ actor: doctor, caseId, paging }))).toEqual([events[1]]);
  });

  test('does not tell what was refused, nor a request that was answered with what there was', async () => {
    const { app, caseId, doctor, otherDoctor, parent, taskId } = await openClinicWithClosedTask();
    const history = () => listed(app.showHistory({ actor: doctor, caseId, paging: {} }));
    must(await app.requestCertification({ actor: parent, id: caseId }));
    const before = await history();
    must(await app.requestCertification({ actor: doctor, id: taskId }));
    await app.closeTask({ actor: doctor, taskId });
    await app.issueCertification({ actor: parent, id: taskId });
    await app.finishCase({ actor: otherDoctor, caseId });
    expect(await history()).toEqual(before);
  });
});
