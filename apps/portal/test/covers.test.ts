import { expect, it } from 'vitest';
import { openClinic } from './support/clinic.ts';
import { openPortal } from './support/portal.ts';

/** D-41, as doctors and a parent see it. */

const portal = openPortal();

const dayOf = (name: string, at: number) => {
  const [year = '', month = '', day = ''] = new Date(at).toISOString().slice(0, 10).split('-');
  return { [`${name}-day`]: day, [`${name}-month`]: month, [`${name}-year`]: year };
};

it('a doctor asks another, who agrees, sees whose each case is, works, and gives none away, until it is ended', async () => {
  const { people, ids } = await openClinic(portal);
  const { doctor, otherDoctor, parent } = people;
  const path = `/cases/${ids.caseId}`;
  await doctor.open('/practice/cover');
  for (const link of doctor.page().links.filter((one) => one.startsWith(`/covers/${ids.cover}/end`))) {
    await doctor.open(link);
    await doctor.send({});
  }
  await doctor.open('/practice/cover/new');
  await doctor.send({ doctorId: otherDoctor.account.id });
  const asked = await doctor.send({ ...dayOf('firstDay', Date.now()), ...dayOf('lastDay', Date.now() + 86_400_000) });
  expect([asked.path, asked.text]).toEqual([
    '/practice/cover?done=coverAsked',
    expect.stringMatching(/A mail asks the deputy.*Not agreed yet/),
  ]);

  expect((await otherDoctor.open(path)).status).toBe(404);
  expect((await otherDoctor.open('/decisions')).text).toContain('You are asked to stand in');
  const { links } = await otherDoctor.open('/practice/cover');
  await otherDoctor.open(links.find((one) => one.endsWith('/agree')) ?? '');
  await otherDoctor.send({});

  const listed = await otherDoctor.open('/cases');
  expect(listed.text).toContain('Epilepsy');
  expect(listed.text).toContain(doctor.account.lastName);
  const shown = await otherDoctor.open(path);
  expect(shown.status).toBe(200);
  expect(shown.links.filter((one) => one.startsWith(path))).not.toContain(`${path}/handover`);
  await portal.before.certificateRequested(parent, doctor, ids.caseId);
  const waiting = await otherDoctor.open('/decisions');
  expect(waiting.text).toContain('You stand in for');
  const deciding = await otherDoctor.open(waiting.links.find((one) => one.includes('/issue')) ?? '');
  expect(deciding.text).toContain(`Doctor${doctor.account.firstName}`);
  expect((await parent.open(path)).text).toContain('Covered by');

  await doctor.open('/practice/cover');
  await doctor.open(doctor.page().links.find((one) => one.includes('/end')) ?? '');
  await doctor.send({});
  expect((await otherDoctor.open(path)).status).toBe(404);
  expect((await parent.open(path)).text).not.toContain('Covered by');
});

it('a deputy of one day is asked for that day, also who takes no new children', async () => {
  const { people } = await openClinic(portal);
  const { doctor, otherDoctor } = people;
  await portal.by(otherDoctor).setTakesNoChildren({ takesNoChildren: true });
  const offered = await doctor.open('/practice/cover/new');
  expect(offered.text).toContain(otherDoctor.account.firstName);
  expect(offered.text).not.toContain('no new children');
  await doctor.send({ doctorId: otherDoctor.account.id });
  const day = Date.now() + 30 * 86_400_000;
  await doctor.send({ ...dayOf('firstDay', day), ...dayOf('lastDay', day) });
  const { links } = await otherDoctor.open('/practice/cover');
  const text = (await otherDoctor.open(links.findLast((one) => one.endsWith('/agree')) ?? '')).text;
  expect(text).toMatch(/Days\d+ \w+ \d{4}On these days/);
});

it('a parent asks for a certificate as before where somebody stands in for a doctor who has left', async () => {
  const { people, ids } = await openClinic(portal);
  const { doctor, otherDoctor, parent } = people;
  const { calendar, clock } = portal.ports();
  const today = calendar.dayOf(clock.now());
  const days = { doctorId: doctor.account.id, deputyId: otherDoctor.account.id, firstDay: today, lastDay: today };
  const coverId = await portal.by(doctor).nameDeputy(days);
  const path = `/cases/${ids.caseId}`;
  await portal.disable(doctor.email);
  expect((await parent.open(path)).text).toContain('nobody can decide');
  expect((await parent.open(`${path}/certificate`)).status).toBe(409);
  await portal.by(otherDoctor).agreeToCover({ coverId });
  expect((await parent.open(path)).text).not.toContain('nobody can decide');
  expect((await parent.open(`${path}/certificate`)).status).toBe(200);
});

it('a doctor who leaves says twice who takes the cases: Enter on a tick only goes on to what is then asked', async () => {
  const { people, ids } = await openClinic(portal);
  const { doctor, otherDoctor } = people;
  await doctor.open('/practice/leaving');
  expect((await doctor.send({ go: 'enter-', receivers: '' })).problems).toEqual(['Tick who takes the cases']);
  const found = await doctor.send({ go: 'enter-', name: otherDoctor.account.firstName, receivers: '' });
  expect([found.problems, found.text.includes('Give the cases')]).toEqual([[], false]);
  const sure = await doctor.send({ go: `enter-${otherDoctor.account.firstName}`, receivers: otherDoctor.account.id });
  expect(sure.text).toMatch(new RegExp(`Doctors who take the cases${otherDoctor.account.firstName}.*Give the cases`));
  expect((await doctor.open(`/cases/${ids.caseId}`)).status).toBe(200);
  await doctor.open(sure.address);
  const given = await doctor.send();
  expect(given.text).toMatch(/The cases are given.*No case is left/);
  expect((await otherDoctor.open(`/cases/${ids.caseId}`)).status).toBe(200);
  // The browser's Back.
  expect((await doctor.open(sure.address)).form).toBeUndefined();
});

it('whoever is ticked is named before the cases go, whatever was searched for since', async () => {
  const { people } = await openClinic(portal);
  const { doctor, otherDoctor } = people;
  const { firstName, id } = otherDoctor.account;
  await doctor.open('/practice/leaving');
  const searched = await doctor.send({ go: 'again', name: doctor.account.lastName, receivers: id });
  expect(searched.form?.values).toMatchObject({ receivers: id });
  const sure = await doctor.send({ name: 'Nobody', receivers: id });
  expect(sure.text).toMatch(new RegExp(`Doctors who take the cases${firstName}.*Give the cases`));
});
