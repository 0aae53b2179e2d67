import { describe, expect, test } from 'vitest';
import { createApplication } from '../../src/application.ts';
import type { Account } from '../../src/model/account.ts';
import { type CaseFilter, CERTIFICATION_STATUSES } from '../../src/model/case.ts';
import type { ChildId } from '../../src/model/values.ts';
import { ok } from '../../src/result.ts';
import { openFamily } from '../support/family.ts';
import { day, entriesOf, limit, listed, must, name, reason } from '../support/values.ts';

const why = { reason: reason('Seen again, and found otherwise') };

/** Cases in every state, of two children, with two doctors. One assistant works for both. */
const openCases = async () => {
  const family = await openFamily();
  const { app, assistant, caseOf, childId, childOf, closedTaskIn, doctor, otherDoctor, parent, storage } = family;
  const { id: doctorId } = otherDoctor;
  must(await app.linkAssistant({ actor: otherDoctor, doctorId, email: assistant.email }));
  const sibling = await childOf(parent, 'Cora');
  const open = async (of: ChildId, by: Account, decide?: (typeof CERTIFICATION_STATUSES)[number], finish = false) => {
    const caseId = await caseOf(of, by);
    const [actor, id] = [by, await closedTaskIn(caseId)];
    if (decide) must(await app.requestCertification({ actor, id }));
    if (decide === 'issued' || decide === 'revoked') must(await app.issueCertification({ actor, id }));
    if (decide === 'revoked') must(await app.revokeCertification({ actor, id, ...why }));
    if (decide === 'rejected') must(await app.rejectCertification({ actor, id, ...why }));
    if (finish) must(await app.finishCase({ actor, caseId }));
    return caseId;
  };
  for (const whose of [childId, sibling]) {
    for (const by of [doctor, otherDoctor]) {
      for (const state of [undefined, ...CERTIFICATION_STATUSES]) await open(whose, by, state, state !== 'requested');
    }
  }
  const casesOf = (actor: Account, filter: CaseFilter = {}, more: object = {}) =>
    listed(app.listCases({ actor, filter, paging: {}, ...more }));
  const idsOf = async (actor: Account, filter?: CaseFilter) => (await casesOf(actor, filter)).map(({ id }) => id);
  const all = await storage.read.cases.ofParent(parent.id, { after: undefined, size: 99 });
  return { ...family, all, casesOf, idsOf, open, sibling };
};

describe('finding cases (D-31)', () => {
  test('goes by the certification that was requested last in the case, of whatever task', async () => {
    const { app, closedTaskIn, doctor: actor, idsOf, otherParent, share, childId, open } = await openCases();
    await share(otherParent);
    const caseId = await open(childId, actor, 'issued');
    expect(await idsOf(actor, { certification: 'issued' })).toContain(caseId);
    must(await app.requestCertification({ actor, id: await closedTaskIn(caseId) }));
    for (const who of [actor, otherParent]) {
      expect(await idsOf(who, { certification: 'issued' })).not.toContain(caseId);
      expect(await idsOf(who, { certification: 'requested' })).toContain(caseId);
    }
  });

  test('shows strangers nothing, whatever they ask for', async () => {
    const { caseId, childId, doctor, idsOf, otherAssistant, otherParent, register, childOf, caseOf } =
      await openCases();
    const stranger = await register('Doc', 'Dirk');
    const own = await caseOf(await childOf(otherParent, 'Emil'), stranger);
    for (const actor of [stranger, otherParent]) {
      expect(await idsOf(actor)).toEqual([own]);
      expect(await idsOf(actor, { childId })).toEqual([]);
      expect(await idsOf(actor, { doctorId: doctor.id })).toEqual([]);
    }
    expect(await idsOf(otherAssistant, { doctorId: doctor.id })).toEqual([]);
    expect(await idsOf(doctor, { childId })).toContain(caseId);
  });
});

describe('in full (D-31)', () => {
  test('each case has its child, with the birth date and without the number, and its newest certification', async () => {
    const { app, casesOf, childId, parent, sibling } = await openCases();
    must(await app.correctChild({ actor: parent, childId, birthDate: day('2019-05-04') }));
    const cases = await casesOf(parent, {}, { detail: 'full' });
    expect(cases).toHaveLength(21);
    const names = { lastName: 'Example' };
    const known = {
      [childId]: { id: childId, ...names, firstName: 'Carla', birthDate: '2019-05-04' },
      [sibling]: { id: sibling, ...names, firstName: 'Cora', birthDate: undefined },
    };
    for (const { child, childId: of } of cases) expect(child).toStrictEqual(known[of]);
    expect(new Set(cases.map(({ certification }) => certification))).toEqual(
      new Set([undefined, ...CERTIFICATION_STATUSES]),
    );
    for (const found of await casesOf(parent)) expect(found).not.toHaveProperty('child');
  });

  test('a case of a child that is erased while the list is read is left out', async () => {
    const ports = await openCases();
    const { casesOf, childId, parent, sibling, storage } = ports;
    const { namesOf } = storage.read.children;
    const read = { ...storage.read, children: { ...storage.read.children } };
    read.children.namesOf = async (ids) => {
      await storage.write(async ({ children }) => ok(await children.erase(childId)));
      return namesOf(ids);
    };
    const calls = createApplication({ ...ports, storage: { ...storage, read } });
    const call = { requestId: 'r', session: 'none' as never, paging: {}, detail: 'full' } as const;
    const left = await entriesOf(must(await calls.listCases({ ...call, actor: parent })));
    expect(new Set(left.map(({ childId: of }) => of))).toEqual(new Set([sibling]));
    expect(await casesOf(parent)).toHaveLength(left.length);
  });

  test('the history says by whom each event is, and names nobody whose account was erased', async () => {
    const { app, caseId, doctor, otherDoctor, parent, taskIn } = await openFamily();
    await taskIn(caseId);
    must(await app.handOverCase({ actor: doctor, caseId, doctorId: otherDoctor.id }));
    const history = (more: object) => listed(app.showHistory({ actor: parent, caseId, paging: {}, ...more }));
    const named = (person: Account) => {
      const { id, firstName, lastName, role } = person;
      return { id, firstName, lastName, role, isAvailable: true };
    };
    const byWhom = async () => (await history({ detail: 'full' })).map(({ byWhom: who }) => who);
    expect(await byWhom()).toStrictEqual([parent, ...Array(4).fill(doctor)].map(named));
    must(await app.eraseAccount({ email: doctor.email }));
    expect(await byWhom()).toStrictEqual([named(parent), null, null, null, null]);
    for (const event of await history({})) expect(event).not.toHaveProperty('byWhom');
    expect(await history({ detail: 'full', paging: { limit: limit(1) } })).toHaveLength(1);
  });
});

test('a case shows which child it is about, to everybody who takes part in it (D-30)', async () => {
  const { app, assistant, caseId, childId, doctor, parent } = await openFamily();
  must(await app.correctChild({ actor: parent, childId, birthDate: day('2019-05-04'), lastName: name('Byron') }));
  const child = { id: childId, firstName: 'Carla', lastName: 'Byron', birthDate: '2019-05-04' };
  for (const actor of [doctor, assistant, parent]) {
    expect(must(await app.showCase({ actor, caseId })).child).toStrictEqual(child);
  }
});

test('a case in detail shows the newest certification of each task', async () => {
  const { app, caseId, closedTaskIn, doctor, parent, taskIn } = await openFamily();
  const [decided, pending, closed] = [
    await closedTaskIn(caseId),
    await closedTaskIn(caseId),
    await closedTaskIn(caseId),
  ];
  const open = await taskIn(caseId);
  for (const id of [pending, decided]) must(await app.requestCertification({ actor: parent, id }));
  must(await app.rejectCertification({ actor: doctor, id: decided, ...why }));
  const shown = async (more: object) => {
    const tasks = await entriesOf(must(await app.showCase({ actor: doctor, caseId, ...more })).tasks);
    return [decided, pending, closed, open].map((id) => tasks.find((task) => task.id === id)?.certification?.status);
  };
  expect(await shown({ detail: 'full' })).toEqual(['rejected', 'requested', undefined, undefined]);
  expect(await shown({})).toEqual([undefined, undefined, undefined, undefined]);
});
