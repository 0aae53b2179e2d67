import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PASSWORD, WORDS } from '@health-case/composition/testing/clinic';
import { startTestService, type TestService } from '@health-case/composition/testing/test-service';
import { CHROMIUM, openBrowser } from '@health-case/http/testing/browser';
import { send } from '@health-case/http/testing/client';
import type { Variant } from '@health-case/http/variant';
import { variantA } from '@health-case/variant-a/variant-a';
import { variantB } from '@health-case/variant-b/variant-b';
import axe, { type AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

if (!CHROMIUM) process.stderr.write('Not tested, as no Chromium is installed here: the reference page in a browser.\n');

const needsChromium = 'in Chromium, which must be installed (Debian: apt-get install chromium)';
const { openPage } = openBrowser();

/** What a script of the page does by and by, on a busy machine. */
const SOON = { timeout: 30_000 };

/** A page of nobody's, for what it is allowed elsewhere. */
const elsewhere = createServer((_, outgoing) => {
  outgoing.setHeader('Content-Type', 'text/html').end('<!doctype html><title>Elsewhere</title>');
});
const originOf = (port: number) => `http://127.0.0.1:${port}`;
let [service, allowed]: [TestService | undefined, string] = [undefined, ''];
beforeAll(async () => {
  await once(elsewhere.listen(0, '127.0.0.1'), 'listening');
  allowed = originOf((elsewhere.address() as AddressInfo).port);
  service = await startTestService([variantA, variantB], { corsOrigins: [allowed] });
});
afterAll(async () => {
  elsewhere.close();
  await service?.stop();
});

const port = (variant: Variant['name']): number => service?.ports[variant] ?? Number.NaN;

const register = async (variant: Variant['name'], email: string): Promise<void> => {
  const [method = '', path = ''] = WORDS[variant].register.split(' ');
  const person = { firstName: 'Greta', lastName: 'Holm', email, password: PASSWORD, role: 'Doc' };
  expect((await send(port(variant), { method, path, body: person })).status).toBe(200);
};

/** Opens an operation as a reader does, fills in fields in place of the example, sends it, and reads what came back. */
const call = async (page: Page, summary: string, fields: Readonly<Record<string, string>> = {}): Promise<string> => {
  await page.getByRole('navigation').getByRole('link', { name: summary }).click();
  const operation = page.locator('details[open]').filter({ has: page.getByText(summary, { exact: true }) });
  for (const [name, value] of Object.entries(fields)) await operation.locator(`[name="${name}"]`).fill(value);
  await operation.getByRole('button', { name: 'Send' }).click();
  return (
    (await operation
      .locator('form')
      .filter({ has: page.locator('pre:not(:empty)') })
      .textContent()) ?? ''
  );
};

/** Every look of the page: on a desktop and on a phone, in the light and in the dark. */
const LOOKS = [1280, 390].flatMap((width) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ width, colorScheme })),
);

/** What axe finds critical or serious, with the first element concerned. */
const violationsOf = async (page: Page): Promise<readonly string[]> => {
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate<AxeResults>('axe.run({ resultTypes: ["violations"] })');
  const grave = violations.filter(({ impact }) => impact === 'critical' || impact === 'serious');
  return grave.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
};

describe.skipIf(!CHROMIUM).each(['A', 'B'] as const)(
  `the reference page of variant %s, ${needsChromium}`,
  (variant) => {
    const email = `greta.${variant.toLowerCase()}@example.org`;
    const status = (page: Page) => expect.poll(() => page.getByRole('status').textContent(), SOON);

    it('lets a person log in and list the doctors, and asks no other host for anything', {
      timeout: 90_000,
    }, async () => {
      await register(variant, email);
      const page = await openPage(originOf(port(variant)));
      await page.goto(originOf(port(variant)));
      expect(new URL(page.url()).pathname).toBe('/docs');
      await expect.poll(() => page.title(), SOON).toBe(`Health case service, variant ${variant}`);

      expect(await call(page, 'Log in', { email, password: PASSWORD })).toContain('"status": "OK"');
      await status(page).toMatch(/^Logged in as Greta Holm, doctor\./);

      const sent = page.waitForRequest('**/api/Doc');
      const doctors = await call(page, 'List all doctors');
      expect((await sent).method()).toBe('QUERY');
      for (const word of ['"status": "OK"', '"firstName": "Greta"', '"lastName": "Holm"'])
        expect(doctors).toContain(word);

      const plain = page.waitForRequest('**/api/Auth/me');
      expect(await call(page, 'Show the account behind the session')).toContain(email);
      expect((await plain).method()).toBe('GET');

      expect(await call(page, 'End the session')).toContain('"status": "OK"');
      await status(page).toBe('Nobody is logged in.');
      expect(await call(page, 'Show the account behind the session')).toContain('A session is needed');
    });

    it('forgets the session when it has ended, and with the page', { timeout: 180_000 }, async () => {
      const page = await openPage(originOf(port(variant)));
      await page.goto(`${originOf(port(variant))}/docs`);
      const answered = await call(page, 'Log in', { email, password: PASSWORD });
      const id = /"id": "([^"]+)"/.exec(answered)?.[1];
      await send(port(variant), { method: 'POST', path: '/api/Auth/logout', body: { id } });
      expect(await call(page, 'Show the account behind the session')).toContain('401 Unauthorized SESSION_INVALID');
      await status(page).toBe('The session has ended. Log in again.');

      await call(page, 'Log in', { email, password: PASSWORD });
      await page.reload();
      expect(await call(page, 'Show the account behind the session')).toContain('A session is needed');
      expect(await page.evaluate(() => [...Object.values(localStorage), ...Object.values(sessionStorage)])).toEqual([]);
    });

    it('can be used by everybody: axe finds nothing critical or serious', { timeout: 180_000 }, async () => {
      const page = await openPage(originOf(port(variant)));
      await page.goto(`${originOf(port(variant))}/docs`);
      await call(page, 'Log in', { email, password: PASSWORD });
      await page.evaluate("for (const operation of document.querySelectorAll('details')) operation.open = true");
      for (const { width, colorScheme } of LOOKS) {
        await page.setViewportSize({ width, height: 900 });
        await page.emulateMedia({ colorScheme });
        expect(await violationsOf(page), `${width} ${colorScheme}`).toEqual([]);
      }
    });

    it('lets the keyboard skip the list of calls', { timeout: 90_000 }, async () => {
      const page = await openPage(originOf(port(variant)));
      await page.goto(`${originOf(port(variant))}/docs`);
      await page.locator('details').first().waitFor();
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await page.keyboard.press('Tab');
      expect(await page.evaluate("document.activeElement.matches('main *')")).toBe(true);
    });
  },
);

describe.skipIf(!CHROMIUM)(`a page of another origin, ${needsChromium}`, () => {
  /** What a script of the page gets of a call, if the browser lets it. */
  const ask = (page: Page, url: string, init: object): Promise<readonly unknown[] | string> =>
    page.evaluate(
      async ([address, options]) => {
        try {
          const reply = await fetch(address, options);
          return [reply.status, reply.headers.get('Error-Code'), await reply.json()];
        } catch (error) {
          return String(error);
        }
      },
      [url, init] as const,
    );
  const login = (email: string) => ({ method: 'POST', body: JSON.stringify({ email, password: PASSWORD }) });

  it('calls, and reads answers and refusals, if its origin is named', { timeout: 180_000 }, async () => {
    await register('A', 'cross@example.org');
    const base = originOf(port('A'));
    const page = await openPage(allowed, base);
    await page.goto(allowed);
    const [status, , envelope] = await ask(page, `${base}/api/Auth/login`, login('cross@example.org'));
    expect(status).toBe(200);
    const { id } = (envelope as { body: { id: string } }).body;
    const headers = { Authorization: `Bearer ${id}`, 'Content-Type': 'application/json', 'Idempotency-Key': 'k' };
    const query = { method: 'QUERY', headers, body: '{"limit": "1"}' };
    expect(await ask(page, `${base}/api/Doc`, query)).toMatchObject([200, null, { status: 'OK' }]);
    expect(await ask(page, `${base}/api/Doc`, { headers: { Authorization: 'Bearer none' } })).toMatchObject([
      401,
      'SESSION_INVALID',
      { status: 'ERR' },
    ]);
    const gone = `${base}/api/Doc/${id}/assistants/none`;
    expect(await ask(page, gone, { method: 'DELETE', headers })).toMatchObject([404, 'DOCTOR_NOT_FOUND', {}]);
  });

  it('is kept from all that if it is not', { timeout: 180_000 }, async () => {
    const [base, other] = [originOf(port('A')), originOf(port('B'))];
    const page = await openPage(base, other);
    await page.goto(`${other}/healthz`);
    expect(await ask(page, `${base}/healthz`, {})).toMatch(/Failed to fetch/);
    expect(await ask(page, `${base}/api/Doc`, { method: 'QUERY' })).toMatch(/Failed to fetch/);
  });
});
