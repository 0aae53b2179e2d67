import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { FORMS } from '../src/pages/all.ts';
import { addressOf, openClinic, openClinicWithPaper, SECRETS, senderOf, valuesFor } from './support/clinic.ts';
import { openPortal, PASSWORD } from './support/portal.ts';
import { privacyFaults } from './support/privacy.ts';
import type { Page, Visitor } from './support/visitor.ts';

/** Each step of a form has an address: what a browser shows is never the answer to a form. */

const portal = openPortal();
const { member } = portal;
const NAMES = { firstName: 'Noor', lastName: 'Holm' };

it('every form, sent empty, in full, of another session or in another language, leads to an address that shows the same again', async () => {
  const { people, ids } = await openClinicWithPaper(portal);
  const faults: string[] = [];
  for (const form of FORMS) {
    const sender = senderOf(form, people, portal.visitor);
    const path = addressOf(form.path, ids);
    const { token, owner } = await sender.hidden();
    const all = valuesFor(ids, people.doctor.account.id);
    const last = String(form.steps.length - 1);
    for (const values of [
      { token, step: last },
      { token, step: last, go: 'language-en' },
      { ...all, token, step: '0' },
      { ...all, token: 'x', owner, step: last },
      // Nobody can send anything for an account that has signed out.
      ...(form.path === '/sign-out' ? [] : [{ ...all, token, step: last }]),
    ]) {
      const before = portal.replies.length;
      const shown = await sender.send({ key: randomUUID(), ...values }, { path });
      const sent = portal.replies.slice(before).find(({ method }) => method === 'POST');
      const again = await sender.open(shown.address);
      if (sent?.status !== 303) faults.push(`${form.path} answers ${sent?.status} itself`);
      const isFound =
        [again.status, again.heading, again.problems.join()].join() ===
        [shown.status, shown.heading, shown.problems.join()].join();
      if (!isFound) faults.push(`${form.path}: ${shown.address} shows "${shown.heading}", then "${again.heading}"`);
    }
  }
  expect(faults).toEqual([]);
  // That page has a link which gives the secret to the app.
  const replies = portal.replies.filter(({ path }) => path !== '/account/factor/confirm');
  expect(replies.flatMap((reply) => privacyFaults(reply, SECRETS))).toEqual([]);
});

describe('a form of several pages', () => {
  it('is opened at its own address, and keeps what was typed at each of them', async () => {
    const { open, send } = await member('Par');
    const first = await open('/children/new');
    const second = await send(NAMES);
    const third = await send({ 'birthDate-day': '3', 'birthDate-month': '2', 'birthDate-year': '2019' });
    expect(new Set([first.address, second.address, third.address]).size).toBe(3);
    expect((await open(first.address)).form?.values).toMatchObject(NAMES);
    expect((await open(second.address)).form?.values).toMatchObject({ 'birthDate-year': '2019' });
    expect((await open(third.address)).heading).toBe(third.heading);
    // What is changed on the way back counts.
    await open(first.address);
    await send({ firstName: 'Kim' });
    expect((await open(third.address)).form?.values).toMatchObject({ firstName: 'Kim', 'birthDate-year': '2019' });
  });

  it('is another one in each tab', async () => {
    const { open, send } = await member('Par');
    const tabs = [await open('/children/new'), await open('/children/new')];
    for (const [nth, { address }] of tabs.entries()) {
      await open(address);
      await send({ firstName: `Noor${nth}`, lastName: 'Holm' });
    }
    for (const [nth, { address }] of tabs.entries())
      expect((await open(address)).form?.values['firstName']).toBe(`Noor${nth}`);
  });

  it('is anew for whoever else opens its address', async () => {
    const [mia, noa] = [await member('Par'), await member('Par')];
    const { address } = await mia.open('/children/new');
    await mia.send(NAMES);
    for (const other of [noa, portal.visitor()]) {
      const page = await other.open(address);
      expect([page.status, page.html.includes('Noor')]).toEqual([200, false]);
    }
  });

  it('that another account sends from a tab of before is kept for whoever has typed it', async () => {
    const [mia, noa] = [await member('Par'), await member('Par')];
    const { address, form } = await mia.open('/children/new');
    const refused = await noa.send({ ...form?.values, ...NAMES }, { path: '/children/new' });
    expect([refused.status, refused.html.includes('Noor')]).toEqual([409, false]);
    expect((await noa.open(address)).html).not.toContain('Noor');
    expect((await mia.open(address)).form?.values).toMatchObject(NAMES);
  });
});

describe('a form that was sent', () => {
  it('says so when it is opened again, with what was done, where it led to, and a way to a new one', async () => {
    const { open, send } = await member('Par');
    const { address } = await open('/children/new');
    await send(NAMES);
    await send();
    await send({ socSecNum: '756.1234.5678.97' });
    const done = await send();
    const again = await open(address);
    expect([again.heading, again.form]).toEqual(['You have sent this form already', undefined]);
    expect(again.text).toContain('Noor');
    expect(again.text).not.toContain('756');
    expect(again.links).toEqual(expect.arrayContaining([done.address, '/children/new']));
    expect((await open('/children/new')).form?.values['firstName']).toBe('');
  });

  it('from a page of before, with other words, is not said to be done', async () => {
    const { open, send } = await member('Par');
    await open('/children/new');
    await send(NAMES);
    await send();
    const { form } = await send();
    await send();
    const other = await send({ ...form?.values, firstName: 'Kim', step: '3' }, { path: '/children/new' });
    expect([other.status, other.problems.length]).toEqual([422, 1]);
    expect(other.text).toContain('Kim');
    // It is another form now, and is done once it is sent.
    expect((await send()).path).toContain('?done=childAdded');
    expect((await open('/children')).text).toMatch(/Noor Holm.*Kim Holm|Kim Holm.*Noor Holm/);
  });

  it('says of a task that it is closed', async () => {
    const { people, ids } = await openClinic(portal);
    const { open, send } = people.doctor;
    await open(addressOf('/cases/:id/tasks/new', ids));
    const { links } = await send({ title: 'Weigh her' });
    const newest = links.findLast((link) => /\/tasks\/[^/]{36}$/.test(link)) ?? '';
    const { address } = await open(`${newest}/close`);
    await send();
    expect((await open(address)).text).toContain('The task is closed.');
  });

  it('by a stranger says so, too, and nothing of what was typed', async () => {
    const { open, send } = portal.visitor();
    const { address } = await open('/register');
    await send({ role: 'Par' });
    await send(NAMES);
    await send({ email: 'noor@example.org', newPassword: PASSWORD });
    const again = await open(address);
    expect([again.heading, again.text.includes('Noor')]).toEqual(['You have sent this form already', false]);
  });
});

it('a stranger who types more than a browser keeps loses nothing', async () => {
  const { open, send } = portal.visitor();
  await open('/register');
  await send({ role: 'Par' });
  const page = await send({ firstName: 'x'.repeat(5000), lastName: 'Holm' });
  expect([page.status, page.form?.values]).toEqual([
    400,
    expect.objectContaining({ firstName: 'x'.repeat(5000), role: 'Par' }),
  ]);
});

it('a form about a child, a case or a task that was erased meanwhile is there no more, and does nothing', async () => {
  const { people, ids } = await openClinicWithPaper(portal);
  const about = FORMS.filter(({ path }) => /^(\/practice)?\/(children|cases|tasks|issued|decisions)\/:/.test(path));
  const left: (readonly [path: string, sender: Visitor, opened: Page])[] = [];
  for (const form of about) {
    const sender = senderOf(form, people, portal.visitor);
    const opened = await sender.open(addressOf(form.path, ids));
    if (opened.form) left.push([form.path, sender, opened]);
  }
  expect(left.length).toBeGreaterThan(20);
  await portal.operator().eraseChild({ childId: ids.childId });
  const faults: string[] = [];
  for (const [path, sender, { address, form }] of left) {
    const again = await sender.open(address);
    const sent = await sender.send(
      { ...form?.values, ...valuesFor(ids, people.doctor.account.id) },
      { path: form?.action ?? '' },
    );
    // What was typed is shown to whoever has typed it, for another use.
    if (again.status !== 404 || sent.status < 400) faults.push(`${path}: ${again.status}, sent ${sent.status}`);
    faults.push(...SECRETS.filter((secret) => again.html.includes(secret)).map((secret) => `${path} shows ${secret}`));
  }
  expect(faults).toEqual([]);
});

it('a certificate has an address, for those who may make it, as long as it counts', async () => {
  const { people, ids } = await openClinic(portal);
  const { parent, second, doctor, assistant } = people;
  await parent.open(addressOf('/tasks/:id/certificate', ids));
  const made = await parent.send({ disclose: 'initials' });
  for (const one of [parent, doctor]) expect((await one.open(made.address)).text).toBe(made.text);
  // Who has not made it cannot withdraw it.
  expect(made.text).toBe(`${(await second.open(made.address)).text}Withdraw this certificate`);
  expect((await assistant.open(made.address)).status).toBe(403);
  await doctor.open(addressOf('/tasks/:id/revoke', ids));
  await doctor.send({ reason: 'A slip' });
  expect((await parent.open(made.address)).text).toContain('CertificateRevoked');
});
