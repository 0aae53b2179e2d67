import { describe, expect, test } from 'vitest';
import { createApplication } from '../../src/application.ts';
import type { Account } from '../../src/model/account.ts';
import type { CaseId, Day, TaskId } from '../../src/model/values.ts';
import { ok, refuse } from '../../src/result.ts';
import { openClinicWithClosedTask, type Who } from '../support/clinic.ts';
import { codeOf, entriesOf, limit, listed, must, reason, title, unknownId } from '../support/values.ts';

const NEW = title('Measure again');
const DAY = '2026-12-24' as Day;

/** What can be renamed: a case, or an open task of it. */
const openRenaming = async () => {
  const clinic = await openClinicWithClosedTask();
  const { app, caseId, storage } = clinic;
  const open = await clinic.taskIn(caseId);
  const renamed = {
    case: async (actor: Account, to = NEW) => codeOf(await app.renameCase({ actor, caseId, title: to })),
    task: async (actor: Account, to = NEW) => codeOf(await app.renameTask({ actor, taskId: open, title: to })),
  };
  const titles = {
    case: async () => (await storage.read.cases.find(caseId))?.title,
    task: async () => (await storage.read.tasks.find(open))?.title,
  };
  const events = async () => (await listed(app.showHistory({ actor: clinic.parent, caseId, paging: {} }))).slice(4);
  return { ...clinic, events, open, renamed, titles };
};

describe.each(['case', 'task'] as const)('renaming a %s (D-30)', (what) => {
  test.each<Who>(['doctor', 'assistant'])('by the %s stands in the history', async (who) => {
    const { caseId, clock, events, renamed, titles, [who]: actor } = await openRenaming();
    const from = { oldTitle: await titles[what](), newTitle: NEW };
    clock.advance(5000);
    expect([await renamed[what](actor), await titles[what]()]).toEqual(['OK', NEW]);
    expect(await events()).toMatchObject([
      { caseId, action: `${what} renamed`, by: actor.id, at: clock.now(), reason: undefined, ...from },
    ]);
  });

  test('to the title that it has changes nothing, and the history says nothing', async () => {
    const { doctor, events, renamed } = await openRenaming();
    for (let round = 0; round < 2; round += 1) expect(await renamed[what](doctor)).toBe('OK');
    expect(await events()).toHaveLength(1);
  });

  test('is recorded by its field, if it changes it, and never by what stands there', async () => {
    const clinic = await openRenaming();
    const { caseId, childId, doctor: actor, open, storage } = clinic;
    const { renameCase, renameTask } = createApplication(clinic);
    const call = { actor, title: NEW, requestId: 'the request' };
    for (let round = 0; round < 2; round += 1) {
      must(await (what === 'case' ? renameCase({ ...call, caseId }) : renameTask({ ...call, taskId: open })));
    }
    const on = what === 'case' ? caseId : open;
    const records = await storage.read.audit.records({}, { after: 0, size: 9 });
    expect(records).toMatchObject([
      { action: `${what} corrected: title`, by: actor.id, on, child: childId },
      { action: `${what} corrected`, by: actor.id, on, child: childId },
    ]);
    expect(JSON.stringify(records)).not.toContain(NEW);
  });
});

test('the day until which a task is due is corrected with its title, may be taken away, and is recorded (D-46)', async () => {
  const clinic = await openRenaming();
  const { doctor: actor, open: taskId, storage, titles } = clinic;
  const { renameTask } = createApplication(clinic);
  const title = (await titles.task()) ?? NEW;
  const call = { actor, taskId, title, requestId: 'the request' };
  const dueOn = async () => (await storage.read.tasks.find(taskId))?.dueOn;
  const seen: unknown[] = [];
  for (const to of [DAY, undefined, 'none', 'none'] as const) {
    must(await renameTask({ ...call, dueOn: to }));
    seen.push(await dueOn());
  }
  expect(seen).toEqual([DAY, DAY, undefined, undefined]);
  const actions = (await storage.read.audit.records({}, { after: 0, size: 9 })).map(({ action }) => action);
  const [changed, same] = ['task corrected: dueOn', 'task corrected'];
  expect(actions).toEqual([changed, same, changed, same]);
});

test('a finished case and its tasks keep their titles, and so does a closed task, until the case is reopened', async () => {
  const { app, caseId, doctor: actor, open, renamed, taskId, titles } = await openRenaming();
  expect(await app.renameTask({ actor, taskId, title: NEW })).toEqual(refuse('TASK_ALREADY_CLOSED'));
  must(await app.closeTask({ actor, taskId: open }));
  expect(await renamed.task(actor)).toBe('TASK_ALREADY_CLOSED');
  must(await app.finishCase({ actor, caseId }));
  expect([await renamed.case(actor), await renamed.task(actor)]).toEqual(['CASE_FINISHED', 'CASE_FINISHED']);
  must(await app.reopenCase({ actor, caseId, reason: reason('It has come back.') }));
  expect([await renamed.case(actor), await renamed.task(actor)]).toEqual(['OK', 'TASK_ALREADY_CLOSED']);
  expect(await titles.task()).not.toBe(NEW);
});

test('what is not there cannot be renamed', async () => {
  const { app, doctor: actor } = await openRenaming();
  const [caseId, taskId] = [unknownId<CaseId>(), unknownId<TaskId>()];
  expect(await app.renameCase({ actor, caseId, title: NEW })).toEqual(refuse('CASE_NOT_FOUND'));
  expect(await app.renameTask({ actor, taskId, title: NEW })).toEqual(refuse('TASK_NOT_FOUND'));
});

describe('undoing that a task was closed (D-46)', () => {
  const openUndoing = async () => {
    const clinic = await openClinicWithClosedTask();
    const { app, assistant: actor, assistant, caseId } = clinic;
    const taskId = must(await app.addTask({ actor, caseId, title: NEW, dueOn: DAY }));
    must(await app.closeTask({ actor: assistant, taskId }));
    const { undoClosing } = createApplication(clinic);
    const undo = async (actor: Account) => codeOf(await undoClosing({ actor, taskId, requestId: 'r' }));
    return { ...clinic, taskId, undo };
  };

  test('is for whoever closed it: within ten minutes it is open as before, and both are told', async () => {
    const { app, assistant, caseId, childId, clock, doctor, otherDoctor, parent, storage, taskId, undo } =
      await openUndoing();
    clock.advance(600_000);
    expect(await undo(doctor)).toBe('UNDO_OVER');
    expect(await undo(parent)).toBe('ROLE_NOT_ALLOWED');
    expect(await undo(otherDoctor)).toBe('TASK_NOT_FOUND');
    expect(await undo(assistant)).toBe('OK');
    expect(await storage.read.tasks.find(taskId)).toStrictEqual({
      id: taskId,
      caseId,
      title: NEW,
      dueOn: DAY,
      status: 'open',
    });
    const told = { action: 'task reopened', by: assistant.id, at: clock.now(), reason: undefined };
    expect((await listed(app.showHistory({ actor: parent, caseId, paging: {} }))).at(-1)).toMatchObject(told);
    const records = await storage.read.audit.records({}, { after: 0, size: 99 });
    expect(records).toContainEqual(
      expect.objectContaining({ action: 'task reopened', by: assistant.id, on: taskId, child: childId }),
    );
    expect(await undo(assistant)).toBe('UNDO_OVER');
  });

  test('ends after ten minutes', async () => {
    const { assistant, clock, undo } = await openUndoing();
    clock.advance(600_001);
    expect(await undo(assistant)).toBe('UNDO_OVER');
  });

  test('is for the one of two who has closed it, if both do at once, until the other has requested', async () => {
    const clinic = await openClinicWithClosedTask();
    const { app, assistant, caseId, doctor } = clinic;
    const taskId = must(await app.addTask({ actor: doctor, caseId, title: NEW }));
    const { closeTask, undoClosing } = createApplication(clinic);
    const close = async (actor: Account) => codeOf(await closeTask({ actor, taskId, requestId: 'r' }));
    const undo = async (actor: Account) => codeOf(await undoClosing({ actor, taskId, requestId: 'r' }));
    expect(await Promise.all([close(assistant), close(doctor)])).toEqual(['OK', 'TASK_ALREADY_CLOSED']);
    expect(await undo(doctor)).toBe('UNDO_OVER');
    must(await app.requestCertification({ actor: doctor, id: caseId, taskId }));
    expect(await undo(assistant)).toBe('UNDO_OVER');
  });

  test('ends once the case is finished, or a certification was requested', async () => {
    const { app, assistant, caseId, parent: actor, taskId, undo } = await openUndoing();
    must(await app.requestCertification({ actor, id: caseId, taskId }));
    expect(await undo(assistant)).toBe('UNDO_OVER');
    must(await app.finishCase({ actor: assistant, caseId }));
    expect(await undo(assistant)).toBe('CASE_FINISHED');
  });
});

describe('opening a closed task again later (D-46)', () => {
  const openReopening = async () => {
    const clinic = await openClinicWithClosedTask();
    clinic.clock.advance(600_001);
    const { reopenTask } = createApplication(clinic);
    const { taskId } = clinic;
    const why = reason('It was the other arm');
    const reopen = async (actor: Account) => codeOf(await reopenTask({ actor, taskId, reason: why, requestId: 'r' }));
    return { ...clinic, reopen, why };
  };

  test('is for those who work on the case, with a reason that its history says', async () => {
    const { app, assistant, caseId, clock, doctor, otherDoctor, parent, reopen, storage, taskId, why } =
      await openReopening();
    expect([await reopen(otherDoctor), await reopen(parent)]).toEqual(['TASK_NOT_FOUND', 'ROLE_NOT_ALLOWED']);
    expect([await reopen(assistant), await reopen(doctor)]).toEqual(['OK', 'TASK_NOT_CLOSED']);
    expect(await storage.read.tasks.find(taskId)).toMatchObject({ status: 'open' });
    const told = { action: 'task reopened', by: assistant.id, at: clock.now(), reason: why };
    expect((await listed(app.showHistory({ actor: parent, caseId, paging: {} }))).at(-1)).toMatchObject(told);
    must(await app.closeTask({ actor: doctor, taskId }));
    must(await app.finishCase({ actor: doctor, caseId }));
    expect(await reopen(doctor)).toBe('CASE_FINISHED');
  });

  test('is refused while a certification of it is live; earlier decisions stay readable', async () => {
    const { app, caseId, doctor: actor, reopen, taskId, why } = await openReopening();
    must(await app.requestCertification({ actor, id: taskId }));
    expect(await reopen(actor)).toBe('CERTIFICATION_LIVE');
    must(await app.issueCertification({ actor, id: taskId }));
    expect(await reopen(actor)).toBe('CERTIFICATION_LIVE');
    must(await app.revokeCertification({ actor, id: taskId, reason: why }));
    expect(await reopen(actor)).toBe('OK');
    const shown = must(await app.showCase({ actor, caseId, taskId, detail: 'full' }));
    const [task] = await entriesOf(shown.tasks);
    expect(task).toMatchObject({ status: 'open', certification: { status: 'revoked', reason: why } });
  });
});

describe('the list of tasks (D-31)', () => {
  test('has, oldest first, those of all cases in which the caller works, and may be of one status', async () => {
    const clinic = await openClinicWithClosedTask();
    const { app, assistant, caseId, caseOf, childId, closedTaskIn, doctor, otherAssistant, otherDoctor } = clinic;
    const { taskId, taskIn } = clinic;
    const elsewhere = await caseOf(childId, otherDoctor);
    const second = await caseOf(childId, doctor);
    const all = [taskId, await taskIn(second), await taskIn(elsewhere), await closedTaskIn(caseId)];
    const tasksOf = async (actor: Account, more: object = {}) =>
      (await listed(app.listTasks({ actor, paging: {}, ...more }))).map(({ id }) => all.indexOf(id));
    for (const actor of [doctor, assistant]) {
      expect(await tasksOf(actor)).toEqual([0, 1, 3]);
      expect(await tasksOf(actor, { status: 'open' })).toEqual([1]);
      expect(await tasksOf(actor, { status: 'closed' })).toEqual([0, 3]);
      expect(await tasksOf(actor, { paging: { after: taskId, limit: limit(1) } })).toEqual([1]);
    }
    for (const actor of [otherDoctor, otherAssistant]) expect(await tasksOf(actor)).toEqual([2]);
    must(await app.linkAssistant({ actor: otherDoctor, doctorId: otherDoctor.id, email: assistant.email }));
    expect(await tasksOf(assistant)).toEqual([0, 1, 2, 3]);
    const listing = await listed(app.listTasks({ actor: otherDoctor, paging: {} }));
    expect(listing).toMatchObject([{ caseId: elsewhere, status: 'open', title: 'Measure lung function' }]);
  });

  test('in full has the title of each case and its child, without the number', async () => {
    const { app, assistant, caseId, childId, doctor, taskId, taskIn } = await openClinicWithClosedTask();
    const second = await taskIn(caseId);
    const child = { id: childId, firstName: 'Carla', lastName: 'Example', birthDate: undefined };
    for (const actor of [doctor, assistant]) {
      const full = await listed(app.listTasks({ actor, paging: {}, detail: 'full' }));
      expect(full.map(({ id }) => id)).toEqual([taskId, second]);
      for (const task of full) {
        expect(task.case).toStrictEqual({ title: 'Asthma', doctorId: doctor.id });
        expect(task.child).toStrictEqual(child);
      }
      const [plain] = await listed(app.listTasks({ actor, paging: {} }));
      for (const more of ['case', 'child']) expect(plain).not.toHaveProperty(more);
    }
  });

  test.each(['before', 'after'])('in full lacks a task whose case is erased %s its title is read', async (when) => {
    const clinic = await openClinicWithClosedTask();
    const { caseOf, childId, childOf, doctor: actor, parent, storage, taskIn } = clinic;
    const left = await taskIn(await caseOf(await childOf(parent, 'Cora'), actor));
    const erase = () => storage.write(async ({ children }) => ok(await children.erase(childId)));
    const read = { ...storage.read, cases: { ...storage.read.cases } };
    read.cases.titlesOf = async (ids) => {
      if (when === 'before') await erase();
      const titles = await storage.read.cases.titlesOf(ids);
      if (when === 'after') await erase();
      return titles;
    };
    const calls = createApplication({ ...clinic, storage: { ...storage, read } });
    const call = { requestId: 'r', session: 'none' as never, paging: {}, detail: 'full' } as const;
    const found = await entriesOf(must(await calls.listTasks({ ...call, actor })));
    expect(found.map(({ id }) => id)).toEqual([left]);
  });
});
