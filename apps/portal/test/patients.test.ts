import { expect, it } from 'vitest';
import { openClinic } from './support/clinic.ts';
import { openPortal } from './support/portal.ts';

/** D-42: children that staff enter, and parents who join by what they are handed. */

const portal = openPortal();

const KIM = { firstName: 'Kim', lastName: 'Okafor', title: 'Hay fever' };
const BORN = { 'birthDate-day': '1', 'birthDate-month': '1', 'birthDate-year': '2020' };

it('an assistant enters a child with its first case, prints a code, and a parent joins by it', async () => {
  const { people } = await openClinic(portal);
  const { assistant, otherParent } = people;
  await assistant.open('/practice/children/new');
  const entered = await assistant.send({ ...KIM, ...BORN });
  expect(entered.path).toMatch(/^\/practice\/children\/[0-9a-f-]{36}\?done=childEntered$/);
  const [path = ''] = entered.path.split('?');
  expect((await assistant.open(`/cases?child=${path.split('/')[3]}`)).text).toContain('Hay fever');

  await assistant.open(`${path}/paper`);
  const sheet = await assistant.send({});
  expect(sheet.path).toBe(`${path}/paper/code`);
  const [code = ''] = /[0-9a-f]{4}(-[0-9a-f]{4}){7}/.exec(sheet.text) ?? [];
  expect(sheet.text).toContain('http://localhost');
  expect(sheet.html).toContain('portal-qr');
  expect(sheet.links.filter((link) => link.includes(code.slice(0, 9)) || link.includes('Kim'))).toEqual([]);
  // A reload shows it, too; a newer one ends it.
  expect((await assistant.open(`${path}/paper/code`)).text).toContain(code);

  await otherParent.open('/join');
  // With the right code, too, what is wrong may be the date.
  expect((await otherParent.send({ code })).problems).toEqual([expect.stringContaining('or the date of birth')]);
  const joined = await otherParent.send({ code, ...BORN });
  expect(joined.path).toContain('?done=childJoined');
  expect((await assistant.open(path)).text).not.toContain('No parent has joined');
  expect((await assistant.open(`${path}/paper/code`)).text).not.toContain(code);
  for (const form of ['paper', 'invite']) {
    const { html, text } = await assistant.open(`${path}/${form}`);
    expect(text).toContain('A parent looks after this child here');
    expect(/<main.*<form/s.test(html.split('</main>')[0] ?? '')).toBe(false);
  }
  const { token } = await assistant.hidden();
  const late = await assistant.send({ email: '', token }, { path: `${path}/invite` });
  expect([late.problems, late.html.includes('#email')]).toEqual([[], false]);
});

it('an assistant opens another case for a child of the doctor, as after a call by a family, while the doctor can sign in', async () => {
  const { people, ids } = await openClinic(portal);
  const { assistant, doctor } = people;
  const cases = await assistant.open(`/cases?child=${ids.childId}`);
  const opening = `/practice/cases/new?child=${ids.childId}&doctor=${doctor.account.id}`;
  expect(cases.links).toContain(opening);
  const asked = await assistant.open(opening);
  expect(asked.text).toContain(doctor.account.firstName);
  const opened = await assistant.send({ title: 'Hay fever' });
  expect([opened.path, opened.heading]).toEqual([expect.stringMatching(/done=caseOpened$/), 'Hay fever']);

  await portal.disable(doctor.email);
  expect((await assistant.open(`/cases?child=${ids.childId}`)).links).not.toContain(opening);
  expect((await assistant.open(opening)).status).toBe(409);
  const nobody = await assistant.open('/practice/children/new');
  expect(nobody.text).toContain('you work for no doctor who can sign in');
  expect(nobody.text).not.toContain('Last name');
});

it('whoever invites a parent reads who is one already, though none of them can sign in', async () => {
  const { people, ids } = await openClinic(portal);
  const { doctor, parent, second } = people;
  for (const { email } of [parent, second]) await portal.disable(email);
  const { text } = await doctor.open(`/practice/children/${ids.childId}/invite`);
  expect(text).toContain(`Parents already: ${parent.account.firstName}`);
});

it('a child that seems to be there is shown, and entered once somebody says that it is another', async () => {
  const { people } = await openClinic(portal);
  const { doctor, otherDoctor } = people;
  await doctor.open('/practice/children/new');
  const [first = ''] = (await doctor.send({ ...KIM, ...BORN })).path.split('?');
  await doctor.open('/practice/children/new');
  const asked = await doctor.send({ ...KIM, ...BORN, title: 'Cough' });
  expect([asked.status, asked.links.includes(first)]).toEqual([409, true]);
  expect(asked.problems).toEqual([expect.stringContaining('on the list already')]);
  const second = await doctor.send({});
  expect(second.path).toContain('?done=childEntered');
  expect(second.path).not.toContain(first);
  // Of children of others nothing is told.
  await otherDoctor.open('/practice/children/new');
  expect((await otherDoctor.send({ ...KIM, ...BORN })).path).toContain('?done=childEntered');
});

it('whoever corrects a child that a doctor has certified reads that the doctor has to confirm it', async () => {
  const { people } = await openClinic(portal);
  const { doctor } = people;
  await doctor.open('/practice/children/new');
  const [path = ''] = (await doctor.send({ ...KIM, firstName: 'Lou' })).path.split('?');
  const childId = path.split('/')[3];
  const caseId = await portal.before.caseOpened(doctor, childId ?? '', doctor, 'Cough');
  const id = await portal.before.taskClosed(doctor, caseId);
  await portal.by(doctor).requestCertification({ id });
  await portal.by(doctor).issueCertification({ id });
  await doctor.open(`${path}/correct`);
  expect((await doctor.send({ lastName: 'Okafor-Kim' })).path).toBe(`${path}?done=correctedToConfirm`);
});

it('what somebody else has corrected since a form was opened stays as it is', async () => {
  const { people } = await openClinic(portal);
  const { assistant, doctor } = people;
  await doctor.open('/practice/children/new');
  const [path = ''] = (await doctor.send({ ...KIM, ...BORN, firstName: 'Noa', socSecNum: '756.77' })).path.split('?');
  await assistant.open(`${path}/correct`);
  await doctor.open(`${path}/correct`);
  await doctor.send({ 'birthDate-year': '2021' });
  const corrected = await assistant.send({ firstName: 'Nora' });
  expect(corrected.text).toMatch(/Nora Okafor.*1 January 2021.*\*\*77/);
  await assistant.open(`${path}/correct`);
  const noDay = { 'birthDate-day': '', 'birthDate-month': '', 'birthDate-year': '' };
  const taken = await assistant.send({ ...noDay, socSecNumWas: 'what no page shows' });
  expect(taken.text).not.toContain('January');
  expect(taken.text).toContain('**77');
});
