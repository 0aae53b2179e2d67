import { verifyCertificate } from '@health-case/client/certificate';
import { DAY, type Day } from '@health-case/domain/model/values';
import { describe, expect, it } from 'vitest';
import { needed } from '../src/kit/form.ts';
import { createFormats } from '../src/kit/formats.ts';
import { openPortal } from './support/portal.ts';

const { application, before, by, member } = openPortal();

/** A doctor and a parent with a case about Mia, born in 2019. */
const clinic = async () => {
  const [doctor, parent] = [await member('Doc', { firstName: 'Greta' }), await member('Par')];
  const childId = await before.childAdded(parent, 'Mia', 'Jansen', '2019-02-28');
  const caseId = await before.caseOpened(parent, childId, doctor);
  const requested = (text?: string) => before.certificateRequested(parent, doctor, caseId, text);
  return { doctor, parent, caseId, childId, requested };
};

describe('a doctor', () => {
  it('begins with what waits, and issues it with a statement and its last day', async () => {
    const { doctor, caseId, requested } = await clinic();
    expect((await doctor.open('/')).text).toContain('Nothing waits for you.');
    const taskId = await requested();
    await before.taskClosed(doctor, caseId, 'Phone the school');
    const waiting = await doctor.open('/');
    expect(waiting.path).toBe('/decisions');
    expect(waiting.text).toMatch(/Mia Jansen\s*28 February 2019\s*Measure lung function\s*Asthma\s*\d+ minutes? ago/);
    expect(waiting.links).toEqual(expect.arrayContaining([`/cases/${caseId}`, `/decisions/${taskId}/issue`]));
    const issue = await doctor.open(`/decisions/${taskId}/issue?order=newest`);
    expect([issue.text, issue.form?.values['statement']]).toEqual([
      expect.stringContaining('valid for 180 days'),
      'Health certification',
    ]);
    const year = String(new Date().getUTCFullYear() + 2);
    const tooLate = { 'validUntil-day': '1', 'validUntil-month': '2', 'validUntil-year': year };
    const refused = await doctor.send({ statement: 'Fit to attend school', ...tooLate });
    expect([refused.status, refused.problems.length]).toEqual([400, 1]);
    const none = { 'validUntil-day': '', 'validUntil-month': '', 'validUntil-year': '' };
    const sent = await doctor.send(none);
    expect(sent.path).toMatch('/decisions?order=newest&done=issued');
    // Whoever sees a slip once it is sent comes back to it.
    const again = await doctor.open(sent.links.find((link) => link.startsWith(`/decisions/${taskId}`)) ?? '');
    expect([again.form, again.links]).toEqual([undefined, expect.arrayContaining([`/tasks/${taskId}/correct`])]);
    expect(again.text).not.toContain('What you had entered');
    // Only where a form led, which says what it did.
    expect((await doctor.open('/account?again=%2Fdecisions')).text).not.toContain('decision just made');
    expect((await doctor.open(`/cases/${caseId}`)).links).toContain('/decisions?order=newest');
    const issued = await doctor.open(`/cases/${caseId}/tasks/${taskId}`);
    expect(issued.text).toContain('Fit to attend school');
    expect(issued.links).toContain(`/tasks/${taskId}/revoke`);
  });

  it('reads by when a parent needs the certificate', async () => {
    const { doctor, parent, caseId } = await clinic();
    const dueOn = new Date(Date.now() + 9 * DAY).toISOString().slice(0, 10) as Day;
    const { taskId } = await by(parent).wishCertificate({ about: { caseId }, purpose: 'School trip', dueOn });
    await by(doctor).closeTask({ taskId });
    const neededBy = `Needed by${createFormats('UTC')('en').day(dueOn)}`;
    expect((await doctor.open(`/decisions/${taskId}/issue`)).text).toContain(neededBy);
  });

  it('sees the children of the list in the order of the alphabet, with their birth dates', async () => {
    const { doctor, parent } = await clinic();
    for (const names of [
      ['Ada', 'Zwart'],
      ['Bo', 'Abel'],
    ] as const)
      await before.caseOpened(parent, await before.childAdded(parent, ...names), doctor);
    expect((await doctor.open('/practice/children')).text).toMatch(
      /Bo Abel\s*–.*Mia Jansen\s*28 February 2019.*Ada Zwart\s*–/,
    );
  });
});

describe('what somebody has done already', () => {
  it('is no form to issue any more: the page says what was issued, what was typed in vain, and what to do', async () => {
    const { doctor, requested } = await clinic();
    const taskId = await requested();
    const tab = await doctor.open(`/decisions/${taskId}/issue`);
    await doctor.send({ statement: 'Fit for sprots' });
    const back = await doctor.open(`/decisions/${taskId}/issue`);
    expect([back.form, back.text]).toEqual([
      undefined,
      expect.stringMatching(/Fit for sprots.*issued already.*correct it/),
    ]);
    const late = await doctor.send(
      { ...tab.form?.values, key: 'other', statement: 'Fit for sports' },
      { path: tab.path },
    );
    expect([late.status, late.text]).toEqual([
      409,
      expect.stringMatching(/Fit for sprots.*Fit for sports.*correct it/),
    ]);
    expect(late.links).toContain(`/tasks/${taskId}/correct`);
    const next = await requested('Test the eyes');
    expect((await doctor.open(tab.path)).links).toContain(`/decisions/${next}/issue`);
  });

  it('is not done to what was issued or requested since the form was opened (D-47)', async () => {
    const { doctor, parent, requested } = await clinic();
    const id = await requested();
    const tabAt = async (path: string) => {
      const { form, path: at } = await doctor.open(path);
      return (typed: object, key: string) => doctor.send({ ...form?.values, ...typed, key }, { path: at });
    };
    const [issue, reject] = [await tabAt(`/decisions/${id}/issue`), await tabAt(`/decisions/${id}/reject`)];
    await by(doctor).rejectCertification({ id, reason: 'Too early' });
    await by(parent).requestCertification({ id });
    for (const tab of [issue, reject])
      expect((await tab({ statement: 'Fit', reason: 'Too early' }, 'a')).text).toContain('decided already');
    await by(doctor).issueCertification({ id, statement: 'Fit for sprots' });
    const paths = [`/tasks/${id}/correct`, `/tasks/${id}/revoke`, `/issued/${id}/revoke`];
    const tabs: Awaited<ReturnType<typeof tabAt>>[] = [];
    for (const path of paths) tabs.push(await tabAt(path));
    await by(doctor).correctCertification({ id, statement: 'Fit for sports', reason: 'A slip' });
    for (const tab of tabs) expect((await tab({ reason: 'A slip' }, 'b')).text).toContain('not any more');
    const found = await by(parent).checkCertification({ id });
    expect(found).toMatchObject({ status: 'issued', statement: 'Fit for sports' });
    // Whoever has read it then may.
    await doctor.open(paths[1] ?? '');
    expect((await doctor.send({ reason: 'Ill again' })).path).toContain('done=revoked');
  });

  it('is no handover by a doctor whose case a parent has handed to another one meanwhile', async () => {
    const { parent, doctor, caseId } = await clinic();
    const [second, third] = [await member('Doc'), await member('Doc', { firstName: 'Ines' })];
    await doctor.open(`/cases/${caseId}/handover`);
    await doctor.send({ name: 'Ines', go: 'again' });
    await doctor.send({ doctorId: third.account.id });
    await by(parent).handOverCase({ caseId, doctorId: second.account.id });
    const late = await doctor.send();
    expect([late.status, late.text]).toEqual([404, expect.stringContaining('You have handed over nothing')]);
  });
});

describe('handing a case over', () => {
  const colleague = () => member('Doc', { firstName: 'Ines', lastName: 'Okafor' });

  it('is asked about with both names, and the other doctor decides what waits', async () => {
    const { doctor, caseId, requested } = await clinic();
    await requested();
    const other = await colleague();
    await doctor.open(`/cases/${caseId}/handover`);
    expect((await doctor.send({ go: 'again' })).problems).toEqual(['Enter the beginning of a name']);
    await doctor.send({ name: 'Dr. Okaf', go: 'again' });
    const question = await doctor.send({ doctorId: other.account.id });
    expect(question.heading).toBe('Do you want to hand the case over?');
    expect(question.text).toMatch(/Mia Jansen.*Ines Okafor/);
    const list = '/decisions?order=child';
    expect((await doctor.open(list)).text).toContain('Mia Jansen');
    const { action = '', values } = question.form ?? {};
    const twice = await Promise.all([1, 2].map(() => doctor.send(values, { path: action })));
    expect(twice.map(({ path }) => path)).toEqual([`${list}&done=handedOver`, `${list}&done=handedOver`]);
    expect((await doctor.open('/decisions')).text).toContain('Nothing waits for you.');
    expect((await other.open('/decisions')).text).toContain('Mia Jansen');
  });

  it('offers all doctors but the one who has it', async () => {
    const { doctor, parent, caseId } = await clinic();
    const holder = await member('Doc', { firstName: 'Solveig' });
    await by(parent).handOverCase({ caseId, doctorId: holder.account.id });
    for (const visitor of [holder, parent]) {
      await visitor.open(`/cases/${caseId}/handover`);
      const found = await visitor.send({ name: 'Solveig', go: 'again' });
      expect(found.text).toContain('Nobody else with this name was found.');
      expect(found.html).not.toContain(holder.account.id);
      expect((await visitor.send({ name: 'Greta', go: 'again' })).html).toContain(doctor.account.id);
    }
  });

  it('is never to a doctor who is not among those with the name', async () => {
    const { doctor, caseId } = await clinic();
    const other = await colleague();
    await doctor.open(`/cases/${caseId}/handover`);
    expect((await doctor.send({ name: 'nobody of this name' })).problems).toEqual(['Nobody with this name was found.']);
    await doctor.send({ name: 'okaf', go: 'again' });
    const changed = await doctor.send({ name: 'nobody of this name', doctorId: other.account.id });
    expect([changed.heading, changed.status]).toEqual(['Hand the case over', 400]);
    const present = await doctor.send({ name: doctor.account.firstName, doctorId: doctor.account.id });
    expect([present.heading, present.status]).toEqual(['Hand the case over', 400]);
  });
});

describe('a doctor who takes no new children', () => {
  it('says so on the own account, and is then not to be chosen for a child without a case there', async () => {
    const { childId, doctor, parent } = await clinic();
    const full = await member('Doc', { firstName: 'Wilma' });
    await full.open('/account/new-children');
    expect((await full.send({ newChildren: 'no' })).text).toContain('I take no new children');
    await doctor.open('/account/new-children');
    await doctor.send({ newChildren: 'no' });
    await parent.open(`/cases/new?child=${childId}`);
    const found = await parent.send({ name: 'Wilma', go: 'again' });
    expect(found.html).toMatch(new RegExp(`value="${full.account.id}"[^>]*disabled`));
    expect(found.text).toContain('Takes no new children');
    const refused = await parent.send({ name: 'Wilma', doctorId: full.account.id });
    expect([refused.status, refused.problems]).toEqual([
      400,
      ['This doctor takes no new children. Choose another one.'],
    ]);
    await parent.send({ name: 'Greta', go: 'again' });
    await parent.send({ name: 'Greta', doctorId: doctor.account.id });
    expect((await parent.send({ title: 'Cough' })).path).toMatch(/done=caseOpened$/);
  });

  it('is told to a doctor who hands a case over, too', async () => {
    const { doctor, caseId } = await clinic();
    const full = await member('Doc', { firstName: 'Wanda' });
    await full.open('/account/new-children');
    await full.send({ newChildren: 'no' });
    await doctor.open(`/cases/${caseId}/handover`);
    expect((await doctor.send({ name: 'Wanda', go: 'again' })).text).toContain('Takes no new children');
    await doctor.send({ doctorId: full.account.id });
    const refused = await doctor.send();
    expect([refused.status, refused.problems]).toEqual([
      409,
      ['This doctor takes no new children. Choose another one.'],
    ]);
  });
});

describe('what a certification says where nothing is typed', () => {
  it('is shown and issued in the language of the doctor’s account, whatever a reader speaks', async () => {
    const { doctor, parent, requested } = await clinic();
    await doctor.open('/account/language');
    await doctor.send({ language: 'de' });
    await doctor.open('/language/en');
    const id = await requested();
    const asked = await doctor.open(`/decisions/${id}/issue`);
    expect(asked.form?.values['statement']).toBe('Gesundheitsbescheinigung');
    await doctor.send({});
    await parent.open(`/tasks/${id}/certificate`);
    expect((await parent.send({ disclose: 'name' })).text).toContain('Gesundheitsbescheinigung');
  });
});

/** What anybody finds out about a certificate. */
const verdictOf = async (address: string) => {
  const app = application();
  const keys = needed(await app.listPublicKeys());
  return verifyCertificate(address, {
    issuers: [{ issuer: address.replace(/\/verify#.*/, ''), keys }],
    statusList: async (uri) => {
      const list = await app.readStatusList({ number: Number(uri.split('/').at(-1)) });
      return list.ok ? list.value.signed : undefined;
    },
  });
};

describe('a certificate', () => {
  it('has a link that verifies, and shows nothing but what it says', async () => {
    const { doctor, parent, requested } = await clinic();
    const id = await requested();
    const page = `/tasks/${id}/certificate`;
    expect((await parent.open(page)).form).toBeUndefined();
    await by(doctor).issueCertification({ id });
    const asked = await parent.open(page);
    expect(asked.text).toMatch(/The whole name\s*Mia Jansen\s*The initials only\s*M\. J\./);
    const shown = await parent.send({ disclose: 'initials' });
    expect(shown.text).not.toMatch(/Mia|Asthma|lung/);
    expect(shown.html).toContain('<svg class="portal-qr" role="img" aria-label="QR code of the certificate"');
    const address = shown.links.find((path) => path.includes('/verify#')) ?? '';
    const genuine = await verdictOf(address);
    expect(genuine).toMatchObject({
      verdict: 'genuine',
      certificate: { firstName: 'M.', lastName: 'J.', birthYear: 2019, statement: 'Health certification' },
    });
    const { id: number, issuedBy } = 'certificate' in genuine ? genuine.certificate : { id: '?', issuedBy: '?' };
    for (const said of ['M. J.', '2019', 'Health certification', issuedBy, number, address.split('#')[0]])
      expect(shown.text).toContain(said);
    await by(doctor).revokeCertification({ id, reason: 'wrong' });
    expect((await verdictOf(address)).verdict).toBe('revoked');
    // The link of the paper, and a form from before, say what has become of it.
    const { form, path, status, text } = await parent.open(shown.path);
    expect([status, path, form]).toEqual([200, page, undefined]);
    expect(text).toMatch(/Revoked.*wrong/);
    expect((await parent.send(asked.form?.values, { path: page })).problems).toHaveLength(1);
  });
});
