import { describe, expect, test } from 'vitest';
import type { Paging } from '../../src/model/request-options.ts';
import type { CaseId } from '../../src/model/values.ts';
import { openClinic, openClinicWithCase, openClinicWithClosedTask, type Who } from '../support/clinic.ts';
import { entriesOf, listed, must } from '../support/outcomes.ts';
import { limit, reason, title } from '../support/values.ts';

const measure = { title: title('Measure lung function') };

type Clinic = Awaited<ReturnType<typeof openClinicWithCase>>;
const caseOf = ({ storage, caseId }: Clinic) => storage.read.cases.find(caseId);

/** Carla is treated by both doctors, Otto by the other doctor. */
const openPractices = async () => {
  const clinic = await openClinic();
  const carla = await clinic.childOf(clinic.parent, 'Carla');
  const otto = await clinic.childOf(clinic.otherParent, 'Otto');
  const first = await clinic.caseOf(carla, clinic.doctor);
  const second = await clinic.caseOf(otto, clinic.otherDoctor);
  const third = await clinic.caseOf(carla, clinic.otherDoctor);
  const casesFor = async (who: Who, paging: Paging<CaseId> = {}) =>
    (await listed(clinic.app.listCases({ actor: clinic[who], paging }))).map(({ id }) => id);
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

  test('shows an assistant of two doctors the cases of both in one order (D-12)', async () => {
    const { app, assistant, casesFor, first, otherDoctor, second, third } = await openPractices();
    await app.linkAssistant({ actor: otherDoctor, doctorId: otherDoctor.id, email: assistant.email });
    expect(await casesFor('assistant')).toEqual([first, second, third]);
  });

  test.each(['Doc', 'Ast', 'Par'] as const)('shows nothing to a %s who takes part in none', async (role) => {
    const { app, register } = await openPractices();
    const actor = await register(role, `New${role}`);
    expect(await listed(app.listCases({ actor, paging: {} }))).toEqual([]);
  });

  test('shows them as they are', async () => {
    const { app, doctor, finish, first, storage } = await openPractices();
    await finish(first);
    const cases = await listed(app.listCases({ actor: doctor, paging: {} }));
    expect(cases).toEqual([await storage.read.cases.find(first)]);
  });

  test('can be paged (D-12)', async () => {
    const { casesFor, first, second, third } = await openPractices();
    for (const who of ['otherDoctor', 'otherAssistant'] as const) {
      expect(await casesFor(who, { limit: limit(1) })).toEqual([second]);
      expect(await casesFor(who, { after: second })).toEqual([third]);
    }
    expect(await casesFor('parent', { limit: limit(1) })).toEqual([first]);
    expect(await casesFor('parent', { after: first })).toEqual([third]);
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
