import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest';
import { launchChromium } from './chromium.ts';

/** A browser for the tests of the file that opens it, and what all of their readers have. */
export const openBrowser = (all: BrowserContextOptions = {}) => {
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
    const page = await browser.newPage({ ...all, ...reader });
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

  return { openPage, openPageAs };
};
