import { expect, test } from 'vitest';
import { Unavailable } from '../../src/errors.ts';
import type { Account } from '../../src/model/account.ts';
import { MINUTE, type NoteText, type TaskId } from '../../src/model/values.ts';
import { ok, refuse } from '../../src/result.ts';
import { openFamily } from '../support/family.ts';
import { listed, must, reason, title } from '../support/values.ts';

const openNews = async () => {
  const family = await openFamily();
  const { app, storage } = family;
  // The other one has tasks: staff have worked in it.
  const caseId = await family.caseOf(family.childId, family.doctor);
  type Actor = typeof family.doctor;
  const read = (actor: Actor) => app.showCase({ actor, caseId });
  const newTo = async (actor: Actor) =>
    (await listed(app.listCases({ actor, paging: {}, filter: { isNew: true } }))).map(({ id }) => id);
  const counted = async (actor: Actor) => must(await app.showWork({ actor })).newCases;
  const since = async () => (await storage.read.cases.find(caseId))?.newSince;
  return { ...family, caseId, workedIn: family.caseId, read, newTo, counted, since };
};

test('a case of a parent is new to doctor and assistants until one of them opens it, whoever else reads it (D-43)', async () => {
  const { assistant, caseId, counted, doctor, newTo, otherDoctor, parent, read } = await openNews();
  for (const actor of [doctor, assistant]) {
    expect([await newTo(actor), await counted(actor)]).toEqual([[caseId], 1]);
  }
  expect([await newTo(otherDoctor), await counted(otherDoctor)]).toEqual([[], 0]);
  must(await read(parent));
  expect(await read(otherDoctor)).toEqual(refuse('CASE_NOT_FOUND'));
  expect(await newTo(doctor)).toEqual([caseId]);
  must(await read(assistant));
  for (const actor of [doctor, assistant]) expect([await newTo(actor), await counted(actor)]).toEqual([[], 0]);
});

test('a case is new no more once staff have worked in it, also from a list, but what parents do leaves it new', async () => {
  const { app, caseId, counted, doctor, parent, since } = await openNews();
  const byParent = { actor: parent, caseId };
  must(await app.writeNote({ ...byParent, text: 'She coughs' as NoteText }));
  const { taskId } = must(await app.wishCertificate({ ...byParent, about: { caseId }, purpose: title('School') }));
  expect(await counted(doctor)).toBe(1);
  must(await app.closeTask({ actor: doctor, taskId }));
  expect([await counted(doctor), await since()]).toEqual([0, undefined]);
});

test('each act of staff in a case opens it', async () => {
  const { app, caseId, clock, closedTaskIn, doctor, parent, since, storage, taskIn } = await openNews();
  const opened = await since();
  const ofDoctor = (taskId: TaskId) => ({ actor: doctor, taskId });
  const wished = async () => {
    const wish = { actor: parent, about: { caseId }, purpose: title('School') };
    return must(await app.wishCertificate(wish)).taskId;
  };
  const waiting = async () => {
    const id = await closedTaskIn(caseId);
    must(await app.requestCertification({ actor: parent, id }));
    return { actor: doctor, id };
  };
  const why = { reason: reason('Seen again') };
  const task = await taskIn(caseId);
  const [closed, wish, toIssue, toReject] = [
    await closedTaskIn(caseId),
    await wished(),
    await waiting(),
    await waiting(),
  ];
  const acts = {
    'task added': () => app.addTask({ actor: doctor, caseId, title: title('Measure') }),
    'task renamed': () => app.renameTask({ ...ofDoctor(task), title: title('Listen') }),
    'task closed': () => app.closeTask(ofDoctor(task)),
    'closing undone': () => app.undoClosing(ofDoctor(task)),
    'task reopened': () => app.reopenTask({ ...ofDoctor(closed), ...why }),
    'wish declined': () => app.declineWish({ ...ofDoctor(wish), ...why }),
    'certification issued': () => app.issueCertification({ ...toIssue, ...why }),
    'certification rejected': () => app.rejectCertification({ ...toReject, ...why }),
    'case renamed': () => app.renameCase({ actor: doctor, caseId, title: title('Cough') }),
  };
  for (const [act, make] of Object.entries(acts)) {
    const found = await storage.read.cases.find(caseId);
    if (!found) throw new Error('The case is gone.');
    await storage.write(async ({ cases }) => ok(await cases.save({ ...found, newSince: opened ?? clock.now() })));
    must<unknown>(await make());
    expect(await since(), act).toBeUndefined();
  }
});

test('whoever opens it first is shown that it was new, and since when', async () => {
  const { clock, doctor, read, since } = await openNews();
  const opened = await since();
  expect(opened).toBeDefined();
  clock.advance(MINUTE);
  expect(must(await read(doctor)).case.newSince).toBe(opened);
  expect(must(await read(doctor)).case.newSince).toBeUndefined();
});

test('a case that is not new costs no unit of work to read', async () => {
  const { doctor, read, storage } = await openNews();
  must(await read(doctor));
  const write = storage.write;
  Object.assign(storage, { write: () => Promise.reject(new Error('a unit of work')) });
  expect((await read(doctor)).ok).toBe(true);
  Object.assign(storage, { write });
});

test('a case is shown also if it cannot be kept that it was opened', async () => {
  const { doctor, newTo, read, storage, caseId } = await openNews();
  const write = storage.write;
  Object.assign(storage, { write: () => Promise.reject(new Unavailable('store', 'down', { retryAfterSeconds: 1 })) });
  expect((await read(doctor)).ok).toBe(true);
  Object.assign(storage, { write });
  expect(await newTo(doctor)).toEqual([caseId]);
});

test('after a handover it is new to the other doctor, by whomever, also if its former doctor has opened it', async () => {
  const { app, caseId, clock, doctor, newTo, otherDoctor, parent, read, since } = await openNews();
  must(await read(doctor));
  clock.advance(MINUTE);
  must(await app.handOverCase({ actor: doctor, caseId, doctorId: otherDoctor.id }));
  expect([await newTo(doctor), await newTo(otherDoctor), await since()]).toEqual([[], [caseId], clock.now()]);
  must(await app.handOverCase({ actor: parent, caseId, doctorId: doctor.id }));
  expect([await newTo(doctor), await newTo(otherDoctor)]).toEqual([[caseId], []]);
});

test('what staff open is new to nobody, nor what was finished, also when it is reopened', async () => {
  const { app, caseId, childId, doctor, newTo } = await openNews();
  const [byDoctor, why] = [{ actor: doctor, caseId }, { reason: reason('Not ours') }];
  must(await app.openCase({ actor: doctor, childId, doctorId: doctor.id, title: title('Croup') }));
  expect(await newTo(doctor)).toEqual([caseId]);
  must(await app.finishCase(byDoctor));
  expect(await newTo(doctor)).toEqual([]);
  must(await app.reopenCase({ ...byDoctor, ...why }));
  expect(await newTo(doctor)).toEqual([]);
});

test('doctors are told of their open tasks and decisions, too, assistants of tasks alone, parents of neither', async () => {
  const { app, assistant, certification, doctor, parent, taskIn, workedIn } = await openNews();
  await certification.requested();
  await taskIn(workedIn);
  const work = async (actor: Account) => {
    const { newCases, openTasks, decisions } = must(await app.showWork({ actor }));
    return [newCases, openTasks, decisions];
  };
  expect(await work(doctor)).toEqual([1, 1, 1]);
  expect(await work(assistant)).toEqual([1, 1, 0]);
  expect(await work(parent)).toEqual([0, 0, 0]);
});
