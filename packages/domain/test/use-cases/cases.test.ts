import { describe, expect, test } from 'vitest';
import type { AccountId, CaseId, TaskId } from '../../src/model/values.ts';
import { ok, refuse } from '../../src/result.ts';
import { openClinicWithCase, openClinicWithClosedTask, type Who } from '../support/clinic.ts';
import { codeOf, entriesOf, limit, listed, must, reason, title, unknownId } from '../support/values.ts';

const asthma = { title: title('Asthma') };
const measure = { title: title('Measure lung function') };
const again = { reason: reason('It has come back.') };

describe('opening a case', () => {
  test.each<Who>(['parent', 'assistant'])(
    'by the %s makes it ongoing, for the child and the doctor, from now on',
    async (who) => {
      const { app, childId, clock, doctor, storage, [who]: actor } = await openClinicWithCase();
      const id = must(await app.openCase({ actor, childId, doctorId: doctor.id, ...asthma }));
      const newSince = who === 'parent' ? clock.now() : undefined;
      const facts = { childId, doctorId: doctor.id, ...asthma, openedAt: clock.now(), newSince };
      expect(await storage.read.cases.find(id)).toStrictEqual({ id, ...facts, status: 'ongoing' });
    },
  );

  test('is refused without such a child or such a doctor (D-19)', async () => {
    const { app, assistant, childId, doctor: actor } = await openClinicWithCase();
    const noChild = await app.openCase({ actor, childId: unknownId(), doctorId: actor.id, ...asthma });
    expect(noChild).toEqual(refuse('CHILD_NOT_FOUND'));
    for (const doctorId of [unknownId<AccountId>(), assistant.id]) {
      expect(await app.openCase({ actor, childId, doctorId, ...asthma })).toEqual(refuse('DOCTOR_NOT_FOUND'));
    }
  });
});

describe('finishing and reopening a case', () => {
  test('makes it finished from now on, and then what it was before; doing it twice, or adding a task, is refused', async () => {
    const { app, caseId, clock, closedTaskIn, doctor: actor, storage } = await openClinicWithCase();
    const [finish, reopen] = [
      () => app.finishCase({ actor, caseId }),
      () => app.reopenCase({ actor, caseId, ...again }),
    ];
    const stored = () => storage.read.cases.find(caseId);
    await closedTaskIn(caseId);
    const before = { ...(await stored()), newSince: undefined };
    for (let round = 0; round < 2; round += 1) {
      expect(await reopen()).toEqual(refuse('CASE_ONGOING'));
      clock.advance(5000);
      expect(await finish()).toEqual(ok(undefined));
      const finished = { ...before, status: 'finished', finishedAt: clock.now() };
      clock.advance(5000);
      expect(await finish()).toEqual(refuse('CASE_FINISHED'));
      expect(await app.addTask({ actor, caseId, ...measure })).toEqual(refuse('CASE_FINISHED'));
      expect(await stored()).toStrictEqual(finished);
      expect(await reopen()).toEqual(ok(undefined));
      expect(await stored()).toStrictEqual(before);
    }
  });

  test('is refused while one of its own tasks is open', async () => {
    const { app, caseId, caseOf, childId, closedTaskIn, doctor, taskIn } = await openClinicWithCase();
    await taskIn(caseId);
    await closedTaskIn(caseId);
    expect(await app.finishCase({ actor: doctor, caseId })).toEqual(refuse('TASKS_OPEN'));
    const another = await caseOf(childId, doctor);
    expect(await app.finishCase({ actor: doctor, caseId: another })).toEqual(ok(undefined));
  });
});

test('a task is open once added, and closed from the moment it is closed, once; the case shows its tasks in order', async () => {
  const { app, caseId, caseOf, childId, clock, doctor: actor, parent, taskIn } = await openClinicWithCase();
  const id = must(await app.addTask({ actor, caseId, ...measure }));
  const other = must(await app.addTask({ actor, caseId, ...measure }));
  await taskIn(await caseOf(childId, actor));
  clock.advance(5000);
  expect(await app.closeTask({ actor, taskId: id })).toEqual(ok(undefined));
  const closedAt = clock.now();
  clock.advance(5000);
  expect(await app.closeTask({ actor, taskId: id })).toEqual(refuse('TASK_ALREADY_CLOSED'));
  const shown = must(await app.showCase({ actor: parent, caseId }));
  expect(shown.case).toMatchObject({ id: caseId, ...asthma });
  expect(await entriesOf(shown.tasks)).toStrictEqual([
    { id, caseId, ...measure, status: 'closed', closedAt, closedBy: actor.id, dueOn: undefined },
    { id: other, caseId, ...measure, status: 'open', dueOn: undefined },
  ]);
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

test('the history of a case tells every change: when, by whom, what, and why; not what was refused or answered again', async () => {
  const { app, assistant, caseId, clock, doctor, otherDoctor, parent, storage, taskId } =
    await openClinicWithClosedTask();
  const onTask = { actor: doctor, id: taskId };
  must(await app.requestCertification({ actor: parent, id: caseId }));
  must(await app.requestCertification(onTask));
  must(await app.rejectCertification({ ...onTask, reason: reason('Too early.') }));
  must(await app.requestCertification({ actor: assistant, id: caseId }));
  must(await app.issueCertification(onTask));
  must(await app.revokeCertification({ ...onTask, reason: reason('Too late.') }));
  await app.closeTask({ actor: doctor, taskId });
  await app.issueCertification({ actor: parent, id: taskId });
  await app.finishCase({ actor: otherDoctor, caseId });
  must(await app.finishCase({ actor: assistant, caseId }));
  clock.advance(1000);
  must(await app.reopenCase({ actor: doctor, caseId, ...again }));

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
    ['case reopened', doctor.id, again.reason],
  ]);
  expect(events.at(-1)).toMatchObject({ caseId, at: clock.now() });
  // Of a task, which one it is.
  const about = (await storage.read.tasks.find(taskId))?.title;
  expect(events.map(({ oldTitle }) => oldTitle)).toEqual(
    events.map((_, nth) => (nth > 0 && nth < 8 ? about : undefined)),
  );
  const paging = { after: events[0]?.id, limit: limit(1) };
  expect(await listed(app.showHistory({ actor: doctor, caseId, paging }))).toEqual([events[1]]);
});
