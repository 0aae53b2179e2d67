import type { EmailAddress } from '@health-case/domain/model/email';
import { DAY, type Instant, later, type MailId } from '@health-case/domain/model/values';
import { ok } from '@health-case/domain/result';
import { expect, it } from 'vitest';
import { openPortal } from './support/portal.ts';

const portal = openPortal();

const PRACTICE = {
  name: "Children's practice Holm",
  address: '1 Market Street, Delft',
  telephone: '+31 15 212 00 00',
  email: 'front-desk@example.org',
  privacy: 'https://example.org/privacy',
  sentenceEn: 'Open from 8 to 12. In an emergency call 112.',
};

/** The parts of a page around what it shows. */
const frameOf = (html: string): string => html.replace(/<main[\s\S]*<\/main>/, '').replaceAll('&#39;', "'");

it('each page says whose it is, how to reach the practice, and who has signed in', async () => {
  await portal.operator().setPractice({ facts: PRACTICE });
  const doctor = await portal.member('Doc', {});
  const { html } = await doctor.open('/account');
  for (const fact of [...Object.values(PRACTICE), `${doctor.account.firstName} Jansen, Doctor`])
    expect(frameOf(html)).toContain(fact);
  expect(html).toContain('href="tel:+31152120000"');
});

it('a manager says what certificates say unless a doctor writes something else (D-47), and whether mails name the practice', async () => {
  const manager = await portal.member('Ast');
  const { storage } = portal.ports();
  await portal.setManager(manager);
  await manager.open('/manage/practice');
  await manager.send({ practiceStatement: 'Fit for school and sports' });
  expect((await storage.read.practice.find())?.statement).toBe('Fit for school and sports');
  const shown = await manager.open('/manage/practice');
  expect(shown.form?.values['practiceStatement']).toBe('Fit for school and sports');
  await manager.send({ practiceStatement: '', namedInMails: 'yes' });
  const { namedInMails, statement } = (await storage.read.practice.find()) ?? {};
  expect([namedInMails, statement]).toEqual(['yes', undefined]);
  expect((await manager.open('/manage/practice')).form?.values['namedInMails']).toBe('yes');
  await manager.send({ namedInMails: 'no' });
  expect((await storage.read.practice.find())?.namedInMails).toBe('no');
  await portal.setManager(manager, false);
});

it('the last manager is not offered what would leave none (D-40)', async () => {
  const [boss, deputy] = [await portal.member('Doc'), await portal.member('Ast')];
  const { setManager } = portal;
  await setManager(boss);
  const own = `/manage/staff/${boss.account.id}`;
  const offered = async () => {
    const { links } = await boss.open(own);
    return ['manager/end', 'disable'].map((act) => links.includes(`${own}/${act}`));
  };
  expect(await offered()).toEqual([false, false]);
  await setManager(deputy);
  expect(await offered()).toEqual([true, true]);
  await setManager(deputy, false);
  await setManager(boss, false);
});

it('a manager comes back to the part of the staff that was searched for, also from what was done to one of it', async () => {
  const [manager, other] = [await portal.member('Ast'), await portal.member('Ast')];
  await portal.setManager(manager);
  await manager.open('/manage/staff');
  const found = (await manager.send({ name: other.account.firstName })).path;
  expect(found).toMatch(/^\/manage\/staff\?search=/);
  const one = `/manage/staff/${other.account.id}`;
  for (const act of ['disable', 'enable']) {
    await manager.open(`${one}/${act}`);
    expect((await manager.send()).links).toContain(found);
  }
  await portal.setManager(manager, false);
});

it('managers see to whom a mail did not arrive (D-43)', async () => {
  const [manager, doctor] = [await portal.member('Ast'), await portal.member('Doc')];
  const at = Date.now() as Instant;
  const failed = { at, notBefore: at, attempts: 1, failedAt: at, problem: 'unknown', caseId: undefined };
  const idOf = (nth: number) => `01900000-0000-7000-8000-00000000000${nth}` as MailId;
  const email = 'mistyped@example.org' as EmailAddress;
  await portal.setManager(manager);
  await portal.ports().storage.write(async ({ mails, staffInvitations }) => {
    const accountId = doctor.account.id;
    await mails.insert({ ...failed, id: idOf(1), kind: 'new case', accountId, to: undefined, invitation: undefined });
    const invitation = { email, role: 'Doc', invitedBy: manager.account.id, invitedAt: at } as const;
    await staffInvitations.save({ ...invitation, expiresAt: later(at, DAY) });
    const unknown = { accountId: undefined, to: email, invitation: undefined };
    return ok(await mails.insert({ ...failed, id: idOf(2), kind: 'staff invited', ...unknown }));
  });
  const paths = ['/manage/staff', `/manage/staff/${doctor.account.id}`, '/manage/invitations'];
  for (const path of paths)
    expect((await manager.open(path)).text.match(/A mail did not arrive: check the address/g), path).toHaveLength(1);
});

it('managers see who counts as confirmed only because nobody was before (D-40)', async () => {
  const [manager, early] = [await portal.member('Ast'), await portal.member('Doc')];
  await portal.setManager(manager);
  const marks = async () => {
    const pages = [await manager.open('/manage/staff'), await manager.open(`/manage/staff/${early.account.id}`)];
    return pages.map(({ text }) => text.match(/Counts as confirmed/g)?.length ?? 0);
  };
  expect(await marks()).toEqual([0, 0]);
  const { storage } = portal.ports();
  await storage.write(async ({ accounts }) => ok(await accounts.setConfirmed(early.account.id, 'before')));
  expect(await marks()).toEqual([1, 1]);
  await portal.setManager(manager, false);
});

it('managers see figures, as CSV too, that name no child and no parent (D-49)', async () => {
  const { before } = portal;
  const [doctor, parent] = [await portal.member('Doc', {}), await portal.member('Par', {})];
  const childId = await before.childAdded(parent, 'Noor', 'Verweij');
  const caseId = await before.caseOpened(parent, childId, doctor);
  await before.caseOpened(parent, childId, doctor);
  await portal.by(doctor).addTask({ caseId, title: 'Measure', dueOn: '2020-01-01' });
  expect((await doctor.open('/manage/figures')).status).toBe(403);
  await portal.setManager(doctor);
  const pages = [await doctor.open('/manage/figures')];
  expect(pages[0]?.text).toMatch(/Children\s*1\s*Parents with an account\s*1/);
  expect(pages[0]?.text).toMatch(
    /By doctor · .* · Cases and tasksDoctor.*Jansen\s*2\s*0\s*0\s*0.*By doctor · .* · CertificatesDoctor.*Jansen\s*0\s*0\s*0\s*0\s*–\s*–/,
  );
  expect(pages[0]?.html.match(/<rect/g)).toHaveLength(48);
  const earlier = await doctor.open('/manage/figures?until=2020-02');
  expect(earlier.text).toContain('By doctor · February 2020Nothing is counted in this month.');
  expect(earlier.html.match(/<table/g)).toHaveLength(4);
  pages.push(await doctor.open('/manage/figures/months'), await doctor.open('/manage/figures/waiting'));
  const [, months, waiting] = pages;
  expect(months?.headers.get('content-disposition')).toBe('attachment; filename="figures.csv"');
  expect(months?.html).toMatch(
    /^\uFEFF?Month;Doctor;Cases opened;.*minutes"\s+\d{4}-\d\d;.* Jansen;2;0;0;0;0;0;0;0;;\s+$/s,
  );
  expect(waiting?.html).toMatch(
    /Open tasks that are overdue;.* Jansen;1;1;1;1\s+Children;;1\s+Parents with an account;;1/s,
  );
  for (const page of pages) expect(page?.html).not.toMatch(/Noor|Verweij|Asthma|Measure/);
  for (const page of pages) expect(page?.html).not.toContain(parent.account.firstName);
});
