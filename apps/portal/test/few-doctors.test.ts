import { expect, it } from 'vitest';

import { openPortal } from './support/portal.ts';

const { before, by, disable, member } = openPortal();

it('where there is no doctor yet, or no other one, that is said, and nothing is asked in vain', async () => {
  const parent = await member('Par');
  const childId = await before.childAdded(parent);
  const none = 'There is no doctor here yet whom you could choose.';
  expect((await parent.open(`/cases/new?child=${childId}`)).text).toContain(none);
  expect((await parent.send({ name: '' })).problems).toEqual([none]);
  expect((await parent.send({ name: 'Holm' })).problems).toEqual(['Nobody with this name was found.']);
  const doctor = await member('Doc');
  expect((await doctor.open('/practice/cover/new')).text).toContain(none);
  await before.caseOpened(parent, childId, doctor);
  expect((await doctor.open('/practice/leaving')).text).toContain(none);
  await disable(doctor.email);
});

it('all doctors are listed where there are ten at most; of more, those with a case and those with the name, whatever the title', async () => {
  const parent = await member('Par');
  const childId = await before.childAdded(parent);
  const people: Awaited<ReturnType<typeof member>>[] = [];
  const doctors: string[] = [];
  const ask = async () => {
    const { html } = await parent.open(`/cases/new?child=${childId}`);
    return doctors.filter((id) => html.includes(id)).length;
  };
  for (let nth = 1; nth <= 11; nth += 1) {
    const doctor = await member('Doc', { lastName: 'Holm' });
    people.push(doctor);
    doctors.push(doctor.account.id);
    if (nth === 10) expect(await ask()).toBe(10);
  }
  expect(await ask()).toBe(0);
  for (const name of ['Prof. Dr. Holm', 'Frau Dr. med. Holm', 'Herr Holm', 'Mme Holm', 'mevr. Holm', 'Mr Holm']) {
    const found = await parent.send({ name, go: 'again' });
    expect([name, doctors.every((id) => found.html.includes(id))]).toEqual([name, true]);
  }
  expect((await parent.send({ doctorId: doctors[10] ?? '' })).heading).toBe('What is it about?');
  await parent.send({ title: 'Asthma' });
  // Also for a sister or brother.
  const sibling = await before.childAdded(parent, 'Noor');
  const { html, text } = await parent.open(`/cases/new?child=${sibling}`);
  expect(doctors.filter((id) => html.includes(id))).toEqual(doctors.slice(10));
  expect(text).toContain('You have a case here');
  expect((await parent.send({ doctorId: doctors[10] ?? '' })).heading).toBe('What is it about?');
  const caseId = /\/cases\/([\da-f-]{36})"/.exec((await parent.open('/cases')).html)?.[1] ?? '';
  const given = await parent.open(`/cases/${caseId}/handover`);
  expect([given.html.includes('name="doctorId"'), given.text.includes('There is no doctor')]).toEqual([false, false]);
  const [last] = people.slice(-1);
  if (last) await by(last).finishCase({ caseId });
  expect((await parent.open(`/children/${childId}/certificate`)).text).toMatch(/Doctor.*Holm.*What is it for/);
});

it('Enter finds doctors by the name that was typed, and goes on with the one that was chosen', async () => {
  const parent = await member('Par');
  const childId = await before.childAdded(parent);
  const doctorId = (await member('Doc', { lastName: 'Okafor' })).account.id;
  const { html } = await parent.open(`/cases/new?child=${childId}`);
  const [, form = ''] = /<main.*?<form(.*?)<\/form>/s.exec(html) ?? [];
  expect(/<button[^>]*>/.exec(form)?.[0]).toContain('value="enter-"');
  const found = await parent.send({ name: 'Okaf', go: 'enter-' });
  expect([found.heading, found.html.includes(doctorId), found.problems]).toEqual(['Which doctor?', true, []]);
  expect(found.html).toContain('value="enter-Okaf"');
  // Also by one that fits who was chosen before.
  expect((await parent.send({ doctorId, name: 'Oka', go: 'enter-Okaf' })).heading).toBe('Which doctor?');
  expect((await parent.send({ doctorId, name: 'Okaf', go: 'enter-Okaf' })).heading).toBe('What is it about?');
});
