import { describe, expect, test } from 'vitest';
import { createApplication, createOperatorApplication } from '../../src/application.ts';
import { MailRefused } from '../../src/errors.ts';
import type { Account, CodeDigest, SessionDigest } from '../../src/model/account.ts';
import type { BirthDate } from '../../src/model/child.ts';
import { type CaseId, type ChildId, DAY, later, type NoteText } from '../../src/model/values.ts';
import { ok, refuse } from '../../src/result.ts';
import { openClinic } from '../support/clinic.ts';
import { deliveryOf } from '../support/mails.ts';
import { codeOf, email, entriesOf, listed, must, name, number, reason, title } from '../support/values.ts';

const BORN = '2019-02-03' as BirthDate;
const MIA = { firstName: name('Mia'), lastName: name('Okafor'), birthDate: BORN, title: title('Asthma') };

/** A child that the doctor's assistant has entered, and what is done with it. */
const openPatients = async (facts: object = {}) => {
  const clinic = await openClinic();
  const { assistant, doctor, storage, parent } = clinic;
  const { app } = clinic;
  const operator = createOperatorApplication(clinic);
  const call = (actor: Account) => ({
    actor,
    session: 'here' as SessionDigest,
    requestId: 'the request',
    address: '192.0.2.1',
  });
  const enter = (actor: Account, doctorId = doctor.id, more: object = {}) =>
    app.enterChild({ ...call(actor), ...MIA, doctorId, ...more });
  const { childId, caseId } = must(await enter(assistant, doctor.id, facts));
  const paper = async (actor = assistant) => must(await app.makePaperCode({ ...call(actor), childId })).code;
  const join = (actor: Account, code: string, birthDate: BirthDate | undefined = BORN) =>
    app.joinChild({ ...call(actor), code, birthDate });
  const parents = async (of = childId) => (await storage.read.children.parents(of)).map(({ id }) => id);
  const shown = async (actor = doctor) => app.showPatient({ ...call(actor), childId });
  const disable = async ({ id }: Account) =>
    must(await storage.write(async ({ accounts }) => ok(await accounts.setDisabled(id, clinic.clock.now()))));
  const told = async () =>
    (await storage.read.mails.all({ after: undefined, size: 99 })).map((m) => [m.kind, m.accountId]);
  return { ...clinic, operator, call, caseId, childId, disable, enter, join, paper, parents, shown, told, parent };
};

describe('a child that staff enter (D-42)', () => {
  test.each(['doctor', 'assistant'] as const)('by the %s has a case, no parent, and is on the list', async (who) => {
    const clinic = await openPatients();
    const { app, call, [who]: actor, doctor, storage } = clinic;
    const input = { ...call(actor), ...MIA, doctorId: doctor.id, firstName: name('Tom') };
    const made = must(await createApplication(clinic).enterChild(input));
    expect(await storage.read.children.record(made.childId)).toMatchObject({ firstName: 'Tom', isOfStaff: true });
    expect(await storage.read.cases.find(made.caseId)).toMatchObject({ childId: made.childId, doctorId: doctor.id });
    expect((await storage.read.cases.find(made.caseId))?.newSince).toBeUndefined();
    const list = await listed(app.listDoctorsChildren({ ...call(doctor), doctorId: doctor.id, paging: {} }));
    expect(list.map(({ id }) => id)).toContain(made.childId);
    const records = await storage.read.audit.records({}, { after: 0, size: 99 });
    const told = { action: 'child entered', by: actor.id, on: made.caseId, child: made.childId };
    expect(records).toContainEqual(expect.objectContaining(told));
  });

  test('is entered by those who work for the doctor alone, and not where the doctor takes no new children', async () => {
    const { app, call, doctor, enter, otherAssistant, otherDoctor, parent } = await openPatients();
    for (const actor of [otherAssistant, otherDoctor, parent])
      expect(await enter(actor, doctor.id)).toEqual(refuse('ROLE_NOT_ALLOWED'));
    expect(await enter(doctor, doctor.id, { birthDate: '2999-01-01' })).toEqual(refuse('BIRTH_DATE_IN_FUTURE'));
    must(await app.setTakesNoChildren({ ...call(doctor), takesNoChildren: true }));
    expect(await enter(doctor, doctor.id)).toEqual(refuse('DOCTOR_TAKES_NO_CHILDREN'));
  });

  test('is told to be there already, of the own doctor alone, until somebody has seen that it is another one', async () => {
    const clinic = await openPatients({ socSecNum: number('756.1234') });
    const { app, auditTrail, call, childId, doctor, enter, otherDoctor } = clinic;
    const like = { ...call(doctor), ...MIA, doctorId: doctor.id };
    expect((await entriesOf(must(await createApplication(clinic).findAlike(like)))).map(({ id }) => id)).toEqual([
      childId,
    ]);
    // D-34: it was found by its name.
    expect(auditTrail.noted.at(-1)).toMatchObject({ action: 'children found', child: childId });
    const changed = [{}, { firstName: name('MÍA') }, { firstName: name('Zoe'), socSecNum: number('7561234') }];
    for (const more of changed) expect(await enter(doctor, doctor.id, more)).toEqual(refuse('CHILD_KNOWN'));
    expect(codeOf(await enter(otherDoctor, otherDoctor.id))).toBe('OK');
    const elsewhere = must(await app.findAlike({ ...like, actor: otherDoctor, doctorId: otherDoctor.id }));
    expect(await entriesOf(elsewhere)).toHaveLength(1);
    expect(await app.findAlike({ ...like, actor: otherDoctor })).toEqual(refuse('ROLE_NOT_ALLOWED'));
    const twin = must(await enter(doctor, doctor.id, { others: [childId] }));
    expect(await enter(doctor, doctor.id, { others: [childId] })).toEqual(refuse('CHILD_KNOWN'));
    expect(codeOf(await enter(doctor, doctor.id, { others: [childId, twin.childId] }))).toBe('OK');
  });

  test('is corrected by the staff of its doctor, until a parent has joined, also one who cannot log in', async () => {
    const { app, assistant, call, childId, disable, doctor, join, otherDoctor, paper, parent, storage } =
      await openPatients();
    const correct = async (actor: Account, firstName: string) =>
      codeOf(
        await app.correctPatient({ ...call(actor), childId, firstName: name(firstName), socSecNum: number('42-42') }),
      );
    expect([await correct(assistant, 'Mina'), await correct(doctor, 'Nina')]).toEqual(['OK', 'OK']);
    expect(await storage.read.children.record(childId)).toMatchObject({ firstName: 'Nina', socSecNum: '42-42' });
    expect([await correct(otherDoctor, 'Eve'), await correct(parent, 'Eve')]).toEqual([
      'CHILD_NOT_FOUND',
      'ROLE_NOT_ALLOWED',
    ]);
    must(await join(parent, await paper()));
    expect(await correct(doctor, 'Mia')).toBe('CHILD_HAS_PARENTS');
    await disable(parent);
    expect(await correct(doctor, 'Mia')).toBe('CHILD_HAS_PARENTS');
  });

  test('is to be confirmed by whoever has certified it, who is told unless the correction was their own (D-43)', async () => {
    const { app, assistant, call, caseId, childId, doctor, told } = await openPatients();
    const taskId = must(await app.addTask({ ...call(doctor), caseId, title: title('Listen') }));
    must(await app.closeTask({ ...call(doctor), taskId }));
    must(await app.requestCertification({ ...call(doctor), id: taskId }));
    must(await app.issueCertification({ ...call(doctor), id: taskId }));
    const before = await told();
    const tellsOf = async (actor: Account, firstName: string) => {
      const { toConfirm } = must(await app.correctPatient({ ...call(actor), childId, firstName: name(firstName) }));
      return [toConfirm, (await told()).slice(before.length)];
    };
    expect(await tellsOf(doctor, 'Mina')).toEqual([1, []]);
    expect(await tellsOf(doctor, 'Mia')).toEqual([0, []]);
    expect(await tellsOf(assistant, 'Nina')).toEqual([1, [['certification to confirm', doctor.id]]]);
  });

  test('is shown to the staff of its doctor, of the number only its end', async () => {
    const { assistant, childId, otherAssistant, parent, shown } = await openPatients({ socSecNum: number('756.1234') });
    expect(must(await shown(assistant))).toMatchObject({
      id: childId,
      maskedNumber: '******34',
      parents: [],
      hasParentHere: false,
    });
    expect(await shown(otherAssistant)).toEqual(refuse('CHILD_NOT_FOUND'));
    expect(await shown(parent)).toEqual(refuse('ROLE_NOT_ALLOWED'));
  });

  test('has certificates, which its doctor makes, and the operator exports it', async () => {
    const { app, call, caseId, childId, doctor, operator } = await openPatients();
    const taskId = must(await app.addTask({ ...call(doctor), caseId, title: title('Measure') }));
    must(await app.closeTask({ ...call(doctor), taskId }));
    must(await app.requestCertification({ ...call(doctor), id: taskId }));
    must(await app.issueCertification({ ...call(doctor), id: taskId }));
    const made = must(await app.createCertificate({ ...call(doctor), id: taskId, disclosed: 'name' }));
    expect(made.text).toMatchObject({ firstName: 'Mia', lastName: 'Okafor' });
    expect(must(await operator.exportChild({ childId, requestId: 'r' }))).toMatchObject({
      parents: [],
      cases: [{ case: { id: caseId } }],
    });
  });
});

test('whoever has invited parents reads 50 of those that hold, and that there are more (D-28)', async () => {
  const { app, assistant, call, childId, clock, doctor, enter, storage } = await openPatients();
  const { childId: other } = must(await enter(doctor, doctor.id, { firstName: name('Tom') }));
  const codes = (of: typeof childId, from: number, count: number, expiresAt = later(clock.now(), DAY)) =>
    storage.write(async ({ joinCodes }) => {
      for (let nth = from; nth < from + count; nth += 1) {
        const facts = { email: email(`parent${nth}@example.org`), invitedBy: assistant.id, expiresAt };
        await joinCodes.save({ ...facts, childId: of, digest: `digest ${nth}` as CodeDigest });
      }
      return ok(undefined);
    });
  const shown = async () => {
    const { invitations, hasMore } = must(await app.listSentInvitations(call(assistant)));
    return [invitations.length, hasMore];
  };
  await codes(other, 0, 60, clock.now());
  await codes(childId, 60, 50);
  expect(await shown()).toEqual([50, false]);
  await codes(childId, 110, 1);
  expect(await shown()).toEqual([50, true]);
  must(await app.unlinkAssistant({ ...call(doctor), doctorId: doctor.id, assistantId: assistant.id }));
  expect(await shown()).toEqual([0, false]);
});

describe('a code on paper (D-42)', () => {
  test('makes whoever has it and knows the birth date a parent, once, who has not added the child', async () => {
    const { app, call, childId, doctor, join, otherParent, paper, parent, parents, shown } = await openPatients();
    const code = await paper();
    expect(must(await shown()).paperUntil).toBeDefined();
    expect(must(await join(parent, code)).childId).toBe(childId);
    expect(await join(otherParent, code)).toEqual(refuse('CODE_INVALID'));
    expect(await parents()).toEqual([parent.id]);
    expect(must(await shown())).toMatchObject({ paperUntil: undefined, hasParentHere: true });
    expect(await app.removeParent({ ...call(parent), childId, parentId: parent.id })).toEqual(refuse('LAST_PARENT'));
    expect(await app.makePaperCode({ ...call(doctor), childId })).toEqual(refuse('CHILD_HAS_PARENTS'));
  });

  test('is shown with its end until that comes; an invitation by mail is none', async () => {
    const patients = await openPatients();
    const { app, call, childId, clock, doctor, paper, shown } = patients;
    const until = async () => must(await shown()).paperUntil;
    must(await app.invitePatientsParent({ ...call(doctor), childId, email: email('parent@example.org') }));
    await deliveryOf(patients)();
    expect(await until()).toBeUndefined();
    await paper();
    expect(await until()).toBe(later(clock.now(), 30 * DAY));
    clock.advance(30 * DAY);
    expect(await until()).toBeUndefined();
  });

  test('asks for the birth date where it is known, and wrong answers are counted', async () => {
    const { join, otherParent, paper, parent } = await openPatients();
    const code = await paper();
    for (const birthDate of [undefined, '2019-02-04' as BirthDate])
      expect(codeOf(await join(parent, code, birthDate ?? ('' as BirthDate)))).toBe('CODE_INVALID');
    for (let left = 18; left > 0; left -= 1) expect(codeOf(await join(parent, 'x'))).toBe('CODE_INVALID');
    expect(codeOf(await join(parent, code))).toBe('THROTTLED');
    expect(codeOf(await join(otherParent, code))).toBe('OK');
    const unknown = await openPatients({ birthDate: undefined });
    expect(codeOf(await unknown.join(unknown.parent, await unknown.paper()))).toBe('OK');
  });

  test('ends after 30 days, by a newer one, and by its withdrawal', async () => {
    const { app, assistant, call, childId, clock, doctor, join, otherDoctor, paper, parent } = await openPatients();
    const [older, late] = [await paper(), await paper(doctor)];
    clock.advance(30 * DAY);
    for (const code of [older, late]) expect(await join(parent, code)).toEqual(refuse('CODE_INVALID'));
    const withdrawn = await paper();
    expect(must(await app.checkPaperCode({ ...call(doctor), childId, code: withdrawn }))).toBeDefined();
    expect(must(await app.checkPaperCode({ ...call(doctor), childId, code: late }))).toBeUndefined();
    expect(await app.withdrawPaperCode({ ...call(otherDoctor), childId })).toEqual(refuse('CHILD_NOT_FOUND'));
    must(await app.withdrawPaperCode({ ...call(assistant), childId }));
    expect(await app.withdrawPaperCode({ ...call(assistant), childId })).toEqual(refuse('INVITATION_NOT_FOUND'));
    expect(await join(parent, withdrawn)).toEqual(refuse('CODE_INVALID'));
    const last = await paper();
    clock.advance(30 * DAY - 1);
    expect(codeOf(await join(parent, last))).toBe('OK');
  });

  test('is refused to staff, and once a parent is there who can log in', async () => {
    const { app, call, childId, disable, doctor, join, mailer, otherParent, paper, parent, ...ports } =
      await openPatients();
    const code = await paper();
    expect(await join(doctor, code)).toEqual(refuse('ROLE_NOT_ALLOWED'));
    must(await app.invitePatientsParent({ ...call(doctor), childId, email: parent.email }));
    await deliveryOf({ ...ports, mailer })();
    const letter = mailer.sent.findLast(({ kind }) => kind === 'parent invited');
    must(await join(parent, (letter as { code: string }).code));
    expect(await join(otherParent, code)).toEqual(refuse('CODE_INVALID'));
    await disable(parent);
    expect(codeOf(await join(otherParent, await paper()))).toBe('OK');
  });

  test('is that of the child into which its child was merged, unless that has a parent, and worth nothing once the child is erased', async () => {
    const { doctor, enter, join, operator, otherParent, paper, parent, parents, childId } = await openPatients();
    const kept = must(await enter(doctor, doctor.id, { firstName: name('Tom') })).childId;
    const code = await paper();
    must(await operator.mergeChildren({ keep: kept, other: childId, requestId: 'r' }));
    expect(must(await join(parent, code)).childId).toBe(kept);
    expect(await parents(kept)).toEqual([parent.id]);
    const another = await openPatients();
    const lost = await another.paper();
    const { app, call, disable } = another;
    const added = must(
      await app.addChild({ ...call(another.parent), firstName: MIA.firstName, lastName: MIA.lastName }),
    );
    const paperOf = must(await another.enter(another.doctor, another.doctor.id, { firstName: name('Tom') })).childId;
    const { code: ended } = must(await app.makePaperCode({ ...call(another.doctor), childId: paperOf }));
    must(await another.operator.mergeChildren({ keep: added, other: paperOf, requestId: 'r' }));
    await disable(another.parent);
    expect(await another.join(another.otherParent, ended)).toEqual(refuse('CODE_INVALID'));
    must(await another.operator.eraseChild({ childId: another.childId, requestId: 'r' }));
    expect(await another.join(otherParent, lost)).toEqual(refuse('CODE_INVALID'));
  });
});

describe('the parents of a child that staff entered (D-42)', () => {
  const openShared = async () => {
    const patients = await openPatients();
    const { app, call, childId, join, mailer, otherParent, paper, parent, ...ports } = patients;
    must(await join(parent, await paper()));
    must(await app.inviteParent({ ...call(parent), childId, email: otherParent.email }));
    await deliveryOf({ ...ports, mailer })();
    const letter = mailer.sent.findLast(({ kind }) => kind === 'parent invited');
    must(await join(otherParent, (letter as { code: string }).code));
    const remove = (actor: Account, parentId = otherParent.id) =>
      app.removePatientsParent({ ...call(actor), childId, parentId, reason: reason('Not the guardian') });
    return { ...patients, remove };
  };

  test('do not remove each other; its doctor does, with a reason, and all are told', async () => {
    const shared = await openShared();
    const { app, assistant, call, caseId, childId, doctor, otherDoctor, otherParent, parent, parents } = shared;
    const { caseOf, remove, storage, told } = shared;
    const codes = async () => (await storage.read.joinCodes.ofChild(childId)).length;
    must(await app.inviteParent({ ...call(otherParent), childId, email: email('third@example.org') }));
    await deliveryOf(shared)();
    expect(await codes()).toBe(1);
    expect(await app.removeParent({ ...call(parent), childId, parentId: otherParent.id })).toEqual(
      refuse('ROLE_NOT_ALLOWED'),
    );
    expect(codeOf(await remove(assistant))).toBe('ROLE_NOT_ALLOWED');
    expect(codeOf(await remove(otherDoctor))).toBe('CHILD_NOT_FOUND');
    const elsewhere = await caseOf(childId, otherDoctor);
    must(await remove(doctor));
    expect(await codes()).toBe(0);
    expect(await remove(doctor)).toEqual(refuse('PARENT_NOT_FOUND'));
    expect(await parents()).toEqual([parent.id]);
    expect((await told()).slice(-2)).toEqual([
      ['parent removed', otherParent.id],
      ['parents changed', parent.id],
    ]);
    const historyOf = (of: CaseId) => listed(app.showHistory({ ...call(parent), caseId: of, paging: {} }));
    const removed = { action: 'parent removed', by: doctor.id, reason: 'Not the guardian' };
    expect((await historyOf(caseId)).at(-1)).toMatchObject(removed);
    // The reason is none of another doctor's business.
    expect((await historyOf(elsewhere)).map(({ action }) => action)).not.toContain('parent removed');
  });

  test('may all be removed, so that a new code can be made; nobody removes those of a child that a parent added', async () => {
    const { app, call, caseOf, childOf, doctor, join, otherParent, paper, parent, parents, remove } =
      await openShared();
    for (const { id } of [otherParent, parent]) must(await remove(doctor, id));
    expect(await parents()).toEqual([]);
    expect(codeOf(await join(parent, await paper()))).toBe('OK');
    const added: ChildId = await childOf(parent, 'Carla');
    await caseOf(added, doctor);
    const input = { ...call(doctor), childId: added, parentId: parent.id, reason: reason('No') };
    expect(await app.removePatientsParent(input)).toEqual(refuse('ROLE_NOT_ALLOWED'));
  });
});

test('an address that staff invite is told who invites, and its invitation ends with the work for the doctor (D-33, D-42)', async () => {
  const { app, assistant, call, childId, doctor, join, mailer, parent, shown, ...ports } = await openPatients();
  must(await app.invitePatientsParent({ ...call(assistant), childId, email: parent.email }));
  await deliveryOf({ ...ports, mailer })();
  const letter = mailer.sent.findLast(({ kind }) => kind === 'parent invited');
  expect(letter).toMatchObject({ to: parent.email, inviter: 'Anna Example' });
  expect(must(await shown()).invitations).toMatchObject([{ email: parent.email }]);
  must(await app.unlinkAssistant({ ...call(doctor), doctorId: doctor.id, assistantId: assistant.id }));
  expect(must(await shown()).invitations).toEqual([]);
  expect(await join(parent, (letter as { code: string }).code)).toEqual(refuse('CODE_INVALID'));
  const again = { ...call(doctor), childId, email: email('new@example.org') };
  must(await app.invitePatientsParent(again));
  must(await app.withdrawPatientInvitation(again));
  expect(must(await shown()).invitations).toEqual([]);
});

test('staff see which parent a mail does not reach, until the address is proven again (D-43)', async () => {
  const { app, call, caseId, doctor, join, mailer, paper, parent, shown, storage, ...ports } = await openPatients();
  must(await join(parent, await paper()));
  const unreached = async () => must(await shown()).parents.map(({ isUnreached }) => isUnreached);
  expect(await unreached()).toEqual([false]);
  mailer.send = async () => {
    throw new MailRefused('550');
  };
  must(await app.writeNote({ ...call(doctor), caseId, text: 'Come on Monday' as NoteText }));
  await deliveryOf({ ...ports, mailer, storage })();
  expect(await unreached()).toEqual([true]);
  ports.clock.advance(1);
  must(await storage.write(async ({ accounts }) => ok(await accounts.setProven(parent.id, ports.clock.now()))));
  expect(await unreached()).toEqual([false]);
});

test('an address that staff have invited is still invited by a parent who has done so, once staff withdraw theirs (D-33)', async () => {
  const { app, call, childId, doctor, join, otherParent, paper, parent, shown } = await openPatients();
  const invited = { childId, email: otherParent.email };
  const code = await paper();
  must(await app.invitePatientsParent({ ...call(doctor), ...invited }));
  must(await join(parent, code));
  must(await app.inviteParent({ ...call(parent), ...invited }));
  must(await app.withdrawPatientInvitation({ ...call(doctor), ...invited }));
  expect(must(await shown()).invitations).toEqual([]);
  const pending = async () => must(await app.listParentInvitations({ ...call(parent), childId }));
  expect(await pending()).toMatchObject([{ email: otherParent.email }]);
  must(await app.withdrawParentInvitation({ ...call(parent), ...invited }));
  expect(await pending()).toEqual([]);
});

test('whom a parent invites, staff neither see nor send away (D-33)', async () => {
  const { app, call, childId, doctor, join, otherParent, paper, parent, shown } = await openPatients();
  must(await join(parent, await paper()));
  const invited = { childId, email: otherParent.email };
  must(await app.inviteParent({ ...call(parent), ...invited }));
  expect(must(await shown()).invitations).toEqual([]);
  expect(codeOf(await app.withdrawPatientInvitation({ ...call(doctor), ...invited }))).toBe('INVITATION_NOT_FOUND');
  expect(must(await app.listParentInvitations({ ...call(parent), childId }))).toMatchObject([
    { email: otherParent.email },
  ]);
});
