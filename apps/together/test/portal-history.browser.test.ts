import { startTestService } from '@health-case/composition/testing/test-service';
import { openBrowser } from '@health-case/http/testing/browser';
import { CHROMIUM } from '@health-case/http/testing/chromium';
import { FORMS } from '@health-case/portal/pages/all';
import { portal } from '@health-case/portal/transport';
import type { FieldName } from '@health-case/portal/words/fields';
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { openClinic, type Person } from './support/portal-clinic.ts';
import { openReader } from './support/portal-reader.ts';
import { type Walk, walksOf } from './support/portal-walks.ts';

if (!CHROMIUM) process.stderr.write('Not tested, as no Chromium is installed here: Back and Forward in all forms.\n');

const { openPageAs } = openBrowser();
let service: Awaited<ReturnType<typeof startTestService>>;
beforeAll(async () => {
  service = await startTestService([portal]);
  return service.stop;
});

/** With `EVERY_LOOK` each form and list, otherwise one of so many. */
const ONE_OF = process.env['EVERY_LOOK'] ? 1 : 10;

type Walked = Walk & { readonly path: string };
type Left = { readonly address: string; readonly typed: Readonly<Record<string, string>> };

/** What stands in the fields of the page. No page gives a password back. */
const FIELDS = `Object.fromEntries([...document.querySelectorAll('main form[method=post] :is(input, textarea, select)')]
  .filter(({ type, name }) => name && !['hidden', 'password', 'checkbox', 'radio', 'file'].includes(type))
  .map(({ name, value }) => [name, value]))`;

/** A form beside a list is empty once it was sent, and no page gives a number back. */
const mayBeEmpty = (path: string, name: string): boolean =>
  FORMS.some((form) => form.path === path && (form.staysOpen || form.fields[name as FieldName]?.isMasked));

/** From the last page of a walk to its first and back again. */
const goThrough = async (page: Page, { as, at, path }: Walked, left: readonly Left[]): Promise<readonly string[]> => {
  const faults: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && faults.push(`sent again to ${request.url()}`));
  const ways = [...left.slice(0, -1).toReversed(), ...left.slice(1)];
  for (const [nth, { address, typed }] of ways.entries()) {
    await (nth < left.length - 1 ? page.goBack() : page.goForward());
    const found: Readonly<Record<string, string>> = await page.evaluate(FIELDS);
    const lost = Object.keys(typed).filter(
      (name) => ![undefined, typed[name], mayBeEmpty(path, name) ? '' : undefined].includes(found[name]),
    );
    if (page.url() !== address) faults.push(`${page.url()} instead of ${address}`);
    if (lost.length > 0) faults.push(`${address} has lost ${lost}`);
  }
  await page.reload();
  page.removeAllListeners('request');
  return faults.map((fault) => `${as} ${at}: ${fault}`);
};

it.skipIf(!CHROMIUM)(
  'Back, Forward and Reload lead through forms and lists, ask nothing, send nothing, and lose nothing',
  { timeout: 3_600_000 },
  async () => {
    const clinic = await openClinic(service);
    const url = `http://localhost:${service.ports['portal']}`;
    const walkAs = async (person: Person, walks: readonly Walked[]): Promise<readonly string[]> => {
      const { page, follow } = await openReader(openPageAs, { url, brokenUrl: url }, person, clinic);
      const faults: string[] = [];
      for (const walk of walks) {
        const left: Left[] = [];
        await follow(walk, 'en', async () => {
          const typed = walk.sends?.[left.length];
          left.push({ address: page.url(), typed: typeof typed === 'object' ? typed : {} });
        });
        faults.push(...(await goThrough(page, walk, left)));
      }
      return faults;
    };
    const walks = Object.entries(walksOf(clinic))
      .flatMap(([path, those]) => those.map((walk) => ({ ...walk, path })))
      .filter(({ isBroken, asked }, nth) => !isBroken && !asked && nth % ONE_OF === 0);
    expect(walks.length).toBeGreaterThan(5);
    const faults: string[] = [];
    for (const [person, own] of Map.groupBy(walks, ({ as }) => as)) faults.push(...(await walkAs(person, own)));
    expect(faults).toEqual([]);
  },
);
