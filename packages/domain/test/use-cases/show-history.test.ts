import { describe, expect, test } from 'vitest';
import { refuse } from '../../src/errors.ts';
import type { CaseId } from '../../src/model/values.ts';
import { openClinicWithCase, openClinicWithClosedTask, type Who } from '../support/clinic.ts';
import { type Code, codeOf, entriesOf, must } from '../support/outcomes.ts';
import { limit, reason, unknownId } from '../support/values.ts';

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

    const events = await entriesOf(must(await app.showHistory({ actor: parent, caseId, paging: {} })));
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
  });

  test('does not tell what was refused, nor a request that was answered with what there was', async () => {
    const { app, caseId, doctor, otherDoctor, parent, taskId } = await openClinicWithClosedTask();
    const history = async () => entriesOf(must(await app.showHistory({ actor: doctor, caseId, paging: {} })));
    must(await app.requestCertification({ actor: parent, id: caseId }));
    const before = await history();
    must(await app.requestCertification({ actor: doctor, id: taskId }));
    await app.closeTask({ actor: doctor, taskId });
    await app.issueCertification({ actor: parent, id: taskId });
    await app.finishCase({ actor: otherDoctor, caseId });
    expect(await history()).toEqual(before);
  });

  test('is paged by key (D-12)', async () => {
    const { app, caseId, doctor } = await openClinicWithClosedTask();
    const whole = await entriesOf(must(await app.showHistory({ actor: doctor, caseId, paging: {} })));
    const paging = { after: whole[0]?.id, limit: limit(1) };
    expect(await entriesOf(must(await app.showHistory({ actor: doctor, caseId, paging })))).toEqual([whole[1]]);
  });

  test('is refused for a case that is not there', async () => {
    const { app, doctor } = await openClinicWithCase();
    const outcome = await app.showHistory({ actor: doctor, caseId: unknownId<CaseId>(), paging: {} });
    expect(outcome).toEqual(refuse('CASE_NOT_FOUND'));
  });

  test.each<[Who, Code]>([
    ['doctor', 'OK'],
    ['assistant', 'OK'],
    ['parent', 'OK'],
    ['otherDoctor', 'CASE_NOT_FOUND'],
    ['otherAssistant', 'CASE_NOT_FOUND'],
    ['otherParent', 'CASE_NOT_FOUND'],
  ])('is shown to the %s: %s (D-23)', async (who, code) => {
    const { app, caseId, [who]: actor } = await openClinicWithCase();
    expect(codeOf(await app.showHistory({ actor, caseId, paging: {} }))).toBe(code);
  });
});
