import { startTestService } from '@health-case/composition/testing/test-service';
import { createOperatorApplication } from '@health-case/domain/application';
import { parseEmail } from '@health-case/domain/model/email';
import { openBrowser } from '@health-case/http/testing/browser';
import { portal } from '@health-case/portal/transport';
import type { Locator, Page } from 'playwright-core';
import { afterAll, expect, it } from 'vitest';

const { openPageAs, inChromium } = openBrowser('a practice that runs itself');
const service = await startTestService([portal], { registration: 'confirmed' });
afterAll(service.stop);
const url = `http://localhost:${service.ports['portal']}`;

const PASSWORD = 'kW4!paper-rainbow';
const DOCTORS = ['greta', 'omar', 'lise'] as const;
/** Before a release the whole practice, otherwise a quarter of its assistants and a tenth of its children. */
const { WHOLE } = process.env;
const ASSISTANTS = ['anton', 'bea', 'carl', 'dina'].slice(0, WHOLE ? 4 : 1);
const CHILDREN = WHOLE ? 300 : 30;
const addressOf = (firstName: string): string => `${firstName}@example.org`;

let clicks = 0;
const click = async (control: Locator): Promise<void> => {
  clicks += 1;
  await control.click();
};

/** A browser of somebody. Clicks that lead to another page wait for it. */
const browse = async () => {
  const page = await openPageAs({ locale: 'en-GB' }, url);
  const go = async (control: Locator): Promise<void> => {
    await Promise.all([page.waitForEvent('load'), click(control)]);
  };
  const link = (name: string) => go(page.getByRole('link', { name, exact: true }).first());
  const button = (name: string) => go(page.getByRole('button', { name, exact: true }));
  const fill = async (texts: Readonly<Record<string, string>>): Promise<void> => {
    for (const [label, text] of Object.entries(texts)) await page.getByLabel(label, { exact: true }).fill(text);
  };
  return { page, link, button, fill };
};

const NAMES = (firstName: string) => ({ 'First name': firstName, 'Last name': 'Holm' });

const setUp = async () => {
  const code = await createOperatorApplication(service.inside).issueSetupCode({ requestId: 'the operator' });
  if (!code.ok) throw new Error('No code was issued.');
  const manager = await browse();
  await manager.page.goto(`${url}/setup#${code.value}`);
  await manager.fill({ 'Name of the practice': 'Praxis Holm', ...NAMES('greta') });
  await manager.fill({ 'E-mail address': addressOf('greta'), 'New password': PASSWORD });
  await click(manager.page.getByRole('radio', { name: 'Doctor' }));
  await manager.button('Set up the practice');
  return manager;
};
type Manager = Awaited<ReturnType<typeof setUp>>;

const invite = async ({ page, link, button, fill }: Manager): Promise<void> => {
  await link('Invitations of staff');
  for (const firstName of [...DOCTORS.slice(1), ...ASSISTANTS]) {
    await fill({ 'E-mail address': addressOf(firstName) });
    const isDoctor = DOCTORS.some((one) => one === firstName);
    await click(page.getByRole('radio', { name: isDoctor ? 'Doctor' : 'Assistant' }));
    await button('Send the invitation');
  }
};

/** Opening the link of the mail is a click. */
const join = async (firstName: string): Promise<void> => {
  const { page, button, fill } = await browse();
  clicks += 1;
  await page.goto(`${url}/invited#${await service.codeOf(addressOf(firstName))}`);
  await button('Register');
  await fill(NAMES(firstName));
  await button('Continue');
  await fill({ 'New password': PASSWORD });
  await button('Register');
};

/** Each assistant helps one doctor. */
const linkAssistants = async ({ page, link, button, fill }: Manager): Promise<void> => {
  await page.goto(`${url}/manage/staff`);
  await link('greta Holm');
  for (const firstName of ASSISTANTS) {
    await link('Add an assistant');
    await fill({ 'E-mail address': addressOf(firstName) });
    await button('Save');
  }
};

const listOf = (count: number): Buffer => {
  const row = (nth: number) =>
    `Mia${nth};Zwaluw;2019-02-${10 + (nth % 18)};${addressOf(DOCTORS[nth % 3] ?? '')};Asthma`;
  const head = 'First name;Last name;Date of birth;E-mail address of the doctor;Title of the first case';
  return Buffer.from([head, ...Array.from({ length: count }, (_, nth) => row(nth))].join('\r\n'));
};

/** The page shows by itself how far the work is. */
const shows = (page: Page, text: string): Promise<void> =>
  page.getByText(text, { exact: true }).first().waitFor({ timeout: 60_000 });

const importChildren = async ({ page, link, button }: Manager): Promise<void> => {
  await link('Manage the practice');
  await link('Lists of children');
  await link('Import a list');
  clicks += 1;
  const file = { name: 'children.csv', mimeType: 'text/csv', buffer: listOf(CHILDREN) };
  await page.getByLabel('List of children').setInputFiles(file);
  await button('Import a list');
  await shows(page, 'Checked');
  await link('Enter the new children');
  await button('Enter the new children');
  await shows(page, 'Entered');
};

inChromium('a practice that runs itself', () => {
  const most = WHOLE ? 60 : 33;
  it(`comes from an empty store to 3 doctors, their assistants and ${CHILDREN} children with ${most} clicks, and goes on without one of them`, async () => {
    const manager = await setUp();
    await invite(manager);
    for (const firstName of [...DOCTORS.slice(1), ...ASSISTANTS]) await join(firstName);
    await linkAssistants(manager);
    await importChildren(manager);
    expect(clicks).toBeLessThanOrEqual(most);

    const idOf = async (firstName: string) => {
      const email = parseEmail(addressOf(firstName));
      const known = email.ok ? await service.inside.storage.read.accounts.credentialsByEmail(email.value) : undefined;
      return known?.account.id ?? ('' as never);
    };
    const casesOf = async (firstName: string): Promise<number> =>
      (await service.inside.storage.read.cases.ofDoctors([await idOf(firstName)], { after: undefined, size: 500 }))
        .length;
    // The page says "Entered" of the first rows already.
    await expect.poll(() => Promise.all(DOCTORS.map(casesOf))).toEqual(Array(3).fill(CHILDREN / 3));

    const { page, link, button } = manager;
    clicks = 0;
    await link('Manage the practice');
    await link('Doctors and assistants');
    await link('omar Holm');
    await link('Close the account');
    await button('Close the account');
    await click(page.getByLabel(/lise Holm/));
    await page.keyboard.press('Enter');
    await button('Give the cases');
    await expect.poll(() => casesOf('omar')).toBe(0);
    expect(await Promise.all(DOCTORS.map(casesOf))).toEqual([CHILDREN / 3, 0, (2 * CHILDREN) / 3]);
    expect(clicks).toBeLessThanOrEqual(10);
  });
});
