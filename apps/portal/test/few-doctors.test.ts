import { createOperatorApplication } from '@health-case/domain/application';
import type { PersonName } from '@health-case/domain/model/values';
import { expect, it } from 'vitest';
import { openPortal } from './support/portal.ts';

const { member, before, ports } = openPortal();

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
  const { disableAccount } = createOperatorApplication(ports());
  await disableAccount({ requestId: 'test', email: doctor.account.email });
});

it('all doctors are listed where there are ten at most; of more, those with the name, whatever the title', async () => {
  const parent = await member('Par');
  const childId = await before.childAdded(parent);
  const doctors: string[] = [];
  const ask = async () => {
    const { html } = await parent.open(`/cases/new?child=${childId}`);
    return doctors.filter((id) => html.includes(id)).length;
  };
  for (let nth = 1; nth <= 11; nth += 1) {
    doctors.push((await member('Doc', { lastName: 'Holm' as PersonName })).account.id);
    if (nth === 10) expect(await ask()).toBe(10);
  }
  expect(await ask()).toBe(0);
  for (const name of ['Prof. Dr. Holm', 'Frau Dr. med. Holm', 'Herr Holm', 'Mme Holm', 'mevr. Holm', 'Mr Holm']) {
    const found = await parent.send({ name, go: 'again' });
    expect([name, doctors.every((id) => found.html.includes(id))]).toEqual([name, true]);
  }
  expect((await parent.send({ doctorId: doctors[10] ?? '' })).heading).toBe('What is it about?');
});

it('Enter finds doctors by the name that was typed, and goes on with the one that was chosen', async () => {
  const parent = await member('Par');
  const childId = await before.childAdded(parent);
  const doctorId = (await member('Doc', { lastName: 'Okafor' as PersonName })).account.id;
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
