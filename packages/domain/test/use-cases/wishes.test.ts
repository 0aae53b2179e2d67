import { describe, expect, test } from 'vitest';
import { createApplication } from '../../src/application.ts';
import type { Account } from '../../src/model/account.ts';
import { type CaseId, type CertificateId, DAY, type Day, type NoteText, type TaskId } from '../../src/model/values.ts';
import { ok, refuse } from '../../src/result.ts';
import { openFamily } from '../support/family.ts';
import { underRules } from '../support/ports.ts';
import { codeOf, entriesOf, listed, must, name, reason, title } from '../support/values.ts';

const TRIP = { purpose: title('School trip') };
const NO = { reason: reason('Seen too long ago') };

/** An own child of a parent, whom a second parent shares, with an ongoing case. Nobody has a mail that waits. */
const openWishing = async () => {
  const clinic = await openFamily();
  const { caseId, childId, doctor, otherParent, parent, share, told: mailed } = clinic;
  await share(otherParent);
  await mailed();
  const app = createApplication(clinic);
  const call = { requestId: 'r' };
  const inCase = { about: { caseId } };
  const anew = { about: { childId, doctorId: doctor.id } };
  const wishing = (more: object = {}) => app.wishCertificate({ ...call, actor: parent, ...inCase, ...TRIP, ...more });
  const wish = async (more: object = {}) => must(await wishing(more));
  const by = (actor: Account, { taskId }: Awaited<ReturnType<typeof wish>>) => ({ ...call, actor, taskId });
  const acts = {
    close: (...about: Parameters<typeof by>) => app.closeTask(by(...about)),
    decline: (...about: Parameters<typeof by>) => app.declineWish({ ...by(...about), ...NO }),
    undo: (...about: Parameters<typeof by>) => app.undoClosing(by(...about)),
    withdraw: (...about: Parameters<typeof by>) => app.withdrawWish(by(...about)),
  };
  const newest = async ({ taskId }: Awaited<ReturnType<typeof wish>>) =>
    clinic.storage.read.certifications.newestOf(taskId);
  const told = async () => (await mailed()).map(([kind, to]) => `${kind} > ${to.slice(0, to.indexOf('@'))}`);
  const events = async (of: CaseId = caseId) =>
    (await listed(clinic.app.showHistory({ actor: parent, caseId: of, paging: {} }))).map(({ action }) => action);
  return { ...clinic, ...acts, anew, events, newest, told, wish, wishing };
};

describe('asking for a certificate (D-44)', () => {
  test('makes an open task of the case, of which the staff are told', async () => {
    const { caseId, events, parent, storage, told, wish } = await openWishing();
    const wished = await wish({ dueOn: '2026-12-01' as Day });
    expect(wished.caseId).toBe(caseId);
    expect(await storage.read.tasks.find(wished.taskId)).toStrictEqual({
      id: wished.taskId,
      caseId,
      title: TRIP.purpose,
      status: 'open',
      dueOn: '2026-12-01',
      wishedBy: parent.id,
    });
    expect((await events()).at(-1)).toBe('certificate wanted');
    expect(await told()).toEqual(['certificate wanted > dora', 'certificate wanted > anna']);
  });

  test('leaves no words in the history once it is withdrawn', async () => {
    const { app, caseId, events, parent, wish, withdraw } = await openWishing();
    must(await withdraw(parent, await wish()));
    expect(await events()).toEqual(expect.arrayContaining(['certificate wanted', 'wish withdrawn']));
    const history = await listed(app.showHistory({ actor: parent, caseId, paging: {} }));
    expect(JSON.stringify(history)).not.toContain(TRIP.purpose);
  });

  test('opens a new case with it, of which each is told once', async () => {
    const { anew, childId, doctor, events, storage, told, wish } = await openWishing();
    const { caseId, taskId } = await wish(anew);
    expect(await storage.read.cases.find(caseId)).toMatchObject({
      childId,
      doctorId: doctor.id,
      title: TRIP.purpose,
    });
    expect(await storage.read.tasks.find(taskId)).toMatchObject({ caseId, status: 'open' });
    expect(await events(caseId)).toEqual(['case opened', 'certificate wanted']);
    expect(await told()).toEqual(['new case > dora', 'new case > anna', 'case opened > pablo']);
  });

  test('is for parents of the child, in an ongoing case, with a day from today on', async () => {
    const { app, caseId, doctor, register, wishing } = await openWishing();
    const codes = async (more: object) => codeOf(await wishing(more));
    expect(await codes({ actor: doctor })).toBe('ROLE_NOT_ALLOWED');
    expect(await codes({ actor: await register('Par', 'Sonja') })).toBe('CASE_NOT_FOUND');
    expect(await codes({ dueOn: '2020-01-01' })).toBe('VALIDITY_OUT_OF_RANGE');
    must(await app.disableAccount({ email: doctor.email }));
    expect(await codes({})).toBe('DOCTOR_UNAVAILABLE');
    must(await app.enableAccount({ email: doctor.email }));
    must(await app.finishCase({ actor: doctor, caseId }));
    expect(await codes({})).toBe('CASE_FINISHED');
  });

  test('counts as a case: 30 an hour', async () => {
    const clinic = await openWishing();
    const { anew, caseId, parent } = clinic;
    const limited = underRules(clinic, { ratesPerMinute: { ...clinic.rules.ratesPerMinute, calls: 1200 } });
    const { wishCertificate } = createApplication(limited);
    const wishing = (more: object = {}) =>
      wishCertificate({ requestId: 'r', actor: parent, about: { caseId }, ...TRIP, ...more });
    for (let nth = 0; nth < 30; nth += 1) must(await wishing(nth % 2 === 0 ? anew : {}));
    expect(codeOf(await wishing())).toBe('THROTTLED');
    expect(codeOf(await wishing(anew))).toBe('THROTTLED');
  });
});

describe('what becomes of a wish (D-44)', () => {
  test('closing it requests the certification for who asks, and tells the doctor', async () => {
    const { assistant, close, events, newest, parent, told, wish } = await openWishing();
    const wished = await wish();
    await told();
    must(await close(assistant, wished));
    expect(await newest(wished)).toMatchObject({ status: 'requested', requestedBy: parent.id });
    expect((await events()).slice(-2)).toEqual(['task closed', 'certification requested']);
    expect(await told()).toEqual(['certification requested > dora']);
  });

  test('the undo of the closing takes the request with it, until somebody has decided', async () => {
    const { app, assistant, caseId, close, doctor, newest, parent, storage, undo, wish } = await openWishing();
    const wished = await wish();
    const state = async () =>
      (await listed(app.listCases({ actor: parent, paging: {} }))).find(({ id }) => id === caseId)?.certification;
    must(await close(assistant, wished));
    expect(await state()).toBe('requested');
    must(await undo(assistant, wished));
    expect([await newest(wished), await state()]).toEqual([undefined, undefined]);
    expect(await storage.read.tasks.find(wished.taskId)).toMatchObject({ status: 'open', wishedBy: parent.id });
    must(await close(assistant, wished));
    must(await app.rejectCertification({ actor: doctor, id: wished.taskId, ...NO }));
    expect(codeOf(await undo(assistant, wished))).toBe('UNDO_OVER');
  });

  test('staff decline it with a reason, of which the parents are told', async () => {
    const { assistant, decline, doctor, events, newest, otherDoctor, parent, storage, told, undo, wish } =
      await openWishing();
    const wished = await wish();
    await told();
    expect(codeOf(await decline(parent, wished))).toBe('ROLE_NOT_ALLOWED');
    expect(codeOf(await decline(otherDoctor, wished))).toBe('TASK_NOT_FOUND');
    must(await decline(assistant, wished));
    expect(await newest(wished)).toMatchObject({ status: 'rejected', ...NO, requestedBy: parent.id });
    expect(await storage.read.tasks.find(wished.taskId)).toMatchObject({ status: 'closed', closedBy: assistant.id });
    expect((await events()).at(-1)).toBe('wish declined');
    expect(await told()).toEqual(['certification decided > paula', 'certification decided > pablo']);
    expect(codeOf(await decline(doctor, wished))).toBe('WISH_ENDED');
    expect(codeOf(await undo(assistant, wished))).toBe('UNDO_OVER');
  });

  test('only a wish is declined', async () => {
    const { caseId, childId, decline, doctor, taskIn } = await openWishing();
    expect(codeOf(await decline(doctor, { childId, caseId, taskId: await taskIn(caseId) }))).toBe('TASK_NOT_FOUND');
  });

  test('who asks withdraws it while it is open, and nobody else', async () => {
    const { assistant, close, doctor, events, otherParent, parent, storage, wish, withdraw } = await openWishing();
    const [first, second] = [await wish(), await wish()];
    for (const actor of [otherParent, doctor, assistant])
      expect(codeOf(await withdraw(actor, first))).toBe('ROLE_NOT_ALLOWED');
    must(await withdraw(parent, first));
    expect(await storage.read.tasks.find(first.taskId)).toBeUndefined();
    expect((await events()).at(-1)).toBe('wish withdrawn');
    must(await close(doctor, second));
    expect(codeOf(await withdraw(parent, second))).toBe('WISH_ENDED');
  });

  test('a case that it alone had opened ends with it, unless somebody has looked into that or written on it', async () => {
    const { anew, app, caseId, doctor, events, parent, storage, told, wish, withdraw } = await openWishing();
    const statusOf = async (id: CaseId) => (await storage.read.cases.find(id))?.status;
    const within = await wish();
    const [alone, seen, written] = [await wish(anew), await wish(anew), await wish(anew)];
    must(await app.showCase({ actor: doctor, caseId: seen.caseId }));
    must(await app.writeNote({ actor: parent, caseId: written.caseId, text: 'Please call' as NoteText }));
    await told();
    for (const one of [within, alone, seen, written]) must(await withdraw(parent, one));
    const all = [caseId, alone.caseId, seen.caseId, written.caseId];
    expect(await Promise.all(all.map(statusOf))).toEqual(['ongoing', 'finished', 'ongoing', 'ongoing']);
    expect((await events(alone.caseId)).slice(-2)).toEqual(['wish withdrawn', 'case finished']);
    expect(await told()).toEqual(['case finished > pablo']);
  });

  test('once opened again, it is asked for as before, but what was decided stays', async () => {
    const { app, childId, close, decline, doctor, newest, parent, wish, withdraw, ...clinic } = await openWishing();
    const wished = await wish();
    must(await decline(doctor, wished));
    must(await app.reopenTask({ actor: doctor, taskId: wished.taskId, ...NO }));
    const { listCertificates } = createApplication({ ...clinic });
    const call = { requestId: 'r', session: 'none' as never, actor: parent, childId };
    expect(must(await listCertificates(call))).toMatchObject([{ state: 'wanted', certification: undefined }]);
    expect(codeOf(await withdraw(parent, wished))).toBe('WISH_ENDED');
    must(await close(doctor, wished));
    expect(await newest(wished)).toMatchObject({ status: 'requested', requestedBy: parent.id });
  });
});

describe('what else happens around a wish', () => {
  test('the case stays ongoing until it is answered, and a handover takes it along', async () => {
    const { app, caseId, close, doctor, otherDoctor, newest, parent, wish } = await openWishing();
    const neededBy = '2026-12-01' as Day;
    const wished = await wish({ dueOn: neededBy });
    expect(await app.finishCase({ actor: doctor, caseId })).toEqual(refuse('TASKS_OPEN'));
    must(await app.handOverCase({ actor: doctor, caseId, doctorId: otherDoctor.id }));
    expect(codeOf(await close(doctor, wished))).toBe('TASK_NOT_FOUND');
    must(await close(otherDoctor, wished));
    expect(await newest(wished)).toMatchObject({ requestedBy: parent.id });
    const [waiting] = await listed(app.listWaiting({ actor: otherDoctor, paging: {} }));
    expect(waiting).toMatchObject({ taskTitle: TRIP.purpose, neededBy });
  });

  test('for who is no parent any more nothing is requested, and it is closed as any task', async () => {
    const clinic = await openWishing();
    const { app, childId, close, doctor, newest, otherParent, parent, wish, withdraw } = clinic;
    const wished = await wish({ actor: otherParent });
    must(await app.removeParent({ actor: parent, childId, parentId: otherParent.id }));
    expect(codeOf(await withdraw(otherParent, wished))).toBe('TASK_NOT_FOUND');
    const states = async () => {
      const { listCertificates } = createApplication(clinic);
      const found = must(await listCertificates({ requestId: 'r', session: 'none' as never, actor: parent, childId }));
      return found.map(({ state }) => state);
    };
    expect(await states()).toEqual(['wanted']);
    must(await close(doctor, wished));
    expect([await newest(wished), await states()]).toEqual([undefined, []]);
  });

  test('it survives the erasure of its account and a merge, and goes with the child', async () => {
    const { app, childId, childOf, decline, doctor, otherParent, parent, storage, wish } = await openWishing();
    const [left, merged] = [await wish({ actor: otherParent }), await wish()];
    must(await app.eraseAccount({ email: otherParent.email }));
    must(await decline(doctor, left));
    const keep = await childOf(parent, 'Carla');
    must(await app.mergeChildren({ keep, other: childId }));
    expect(await storage.read.tasks.find(merged.taskId)).toMatchObject({ wishedBy: parent.id });
    const exported = must(await app.exportChild({ childId: keep }));
    expect(JSON.stringify(exported)).toContain(TRIP.purpose);
    must(await app.eraseChild({ childId: keep }));
    expect(await storage.read.tasks.find(merged.taskId)).toBeUndefined();
  });

  test('a request of a doctor who has left waits for the next one', async () => {
    const { app, assistant, caseId, close, doctor, newest, otherDoctor, parent, wish } = await openWishing();
    const wished = await wish();
    must(await app.disableAccount({ email: doctor.email }));
    must(await close(assistant, wished));
    expect(await newest(wished)).toMatchObject({ status: 'requested' });
    must(await app.handOverCase({ actor: parent, caseId, doctorId: otherDoctor.id }));
    expect(await listed(app.listWaiting({ actor: otherDoctor, paging: {} }))).toHaveLength(1);
  });
});

describe('the certificates of a child', () => {
  const openIssued = async () => {
    const clinic = await openWishing();
    const { close, doctor, wish } = clinic;
    const app = createApplication(clinic);
    const wished = await wish();
    must(await close(doctor, wished));
    const issue = async () => must(await clinic.app.issueCertification({ actor: doctor, id: wished.taskId }));
    const call = (actor: Account) => ({ requestId: 'r', session: 'none' as never, actor });
    const ready = async (actor: Account) =>
      (await entriesOf(must(await app.listReady(call(actor))))).map(({ purpose }) => purpose);
    const all = (actor: Account) => app.listCertificates({ ...call(actor), childId: clinic.childId });
    const make = async (actor: Account) =>
      must(await clinic.app.createCertificate({ actor, id: wished.taskId, disclosed: 'name' })).id;
    const withdrawn = async (actor: Account, certificateId: CertificateId) =>
      codeOf(await app.withdrawCertificate({ requestId: 'r', actor, id: wished.taskId, certificateId }));
    return { ...clinic, all, issue, make, ready, wished, withdrawn };
  };

  test('are found however many other tasks the case has', async () => {
    const { all, caseId, ids, parent, storage, wish, wished } = await openIssued();
    const other = () => ({ id: ids.next<TaskId>(), caseId, title: title('Measure'), status: 'open' }) as const;
    must(
      await storage.write(async ({ tasks }) => {
        for (let nth = 0; nth < 450; nth += 1) await tasks.insert(other());
        return ok(undefined);
      }),
    );
    const last = await wish(TRIP);
    expect(must(await all(parent)).map(({ task }) => task.id)).toEqual([last.taskId, wished.taskId]);
  });

  test('that are issued are ready for all parents until one has made one of it, and for who asked until that one has', async () => {
    const { app, childId, doctor, issue, make, otherParent, parent, ready, register } = await openIssued();
    expect(await ready(parent)).toEqual([]);
    await issue();
    for (const one of [parent, otherParent]) expect(await ready(one)).toEqual([TRIP.purpose]);
    expect(await ready(await register('Par', 'Sonja'))).toEqual([]);
    await make(otherParent);
    expect([await ready(otherParent), await ready(parent)]).toEqual([[], [TRIP.purpose]]);
    await make(parent);
    expect(await ready(parent)).toEqual([]);
    must(await app.removeParent({ actor: parent, childId, parentId: otherParent.id }));
    expect(await ready(otherParent)).toEqual([]);
    const call = { requestId: 'r', session: 'none' as never, actor: doctor };
    expect(codeOf(await createApplication(await openWishing()).listReady(call))).toBe('ROLE_NOT_ALLOWED');
  });

  test('are not ready while its doctor has to confirm whom they name', async () => {
    const { all, app, childId, clock, issue, parent, ready } = await openIssued();
    await issue();
    const state = async () => must(await all(parent))[0]?.state;
    must(await app.correctChild({ actor: parent, childId, firstName: name('Karla') }));
    expect([await ready(parent), await state()]).toEqual([[], 'to confirm']);
    clock.advance(181 * DAY);
    expect(await state()).toBe('over');
  });

  test('are listed for its parents from the wish on, the last one first, and for nobody else', async () => {
    const { all, doctor, issue, make, otherParent, parent, register, wish, wished } = await openIssued();
    await issue();
    const id = await make(parent);
    const second = await wish({ purpose: title('Day care'), actor: otherParent });
    for (const one of [parent, otherParent]) {
      expect(must(await all(one))).toMatchObject([
        {
          state: 'wanted',
          task: { id: second.taskId, wishedBy: otherParent.id },
          certification: undefined,
          papers: [],
        },
        {
          state: 'issued',
          task: { id: wished.taskId },
          certification: { status: 'issued' },
          papers: [{ id, madeBy: parent.id }],
        },
      ]);
    }
    expect(codeOf(await all(doctor))).toBe('ROLE_NOT_ALLOWED');
    expect(codeOf(await all(await register('Par', 'Sonja')))).toBe('CHILD_NOT_FOUND');
  });

  test('are withdrawn by who has made them, and by the doctor of the case (D-26)', async () => {
    const { all, assistant, doctor, issue, make, otherDoctor, otherParent, parent, withdrawn } = await openIssued();
    await issue();
    const [first, second] = [await make(parent), await make(parent)];
    for (const actor of [otherParent, assistant]) expect(await withdrawn(actor, first)).toBe('ROLE_NOT_ALLOWED');
    expect(await withdrawn(otherDoctor, first)).toBe('CASE_NOT_FOUND');
    expect(await withdrawn(parent, first)).toBe('OK');
    expect(await withdrawn(parent, first)).toBe('CERTIFICATION_NOT_ISSUED');
    expect(must(await all(parent))[0]?.papers.map(({ id }) => id)).toEqual([second]);
    expect(await withdrawn(doctor, second)).toBe('OK');
    expect(must(await all(parent))[0]?.papers).toEqual([]);
  });
});
