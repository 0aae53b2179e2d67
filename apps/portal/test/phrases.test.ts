import { expect, it } from 'vitest';
import { openClinic } from './support/clinic.ts';
import { openPortal } from './support/portal.ts';
import type { Page, Visitor } from './support/visitor.ts';

/** D-47: what a doctor says often is chosen by one click. */

const portal = openPortal();

const openPhrases = async () => {
  const { people, ids } = await openClinic(portal);
  const { doctor } = people;
  for (const [kind, phrase] of [
    ['statement', 'Fit for school trips'],
    ['reason', 'A slip of the pen'],
  ] as const) {
    await doctor.open(`/account/phrases/new/${kind}`);
    await doctor.send({ phrase });
  }
  return { doctor, ids, people };
};

/** The button of a phrase: where it is sent, and what it says. */
const goOf = ({ html }: Page, text: string): string =>
  new RegExp(`value="(fill-[\\da-f-]{36})"[^>]*><bdi>${text}<`).exec(html)?.[1] ?? '';

const choose = ({ page, send }: Visitor, text: string, typed: Readonly<Record<string, string>> = {}) => {
  const go = goOf(page(), text);
  expect(go, page().text).not.toBe('');
  return send({ ...typed, go });
};

it('where something issued is corrected or revoked, and nothing else that was typed is lost', async () => {
  const { doctor, ids } = await openPhrases();
  await doctor.open(`/tasks/${ids.taskId}/correct`);
  const typed = { 'validUntil-day': '31', 'validUntil-month': '12', 'validUntil-year': '2199', reason: 'Typed' };
  const chosen = await choose(doctor, 'Fit for school trips', { ...typed, statement: 'Typed before' });
  expect([chosen.status, chosen.method, chosen.problems]).toEqual([200, 'GET', []]);
  expect(chosen.form?.values).toMatchObject({ ...typed, statement: 'Fit for school trips' });
  expect((await choose(doctor, 'A slip of the pen')).form?.values).toMatchObject({
    statement: 'Fit for school trips',
    reason: 'A slip of the pen',
  });
  expect((await doctor.open(doctor.page().address)).form?.values).toMatchObject({ reason: 'A slip of the pen' });
  for (const path of [`/tasks/${ids.taskId}/revoke`, `/issued/${ids.taskId}/revoke`]) {
    await doctor.open(path);
    expect((await choose(doctor, 'A slip of the pen')).form?.values).toMatchObject({ reason: 'A slip of the pen' });
  }
  expect((await doctor.send()).path).toBe('/issued?done=revoked');
});

it('where a certification is issued or rejected, and is there for its doctor alone', async () => {
  const { doctor, ids, people } = await openPhrases();
  await portal.by(doctor).revokeCertification({ id: ids.taskId, reason: 'Again' });
  await portal.by(doctor).requestCertification({ id: ids.taskId });
  await doctor.open(`/decisions/${ids.taskId}/reject`);
  expect((await choose(doctor, 'A slip of the pen')).form?.values).toMatchObject({ reason: 'A slip of the pen' });
  await doctor.open(`/decisions/${ids.taskId}/issue`);
  expect(goOf(doctor.page(), 'A slip of the pen')).toBe('');
  const other = await people.otherDoctor.open('/account/phrases');
  expect(other.text).not.toContain('Fit for school trips');
  await choose(doctor, 'Fit for school trips');
  await doctor.send();
  expect((await doctor.open(`/cases/${ids.caseId}/tasks/${ids.taskId}`)).text).toContain('Fit for school trips');
});

it('that a manager keeps for the practice, by each of its doctors', async () => {
  const { people, ids } = await openClinic(portal);
  const { manager, doctor } = people;
  expect((await manager.open('/manage')).links).toContain('/manage/phrases');
  await manager.open('/manage/phrases/new/statement');
  expect((await manager.send({ phrase: 'Fit for the pool' })).path).toBe('/manage/phrases?done=saved');
  // The doctor says the same: it is there to choose once.
  await doctor.open('/account/phrases/new/statement');
  const own = await doctor.send({ phrase: 'Seen today' });
  expect(own.text).not.toContain('Fit for the pool');
  const { html } = await doctor.open(`/tasks/${ids.taskId}/correct`);
  expect(html.match(/<bdi>(Seen today|Fit for the pool)</g)).toHaveLength(2);
  expect((await choose(doctor, 'Fit for the pool')).form?.values).toMatchObject({ statement: 'Fit for the pool' });
});
