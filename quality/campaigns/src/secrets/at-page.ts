import { setTimeout } from 'node:timers/promises';
import type { Harness } from '@health-case/harness/harness';
import { percentile, waitUntil } from '@health-case/harness/load';
import { isVisited, launchChromium } from '@health-case/http/testing/chromium';

/** Resolves to the verdict of a page that opens, and the milliseconds from its navigation until the verdict shows. */
const HEARD = `globalThis.heard = new Promise((resolve) => {
  new MutationObserver(() => {
    const { verdict } = document.querySelector('#verdict').dataset;
    if (verdict) resolve([verdict, performance.now()]);
  }).observe(document, { subtree: true, attributeFilter: ['data-verdict'] });
});`;

/** Until the processes of the page before have ended. */
const REST_MS = 500;

/**
 * Opens the page of the issuer in Chromium with each certificate behind `#`, as a phone does that has read the code.
 * After one visit, `offline` of them are opened without a network, and then the others: in a tab that has opened
 * hundreds, each takes longer. Resolves to figures.
 */
export const openAtPage = async (
  { defer, fail }: Harness,
  issuer: string,
  tokens: readonly string[],
  offline: number,
): Promise<Readonly<Record<string, number | string>>> => {
  const browser = await launchChromium();
  if (!browser) return { 'opened in a browser': 'none, as no Chromium is installed here' };
  defer(() => browser.close());
  const page = await browser.newPage();
  await page.addInitScript(HEARD);
  const open = async (token: string): Promise<number> => {
    await page.goto('about:blank');
    await setTimeout(REST_MS);
    await page.goto(`${issuer}/verify#${token}`);
    const [verdict, after] = (await page.evaluate('heard')) as [string, number];
    if (verdict !== 'genuine') fail(`The page calls a genuine certificate ${verdict}.`);
    await page.getByRole('article').waitFor();
    return after;
  };
  const [first = '', ...others] = tokens;
  await open(first);
  await waitUntil(() => isVisited(page, issuer));
  const times = { with: [] as number[], without: [] as number[] };
  for (const [nth, token] of others.entries()) {
    const isOffline = nth < offline;
    await page.context().setOffline(isOffline);
    times[isOffline ? 'without' : 'with'].push(await open(token));
  }
  await browser.close();
  const timesOf = (all: readonly number[]) =>
    `${Math.ceil(percentile(all, 0.5))} and ${Math.ceil(percentile(all, 0.95))}`;
  return {
    'opened in a browser': tokens.length,
    'verdict (ms), median and 95 %': `online ${timesOf(times.with)}, offline ${timesOf(times.without)}`,
  };
};
