import { existsSync } from 'node:fs';
import { delimiter, resolve } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';

/** The first of these programs, by name or place, that is installed. */
export const installed = (...names: readonly string[]): string | undefined =>
  (process.env['PATH'] ?? '')
    .split(delimiter)
    .flatMap((folder) => names.map((name) => resolve(folder, name)))
    .find(existsSync);

/** Chromium without windows. It takes less than half of the time for a page. */
const SHELL = 'chromium-headless-shell';

/** Chromium or Chrome, where it is installed; for what is sampled in CI, before a release the one that people use. */
export const CHROMIUM = installed(
  ...(process.env['WHOLE'] ? [] : [SHELL]),
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  SHELL,
);

/** Of each window, its own pages and a process for the next one would take as long as the page of a test. */
const WITHOUT = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'SpareRendererForSitePerProcess',
];
/** What Playwright switches off, too: the last list counts. */
const AS_PLAYWRIGHT = [
  ...['AimEnabled', 'HttpsFirstBalancedModeAutoEnable', 'HttpsUpgrades', 'MediaRouter', 'NetworkTimeServiceQuerying'],
  ...['OptimizationHints', 'PaintHolding', 'PreconnectToSearch', 'ThirdPartyStoragePartitioning'],
  ...['AvoidCorsURLLoaderRestartOnRedirect', 'AvoidUnnecessaryBeforeUnloadCheckSync', 'DestroyProfileOnBrowserClose'],
];
const features = [...WITHOUT, ...AS_PLAYWRIGHT].join(',');

/** As root it has no sandbox; and it is kept from its makers' hosts, and from all but this machine. */
const flags = `--no-sandbox --disable-background-networking --disable-component-update --disable-sync --no-first-run --disable-features=${features}`;
const args = [
  ...flags.split(' '),
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE *.localhost, EXCLUDE 127.0.0.1',
];

/** Resolves to nothing where no Chromium is installed. */
export const launchChromium = async (): Promise<Browser | undefined> =>
  CHROMIUM ? chromium.launch({ executablePath: CHROMIUM, args, timeout: 60_000 }) : undefined;

/** Whether this browser keeps what the page that verifies certificates needs without a network. */
export const isVisited = (page: Page, issuer: string): Promise<boolean> =>
  page.evaluate(`navigator.serviceWorker.ready.then(() => caches.match('${issuer}/status/0')).then(Boolean)`);
