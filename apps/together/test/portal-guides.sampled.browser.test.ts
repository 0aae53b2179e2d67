import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startTestService } from '@health-case/composition/testing/test-service';
import { createOperatorApplication } from '@health-case/domain/application';
import { DAY } from '@health-case/domain/model/values';
import { openBrowser } from '@health-case/http/testing/browser';
import { callAt } from '@health-case/http/testing/client';
import { portal } from '@health-case/portal/transport';
import { variantA } from '@health-case/variant-a/variant-a';
import type { Locator, Page } from 'playwright-core';
import { afterAll, expect, it, vi } from 'vitest';

const { openPageAs, itInChromium } = openBrowser('the guides of the portal');
const service = await startTestService([portal, variantA]);
const portalUrl = `http://localhost:${service.ports['portal']}`;
afterAll(() => {
  vi.useRealTimers();
  return service.stop();
});
const docs = join(import.meta.dirname, '../../../docs');

/** `UPDATE_SCREENSHOTS=1` makes the pictures of the guides anew. Nothing compares them. */
const makesPictures = process.env['UPDATE_SCREENSHOTS'] === '1';

const PASSWORD = 'kW4!paper-rainbow';
const GRETA = { firstName: 'Greta', lastName: 'Holm', email: 'greta@example.org' };
const TOM = { firstName: 'Tom', lastName: 'Vos', email: 'tom@example.org' };
const PIET = { firstName: 'Piet', lastName: 'Visser', email: 'piet@example.org' };
const JAN = { firstName: 'Jan', lastName: 'Jansen', email: 'jan@example.org' };
type Person = typeof GRETA;

/** What a guide shows in bold, and its pictures, in the order in which its reader meets them. */
const partsOf = (guide: string): { readonly bold?: string; readonly picture?: string }[] =>
  [...readFileSync(join(docs, guide), 'utf8').matchAll(/\*\*([^*]+)\*\*|!\[[^\]]*\]\(([^)]+)\)/g)].map(
    ([, bold, picture]) => (bold === undefined ? { picture: picture ?? '' } : { bold: bold.replace(/\s+/g, ' ') }),
  );

const WIDTH = 800;
/** How many tables are wider than their place. */
const CUT = `[...document.querySelectorAll('.portal-table')].filter((one) => one.scrollWidth > one.clientWidth).length`;

/** A reader of a guide, in a browser. */
const follow = async (guide: string) => {
  const page = await openPageAs({ locale: 'en-GB', viewport: { width: WIDTH, height: 700 } }, portalUrl);
  await page.goto(portalUrl);
  const parts = partsOf(guide);
  const next = async (): Promise<Locator> => {
    const part = parts.shift();
    if (part?.bold === undefined) throw new Error(`${guide} does not go on with a button or a link here.`);
    return controlOf(page, part.bold);
  };
  const press = (control: Locator) => Promise.all([page.waitForEvent('load'), control.click()]);
  const signIn = async (email: string) => {
    await page.context().clearCookies();
    await page.goto(`${portalUrl}/sign-in`);
    await page.getByLabel('E-mail address', { exact: true }).fill(email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await press(page.getByRole('button', { name: 'Sign in', exact: true }));
  };
  return {
    /** Presses the button, or follows the link, that the guide names next in bold. */
    pressNext: async () => press(await next()),
    /** Sees it, without using it. */
    seeNext: next,
    picture: async () => {
      const { picture } = parts.shift() ?? {};
      if (picture === undefined) throw new Error(`${guide} has no picture here.`);
      expect(await page.evaluate(CUT), `${picture} has all of its tables`).toBe(0);
      if (makesPictures) await takePicture(page, join(docs, picture));
    },
    press: async (name: string) => press(await controlOf(page, name)),
    fill: (label: string, text: string) => page.locator('main').getByLabel(label, { exact: true }).fill(text),
    fillDay: async (name: string, at: number) => {
      const group = page.getByRole('group', { name, exact: true });
      const [year = '', month = '', day = ''] = new Date(at).toISOString().slice(0, 10).split('-');
      for (const [label, text] of Object.entries({ Day: day, Month: month, Year: year }))
        await group.getByLabel(label, { exact: true }).fill(text);
    },
    reads: (text: string) => page.locator('main').getByText(text, { exact: true }).first().waitFor(),
    choose: (label: string) => page.locator('main').getByLabel(label, { exact: true }).check(),
    signIn,
    /** All sessions are over by then. */
    aMonthLater: async (email: string) => {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 30 * DAY });
      await signIn(email);
    },
    goTo: (path: string) => page.goto(`${portalUrl}${path}`),
    /** Of what the guide names, all was met. */
    end: () => expect(parts).toEqual([]),
  };
};
type Reader = Awaited<ReturnType<typeof follow>>;

/** Links and buttons may say more to those who hear them than to those who see them. */
const controlOf = async (page: Page, name: string): Promise<Locator> => {
  const button = page.getByRole('button', { name, exact: true });
  const more = { name: new RegExp(`^${name}`) };
  const control = (await button.count()) > 0 ? button : page.getByRole('link', more).or(page.getByRole('button', more));
  if ((await control.count()) === 0) throw new Error(`${page.url()} has no button and no link "${name}".`);
  return control.first();
};

/** All but the foot of the page. */
const takePicture = async (page: Page, path: string): Promise<void> => {
  await page.evaluate('scrollTo(0, 0)');
  const box = await page.locator('main').boundingBox();
  const height = Math.ceil((box?.y ?? 0) + (box?.height ?? 0));
  await page.screenshot({ path, fullPage: true, clip: { x: 0, y: 0, width: WIDTH, height } });
};

const register = async (reader: Reader, role: string, { firstName, lastName, email }: Person) => {
  await reader.choose(role);
  await reader.press('Continue');
  await reader.fill('First name', firstName);
  await reader.fill('Last name', lastName);
  await reader.press('Continue');
  await reader.fill('E-mail address', email);
  await reader.fill('New password', PASSWORD);
  await reader.press('Register');
};

/** What others do meanwhile, by calls of variant A. */
const act = async (endpoint: string, body: object): Promise<Readonly<Record<string, string>>> => {
  const { status, text, content } = await callAt(service.ports['A'] ?? Number.NaN, endpoint, body);
  if (status !== 200) throw new Error(`${endpoint}: ${text}`);
  return (content ?? {}) as Readonly<Record<string, string>>;
};

const logIn = async ({ email }: Person): Promise<string> =>
  (await act('POST /api/Auth/login', { email, password: PASSWORD }))['id'] ?? '';

/** Registers somebody with an address that no other guide uses. Resolves to the person, the id and a session. */
const registerAtA = async (role: string, person: Person, guide: string) => {
  const own = { ...person, email: `${guide}-${person.email}` };
  const { ID = '' } = await act('POST /api/Auth/register', { ...own, password: PASSWORD, role });
  return { ...own, id: ID, session: await logIn(own) };
};

/** A parent opens a case of a child with a doctor. Resolves to its id. */
const openCase = async (doctorId: string, guide: string): Promise<string> => {
  const { session: id } = await registerAtA('Par', JAN, guide);
  const child = { firstName: 'Mia', lastName: 'Jansen', birthDate: '2019-02-28', socSecNum: '756.1234.5678.97' };
  const { ChildID } = await act('POST /api/Auth/child', { id, ...child });
  const { CaseID = '' } = await act('POST /api/Case', { id, ChildID, DocID: doctorId, title: 'Asthma' });
  return CaseID;
};

/** Adds a task to a case and closes it. */
const closeTask = async (id: string, caseId: string): Promise<void> => {
  const { TaskID } = await act(`POST /api/Case/${caseId}/tasks`, { id, title: 'Measure lung function' });
  await act(`POST /api/Task/${TaskID}/close`, { id });
};

/** CI follows one guide, and words.test.ts reads what the others name; before a release, and for its pictures, each is followed. */
const ifWhole = process.env['WHOLE'] || makesPictures ? itInChromium : it.skip;

itInChromium('each button and link that docs/portal-parents.md names is where it is used', async () => {
  const { session } = await registerAtA('Doc', GRETA, 'parents');
  const reader = await follow('portal-parents.md');
  await reader.pressNext();
  await reader.choose('Parent');
  await reader.pressNext();
  await reader.fill('First name', JAN.firstName);
  await reader.fill('Last name', JAN.lastName);
  await reader.press('Continue');
  await reader.fill('E-mail address', JAN.email);
  await reader.fill('New password', PASSWORD);
  await reader.pressNext();

  await reader.pressNext();
  await reader.fill('First name', 'Mia');
  await reader.fill('Last name', 'Jansen');
  await reader.press('Continue');
  await reader.fill('Day', '28');
  await reader.fill('Month', '2');
  await reader.fill('Year', '2019');
  await reader.press('Continue');
  await reader.fill('Social security number (optional)', '756.1234.5678.97');
  await reader.press('Continue');
  await reader.pressNext();
  await reader.picture();

  await reader.pressNext();
  await reader.fill('What is it for?', 'School trip');
  await reader.pressNext();

  const list = (await act('GET /api/Task', { id: session })) as unknown as readonly { readonly id: string }[];
  const taskId = list[0]?.id ?? '';
  await act(`POST /api/Task/${taskId}/close`, { id: session });
  await act(`POST /api/Case/${taskId}/certreq/issue`, { id: session, statement: 'Fit for sports' });
  await reader.press('Children');
  await reader.pressNext();
  await reader.seeNext();
  await reader.picture();
  await reader.press('Children');
  await reader.press('Mia Jansen');
  await reader.seeNext();
  await reader.press('Cases of this child');
  await reader.press('School trip');
  await reader.seeNext();

  await reader.aMonthLater(JAN.email);
  await reader.press('Mia Jansen');
  await reader.press('Change Date of birth');
  await reader.fill('Day', '27');
  await reader.press('Save');
  await reader.pressNext();
  await reader.fill('E-mail address', 'mistyped@example.org');
  await reader.press('Send the invitation');
  await reader.seeNext();
  await reader.press('Children');
  await reader.press('Mia Jansen');
  await reader.pressNext();
  await reader.picture();
  await reader.seeNext();
  reader.end();
});

ifWhole('each button and link that docs/portal-assistants.md names is where it is used', async () => {
  const doctor = await registerAtA('Doc', GRETA, 'assistants');
  const caseId = await openCase(doctor.id, 'assistants');
  const reader = await follow('portal-assistants.md');
  await reader.pressNext();
  await register(reader, 'Assistant', TOM);
  await act(`POST /api/Doc/${doctor.id}/assistants`, { id: doctor.session, email: TOM.email });
  await act(`POST /api/Case/${caseId}/tasks`, { id: doctor.session, title: 'Ask for allergies' });

  await reader.pressNext();
  await reader.press('Asthma');
  await reader.picture();
  await reader.pressNext();
  await reader.fill('What is it about?', 'Measure lung function');
  await reader.pressNext();
  await reader.pressNext();
  await reader.picture();
  await reader.choose('Tick: Measure lung function · Mia Jansen');
  await reader.pressNext();
  await reader.seeNext();
  await reader.press('Asthma');
  await reader.press('Measure lung function');
  await reader.pressNext();
  await reader.pressNext();

  await reader.aMonthLater('assistants-jan@example.org');
  await reader.press('Cases');
  await reader.press('Asthma');
  await reader.press('Write a note');
  await reader.fill('Note', 'May Mia swim again?');
  await reader.press('Write a note');
  const deputy = await registerAtA('Doc', { ...PIET, firstName: 'Pia' }, 'assistants');
  const session = await logIn(doctor);
  await act(`POST /api/Case/${caseId}/certreq/reject`, { id: session, reason: 'Measure it at rest.' });
  await service.cover(doctor.id, deputy.id, 'now');
  await reader.signIn(TOM.email);
  await reader.pressNext();
  await reader.pressNext();
  await reader.press('Asthma');
  await reader.reads('May Mia swim again?');
  await reader.pressNext();
  await reader.fill('Note', 'From Monday on.');
  await reader.press('Write a note');
  await reader.press('Measure lung function');
  await reader.reads('Measure it at rest.');
  await reader.pressNext();
  await reader.fill('Why?', 'At rest this time');
  await reader.press('Open the task again');
  await reader.press('Asthma');
  await reader.reads('Covered by');
  await reader.press('Open tasks');
  await reader.choose('Tick: Ask for allergies · Mia Jansen');
  await reader.choose('Tick: Measure lung function · Mia Jansen');
  await reader.press('Close the ticked tasks');
  await reader.press('Cases');
  await reader.press('Asthma');
  await reader.seeNext();
  await reader.seeNext();
  await reader.pressNext();
  await reader.pressNext();
  await reader.fill('First name', 'Noor');
  await reader.fill('Last name', 'Bakker');
  await reader.fill('What is its first case about?', 'Vaccination');
  await reader.press('Enter a child');
  await reader.pressNext();
  await reader.press('Print a code for a parent');
  await reader.picture();
  reader.end();
});

ifWhole('each button and link that docs/portal-doctors.md names is where it is used', async () => {
  const assistant = await registerAtA('Ast', TOM, 'doctors');
  const reader = await follow('portal-doctors.md');
  await reader.pressNext();
  await register(reader, 'Doctor', GRETA);
  await reader.pressNext();
  await reader.fill('E-mail address', assistant.email);
  await reader.pressNext();
  const session = await logIn(GRETA);
  const { ID = '' } = await act('GET /api/Auth/me', { id: session });
  const caseId = await openCase(ID, 'doctors');
  await closeTask(session, caseId);
  await act(`POST /api/Case/${caseId}/certreq`, { id: session });

  await reader.pressNext();
  await reader.seeNext();
  await reader.picture();
  await reader.press('Decide');
  await reader.picture();
  await reader.fill('What the certificate says', 'Fit for sports');
  await reader.seeNext();
  await reader.pressNext();
  await reader.press('Cases');
  await reader.press('Asthma');
  await reader.press('Measure lung function');
  await reader.seeNext();

  const parent = await logIn({ ...JAN, email: 'doctors-jan@example.org' });
  const [child] = (await act('GET /api/Parent/children', { id: parent })) as unknown as { id: string }[];
  await act(`POST /api/Parent/children/${child?.id}`, { id: parent, birthDate: '2019-02-27' });
  const piet = await registerAtA('Doc', PIET, 'doctors');
  await reader.aMonthLater(GRETA.email);
  await reader.pressNext();
  await reader.pressNext();
  await reader.picture();
  await reader.pressNext();
  const openTask = async () => {
    await reader.press('Cases');
    await reader.press('Asthma');
    await reader.press('Measure lung function');
  };
  await openTask();
  await reader.pressNext();
  await reader.fill('What the certificate says', 'Fit for all sports');
  await reader.fill('Why?', 'A word was missing');
  await reader.press('Correct what it says');
  await reader.press('Correct what it says');
  await reader.pressNext();
  await reader.press('Add what a certificate confirms');
  await reader.fill('Add what a certificate confirms', 'Fit for all sports');
  await reader.press('Save');
  await reader.pressNext();
  await reader.pressNext();
  await reader.pressNext();
  await reader.choose('Piet Visser');
  await reader.press('Continue');
  await reader.fillDay('First day', Date.now() + DAY);
  await reader.fillDay('Last day', Date.now() + 7 * DAY);
  await reader.pressNext();
  await reader.signIn(piet.email);
  await reader.press('Cover');
  await reader.pressNext();
  await reader.press('Agree');
  await reader.signIn(GRETA.email);
  await reader.press('Assistants');
  await reader.press('Cover');
  await reader.picture();
  await reader.press('Cases');
  await reader.press('Asthma');
  await reader.seeNext();
  await reader.pressNext();
  await reader.choose('Piet Visser');
  await reader.press('Continue');
  await reader.press('Hand over');
  await reader.pressNext();
  await reader.pressNext();
  await reader.press('Compare');
  await reader.press('Revoke');
  reader.end();
});

ifWhole('each button and link that docs/portal-managers.md names is where it is used', async () => {
  const doctor = await registerAtA('Doc', GRETA, 'managers');
  const assistant = await registerAtA('Ast', TOM, 'managers');
  await openCase(doctor.id, 'managers');
  const code = await createOperatorApplication(service.inside).issueSetupCode({ requestId: 'the operator' });
  if (!code.ok) throw new Error('No code was issued.');
  const reader = await follow('portal-managers.md');
  await reader.goTo(`/setup#${code.value}`);
  await reader.fill('Name of the practice', 'Praxis Holm');
  await reader.fill('First name', 'Mira');
  await reader.fill('Last name', 'Holm');
  await reader.fill('E-mail address', 'mira@example.org');
  await reader.fill('New password', PASSWORD);
  await reader.choose('Doctor');
  await reader.pressNext();
  await reader.pressNext();
  await reader.fill('E-mail address', 'ines@example.org');
  await reader.choose('Doctor');
  await reader.pressNext();
  await reader.press('Manage the practice');
  await reader.pressNext();
  await reader.goTo(`/manage/staff/${doctor.id}`);
  await reader.pressNext();
  await reader.fill('E-mail address', assistant.email);
  await reader.press('Save');
  await reader.picture();

  await reader.aMonthLater('mira@example.org');
  await reader.press('Manage the practice');
  await reader.pressNext();
  await reader.picture();
  await reader.goTo(`/manage/staff/${doctor.id}`);
  await reader.pressNext();
  await reader.press('Close the account');
  reader.end();
});
