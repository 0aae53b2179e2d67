import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest';

const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];
const places = [
  ...(process.env['PATH'] ?? '').split(delimiter).flatMap((folder) => names.map((name) => join(folder, name))),
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** Chromium or Chrome, where it is installed. */
export const CHROMIUM = places.find(existsSync);

/** As root it has no sandbox; and it is kept from looking up its makers' hosts. */
const args = '--no-sandbox --disable-background-networking --disable-component-update --disable-sync --no-first-run';

/** A browser for the tests of the file that opens it. */
export const openBrowser = () => {
  let browser: Browser | undefined;
  beforeAll(async () => {
    if (CHROMIUM) browser = await chromium.launch({ executablePath: CHROMIUM, args: args.split(' '), timeout: 60_000 });
  }, 90_000);
  afterAll(() => browser?.close());

  /** A page that may ask nobody but these origins for anything; whatever else it tries, or complains of, fails the test. */
  const openPage = (...origins: readonly string[]): Promise<Page> => openPageAs({}, ...origins);

  /** The same for a reader with another language, screen or device. Service workers, too, may ask nobody else. */
  const openPageAs = async (reader: BrowserContextOptions, ...origins: readonly string[]): Promise<Page> => {
    if (!browser) throw new Error('There is no browser.');
    const page = await browser.newPage(reader);
    const complaints: string[] = [];
    await page.context().route(
      ({ origin }) => !origins.includes(origin),
      (route) => {
        complaints.push(`asked for ${route.request().url()}`);
        return route.abort();
      },
    );
    page.on('pageerror', ({ message }) => complaints.push(message));
    page.on('console', (line) => {
      if (/Content Security Policy/.test(line.text())) complaints.push(line.text());
    });
    onTestFinished(async () => {
      await page.close();
      expect(complaints).toEqual([]);
    });
    return page;
  };

  return { openPage, openPageAs };
};
