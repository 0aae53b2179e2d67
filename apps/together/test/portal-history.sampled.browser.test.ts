import { startTestService } from '@health-case/composition/testing/test-service';
import { openBrowser } from '@health-case/http/testing/browser';
import { FORMS } from '@health-case/portal/pages/all';
import { portal } from '@health-case/portal/transport';
import type { FieldName } from '@health-case/portal/words/fields';
import { afterAll, expect, it, onTestFinished } from 'vitest';
import { FIREFOX, launchFirefox, type WalkedPage } from './support/firefox.ts';
import { openClinic } from './support/portal-clinic.ts';
import { send, walkOn } from './support/portal-reader.ts';
import { type Walk, walksOf } from './support/portal-walks.ts';

const { WHOLE } = process.env;
if (WHOLE && !FIREFOX) {
  process.stderr.write('Not tested, as no Firefox is installed here: Back and Forward in it.\n');
}

const { openPageAs, itInChromium } = openBrowser('Back and Forward in all forms');
const service = await startTestService([portal]);
afterAll(service.stop);
const portalUrl = `http://localhost:${service.ports['portal']}`;

/** Each form and list in both browsers before a release, otherwise one of thirty in Chromium, and the longest forms. */
const ONE_OF = WHOLE ? 1 : 30;
const SENT_AT_LAST = '/children/new';
const ALWAYS = ['/register', SENT_AT_LAST];

type Walked = Walk & { readonly path: string };
type Left = { readonly entries: number; readonly address: string; readonly typed: Readonly<Record<string, string>> };

/** What stands in the fields of the page. No page gives a password back. */
const FIELDS = `Object.fromEntries([...document.querySelectorAll('main form[method=post] :is(input, textarea, select)')]
  .filter(({ type, name }) => name && !['hidden', 'password', 'checkbox', 'radio', 'file'].includes(type))
  .map(({ name, value }) => [name, value]))`;

/** A form beside a list is empty once it was sent, and no page gives a number back. */
const mayBeEmpty = (path: string, name: string): boolean =>
  FORMS.some((form) => form.path === path && (form.staysOpen || form.fields[name as FieldName]?.isMasked));

type Visit = {
  readonly page: WalkedPage;
  readonly told: string[];
  /** Whether a form that is refused, and shown again at its address, takes the place in the history of what was sent. */
  readonly replaces: boolean;
};

/** From the last page of a walk to its first and back again. */
const goThrough = async ({ page, told }: Visit, { as, at, path }: Walked, left: readonly Left[]) => {
  const faults: string[] = [];
  told.length = 0;
  const ways = [...left.slice(0, -1).toReversed(), ...left.slice(1)];
  for (const [nth, { address, typed }] of ways.entries()) {
    await (nth < left.length - 1 ? page.goBack() : page.goForward());
    const found = await page.evaluate<Readonly<Record<string, string>>>(FIELDS);
    // At an address where a form was refused, what was typed last is shown, also in the entry from before.
    const isKept = (name: string): boolean =>
      found[name] === undefined ||
      (found[name] === '' && mayBeEmpty(path, name)) ||
      left.some((one) => one.address === address && one.typed[name] === found[name]);
    const lost = Object.keys(typed).filter((name) => !isKept(name));
    if (page.url() !== address) faults.push(`${page.url()} instead of ${address}`);
    if (lost.length > 0) faults.push(`${address} has lost ${lost}`);
  }
  // Firefox does not leave an expired document by it.
  if (faults.length === 0) await page.reload();
  return [...faults, ...told].map((fault) => `${as} ${at}: ${fault}`);
};

/** From the last page of a form, sends it, and goes back to it. */
const sendAndGoBack = async ({ page }: Visit, { as, at }: Walked) => {
  await send(page, {});
  await page.goBack();
  const found = await page.evaluate<string>("document.querySelector('main').textContent");
  return found.includes('You have sent this form already') ? [] : [`${as} ${at}: is not said to be sent, but ${found}`];
};

/** Whoever opens a page hears of the forms that it sends, and of what it asks. */
type OpenVisit = () => Promise<Visit>;

const inChromium: OpenVisit = async () => {
  const page = await openPageAs({}, portalUrl);
  const told: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && told.push(`sent to ${request.url()}`));
  return { page, told, replaces: false };
};

const goBackAndForward = async (openVisit: OpenVisit) => {
  const clinic = await openClinic(service);
  const walks = Object.entries(walksOf(clinic))
    .flatMap(([path, those]) => those.map((walk) => ({ ...walk, path })))
    .filter(({ path, isBroken, asked }, nth) => !isBroken && !asked && (nth % ONE_OF === 0 || ALWAYS.includes(path)));
  expect(walks.length).toBeGreaterThan(5);
  const faults: string[] = [];
  for (const [person, own] of Map.groupBy(walks, ({ as }) => as)) {
    const visit = await openVisit();
    const follow = await walkOn(visit.page, { url: portalUrl, brokenUrl: '' }, { person, clinic });
    for (const walk of own) {
      const left: Left[] = [];
      const sends = [...(walk.sends ?? [])];
      await follow(walk, 'en', async (page) => {
        const address = page.url();
        const entries = await page.evaluate<number>('history.length');
        const isReplaced = visit.replaces && left.at(-1)?.entries === entries;
        if (isReplaced) left.pop();
        const typed = sends.shift();
        const kept = isReplaced ? await page.evaluate<Left['typed']>(FIELDS) : {};
        left.push({ entries, address, typed: { ...kept, ...(typeof typed === 'object' && typed) } });
      });
      faults.push(...(await goThrough(visit, walk, left)));
      if (walk.path === SENT_AT_LAST) faults.push(...(await sendAndGoBack(visit, walk)));
    }
  }
  expect(faults).toEqual([]);
};

const WAYS = 'Back, Forward and Reload lead through forms and lists, ask nothing, send nothing, and lose nothing';

itInChromium(WAYS, { timeout: 3_600_000 }, () => goBackAndForward(inChromium));

it.skipIf(!WHOLE || !FIREFOX)(`in Firefox: ${WAYS}`, { timeout: 3_600_000 }, async () => {
  const told: string[] = [];
  const { newPage, close } = await launchFirefox((what) => told.push(what));
  onTestFinished(close);
  await goBackAndForward(async () => ({ page: await newPage(), told, replaces: true }));
});
