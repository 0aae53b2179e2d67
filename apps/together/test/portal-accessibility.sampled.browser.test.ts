import { startTestService } from '@health-case/composition/testing/test-service';
import { Unavailable } from '@health-case/domain/errors';
import { LANGUAGES } from '@health-case/domain/model/account';
import { openBrowser } from '@health-case/http/testing/browser';
import { stylesheet } from '@health-case/portal/assets';
import { FORMS, PAGES } from '@health-case/portal/pages/all';
import { portal } from '@health-case/portal/transport';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  createWatch,
  type Facts,
  factsOf,
  faultsOf,
  LOOKS,
  type Look,
  NARROW,
  tooWide,
  turn,
  unseenInForcedColours,
  WIDE,
} from './support/looks.ts';
import { type Clinic, FAMILY_NAMES, openClinic, type Person } from './support/portal-clinic.ts';
import { openReader } from './support/portal-reader.ts';
import { problemWalks, type Walk, walksOf } from './support/portal-walks.ts';

const { openPageAs, inChromium } = openBrowser('the portal for everybody');

const service = await startTestService([portal]);
/** Another portal over the same store, which asks for invitations, and at which some calls fail. */
const broken = await portal.start({
  host: '127.0.0.1',
  port: 0,
  observers: [],
  log: { info: () => undefined, error: () => undefined },
  trustedProxies: 0,
  publicUrl: undefined,
  registration: 'invited',
  timeZone: 'UTC',
  sessionLifetimes: { idle: 60_000, most: 60_000 },
  // Nobody's session ends here.
  cipher: { encrypt: (text) => text, decrypt: () => undefined },
  application: {
    ...service.application,
    changeProfile: () => Promise.reject(new Unavailable('store', 'The store is away.', { retryAfterSeconds: 1 })),
    changeEmail: () => Promise.reject(new Error('It failed.')),
  },
});
afterAll(async () => {
  await broken.stop(0);
  await service.stop();
});
const portals = { url: `http://localhost:${service.ports['portal']}`, brokenUrl: `http://localhost:${broken.port}` };

/** What was seen of a page: where, and what it is called. */
type Seen = { readonly page: string; readonly title: string };

/** The address, whatever it is about. */
const pageOf = (url: string): string =>
  new URL(url).pathname.replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, ':id');

/** The titles that two pages have. */
const titlesOfTwo = (seen: readonly Seen[]): readonly (readonly string[])[] =>
  [...Map.groupBy(seen, ({ title }) => title)].flatMap(([title, those]) => {
    const pages = new Set(those.map(({ page }) => page));
    return pages.size > 1 ? [[title, ...pages]] : [];
  });

const faultsOfFrame = (facts: Facts, reads: string) => {
  const { title, language, direction, headings, isRefused, focus, twice, shownThoughHidden, withoutForm } = facts;
  return [
    ...(language === reads && direction === 'ltr' ? [] : [`is in the language "${language}", written "${direction}"`]),
    ...(headings.length === 1 ? [] : [`has ${headings.length} headings of the first level`]),
    ...(FAMILY_NAMES.some((name) => title.includes(name)) ? [`has a name in its title: ${title}`] : []),
    ...(isRefused && focus !== 'govuk-error-summary' ? [`has its focus on "${focus}"`] : []),
    ...twice.map((id) => `has the id "${id}" twice`),
    ...shownThoughHidden.map((one) => `shows what is hidden: ${one}`),
    ...withoutForm.map((button) => `has no form for ${button}`),
  ];
};

/**
 * Before a release each page is opened, turned from right to left, tried in the colours of the system, and judged by axe,
 * in each language and look. Otherwise languages take turns, and a page is opened, or comes from one by its form, only if
 * its first page has a kind of element that no page before it had; and only those with a kind that no opened page before
 * them had are judged, in one of two widths, where those that are narrow are turned. assets.test.ts compares the colours
 * of the dark.
 */
const { WHOLE } = process.env;
const ROUNDS = WHOLE ? LANGUAGES.length : 1;

/** The first page of a walk, as the portal sends it. */
const firstPageOf = async ({ as, at, isBroken }: Walk, language: string, { tokens }: Clinic) => {
  const cookies = [`__Host-language=${language}`, ...(as === 'stranger' ? [] : [`__Host-session=${tokens[as]}`])];
  const { url, brokenUrl } = portals;
  const answer = await fetch(`${isBroken ? brokenUrl : url}${at}`, { headers: { Cookie: cookies.join('; ') } });
  return { page: pageOf(answer.url), html: await answer.text() };
};

/** One after the other: a portal that is asked for all at once on a busy machine refuses some. */
const chosen = async (clinic: Clinic): Promise<readonly Walk[]> => {
  const walks = Object.values(walksOf(clinic)).flat();
  const isNew = createWatch();
  const found: Walk[] = [];
  for (const walk of walks) if (WHOLE || isNew((await firstPageOf(walk, 'en', clinic)).html)) found.push(walk);
  return [...found, ...problemWalks(clinic)];
};

const createJudge = () => {
  const isNew = createWatch();
  let judged = 0;
  return async (page: Page): Promise<readonly Look[]> => {
    if (WHOLE) return LOOKS;
    if (!isNew(await page.content())) return [];
    judged += 1;
    return [judged % 2 === 0 ? NARROW : WIDE];
  };
};

type Turn = { readonly page: Page; readonly language: string; readonly at: string; readonly looks: readonly Look[] };

/** Follows walks, each by its person, and answers what is wrong with the pages on the way. */
const lookAround = async (
  clinic: Clinic,
  walks: readonly Walk[],
  round: number,
  faultsIn: (turn: Turn) => Promise<readonly string[]>,
): Promise<readonly string[]> => {
  const faults: string[] = [];
  const looksAt = createJudge();
  const walkAs = async (person: Person): Promise<void> => {
    const { follow } = await openReader(openPageAs, portals, person, clinic);
    for (const [nth, walk] of walks.entries()) {
      if (walk.as !== person) continue;
      const language = LANGUAGES[(nth + round) % LANGUAGES.length] ?? 'en';
      await follow(walk, language, async (page, at) => {
        const looks = await looksAt(page);
        const found = await faultsIn({ page, language, at, looks });
        faults.push(...found.map((fault) => `${person} ${at} in ${language}: ${fault}`));
      });
    }
  };
  await Promise.all([...new Set(walks.map(({ as }) => as))].map(walkAs));
  return faults;
};

inChromium('the portal for everybody', () => {
  /** In which nothing is changed. */
  let clinic: Clinic;
  beforeAll(async () => {
    clinic = await openClinic(service);
  });

  it('is looked at on every page, and at every step of every form', () => {
    const walks = walksOf(clinic);
    const expected = [...PAGES, ...FORMS].map(({ path }) => path);
    expect(Object.keys(walks).toSorted()).toEqual(expected.toSorted());
    // Each page that is sent leads to one more.
    const shown = (path: string) => (walks[path] ?? []).reduce((count, { sends = [] }) => count + 1 + sends.length, 0);
    expect(FORMS.filter(({ path, steps }) => shown(path) < steps.length)).toEqual([]);
  });

  it('has no fault for axe, in a narrow window, turned from right to left, and in the colours of the system', {
    timeout: 1_200_000,
  }, async () => {
    const turned = await stylesheet('rtl');
    let controls = 0;
    const faultsIn = async ({ page, language, looks }: Turn) => {
      const faults = [...faultsOfFrame(await factsOf(page), language), ...(await faultsOf(page, looks))];
      if (looks.length > 0) {
        const { count, unseen, withoutFocus } = await unseenInForcedColours(page);
        controls += count;
        faults.push(...unseen, ...withoutFocus);
      }
      faults.push(...(await tooWide(page)));
      if (!looks.includes(NARROW)) return faults;
      await turn(page, turned);
      return [...faults, ...(await tooWide(page))];
    };
    for (let round = 0; round < ROUNDS; round += 1) {
      const clinic = await openClinic(service);
      expect(await lookAround(clinic, await chosen(clinic), round, faultsIn)).toEqual([]);
    }
    expect(controls).toBeGreaterThan(100);
  });

  it.each(LANGUAGES)('gives no two pages one title in %s', async (language) => {
    const seen: Seen[] = [];
    for (const walk of Object.values(walksOf(clinic)).flat()) {
      const { page, html } = await firstPageOf(walk, language, clinic);
      seen.push({ page, title: /<title>([^<]+)</.exec(html)?.[1] ?? '' });
    }
    expect(titlesOfTwo(seen)).toEqual([]);
  });

  it('lets the keyboard skip what all pages share', async () => {
    const { page } = await openReader(openPageAs, portals, 'parent', clinic);
    await page.goto(`${portals.url}/children`);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    expect(await page.evaluate('document.activeElement.id')).toBe('main-content');
    await page.keyboard.press('Tab');
    expect(await page.evaluate("document.activeElement.matches('main :is(a, button)')")).toBe(true);
  });
});
