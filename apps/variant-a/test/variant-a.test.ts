import { openClinic, registration } from '@health-case/composition/testing/clinic';
import { expectRefusal, INSTANT, member, named, UUID_V7 } from '@health-case/http/testing/replies';
import { describe, expect, it } from 'vitest';
import { variantA } from '../src/variant-a.ts';

// The promises of variant A alone; those of both variants are tested in apps/together.
const clinic = openClinic(variantA);
const { call, expectContent, words } = clinic;

it.each(['Doc', 'Ast', 'Par'] as const)('registering a %s answers role and ID, in this order (D-15)', async (role) => {
  const reply = await call(words.register, registration(role));
  expect(member(reply, 'ID')).toMatch(UUID_V7);
  expectContent(reply, { role, ID: member(reply, 'ID') });
});

describe('POST /api/Auth/child (D-13, D-14, D-17)', () => {
  const DAY = 86_400_000;
  const FIELDS = ['firstName', 'lastName', 'birthDate', 'socSecNum'];
  const dayFromNow = (milliseconds: number): string => new Date(Date.now() + milliseconds).toISOString().slice(0, 10);
  const add = async (facts: object = {}, parent = clinic.regular('Par')) =>
    call(words.addChild, { id: (await parent).session, ...words.child(), ...facts });

  it('answers the ChildID', async () => {
    const reply = await add();
    expect(member(reply, 'ChildID')).toMatch(UUID_V7);
    expectContent(reply, { ChildID: member(reply, 'ChildID') });
  });

  it.each([
    ['firstName', 'x'.repeat(101)],
    ['lastName', 'Jan\u0000sen'],
    ['birthDate', '2019-02-29'],
    ['birthDate', '1899-12-31'],
    ['socSecNum', '756'],
    ['socSecNum', '756_1234'],
  ])('needs a valid %s, as a JSON string: not %s', async (field, invalid) => {
    for (const value of [undefined, null, ' \t\n\u00a0', 12_345_678, ['Mia'], invalid]) {
      const reply = await add({ [field]: value });
      expectRefusal(reply, 400, 'FIELDS_INVALID');
      expect(named(reply, FIELDS)).toEqual([field]);
    }
  });

  it('names all fields that are wrong together (D-02)', async () => {
    expect(named(await add({ birthDate: 7, socSecNum: '#' }), FIELDS)).toEqual(['birthDate', 'socSecNum']);
  });

  it.each(['1900-01-01', '2020-02-29', dayFromNow(0), dayFromNow(14 * 3_600_000)])(
    'takes the birth date %s, if it has begun anywhere on Earth',
    async (birthDate) => {
      expect((await add({ birthDate })).status).toBe(200);
    },
  );

  it('refuses a birth date in the future', async () => {
    for (const birthDate of [dayFromNow(2 * DAY), '9999-12-31']) {
      expectRefusal(await add({ birthDate }), 400, 'BIRTH_DATE_IN_FUTURE');
    }
  });

  it('refuses a number that the parent has added, in any spelling, and of many at once all but one', async () => {
    const parent = clinic.arrive('Par');
    const spellings = ['ab-12.34', 'AB 12/34', 'ab1234', ' Ab12 34 '];
    const replies = await Promise.all(spellings.map((socSecNum) => add({ socSecNum }, parent)));
    expect(replies.map(({ code }) => code ?? 'OK').sort()).toEqual([...Array(3).fill('CHILD_KNOWN'), 'OK']);
    expectRefusal(await add({ socSecNum: 'ab-12.34', firstName: 'Emil' }, parent), 409, 'CHILD_KNOWN');
    expect((await add({ socSecNum: 'ab-12.34' })).status).toBe(200);
  });
});

const UNKNOWN_ID = '01939f00-0000-7000-8000-000000000000';
const certification = (id: string, session: string, facts: object = {}) => ({
  request: () => call(`POST /api/Case/${id}/certreq`, { id: session, ...facts }),
  check: () => call(`GET /api/Case/${id}/certreq`, { id: session, ...facts }),
  decide: (how: 'issue' | 'reject' | 'revoke', reason?: string) =>
    call(`POST /api/Case/${id}/certreq/${how}`, { id: session, ...facts, reason }),
});

const newCase = async () => {
  const [doctor, parent] = await Promise.all([clinic.arrive('Doc'), clinic.regular('Par')]);
  const childId = await clinic.addChild(parent);
  const caseId = await clinic.openCase(parent, childId, doctor);
  return { doctor, parent, childId, caseId };
};
const newClosedTask = async () => {
  const opened = await newCase();
  return { ...opened, taskId: await clinic.closedTask(opened.doctor, opened.caseId) };
};

describe('certifications (D-21, D-22)', () => {
  it('are answered by their certID when they are requested, and each state has its members', async () => {
    const { caseId, taskId, doctor, parent } = await newClosedTask();
    const [asParent, asDoctor] = [certification(taskId, parent.session), certification(taskId, doctor.session)];
    expectRefusal(await asParent.check(), 404, 'CERTIFICATION_NOT_FOUND');
    const request = async () => {
      const reply = await asParent.request();
      const certID = member(reply, 'certID');
      expectContent(reply, { certID });
      const requestedAt = member(await asParent.check(), 'requestedAt');
      expect(requestedAt).toMatch(INSTANT);
      return { certID, requestedAt };
    };
    const expectState = async (asked: Awaited<ReturnType<typeof request>>, status: string, reason?: string) => {
      const reply = await asParent.check();
      const decidedAt = status === 'requested' ? undefined : member(reply, 'decidedAt');
      if (decidedAt !== undefined) expect(decidedAt).toMatch(INSTANT);
      const { certID, requestedAt } = asked;
      expectContent(reply, { certID, TaskID: taskId, CaseID: caseId, status, requestedAt, decidedAt, reason });
    };
    const first = await request();
    expect(first.certID).toMatch(UUID_V7);
    await expectState(first, 'requested');
    expectContent(await asDoctor.decide('reject', 'The file says "healthy".'), null);
    await expectState(first, 'rejected', 'The file says "healthy".');
    const second = await request();
    expect(second.certID).not.toBe(first.certID);
    expectContent(await asDoctor.decide('issue'), null);
    await expectState(second, 'issued');
    expect(await request()).toEqual(second);
    expectContent(await asDoctor.decide('revoke', 'Issued by mistake.'), null);
    await expectState(second, 'revoked', 'Issued by mistake.');
  });

  it('are requested once by many calls at once', async () => {
    const { taskId, caseId, doctor, parent } = await newClosedTask();
    const asked = Array.from({ length: 10 }, (_, index) =>
      certification(index % 2 === 0 ? taskId : caseId, index % 3 === 0 ? doctor.session : parent.session).request(),
    );
    const ids = (await Promise.all(asked)).map((reply) => member(reply, 'certID'));
    expect(new Set(ids).size).toBe(1);
  });

  it('belong to the task in the path, the one that TaskID names, or the last closed one of the case', async () => {
    const { caseId, taskId, doctor } = await newClosedTask();
    const later = await clinic.closedTask(doctor, caseId);
    const certIdOf = async (id: string, facts?: object) =>
      member(await certification(id, doctor.session, facts).request(), 'certID');
    const [first, second] = [await certIdOf(taskId), await certIdOf(later)];
    expect(first).not.toBe(second);
    expect(await certIdOf(caseId, { TaskID: taskId })).toBe(first);
    expect(await certIdOf(taskId, { TaskID: taskId })).toBe(first);
    expect(await certIdOf(caseId, { TaskID: later })).toBe(second);
    for (const TaskID of [undefined, null, '', ' ']) expect(await certIdOf(caseId, { TaskID })).toBe(second);
  });
});

describe.each(['request', 'check'] as const)('to %s a certification (D-10, D-21)', (method) => {
  it('needs a closed task', async () => {
    const { doctor, parent, caseId } = await newCase();
    const at = (id: string, facts?: object) => certification(id, parent.session, facts)[method]();
    expectRefusal(await at(caseId), 409, 'TASK_NOT_CLOSED');
    const open = await clinic.openTask(doctor, caseId);
    await clinic.closedTask(doctor, caseId);
    for (const [id, facts] of [
      [open, {}],
      [caseId, { TaskID: open }],
      [open, { TaskID: open }],
    ] as const) {
      expectRefusal(await at(id, facts), 409, 'TASK_NOT_CLOSED');
    }
  });

  it('needs a task of what the path names', async () => {
    const { doctor, parent, childId, caseId, taskId } = await newClosedTask();
    const ofOtherCase = await clinic.closedTask(doctor, await clinic.openCase(parent, childId, doctor));
    const at = (id: string, TaskID: unknown) => certification(id, parent.session, { TaskID })[method]();
    for (const TaskID of [ofOtherCase, UNKNOWN_ID, caseId]) {
      expectRefusal(await at(caseId, TaskID), 404, 'TASK_NOT_FOUND');
    }
    expectRefusal(await at(taskId, await clinic.closedTask(doctor, caseId)), 404, 'TASK_NOT_FOUND');
    for (const TaskID of ['first', 7, [UNKNOWN_ID], UNKNOWN_ID.toUpperCase()]) {
      const reply = await at(caseId, TaskID);
      expectRefusal(reply, 400, 'FIELDS_INVALID');
      expect(named(reply, ['TaskID'])).toEqual(['TaskID']);
    }
  });

  it('needs the id of a case or a task in the path (D-10)', async () => {
    const { parent, doctor, childId, caseId, taskId } = await newClosedTask();
    const certId = member(await certification(taskId, parent.session).request(), 'certID');
    for (const id of ['me', UNKNOWN_ID, '%00', childId, doctor.id, certId, caseId.toUpperCase()]) {
      expectRefusal(await certification(id, parent.session)[method](), 404, 'CASE_NOT_FOUND');
    }
  });
});
