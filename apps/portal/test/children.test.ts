import { randomUUID } from 'node:crypto';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { ASKED_AGE, checkAge } from '../src/kit/child-age.ts';
import { FORMS } from '../src/pages/all.ts';
import { openPortal } from './support/portal.ts';
import type { Visitor } from './support/visitor.ts';

const { before, by, codeOf, member } = openPortal();

const NUMBER = '12 345-678';
const BIRTH_DATE = { 'birthDate-day': '27', 'birthDate-month': '3', 'birthDate-year': '2019' };

/** Adds a child by the steps of the form. Answers the path of its page. */
const addChild = async ({ open, send }: Visitor, firstName = 'Mia', socSecNum = ''): Promise<string> => {
  await open('/children/new');
  await send({ firstName, lastName: 'Jansen' });
  await send(BIRTH_DATE);
  await send({ socSecNum });
  const { path } = await send();
  return path.split('?')[0] ?? '';
};

/** A doctor issues a certification for the child, and the parent makes a certificate of it. */
const certificationFor = async (childId: string, parent: Awaited<ReturnType<typeof member>>) => {
  const doctor = await member('Doc', { firstName: 'Greta' });
  const caseId = await before.caseOpened(parent, childId, doctor);
  const id = await before.certificateRequested(parent, doctor, caseId);
  await by(doctor).issueCertification({ id });
  await by(parent).createCertificate({ id, disclosed: 'name' });
};

describe('a parent with a child to add', () => {
  it('adds a child by steps, goes back to one of them, and sees of the number only its end', async () => {
    const { open, send } = await member('Par');
    expect((await open('/children')).text).toContain('You have no children here.');
    await open('/children/new');
    expect((await send({ firstName: 'Mia', lastName: 'Jnasen' })).heading).toBe('Date of birth (optional)');
    expect((await send(BIRTH_DATE)).heading).toBe('Social security number (optional)');
    const check = await send({ socSecNum: NUMBER });
    expect(check.heading).toBe('Check your answers');
    expect(check.text).toContain('27 March 2019');
    expect(check.text).toContain('*78');
    expect(check.text).not.toContain(NUMBER);
    const names = await send({ go: 'step-0' });
    expect(names.form?.values).toMatchObject({ firstName: 'Mia', lastName: 'Jnasen' });
    expect((await send({ lastName: 'Jansen' })).heading).toBe('Check your answers');
    const child = await send();
    expect(child.path).toMatch(/^\/children\/[\da-f-]{36}\?done=childAdded$/);
    expect([child.heading, child.title]).toEqual(['Mia Jansen', 'Child – Health cases']);
    expect(child.text).toContain('27 March 2019');
    expect(child.text).toContain('*78');
    expect(child.html).not.toContain(NUMBER);
  });

  it('reads beside the field what is wrong with it, also if that comes out at the end', async () => {
    const parent = await member('Par');
    await addChild(parent, 'Mia', NUMBER);
    const { open, send } = parent;
    await open('/children/new');
    expect((await send({ firstName: 'Noa' })).problems).toEqual(['Enter the last name']);
    expect((await send({ lastName: '.' })).problems).toEqual([
      'The last name must have a letter, and at most 100 characters',
    ]);
    expect((await send({ lastName: `Jånse${'\u0317'.repeat(7)}n` })).problems).toEqual([
      'The letter “e” has more than 6 accents or other marks',
    ]);
    expect((await send({ lastName: '\u2800' })).problems).toEqual(['Enter the last name']);
    expect((await send({ lastName: 'Jan\u202esen' })).problems).toEqual([
      'The text has a character that cannot be used here: U+202E. Remove it, or type the text anew',
    ]);
    await send({ lastName: 'Jansen' });
    const refused = await send({ ...BIRTH_DATE, 'birthDate-month': '13' });
    expect([refused.status, refused.problems]).toEqual([400, ['The month must be a number from 1 to 12, or its name']]);
    expect(refused.links).toContain('#birthDate-month');
    await send({ 'birthDate-month': '4' });
    expect((await send({ socSecNum: '756,1234,5678' })).problems).toEqual([
      'The text has a character that cannot be used here: “,”. Remove it, or type the text anew',
    ]);
    await send({ socSecNum: '12345678' });
    const known = await send();
    expect([known.status, known.heading]).toEqual([409, 'Social security number (optional)']);
    expect(known.problems).toEqual(['You have added a child with this number already']);
    await send({ socSecNum: '' });
    expect((await send()).text).toContain('Noa Jansen');
  });
});

it('a parent comes back to the end of a form once what was refused there is corrected', async () => {
  const { open, send } = await member('Par');
  await open('/children/new');
  await send({ firstName: 'Mia', lastName: 'Jansen' });
  const future = { ...BIRTH_DATE, 'birthDate-year': '2999' };
  expect((await send(future)).problems).toEqual(['The date of birth must not be in the future']);
  // As if the day had been another one when its step was sent.
  await send({ ...future, step: '2' });
  expect((await send()).heading).toBe('Date of birth (optional)');
  expect((await send(BIRTH_DATE)).heading).toBe('Check your answers');
});

describe('a parent of a child', () => {
  it('who is the only one may not leave, and is not asked to', async () => {
    const { account, ...parent } = await member('Par');
    const path = await addChild(parent);
    expect((await parent.open(`${path}/parents`)).links.filter((link) => link.endsWith('/remove'))).toEqual([]);
    await parent.open(`${path}/parents/${account.id}/remove`);
    expect((await parent.send()).problems).toEqual([expect.stringContaining('You are the only parent')]);
  });

  it('corrects one thing at a time, and is told of certificates that are withdrawn by it', async () => {
    const parent = await member('Par');
    const { open, send } = parent;
    const path = await addChild(parent);
    const named = await open(`${path}/name`);
    expect(named.form?.values).toMatchObject({ firstName: 'Mia', lastName: 'Jansen' });
    expect((await send({ firstName: 'Maria' })).path).toBe(`${path}?done=saved`);
    expect((await open(path)).heading).toBe('Maria Jansen');

    await open(`${path}/birth-date`);
    const future = await send({ 'birthDate-year': '2999' });
    expect(future.problems).toEqual(['The date of birth must not be in the future']);
    expect((await send({ 'birthDate-year': '2018' })).text).toContain('27 March 2018');
    await open(`${path}/number`);
    expect((await send({ socSecNum: '123' })).problems).toEqual([expect.stringContaining('letters and digits')]);
    const numbered = await send({ socSecNum: NUMBER });
    expect(numbered.text).toContain('*78');

    await open(`${path}/number/clear`);
    expect((await send()).text).toContain('Social security numberNot given');

    await certificationFor(path.slice('/children/'.length), parent);
    await open(`${path}/name`);
    const corrected = await send({ firstName: 'Marie' });
    expect(corrected.path).toBe(`${path}?done=correctedWithdrawn`);
    expect(corrected.text).toContain('have been revoked');
  });

  it('sees who has looked, day by day, the own entries last, each action once with its count', async () => {
    const parent = await member('Par');
    const path = await addChild(parent);
    await certificationFor(path.slice('/children/'.length), parent);
    const access = `${path}/access`;
    for (let times = 0; times < 3; times += 1) await parent.open(path);
    // Records of reads are written a little later.
    await expect.poll(async () => (await parent.open(access)).text).toContain('Read the data of the child, 4 times');
    const { text } = parent.page();
    const [issued, own, opened, added] = [
      'Issued a certificate',
      'What you did yourself',
      'Opened a case',
      'Added the child',
    ].map((action) => text.indexOf(action));
    expect(issued).toBeGreaterThan(0);
    expect(own).toBeGreaterThan(issued ?? 0);
    expect(opened).toBeGreaterThan(own ?? 0);
    expect(added).toBeGreaterThan(opened ?? 0);
    expect(text).toMatch(/Greta Jansen \(Doctor\) ?Issued a certificate/);
  });

  it('goes on to what was done before, whole days at a time', async () => {
    const parent = await member('Par');
    const path = await addChild(parent);
    const access = `${path}/access`;
    for (let times = 0; times < 210; times += 1) await parent.open(path);
    await expect.poll(async () => (await parent.open(access)).text).not.toContain('Added the child');
    expect(parent.page().text).toContain('The rest of this day is on the next page.');
    const next = parent.page().links.find((link) => link.startsWith(`${access}?after=`)) ?? '';
    expect((await parent.open(next)).text).toContain('Added the child');
  });
});

/** One who has added the child, and another who has joined by the code in the mail. */
const openFamily = async () => {
  const [first, second] = [await member('Par'), await member('Par')];
  const path = await addChild(first);
  await first.open(`${path}/parents`);
  const invited = await first.send({ email: second.email });
  expect(invited.path).toBe(`${path}/parents?done=parentInvited`);
  await second.open('/join');
  await second.send({ code: ` ${await codeOf(second.email)} ` });
  expect(second.page()).toMatchObject({ path: `${path}?done=childJoined`, heading: 'Mia Jansen' });
  return { first, second, path };
};

describe('a parent who is none any more', () => {
  it('reads so among the children, and the others read who was removed and who has left', async () => {
    const { first, second, path } = await openFamily();
    await first.open(`${path}/parents/${second.account.id}/remove`);
    expect(first.page().text).toContain('the other parents are told by mail');
    await first.send();
    const { text } = await second.open('/children');
    expect(text).toContain('You have no children here.');
    expect(text).toContain('you were removed as its parent, which a mail has told you');
    const third = await member('Par');
    await first.open(`${path}/parents`);
    await first.send({ email: third.email });
    // By an invitation somebody else could get at an own entry of the child.
    expect((await third.open('/join')).text).toContain('your entry becomes part of the other one');
    await third.send({ code: await codeOf(third.email) });
    await third.open(`${path}/parents/${third.account.id}/remove`);
    await third.send();
    const access = (await first.open(`${path}/access`)).text;
    expect(access).toContain(`Removed a parent: ${second.account.firstName} Jansen`);
    // Reads are recorded in batches, so some may stand behind what was done after them.
    const ofThird = access.split(`${third.account.firstName} Jansen (Parent)`)[1]?.split('Jansen (Parent)')[0];
    expect(ofThird).toContain('Stopped being a parent of the child');
  });
});

describe('the invitations to become a parent of a child', () => {
  it('say what is true of parents, name those who are, and refuse the own address at once', async () => {
    const { first, second, path } = await openFamily();
    const { text } = await second.open(`${path}/parents`);
    expect(text).toContain('only whoever has added the child can remove others');
    const names = [first, second].map(({ account }) => `${account.firstName} Jansen`).join(', ');
    expect(text).toContain(`Parents already: ${names}`);
    const refused = await second.send({ email: ` ${second.email.toUpperCase()}` });
    expect([refused.status, refused.problems]).toEqual([409, [expect.stringContaining('This is your own address.')]]);
    expect((await second.send({ email: first.email })).path).toBe(`${path}/parents?done=parentInvited`);
  });

  it('are seen and withdrawn by each parent, so that the code no longer works', async () => {
    const { first, second, path } = await openFamily();
    const [mistyped, other] = [await member('Par'), await member('Par')];
    await first.open(`${path}/parents`);
    const invited = await first.send({ email: mistyped.email });
    expect(invited.text).toContain(mistyped.email);
    const code = await codeOf(mistyped.email);
    const { form, text } = await second.open(`${path}/parents`);
    expect(text).toMatch(/Open until \d+ \w+ \d{4} at \d\d:\d\d ?Withdraw the invitation to /);
    expect([form?.action, form?.values['email']]).toEqual([`${path}/parents/withdraw`, mistyped.email]);
    // The form for the next address has a key of its own.
    await second.send({ ...form?.values, key: randomUUID(), email: other.email }, { path: `${path}/parents` });
    expect(second.page().path).toBe(`${path}/parents?done=parentInvited`);
    for (const _ of ['once', 'again']) {
      const withdrawn = await second.send(form?.values, { path: `${path}/parents/withdraw` });
      expect(withdrawn.path).toBe(`${path}/parents?done=invitationWithdrawn`);
      expect(withdrawn.html).toContain('The invitation is withdrawn.');
      expect(withdrawn.text).not.toContain(mistyped.email);
      expect(withdrawn.text).toContain(other.email);
    }
    await mistyped.open('/join');
    expect((await mistyped.send({ code })).problems).toEqual([expect.stringContaining('The code is wrong')]);
    await other.open('/join');
    const own = await codeOf(other.email);
    expect((await other.send({ code: own })).path).toBe(`${path}?done=childJoined`);
    // What lacks a character is told so, and is no guess.
    await mistyped.open('/join');
    expect((await mistyped.send({ code: own.slice(1) })).problems).toEqual([
      'Enter the whole code: eight groups of four letters or digits',
    ]);
    // By the link of the mail once more; or in the other account of the same person.
    for (const again of [other, mistyped]) {
      await again.open('/join');
      const { problems } = await again.send({ code: own });
      expect(problems).toEqual([expect.stringMatching(/another address than that of this account.*joined already/)]);
    }
    expect((await first.open(`${path}/parents`)).text).not.toContain('Invitations that are pending');
  });
});

describe('a birth date that makes a child grown up', () => {
  const born = (year: number) => ({ 'birthDate-day': '3', 'birthDate-month': '2', 'birthDate-year': String(year) });
  const thisYear = new Date().getFullYear();

  it.each(FORMS.filter(({ fields }) => Object.hasOwn(fields, 'birthDate')).map((form) => [form.path, form] as const))(
    'is asked about by %s',
    (_, { steps, carries }) => {
      expect(steps.find(({ asks }) => (asks as readonly string[]).includes('birthDate'))?.check).toBe(checkAge);
      expect(carries).toContain(ASKED_AGE);
    },
  );

  it('counts once it was sent again, and another one is asked about anew', async () => {
    const mia = await member('Par');
    await mia.open('/children/new');
    await mia.send({ firstName: 'Noor', lastName: 'Holm' });
    const isAsked = [expect.stringMatching(/^That makes the child \d+ years old\. Is this right\?/)];
    expect((await mia.send(born(thisYear - 30))).problems).toEqual(isAsked);
    expect((await mia.send(born(thisYear - 40))).problems).toEqual(isAsked);
    expect((await mia.chooseLanguage('nl')).form?.values).toMatchObject({ step: '1' });
    await mia.chooseLanguage('en');
    await mia.send();
    await mia.send();
    expect((await mia.send()).text).toContain(`3 February ${thisYear - 40}`);
    await mia.open(`${mia.page().path.split('?')[0]}/birth-date`);
    expect((await mia.send(born(thisYear - 19))).problems).toEqual(isAsked);
    expect((await mia.send(born(thisYear - 2))).text).toContain(`3 February ${thisYear - 2}`);
  });

  it('is that of a child who turns 18 today, and not of one who does tomorrow', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(thisYear + 1, 1, 3, 12) });
    onTestFinished(() => void vi.useRealTimers());
    const mia = await member('Par');
    await mia.open('/children/new');
    await mia.send({ firstName: 'Noor', lastName: 'Holm' });
    expect((await mia.send(born(thisYear + 1 - 18))).problems).toEqual([expect.stringMatching(/ 18 years old/)]);
    const next = await mia.send({ ...born(thisYear + 1 - 18), 'birthDate-day': '4' });
    expect(next.problems).toEqual([]);
  });
});
