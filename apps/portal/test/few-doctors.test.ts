import type { PersonName } from '@health-case/domain/model/values';
import { expect, it } from 'vitest';
import { openPortal } from './support/portal.ts';

const { member, before } = openPortal();

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
  const found = await parent.send({ name: 'Prof. Dr. Holm', go: 'again' });
  expect(doctors.every((id) => found.html.includes(id))).toBe(true);
  expect((await parent.send({ doctorId: doctors[10] ?? '' })).heading).toBe('What is it about?');
});
