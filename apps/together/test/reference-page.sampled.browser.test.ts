import { PASSWORD, registration, WORDS } from '@health-case/composition/testing/clinic';
import { openTestService } from '@health-case/composition/testing/test-service';
import { openBrowser } from '@health-case/http/testing/browser';
import { callAt } from '@health-case/http/testing/client';
import { variantA } from '@health-case/variant-a/variant-a';
import { variantB } from '@health-case/variant-b/variant-b';
import axe, { type AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';

const { openPage, inChromium } = openBrowser('the reference page in a browser');

const { port, url: originOf } = openTestService([variantA, variantB]);

/** Opens an operation as a reader does, fills in fields in place of the example, sends it, and reads what came back. */
const call = async (page: Page, summary: string, fields: Readonly<Record<string, string>> = {}): Promise<string> => {
  await page.getByRole('navigation').getByRole('link', { name: summary }).click();
  const operation = page.locator('details[open]').filter({ has: page.getByText(summary, { exact: true }) });
  for (const [name, value] of Object.entries(fields)) await operation.locator(`[name="${name}"]`).fill(value);
  await operation.getByRole('button', { name: 'Send' }).click();
  const answered = operation.locator('form').filter({ has: page.locator('pre:not(:empty)') });
  return (await answered.textContent()) ?? '';
};

/** On a desktop and on a phone, in the light and in the dark. In CI, the first. */
const LOOKS = [1280, 360]
  .flatMap((width) => (['light', 'dark'] as const).map((colorScheme) => ({ width, colorScheme })))
  .filter((_, nth) => process.env['WHOLE'] || nth === 0);

/** Shows the menu and one of so many calls. */
const open = (oneOf: number) =>
  `document.getElementById('menu').ariaExpanded = 'true';
  [...document.querySelectorAll('details')].forEach((one, nth) => { one.open = nth % ${oneOf} === 0 })`;

/** What axe finds critical or serious, with the first element concerned. */
const violationsOf = async (page: Page): Promise<readonly string[]> => {
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate<AxeResults>('axe.run({ resultTypes: ["violations"] })');
  const grave = violations.filter(({ impact }) => impact === 'critical' || impact === 'serious');
  return grave.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
};

const emailOf = (variant: 'A' | 'B') => `greta.${variant.toLowerCase()}@example.org`;

inChromium('the reference page', () => {
  const status = (page: Page) => expect.poll(() => page.getByRole('status').textContent());

  it.each(['A', 'B'] as const)(
    'of variant %s lets a person log in and list the doctors, and asks no other host',
    async (variant) => {
      const email = emailOf(variant);
      const greta = { ...registration('Doc'), firstName: 'Greta', lastName: 'Holm', email };
      expect((await callAt(port(variant), WORDS[variant].register, greta)).status).toBe(200);
      const page = await openPage(originOf(variant));
      await page.goto(originOf(variant));
      expect(new URL(page.url()).pathname).toBe('/docs');
      await expect.poll(() => page.title()).toBe(`Health case service, variant ${variant}`);

      expect(await call(page, 'Log in', { email, password: PASSWORD })).toContain('"status": "OK"');
      await status(page).toMatch(/^Logged in as Greta Holm, doctor\./);

      const sent = page.waitForRequest('**/api/Doc');
      const doctors = await call(page, 'List the doctors');
      expect((await sent).method()).toBe('QUERY');
      for (const word of ['"status": "OK"', '"firstName": "Greta"', '"lastName": "Holm"'])
        expect(doctors).toContain(word);

      const plain = page.waitForRequest('**/api/Auth/me');
      expect(await call(page, 'Show the account behind the session')).toContain(email);
      expect((await plain).method()).toBe('GET');

      expect(await call(page, 'End the session')).toContain('"status": "OK"');
      await status(page).toBe('Nobody is logged in.');
      expect(await call(page, 'Show the account behind the session')).toContain('A session is needed');
    },
  );

  it('forgets the session when it has ended, and with the page', async () => {
    const page = await openPage(originOf('A'));
    await page.goto(`${originOf('A')}/docs`);
    const answered = await call(page, 'Log in', { email: emailOf('A'), password: PASSWORD });
    const id = /"id": "([^"]+)"/.exec(answered)?.[1];
    await callAt(port('A'), 'POST /api/Auth/logout', { id });
    expect(await call(page, 'Show the account behind the session')).toContain('401 Unauthorized SESSION_INVALID');
    await status(page).toBe('The session has ended. Log in again.');

    await call(page, 'Log in', { email: emailOf('A'), password: PASSWORD });
    await page.reload();
    expect(await call(page, 'Show the account behind the session')).toContain('A session is needed');
    expect(await page.evaluate(() => [...Object.values(localStorage), ...Object.values(sessionStorage)])).toEqual([]);
  });

  it('can be used by everybody: axe finds nothing critical or serious', async () => {
    const page = await openPage(originOf('A'));
    await page.goto(`${originOf('A')}/docs`);
    await call(page, 'Log in', { email: emailOf('A'), password: PASSWORD });
    // All are made by the same function; in CI axe judges one of twelve.
    await page.evaluate(open(process.env['WHOLE'] ? 1 : 12));
    for (const { width, colorScheme } of LOOKS) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      expect(await violationsOf(page), `${width} ${colorScheme}`).toEqual([]);
    }
  });

  it('lets the keyboard skip the list of calls', async () => {
    const page = await openPage(originOf('A'));
    await page.goto(`${originOf('A')}/docs`);
    await page.locator('details').first().waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    expect(await page.evaluate("document.activeElement.matches('main *')")).toBe(true);
  });
});

inChromium('the calls of the reference page', () => {
  const openAt = async (width: number): Promise<Page> => {
    const page = await openPage(originOf('A'));
    await page.setViewportSize({ width, height: 740 });
    await page.goto(`${originOf('A')}/docs`);
    await page.locator('details').first().waitFor();
    return page;
  };
  const shown = (page: Page) => page.locator('details:visible h3 code').allTextContents();

  it('are filtered by words from the keyboard, which says how many are left', async () => {
    const page = await openAt(1280);
    const all = (await shown(page)).length;
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Case post task');
    const found = ['/api/Case/{id}/tasks', '/api/Task/{id}', '/api/Task/{id}/close', '/api/Case/{id}/certreq'];
    expect(await shown(page)).toEqual(found);
    expect(await page.locator('nav li:visible').count()).toBe(found.length);
    expect(await page.locator('section:visible h2').allTextContents()).toEqual(
      Array(2).fill(['Cases', 'Certifications']).flat(),
    );
    expect(await page.locator('nav [aria-live=polite]').textContent()).toBe(`4 of ${all} calls`);
    await page.keyboard.press('Enter');
    await expect.poll(() => page.locator('details[open]').getAttribute('id')).toBe('addTask');
    expect(await page.evaluate("document.activeElement.matches('#addTask > summary')")).toBe(true);
  });

  it('are in a menu on a phone, on which nothing is wider than the screen', async () => {
    const page = await openAt(360);
    const menu = page.getByRole('button', { name: 'Calls' });
    const link = page.getByRole('navigation').getByRole('link', { name: 'Close a task' });
    expect([await menu.getAttribute('aria-expanded'), await link.isVisible()]).toEqual(['false', false]);
    await menu.click();
    expect(await menu.getAttribute('aria-expanded')).toBe('true');
    await link.click();
    await expect.poll(() => page.locator('details[open]').getAttribute('id')).toBe('closeTask');
    expect([await menu.getAttribute('aria-expanded'), await link.isVisible()]).toEqual(['false', false]);
    // Not behind the bar with the menu.
    const [bar, call] = [await page.locator('nav').boundingBox(), await page.locator('#closeTask').boundingBox()];
    expect(call?.y).toBeGreaterThan((bar?.y ?? 0) + (bar?.height ?? 0));
    await page.evaluate(open(1));
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
  });
});
