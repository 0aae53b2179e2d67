import type { BrowserContextOptions, Page } from 'playwright-core';
import type { WalkedPage } from './firefox.ts';
import type { Clinic, Person } from './portal-clinic.ts';
import type { Asked, Typed, Walk } from './portal-walks.ts';

type OpenPage = (reader: BrowserContextOptions, ...origins: readonly string[]) => Promise<Page>;

/** The cookies of a portal are bound to TLS, for which browsers take this machine. */
export const cookie = (name: string, value: string) => ({
  name: `__Host-${name}`,
  value,
  url: 'https://localhost',
  secure: true,
  httpOnly: true,
});

/** Fills in the form of the page, and presses its button, or the one that `go` names. */
const SEND = `({ go, ...typed }) => {
  const form = document.querySelector('main form[method=post]');
  for (const [name, text] of Object.entries(typed)) form.elements.namedItem(name).value = text;
  form.requestSubmit(form.querySelector(go ? 'button[value=' + go + ']' : 'button:not([name=go]):not([type=button])'));
}`;

export const send = async (page: WalkedPage, typed: Typed): Promise<void> => {
  await Promise.all([page.waitForEvent('load'), page.evaluate(`(${SEND})(${JSON.stringify(typed)})`)]);
};

/** The next page is the answer to a request that no browser would make there. */
const askAs = (page: Page, { method, headers }: Asked): Promise<unknown> =>
  page.route(
    '**',
    async (route) => {
      const all = { ...route.request().headers(), ...headers };
      await route.fulfill({ response: await route.fetch({ method, headers: all }) });
    },
    { times: 1 },
  );

type Portals = { readonly url: string; readonly brokenUrl: string };

type Session = { readonly person: Person; readonly clinic: Clinic };

/** Signs in who visits the portal with a page, if no stranger, and has them follow walks, page by page, in a language. */
export const walkOn = async <Shown extends WalkedPage>(
  page: Shown,
  { url, brokenUrl }: Portals,
  { person, clinic: { tokens } }: Session,
  open: (address: string, asked?: Asked) => Promise<unknown> = (address) => page.goto(address),
) => {
  if (person !== 'stranger') await page.context().addCookies([cookie('session', tokens[person])]);
  return async (
    { at, sends = [], isBroken, asked }: Walk,
    language: string,
    look: (page: Shown, at: string) => Promise<void>,
  ): Promise<void> => {
    await page.context().addCookies([cookie('language', language)]);
    await open(`${isBroken ? brokenUrl : url}${at}`, asked);
    await look(page, at);
    for (const [nth, sent] of sends.entries()) {
      await send(page, typeof sent === 'function' ? await sent(page) : sent);
      await look(page, `${at}, sent ${nth + 1}`);
    }
  };
};

/** A member of the clinic, or a stranger, in a browser of their own. */
export const openReader = async (openPageAs: OpenPage, portals: Portals, person: Person, clinic: Clinic) => {
  const page = await openPageAs({}, portals.url, portals.brokenUrl);
  const open = async (address: string, asked?: Asked): Promise<void> => {
    if (asked) await askAs(page, asked);
    const answer = await page.goto(address);
    if (asked && answer?.status() !== 403) throw new Error(`${address} was not refused.`);
  };
  return { page, follow: await walkOn(page, portals, { person, clinic }, open) };
};
