import { describe, expect, test } from 'vitest';
import { createApplication, createOperatorApplication } from '../../src/application.ts';
import { createDelivery } from '../../src/courier.ts';
import { ActorErased } from '../../src/errors.ts';
import { parseIdempotencyKey } from '../../src/model/idempotency.ts';
import { DAY } from '../../src/model/values.ts';
import { ok, refuse } from '../../src/result.ts';
import { credentials, openClinic } from '../support/clinic.ts';
import { openFamily, search } from '../support/family.ts';
import { codeOf, entriesOf, listed, must, name, reason, title } from '../support/values.ts';

describe('the operator finds accounts', () => {
  test('by the beginnings of names, by role, by address, and by all of them', async () => {
    const { app, assistant, doctor, otherDoctor } = await openClinic();
    const find = async (wanted: Parameters<typeof app.listAccounts>[0]) =>
      (await entriesOf(must(await app.listAccounts(wanted)))).map(({ account: { firstName } }) => firstName);
    expect((await find({})).length).toBeGreaterThanOrEqual(6);
    expect(await find({ role: 'Doc' })).toEqual(['Dora', 'Dieter']);
    expect(await find({ name: search('EXAMP dó') })).toEqual(['Dora']);
    expect(await find({ email: otherDoctor.email })).toEqual(['Dieter']);
    expect(await find({ email: doctor.email, role: 'Ast' })).toEqual([]);
    expect(await find({ name: search('anna'), role: assistant.role })).toEqual(['Anna']);
    expect(await find({ name: search('anna'), role: 'Doc' })).toEqual([]);
    expect(await find({ name: search('exampl') })).toEqual(['Dieter', 'Dora', 'Anna', 'Arne', 'Pablo', 'Paula']);
    expect(await find({ name: search('dora'), email: otherDoctor.email })).toEqual([]);
  });
});

describe('the operator erases an account', () => {
  test('of which only id and role stay', async () => {
    const { app, assistant, doctor, logIn, storage } = await openClinic();
    const { token } = await logIn(assistant);
    must(await app.requestReset({ email: assistant.email }));
    const { id, sessionsEnded } = must(await app.eraseAccount({ email: assistant.email }));
    expect([id, sessionsEnded]).toEqual([assistant.id, 1]);
    expect(await app.resumeSession(token)).toEqual(refuse('SESSION_INVALID'));
    expect(codeOf(await app.logIn(credentials(assistant)))).toBe('CREDENTIALS_WRONG');
    expect(await app.eraseAccount({ email: assistant.email })).toEqual(refuse('ACCOUNT_NOT_FOUND'));
    const { accounts, assistants } = storage.read;
    expect(await accounts.find(assistant.id)).toBeUndefined();
    const known = await accounts.all({ after: undefined, size: 100 });
    expect(known.some(({ account }) => account.id === assistant.id)).toBe(false);
    expect(await assistants.ofDoctor(doctor.id, { after: undefined, size: 10 })).toEqual([]);
  });

  test('but not of a doctor with ongoing cases, which it names, nor of a parent with children', async () => {
    const { app, caseOf, childOf, doctor, parent, otherDoctor } = await openClinic();
    const child = await childOf(parent, 'Mia');
    const caseId = await caseOf(child, doctor);
    expect(await app.eraseAccount({ email: doctor.email })).toEqual(refuse('CASES_LEFT'));
    expect(await app.listOngoingCases({ email: doctor.email })).toEqual(ok([caseId]));
    expect(await app.eraseAccount({ email: parent.email })).toEqual(refuse('CHILDREN_LEFT'));
    must(await app.finishCase({ actor: doctor, caseId }));
    expect(codeOf(await app.eraseAccount({ email: doctor.email }))).toBe('OK');
    const toErased = { actor: parent, childId: child, doctorId: doctor.id, title: title('Asthma') };
    expect(await app.openCase(toErased)).toEqual(refuse('DOCTOR_NOT_FOUND'));
    const doctors = await entriesOf(must(await app.listDoctors({ paging: {} })));
    expect(doctors.map(({ id }) => id)).toEqual([otherDoctor.id]);
  });
});

describe('the operator erases the account of a parent', () => {
  test('whose children have other parents, who stay with all that belongs to the children', async () => {
    const { app, caseId, childId, doctor, otherParent, parent, parents, share } = await openFamily();
    await share(otherParent);
    const { id, sessionsEnded } = must(await app.eraseAccount({ email: parent.email }));
    expect([id, sessionsEnded, await parents()]).toEqual([parent.id, 0, ['Pablo']]);
    expect(await listed(app.listCases({ actor: otherParent, paging: {} }))).toMatchObject([{ id: caseId }]);
    expect(codeOf(await app.showCase({ actor: doctor, caseId }))).toBe('OK');
    const { people } = must(await app.exportChild({ childId }));
    expect(people.map(({ firstName }) => firstName).sort()).toEqual(['Dora', 'Pablo']);
    expect(await app.eraseAccount({ email: otherParent.email })).toEqual(refuse('CHILDREN_LEFT'));
  });

  test('of which each child that stays has a record, which its other parents see (D-34)', async () => {
    const family = await openFamily();
    const { app, childId, childOf, otherParent, parent, share, storage } = family;
    const second = await childOf(parent, 'Cora');
    for (const id of [childId, second]) await share(otherParent, id, parent);
    must(await createOperatorApplication(family).eraseAccount({ requestId: 'the erasing', email: parent.email }));
    for (const id of [childId, second]) {
      const [last] = await listed(app.listAccess({ actor: otherParent, childId: id, paging: {} }));
      expect(last).toMatchObject({ action: 'parent removed', on: parent.id, by: undefined, byWhom: null });
      expect(last?.requestId).toBe('the erasing');
    }
    const records = await storage.read.audit.records({}, { after: 0, size: 99 });
    expect(records.map(({ action }) => action).filter((action) => action.includes('erased'))).toHaveLength(1);
  });

  test('not if one of the children has no other parent; the account then stays a parent of all', async () => {
    const { app, childId, childOf, otherParent, parent, parents, share } = await openFamily();
    await share(otherParent);
    const alone = await childOf(parent, 'Cora');
    expect(await app.eraseAccount({ email: parent.email })).toEqual(refuse('CHILDREN_LEFT'));
    expect([await parents(childId), await parents(alone)]).toEqual([['Paula', 'Pablo'], ['Paula']]);
  });
});

describe('the operator erases the only parent of a child that staff have entered (D-42)', () => {
  test.each([true, false])(
    'and the child stays if it has a case (%s), else it is erased first, with its files',
    async (hasCase) => {
      const { app, caseOf, clock, doctor, parent, storage } = await openClinic();
      const names = { firstName: name('Mia'), lastName: name('Okafor') };
      const entered = must(
        await app.enterChild({ actor: doctor, doctorId: doctor.id, ...names, title: title('Asthma') }),
      );
      const { childId, caseId } = entered;
      const { code } = must(await app.makePaperCode({ actor: doctor, childId }));
      must(await app.joinChild({ actor: parent, code }));
      must(await app.finishCase({ actor: doctor, caseId }));
      clock.advance(DAY);
      await storage.write(async ({ cases }) => ok(await cases.eraseFinished(clock.now(), 9)));
      if (hasCase) await caseOf(childId, doctor);
      const erase = async () => codeOf(await app.eraseAccount({ email: parent.email }));
      expect(await erase()).toBe(hasCase ? 'OK' : 'CHILDREN_LEFT');
      if (!hasCase) must(await app.eraseChild({ childId }));
      expect(await erase()).toBe(hasCase ? 'ACCOUNT_NOT_FOUND' : 'OK');
      expect((await storage.read.children.record(childId)) !== undefined).toBe(hasCase);
    },
  );
});

describe('a call that began before its account was erased', () => {
  test('adds no child and reopens no case, has no record, and may be sent again under its key', async () => {
    const family = await openFamily();
    const { caseId, child, doctor, otherParent, storage } = family;
    const app = createApplication(family);
    must(await family.app.finishCase({ actor: doctor, caseId }));
    for (const { email } of [doctor, otherParent]) must(await family.app.eraseAccount({ email }));
    const records = async () => (await storage.read.audit.records({}, { after: 0, size: 99 })).length;
    const before = await records();
    const keyed = { requestId: 'request', idempotencyKey: must(parseIdempotencyKey('first')) };
    for (let times = 0; times < 2; times += 1) {
      await expect(app.addChild({ ...keyed, actor: otherParent, ...child })).rejects.toThrow(new ActorErased());
    }
    const reopening = family.app.reopenCase({ actor: doctor, caseId, reason: reason('It has come back.') });
    await expect(reopening).rejects.toThrow(new ActorErased());
    const left = await storage.read.children.ofParent(otherParent.id, { after: undefined, size: 9 });
    expect([left, await storage.read.cases.ongoingOf(doctor.id, 9)]).toEqual([[], []]);
    expect([await records(), family.auditTrail.noted]).toEqual([before, []]);
  });
});

describe('the operator looks after mails', () => {
  test('sees those that failed, and has them tried again', async () => {
    const clinic = await openClinic();
    const { app, clock, doctor, mailer } = clinic;
    const { sendNext } = createDelivery(clinic, () => undefined);
    const deliver = async () => {
      while (await sendNext());
    };
    must(await app.requestReset({ email: doctor.email }));
    mailer.fail(new Error('down'));
    await deliver();
    clock.advance(25 * 60 * 60_000);
    await deliver();
    const [failed] = await entriesOf(must(await app.listMails({})));
    expect(failed?.failedAt).toBe(clock.now());
    mailer.fail(undefined);
    await deliver();
    expect(mailer.sent).toEqual([]);
    must(await app.retryMail({ mailId: failed?.id as never }));
    await deliver();
    expect(mailer.sent.map(({ to }) => to)).toEqual([doctor.email]);
    expect(await app.retryMail({ mailId: failed?.id as never })).toEqual(refuse('MAIL_NOT_FOUND'));
  });
});
