import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { CHROMIUM, launchChromium } from './chromium.ts';

/** A browser for the tests of the file that opens it. Where none is installed, it says what is not tested. */
export const openBrowser = (tested: string) => {
  if (!CHROMIUM) process.stderr.write(`Not tested, as no Chromium is installed here: ${tested}.\n`);
  let browser: Browser | undefined;
  beforeAll(async () => {
    browser = await launchChromium();
  }, 90_000);
  afterAll(() => browser?.close());

  /** A page that may ask nobody but these origins; whatever else it tries, or complains of, fails the test. */
  const openPage = (...origins: readonly string[]): Promise<Page> => openPageAs({}, ...origins);

  /** The same for a reader with another language, screen or device. Service workers, too, may ask nobody else. */
  const openPageAs = async (reader: BrowserContextOptions, ...origins: readonly string[]): Promise<Page> => {
    if (!browser) throw new Error('There is no browser.');
    const page = await browser.newPage(reader);
    const complaints: string[] = [];
    // Not by a route, which each request would wait for, and without what the browser keeps.
    page.context().on('request', (request) => {
      const { protocol, origin } = new URL(request.url());
      if (/^(http|ws)/.test(protocol) && !origins.includes(origin)) complaints.push(`asked for ${request.url()}`);
    });
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

  /** A page that keeps nothing for when there is no network, which takes as long as to verify. */
  const openOnline = (from: string, reader: BrowserContextOptions = {}): Promise<Page> =>
    openPageAs({ serviceWorkers: 'block', ...reader }, from);

  /** A group of tests, or one, for those who have Chromium (Debian: `apt-get install chromium`). */
  const [inChromium, itInChromium] = [describe.skipIf(!CHROMIUM), it.skipIf(!CHROMIUM)];
  return { openPage, openPageAs, openOnline, inChromium, itInChromium };
};
