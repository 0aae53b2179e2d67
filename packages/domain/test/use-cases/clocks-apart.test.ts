import { expect, test } from 'vitest';
import { later } from '../../src/model/values.ts';
import type { IdSource } from '../../src/ports/platform.ts';
import { createSetup } from '../../testing/setup.ts';
import { openClinicWithClosedTask } from '../support/clinic.ts';
import { entriesOf, must } from '../support/outcomes.ts';
import { limit, reason } from '../support/values.ts';

/** The clinic, and a second process over the same store whose clock is a day behind: its ids sort before all others. */
const openWithProcessBehind = async () => {
  const clinic = await openClinicWithClosedTask();
  const idsBehind = Object.entries(clinic.ids).map(([kind, next]) => [kind, () => next().replace('0198', '0197')]);
  const behind = createSetup({
    ...clinic,
    ids: Object.fromEntries(idsBehind) as IdSource,
    clock: { ...clinic.clock, now: () => later(clinic.clock.now(), -86_400_000) },
  });
  return { ...clinic, behind };
};

test('a certification that a process requests again whose clock is behind is the one shown and decided (D-22)', async () => {
  const { app, behind, certification, doctor, taskId } = await openWithProcessBehind();
  const onTask = { actor: doctor, id: taskId };
  await certification.rejected();
  const again = must(await behind.requestCertification(onTask));
  expect(must(await app.checkCertification(onTask))).toMatchObject({ id: again, status: 'requested' });
  must(await app.issueCertification(onTask));
  expect(must(await app.checkCertification(onTask))).toMatchObject({ id: again, status: 'issued' });
});

test('the task closed last is meant, also if a process closed it whose clock is behind (D-21)', async () => {
  const { app, behind, caseId, doctor, taskIn } = await openWithProcessBehind();
  const taskId = await taskIn(caseId);
  must(await behind.closeTask({ actor: doctor, taskId }));
  const certified = must(await app.requestCertification({ actor: doctor, id: caseId }));
  expect(must(await app.checkCertification({ actor: doctor, id: taskId }))).toMatchObject({ id: certified });
});

test('the history of a case is in the order of what happened, whole and by the page, and so is its export', async () => {
  const clinic = await openWithProcessBehind();
  const { app, behind, caseId, childId, doctor } = clinic;
  must(await behind.finishCase({ actor: doctor, caseId }));
  must(await app.reopenCase({ actor: doctor, caseId, reason: reason('It came back.') }));
  const history = async (paging: object) => entriesOf(must(await app.showHistory({ actor: doctor, caseId, paging })));
  const whole = await history({});
  expect(whole.map(({ action }) => action)).toEqual([
    'case opened',
    'task added',
    'task closed',
    'case finished',
    'case reopened',
  ]);
  expect(await history({ after: whole[2]?.id, limit: limit(2) })).toEqual(whole.slice(3));
  const { cases } = must(await clinic.app.exportChild({ childId }));
  expect(cases[0]?.history).toEqual(whole);
});
