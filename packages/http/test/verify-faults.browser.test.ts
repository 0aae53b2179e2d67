import { hash, randomBytes } from 'node:crypto';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { openBrowser } from '../testing/browser.ts';
import { startFrontedIssuer } from './support/front.ts';
import { startIssuer } from './support/issuer.ts';
import { heading, verdictOf, visited } from './support/verify-page.ts';

const { openPage, openOnline, inChromium } = openBrowser('faults around the page that verifies certificates');
const { url, tokenOf } = await startIssuer();

const [KEYS, LIST] = ['/.well-known/jwks.json', '/status/0'];

/** A page that has kept what it needs, with what lies between it and its service. */
const openVisited = async (lists = 1) => {
  const front = await startFrontedIssuer(lists);
  const page = await openPage(front.url);
  await page.goto(`${front.url}/verify`);
  await visited(page, front.url);
  const show = async (text = front.tokenOf()) => {
    await page.goto('about:blank');
    await page.goto(`${front.url}/verify#${text}`);
    return heading(page);
  };
  return { ...front, page, show };
};

const said = (page: Page) => verdictOf(page).textContent();

/** Never ends. */
const hang = () => new Promise<string>(() => undefined);

inChromium('what is given while something else is verified', () => {
  const paste = async (page: Page, text: string) => {
    await page.getByLabel('The certificate as text').fill(text);
    await page.getByRole('button', { name: 'Verify', exact: true }).click();
  };
  const choose = (page: Page, name: string) =>
    page
      .getByLabel('An image of the code')
      .setInputFiles({ name, mimeType: 'image/png', buffer: Buffer.from('no image') });

  it('is not overtaken by a certificate that takes longer', async () => {
    const { url, tokenOf, asked, changes } = await startFrontedIssuer();
    const { promise, resolve } = Promise.withResolvers<string>();
    changes.set(KEYS, () => promise);
    const page = await openOnline(url);
    await page.goto(`${url}/verify#${tokenOf()}`);
    await choose(page, 'other.png');
    await page.getByText('This is a text').waitFor();
    resolve(await (await fetch(url + LIST)).text());
    // The lists are read after the verdict.
    const readings = () => asked.filter((request) => request.includes(LIST)).length;
    changes.delete(KEYS);
    await expect.poll(readings).toBeGreaterThan(1);
    expect([await page.getByText('This is a text').count(), await verdictOf(page).count()]).toEqual([1, 0]);
  });

  it('is not overtaken by an image that takes longer', async () => {
    const page = await openOnline(url);
    await page.addInitScript(`{
      const own = createImageBitmap;
      const held = Promise.withResolvers();
      globalThis.release = held.resolve;
      globalThis.createImageBitmap = (file) => file.name === 'slow.png' ? held.promise : own(file);
    }`);
    await page.goto(`${url}/verify`);
    await choose(page, 'slow.png');
    await paste(page, tokenOf());
    await page.getByRole('article').waitFor();
    await page.evaluate('release()');
    await page.evaluate("import('/verify/images.js').then(({ textInFile }) => textInFile(new Blob()))");
    expect(await heading(page)).toBe('Genuine');
  });
});

inChromium('a browser that keeps nothing for the page', () => {
  const BLOCKED = `Object.defineProperty(globalThis, 'localStorage', { get() { throw new Error('blocked'); } });`;

  it.each([
    ['no entries', BLOCKED],
    ['no caches', "CacheStorage.prototype.open = () => Promise.reject(new Error('blocked'));"],
    ['no more files', "Cache.prototype.put = () => Promise.reject(new Error('full'));"],
    ['something else', `localStorage.setItem('${url} issuers', '{"of":"another page"}')`],
  ])('verifies with a network all the same: %s', async (_, script) => {
    const page = await openPage(url);
    await page.addInitScript(script);
    await page.goto(`${url}/verify`);
    await page.evaluate(`location.hash = '${tokenOf()}'`);
    expect(await heading(page)).toBe('Genuine');
    expect(await page.evaluate('navigator.serviceWorker.ready.then(Boolean)')).toBe(true);
  });

  it('says so where it cannot keep an issuer, and where anything else fails', async () => {
    const page = await openPage(url, 'https://clinic.example');
    await page.route('https://clinic.example/**', (route) =>
      route.fulfill({ headers: { 'Access-Control-Allow-Origin': '*' }, body: '{"keys":[]}' }),
    );
    await page.addInitScript(BLOCKED);
    await page.goto(`${url}/verify`);
    await page.getByLabel('Address of another issuer').fill('https://clinic.example');
    await page.getByRole('button', { name: 'Trust this issuer' }).click();
    await page.locator('#pinned', { hasText: 'Something went wrong.' }).waitFor();
    await page.evaluate("Intl.DateTimeFormat = () => { throw new Error('no dates here'); }");
    await page.evaluate(`location.hash = '${tokenOf()}'`);
    await page.locator('#verdict', { hasText: 'Something went wrong.' }).waitFor();
  });

  it('is asked to keep it, unless a code opened the page', async () => {
    const page = await openPage(url);
    await page.addInitScript(
      'if (navigator.storage) navigator.storage.persist = async () => { globalThis.isAsked = true; }',
    );
    const isAsked = async () => {
      await visited(page, url);
      return page.evaluate('Boolean(globalThis.isAsked)');
    };
    await page.goto(`${url}/verify#${tokenOf()}`);
    await page.getByRole('article').waitFor();
    expect(await isAsked()).toBe(false);
    await page.goto('about:blank');
    await page.goto(`${url}/verify`);
    expect(await isAsked()).toBe(true);
  });
});

inChromium('a network that answers in place of the issuer, or not at all', () => {
  it('leaves what the page has kept', async () => {
    const { page, show, changes, stop } = await openVisited();
    for (const path of [KEYS, LIST]) changes.set(path, () => '<h1>Welcome to the hotel</h1>');
    expect([await show(), await said(page)]).toEqual([
      'Genuine',
      expect.stringContaining('The issuer could not be asked'),
    ]);
    await stop(0);
    expect(await show()).toBe('Genuine');
  });

  it('keeps no other list from being read', async () => {
    const { show, asked, changes } = await openVisited(2);
    const readings = () => asked.filter((request) => request.includes('/status/1')).length;
    await expect.poll(readings).toBe(1);
    changes.set(LIST, () => '<h1>Welcome to the hotel</h1>');
    expect(await show()).toBe('Genuine');
    await expect.poll(readings).toBe(2);
  });

  it('is waited for once, and not for the keys and then for the list', async () => {
    const { page, show, asked, changes } = await openVisited();
    for (const path of [KEYS, LIST]) changes.set(path, hang);
    asked.length = 0;
    expect(await show()).toBe('Genuine');
    expect(await said(page)).toContain('The issuer could not be asked');
    // After the verdict the page asks for both again.
    const published = () =>
      asked.map((request) => request.split(' ')[1]).filter((path) => path === KEYS || path === LIST);
    await expect.poll(() => published().slice(0, 2)).toEqual([KEYS, KEYS]);
  });
});

inChromium('a new version of the page', () => {
  /** As if the service had another word. */
  const repair = async ({ url, changes }: Awaited<ReturnType<typeof openVisited>>) => {
    const script = await (await fetch(`${url}/verify/page.js`)).text();
    const repaired = script.replaceAll("'Genuine'", "'Truly genuine'");
    const [before, after] = [script, repaired].map((text) => hash('sha256', text, 'base64'));
    changes.set('/verify/page.js', () => repaired);
    changes.set('/verify/worker.js', (worker) =>
      worker.replace(before ?? '', after ?? '').replace(/(?<=VERSION = ')/, 'next-'),
    );
  };

  it('runs on the visit that finds it', async () => {
    const visit = await openVisited();
    expect(await visit.show()).toBe('Genuine');
    await repair(visit);
    await visit.page.goto('about:blank');
    let loads = 0;
    visit.page.on('load', () => {
      loads += 1;
    });
    await visit.page.goto(`${visit.url}/verify#${visit.tokenOf()}`);
    // To look into the page would count as something that its reader does.
    await expect.poll(() => loads).toBe(2);
    expect(await heading(visit.page)).toBe('Truly genuine');
  });

  it('waits for the next visit where a reader has given something', async () => {
    const visit = await openVisited();
    await visit.page.getByLabel('The certificate as text').click();
    await visit.page.getByLabel('The certificate as text').fill('half of it');
    await repair(visit);
    await visit.page.evaluate(`new Promise((resolve) => {
      navigator.serviceWorker.addEventListener('controllerchange', resolve);
      navigator.serviceWorker.getRegistration().then((one) => one.update());
    })`);
    expect(await visit.page.getByLabel('The certificate as text').inputValue()).toBe('half of it');
  });
});

inChromium('the name of an issuer that is not trusted', () => {
  it('is shown if it is an address', async () => {
    const page = await openOnline(url);
    for (const [iss, verdict] of [
      ['https://clinic.example', 'Unknown issuer'],
      ['https://clinic.example/$&/{issuer}', 'Not readable'],
      ['https://clinic.example/$&', 'Unknown issuer'],
      ['This certificate is genuine. The state vouches for it', 'Not readable'],
      ['https://clinic.example/\u202Eeniuneg', 'Not readable'],
    ]) {
      await page.goto('about:blank');
      await page.goto(`${url}/verify#${tokenOf({ iss })}`);
      expect(await heading(page)).toBe(verdict);
      expect((await said(page))?.includes(`names ${iss} as its issuer`)).toBe(verdict === 'Unknown issuer');
    }
  });
});

inChromium('a certificate that no code holds', () => {
  it('is shown without one', async () => {
    const page = await openOnline(url);
    await page.goto(`${url}/verify#${tokenOf({ statement: randomBytes(3200).toString('base64') })}`);
    await page.getByRole('article').waitFor();
    expect([await heading(page), await page.getByRole('img').count()]).toEqual(['Genuine', 0]);
    // It is printed, and says no verdict.
    expect(await page.title()).toBe('Verify a certificate');
  });
});
