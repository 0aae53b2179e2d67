import { describe, expect, test, vi } from 'vitest';
import { createApplication } from '../../src/application.ts';
import type { Account } from '../../src/model/account.ts';
import { daysAfter } from '../../src/model/calendar.ts';
import type { Case } from '../../src/model/case.ts';
import { EVERYTHING } from '../../src/model/pages.ts';
import { type CaseId, type ChildId, HOUR, type NoteText } from '../../src/model/values.ts';
import { ok, refuse } from '../../src/result.ts';
import { openClinic } from '../support/clinic.ts';
import { deliveryOf, namesTold, tellingOf } from '../support/mails.ts';
import { codeOf, must, reason } from '../support/values.ts';

/** Dora leaves: her practice has children of two parents with two cases each, one of which is finished. */
const openLeaving = async (children = 10) => {
  const clinic = await openClinic();
  const { app, childOf, caseOf, doctor, otherDoctor, otherParent, parent, storage } = clinic;
  const third = await clinic.register('Doc', 'Dritte');
  for (let nth = 0; nth < children; nth += 1) {
    const childId = await childOf(nth % 2 === 0 ? parent : otherParent, `Child${nth}`);
    await caseOf(childId, doctor);
    must(await app.finishCase({ actor: doctor, caseId: await caseOf(childId, doctor) }));
  }
  const manager = await clinic.assistantOf(otherDoctor, 'Managing');
  await clinic.setManager(manager);
  const { giveCases } = createApplication(clinic);
  const give = (actor: Account, to: readonly Account[], more: object = {}) =>
    giveCases({ requestId: 'r', actor, doctorId: doctor.id, receivers: to.map(({ id }) => id), ...more });
  const cases = async (of: Account) => storage.read.cases.ofDoctors([of.id], EVERYTHING);
  const counts = async () => Promise.all([doctor, otherDoctor, third].map(async (one) => (await cases(one)).length));
  /** Whether each child has all its cases with one of the two doctors. */
  const isTogether = async () => {
    const all = [...(await cases(otherDoctor)), ...(await cases(third))];
    const pairs = all.map(({ childId, doctorId }) => `${childId} ${doctorId}`);
    return new Set(pairs).size === new Set(all.map(({ childId }) => childId)).size;
  };
  const told = tellingOf(clinic);
  const sent = async () => namesTold(await told());
  return { ...clinic, cases, counts, give, isTogether, manager, sent, third };
};

describe('the cases of a doctor who leaves (D-41)', () => {
  test('take along the invitations of parents, sent or waiting, so that what parents were mailed leads to the next doctor', async () => {
    const clinic = await openLeaving(0);
    const { app, assistant, doctor, give, mailer, otherDoctor, parent, storage } = clinic;
    const names = { firstName: 'Mia' as never, lastName: 'Okafor' as never, title: 'Asthma' as never };
    const enter = async () => must(await app.enterChild({ actor: doctor, doctorId: doctor.id, ...names, others }));
    const others: ChildId[] = [];
    const { childId } = await enter();
    others.push(childId);
    const second = await enter();
    const invite = async (actor: Account, id: ChildId, email = parent.email) =>
      must(await app.invitePatientsParent({ actor, childId: id, email }));
    await invite(doctor, childId);
    await invite(assistant, second.childId);
    await deliveryOf(clinic)();
    const codes = mailer.sent.flatMap((letter) => (letter.kind === 'parent invited' ? [letter.code] : []));
    await invite(doctor, childId, 'waits@example.org' as never);
    must(await app.handOverCase({ actor: doctor, caseId: second.caseId, doctorId: otherDoctor.id }));
    must(await app.disableAccount({ email: doctor.email }));
    const join = async (code = '') => codeOf(await app.joinChild({ actor: parent, code }));
    expect(await join(codes[0])).toBe('CODE_INVALID');
    expect(await give(clinic.manager, [otherDoctor], { reason: reason('Left') })).toMatchObject({ ok: true });
    expect([await join(codes[0]), await join(codes[1])]).toEqual(['OK', 'OK']);
    const waiting = await storage.read.mails.invitedTo(childId);
    expect(waiting.map(({ to, invitation }) => [to, invitation?.invitedBy])).toEqual([
      ['waits@example.org', otherDoctor.id],
    ]);
  });

  test('go to several doctors, those of a child to one, the finished ones too, and each is told once', async () => {
    const { app, cases, counts, doctor, give, isTogether, manager, otherDoctor, sent, storage, third } =
      await openLeaving();
    must(await app.disableAccount({ email: doctor.email }));
    await sent();
    const why = reason('Dora has left');
    expect(await give(manager, [otherDoctor, third], { reason: why })).toEqual(ok({ ongoing: 0, finished: 0 }));
    expect(await counts()).toEqual([0, 10, 10]);
    expect(await isTogether()).toBe(true);
    const finished = (await cases(third)).filter(({ status }) => status === 'finished');
    expect(finished.map(({ newSince }) => newSince)).toEqual(Array(5).fill(undefined));
    expect(await sent()).toEqual([
      // Who has left, and cannot sign in, was concerned (D-40).
      'case handed over to dora',
      'case received to dieter',
      'case received to dritte',
      'doctor changed to pablo',
      'doctor changed to paula',
      'new case to arne',
    ]);
    const [one] = await cases(third);
    const events = await storage.read.history.ofCase(one?.id as CaseId, EVERYTHING);
    expect(events.at(-1)).toMatchObject({ action: 'case handed over', by: manager.id, to: third.id, reason: why });
    expect(await give(manager, [otherDoctor], { reason: why })).toEqual(ok({ ongoing: 0, finished: 0 }));
  });

  test('are told of at once also to who had chosen mails in the morning, which nobody gets who cannot sign in', async () => {
    const { app, doctor, give, logIn, manager, otherDoctor, sent } = await openLeaving(1);
    must(await app.chooseNotices({ ...(await logIn(doctor)), choices: [{ topic: 'handed over', time: 'daily' }] }));
    must(await app.disableAccount({ email: doctor.email }));
    must(await give(manager, [otherDoctor], { reason: reason('Dora has left') }));
    expect(await sent()).toContain('case handed over to dora');
  });

  test('show in the finished ones no note as unread, and in the ongoing ones all', async () => {
    const { app, cases, doctor, give, logIn, otherDoctor, parent } = await openLeaving(1);
    for (const { id, status } of await cases(doctor)) {
      if (status === 'finished') must(await app.reopenCase({ actor: doctor, caseId: id, reason: reason('A word') }));
      must(await app.writeNote({ actor: parent, caseId: id, text: 'Better' as NoteText }));
      if (status === 'finished') must(await app.finishCase({ actor: doctor, caseId: id }));
    }
    must(await give(doctor, [otherDoctor]));
    const { actor } = await logIn(otherDoctor);
    expect(must(await app.showWork({ actor }))).toMatchObject({ newCases: 1, unreadNotes: 1 });
  });

  test('go to whoever has got the fewest children, and to who has a case of the child already', async () => {
    const { caseOf, cases, counts, doctor, give, otherDoctor, third } = await openLeaving(12);
    const [first] = await cases(doctor);
    await caseOf(first?.childId as ChildId, third);
    must(await give(doctor, [otherDoctor, third]));
    expect(await counts()).toEqual([0, 12, 13]);
  });

  test('are given by the doctor, or a manager once the doctor cannot log in, to doctors who can and take children', async () => {
    const { app, assistant, clock, counts, doctor, give, manager, otherDoctor, parent, setManager, third } =
      await openLeaving(2);
    for (const actor of [assistant, otherDoctor, parent, manager])
      expect(await give(actor, [otherDoctor])).toEqual(refuse('ROLE_NOT_ALLOWED'));
    must(await app.setTakesNoChildren({ actor: third, takesNoChildren: true }));
    expect(await give(doctor, [third])).toEqual(refuse('DOCTOR_TAKES_NO_CHILDREN'));
    for (const to of [[], [doctor], [parent], [otherDoctor, doctor]])
      expect(await give(doctor, to)).toEqual(refuse('DOCTOR_NOT_FOUND'));
    must(await app.disableAccount({ email: doctor.email }));
    // As an assistant of the other doctor, the manager would see the cases.
    for (const to of [[otherDoctor], [third, otherDoctor]])
      expect(await give(manager, to)).toEqual(refuse('REASON_NEEDED'));
    await setManager(otherDoctor);
    expect(await give(otherDoctor, [otherDoctor])).toEqual(refuse('OWN_INTEREST'));
    must(await app.disableAccount({ email: manager.email }));
    clock.advance(72 * HOUR - 1);
    expect(codeOf(await give(otherDoctor, [otherDoctor], { reason: reason('At once') }))).toBe('OWN_INTEREST');
    clock.advance(1);
    expect(await give(otherDoctor, [otherDoctor])).toEqual(refuse('REASON_NEEDED'));
    expect(await counts()).toEqual([4, 0, 0]);
    must(await give(otherDoctor, [otherDoctor], { reason: reason('Nobody else is here') }));
    expect(await counts()).toEqual([0, 4, 0]);
  });

  test('are given with a reason, too, by a manager who will stand in for the other doctor, and would see them then', async () => {
    const { app, calendar, clock, counts, doctor, give, otherDoctor, setManager, third } = await openLeaving(1);
    await setManager(third);
    const day = daysAfter(calendar.dayOf(clock.now()), 1);
    const cover = { doctorId: otherDoctor.id, deputyId: third.id, firstDay: day, lastDay: day };
    const coverId = must(await app.nameDeputy({ actor: otherDoctor, ...cover }));
    must(await app.agreeToCover({ actor: third, coverId }));
    must(await app.disableAccount(doctor));
    expect(await give(third, [otherDoctor])).toEqual(refuse('REASON_NEEDED'));
    must(await give(third, [otherDoctor], { reason: reason('Dora has left') }));
    expect(await counts()).toEqual([0, 2, 0]);
  });

  test('are given on wherever it was stopped, those of a child together, and nothing is done or told twice', async () => {
    for (let stopped = 0; stopped < 10; stopped += 1) {
      const clinic = await openLeaving(5);
      const { counts, doctor, otherDoctor, storage, third } = clinic;
      let units = 0;
      const write: typeof storage.write = async (work) => {
        if (units === stopped) throw new Error('Killed.');
        units += 1;
        return storage.write(work);
      };
      const dying = createApplication({ ...clinic, storage: { ...storage, write } });
      const receivers = [otherDoctor, third].map(({ id }) => id);
      const call = { requestId: 'r', actor: doctor, doctorId: doctor.id, receivers };
      await expect(dying.giveCases(call)).rejects.toThrow('Killed.');
      expect((await counts())[0]).toBe(10 - stopped);
      must(await clinic.give(doctor, [otherDoctor, third]));
      expect((await counts())[0]).toBe(0);
      expect(await clinic.isTogether()).toBe(true);
      const told = await clinic.sent();
      expect(told).toEqual([...new Set(told)]);
      const events = [];
      for (const one of [...(await clinic.cases(otherDoctor)), ...(await clinic.cases(third))])
        events.push(...(await storage.read.history.ofCase(one.id, EVERYTHING)));
      expect(events.filter(({ action }) => action === 'case handed over')).toHaveLength(10);
    }
  });

  test('are given without one that a parent hands over meanwhile', async () => {
    const { app, cases, counts, doctor, give, otherDoctor, parent, storage, third } = await openLeaving(1);
    const before = await cases(doctor);
    vi.spyOn(storage.read.cases, 'ofDoctors').mockResolvedValueOnce(before);
    must(await app.handOverCase({ actor: parent, caseId: (before[0] as Case).id, doctorId: third.id }));
    must(await give(doctor, [otherDoctor]));
    expect(await counts()).toEqual([0, before.length - 1, 1]);
  });

  test('are so many in one call that no page waits long, and counted for those who may give them', async () => {
    const { doctor, give, manager, otherDoctor, ...clinic } = await openLeaving(51);
    const { showLeaving } = createApplication({ ...clinic });
    expect(await give(doctor, [otherDoctor])).toEqual(ok({ ongoing: 1, finished: 1 }));
    const call = { requestId: 'r', session: 's' as never, doctorId: doctor.id };
    expect(await showLeaving({ ...call, actor: doctor })).toMatchObject(ok({ ongoing: 1, finished: 1 }));
    expect(await showLeaving({ ...call, actor: manager })).toMatchObject(ok({ ongoing: 1, finished: 1 }));
    expect(await showLeaving({ ...call, actor: otherDoctor })).toEqual(refuse('ROLE_NOT_ALLOWED'));
  });
});
