import { expect, it } from 'vitest';
import { openPortal, PASSWORD } from './support/portal.ts';

const portal = openPortal({ registration: 'confirmed' });

const codeOf = () => portal.operator().issueSetupCode();
const practice = { practiceName: 'Praxis Holm', telephone: '+49 30 555 01 00', sentenceDe: 'Notfall: 112' };
const person = { firstName: 'Mira', lastName: 'Holm', role: 'Ast', email: 'mira@example.org', newPassword: PASSWORD };

it('whoever has the code sets up the practice in one step, and from then on confirms who waits (D-39, D-40)', async () => {
  const impostor = await portal.member('Doc', { firstName: 'Eve' });
  const mira = portal.visitor();
  await mira.open('/setup');
  const refused = await mira.send({ ...practice, ...person, setupCode: 'f'.repeat(32) });
  expect(refused.problems).toEqual([expect.stringMatching(/^The code is wrong, used or older than 24 hours/)]);
  expect(refused.form?.values).toMatchObject(practice);
  await mira.send({ setupCode: await codeOf(), newPassword: PASSWORD });
  expect([mira.page().path, mira.page().status]).toEqual(['/manage', 200]);
  expect(mira.page().text).toContain('Your first day here');
  expect(mira.page().text).toContain('Manage the practice');
  const list = await mira.open('/manage/confirmations');
  expect(list.text).toContain(impostor.email);

  const again = portal.visitor();
  await again.open('/setup');
  const late = await again.send({ ...practice, ...person, email: 'eve@example.org', setupCode: 'f'.repeat(32) });
  expect(late.status).toBe(401);

  const parent = await portal.member('Par');
  expect((await parent.open('/manage')).status).toBe(403);
  await mira.open(`/manage/confirmations/${impostor.account.id}`);
  await mira.open(`/manage/confirmations/${impostor.account.id}/decline`);
  await mira.send();
  expect(mira.page().text).toContain('Nobody waits to be confirmed.');
  expect((await impostor.open('/')).path).toMatch(/^\/sign-in/);

  const doctor = await portal.member('Doc');
  expect((await doctor.open('/tasks')).path).toBe('/account/waiting');
  await mira.open(`/manage/confirmations/${doctor.account.id}`);
  await mira.send();
  expect(mira.page().path).toBe('/manage/confirmations?done=accountConfirmed');
  expect((await doctor.open('/tasks')).path).toBe('/tasks');
  const gone = await mira.open(`/manage/confirmations/${impostor.account.id}`);
  expect([gone.status, gone.text]).toEqual([404, expect.stringContaining('There is no such account')]);
});

it('one of the staff becomes manager instead, once nobody who manages can sign in', async () => {
  const wim = await portal.member('Doc');
  expect((await wim.open('/')).path).toBe('/account/waiting');
  await portal.disable('mira@example.org');
  await wim.open('/setup/own');
  expect(wim.page().form?.values).toMatchObject(practice);
  await wim.send({ setupCode: await codeOf(), sentenceDe: '' });
  expect([wim.page().path, wim.page().status]).toEqual(['/manage?done=saved', 200]);
  await wim.open('/manage/practice');
  expect(wim.page().form?.values).toMatchObject({ ...practice, sentenceDe: '' });
});
