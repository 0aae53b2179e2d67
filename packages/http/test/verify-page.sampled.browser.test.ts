import axe, { type AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';
import { expect, it, onTestFinished } from 'vitest';
import { digitsOfToken } from '../../client/src/certificate-text.ts';
import { openBrowser } from '../testing/browser.ts';
import { startFrontedIssuer } from './support/front.ts';
import { createIssuer, startIssuer } from './support/issuer.ts';
import { heading, verdictOf, visited } from './support/verify-page.ts';

const { openPage, openPageAs, openOnline, inChromium } = openBrowser('the page that verifies certificates');
const issuer = await startIssuer();
const { url, texts, tokenOf } = issuer;

const VERDICTS = Object.keys(texts()) as (keyof ReturnType<typeof texts>)[];
const SIGNED = ['genuine', 'revoked', 'expired', 'not yet valid', 'status unknown'];

/** What it says of a genuine certificate. Of the other verdicts, docs/test/schools.test.ts has the words. */
const LANGUAGES = [
  ['en-GB', 'Genuine', 'Compare the name'],
  ['de-CH', 'Echt', 'Vergleichen Sie den Namen'],
  ['fr-BE', 'Authentique', 'Comparez le nom'],
  ['nl-NL', 'Echt', 'Vergelijk de naam'],
] as const;

const expectSpoken = async (page: Page, language: string, genuine: string, advice: string) => {
  expect(await heading(page)).toBe(genuine);
  expect(await verdictOf(page).textContent()).toContain(advice);
  expect(await page.locator('html').getAttribute('lang')).toBe(language);
};

inChromium('the page that verifies certificates', () => {
  it('speaks English to a reader whose language it has not', async () => {
    const page = await openOnline(url, { locale: 'pt-PT' });
    await page.goto(`${url}/verify#${tokenOf()}`);
    await expectSpoken(page, 'en', 'Genuine', 'Compare the name');
  });

  it('says of each certificate what it is, and shows what was signed', async () => {
    const page = await openOnline(url);
    for (const verdict of VERDICTS) {
      await show(page, verdict);
      expect((await heading(page))?.toLowerCase()).toBe(verdict);
      const said = (await verdictOf(page).textContent()) ?? '';
      expect(said.includes('Compare the name'), said).toBe(SIGNED.includes(verdict));
      expect(await page.getByRole('article').count()).toBe(SIGNED.includes(verdict) ? 1 : 0);
    }
  });

  it('follows a link with %23 or %2523 in place of #, and a dot behind it', async () => {
    const page = await openPage(url);
    for (const hash of ['%23', '%2523']) {
      await page.goto(`${url}/verify${hash}${tokenOf()}.`);
      expect(await heading(page)).toBe('Genuine');
    }
  });

  it('speaks the language that its reader chooses, at once and from then on', async () => {
    const page = await openOnline(url, { locale: 'de-CH' });
    const speaks = async (verdict: string) => {
      await page.getByRole('article', { name: verdict === 'Echt' ? 'Bescheinigung' : 'Attestation' }).waitFor();
      const pressed = page.getByRole('button', { pressed: true });
      const lang = await page.locator('html').getAttribute('lang');
      expect([await heading(page), lang]).toEqual([verdict, await pressed.getAttribute('lang')]);
    };
    await page.goto(`${url}/verify#${tokenOf()}`);
    await speaks('Echt');
    await page.getByLabel('Die Bescheinigung als Text').fill('half of it');
    await page.getByRole('button', { name: 'Français' }).click();
    await speaks('Authentique');
    expect(await page.getByLabel('L’attestation sous forme de texte').inputValue()).toBe('half of it');
    await page.reload();
    await speaks('Authentique');
  });

  it('sends the certificate to nobody', async () => {
    const { url, tokenOf, asked } = await startFrontedIssuer();
    const page = await openPage(url);
    const token = tokenOf();
    const digits = await digitsOfToken(token);
    for (const text of [token, digits]) {
      await page.goto('about:blank');
      await page.goto(`${url}/verify#${text}`);
      await page.getByRole('article').waitFor();
      await visited(page, url);
    }
    expect(asked.length).toBeGreaterThan(5);
    const secrets = [...token.split('.'), digits, 'Mia', 'Jansen'];
    expect(asked.filter((request) => secrets.some((secret) => request.includes(secret)))).toEqual([]);
  });

  it.each([0, 2])('reads the keys and all %i lists that there are, and asks for no other', async (lists) => {
    const { url, asked } = await startFrontedIssuer(lists);
    const page = await openOnline(url);
    await page.goto(`${url}/verify`, { waitUntil: 'networkidle' });
    // A busy machine may be idle on the network before it has asked.
    const read = () => asked.flatMap((request) => /\/status\/\d+/.exec(request) ?? []);
    await expect.poll(read).toEqual(['/status/0', '/status/1'].slice(0, lists));
  });

  it('names the issuer, the person, the last day, and says that the status is fresh', async () => {
    const page = await openOnline(url);
    await page.goto(`${url}/verify#${tokenOf({ exp: Date.UTC(2098, 2, 2) / 1000 })}`);
    await page.getByRole('article').waitFor();
    const said = (await page.getByRole('main').textContent()) ?? '';
    const words = [
      `${url} signed this certificate`,
      'Mia Jansen',
      '2019',
      'Fit to attend school',
      'Greta Holm',
      'March 1, 2098',
    ];
    for (const word of [...words, 'asked for the status just now', 'proves nothing by itself'])
      expect(said).toContain(word);
  });
});

inChromium('a browser that cannot verify', () => {
  it('is told in all languages that the page needs scripts, and shown nothing that needs them', async () => {
    const page = await openPageAs({ javaScriptEnabled: false }, url);
    await page.goto(`${url}/verify`);
    expect(await page.locator('noscript p:visible').count()).toBe(4);
    expect(await page.locator(':is(input, button, textarea, h2):visible').count()).toBe(0);
  });

  it('is told where scripts may verify nothing that the page needs https, and shown nothing else', async () => {
    const page = await openPageAs({ locale: 'nl-NL' }, 'http://health.example');
    await page.context().route('http://health.example/**', async (route) => {
      const reply = await fetch(route.request().url().replace('http://health.example', url));
      return route.fulfill({ headers: Object.fromEntries(reply.headers), body: await reply.text() });
    });
    await page.goto('http://health.example/verify');
    await page.getByText('open deze pagina met https').waitFor();
    expect(await page.locator(':is(input, textarea, h2):visible').count()).toBe(0);
    await page.getByRole('button', { name: 'English' }).click();
    await page.getByText('open it with https').waitFor();
  });
});

/** What axe finds. */
const violations = async (page: Page): Promise<readonly string[]> => {
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate<AxeResults>('axe.run({ resultTypes: ["violations"] })');
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
};

const LOOKS = [1280, 360].flatMap((width) => (['light', 'dark'] as const).map((scheme) => ({ width, scheme })));

/** Axe takes longest: in CI it judges one verdict in each language, each in another look. */
const lookAt = async (page: Page, judged?: number) => {
  for (const [nth, { width, scheme }] of LOOKS.entries()) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme: scheme });
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
    if (process.env['WHOLE'] || nth === judged) expect(await violations(page), `${width} ${scheme}`).toEqual([]);
  }
};

const SHOWN = ['genuine', 'revoked', 'unknown issuer'] as const;

const show = async (page: Page, verdict: (typeof VERDICTS)[number], { url, texts } = issuer) => {
  await page.goto(`${url}/verify#${texts()[verdict]}`);
  await page.locator(`[data-verdict="${verdict}"]`).waitFor();
  if (SIGNED.includes(verdict)) await page.getByRole('article').waitFor();
};

inChromium('the page for everybody', () => {
  it('speaks the language of its reader; has nothing that axe finds in two widths, light and dark, and fits them', {
    timeout: 300_000,
  }, async () => {
    for (const [nth, [locale, genuine, advice]] of LANGUAGES.entries()) {
      const page = await openOnline(url, { locale });
      for (const [shown, verdict] of SHOWN.entries()) {
        await show(page, verdict);
        if (verdict === 'genuine') await expectSpoken(page, locale.slice(0, 2), genuine, advice);
        await lookAt(page, shown === nth % SHOWN.length ? nth : undefined);
      }
    }
  });
});

inChromium('without a network', () => {
  /** A page whose service stops after the first visit. */
  const cutOff = async () => {
    const clinic = await startIssuer(onTestFinished);
    const page = await openPage(clinic.url);
    await page.goto(`${clinic.url}/verify`);
    await visited(page, clinic.url);
    await clinic.stop(0);
    return { ...clinic, page };
  };

  it('verifies certificates that it sees for the first time, and says how old the status is', async () => {
    const { page, ...clinic } = await cutOff();
    await page.goto('about:blank');
    for (const verdict of VERDICTS) {
      await show(page, verdict, clinic);
      const said = await verdictOf(page).textContent();
      if (['genuine', 'revoked', 'expired'].includes(verdict)) expect(said).toMatch(/the status is from .+ \(.+\)/);
    }
    expect(await violations(page)).toEqual([]);
  });

  it('follows a link with an encoded #, and reads images', async () => {
    const { page, url, tokenOf } = await cutOff();
    await page.goto(`${url}/verify%23${tokenOf()}`);
    expect(await heading(page)).toBe('Genuine');
    const buffer = await page.locator('svg').screenshot();
    await page.goto(`${url}/verify`);
    await page.getByLabel('An image of the code').setInputFiles({ name: 'code.png', mimeType: 'image/png', buffer });
    expect(await heading(page)).toBe('Genuine');
  });

  it('calls no certificate genuine when the kept list or the kept keys are seven days old', async () => {
    const { page, url, tokenOf } = await cutOff();
    const readAt = Date.now();
    const headingAfter = async (days: number) => {
      await page.clock.setFixedTime(readAt + days * 86_400_000);
      await page.goto('about:blank');
      await page.goto(`${url}/verify#${tokenOf()}`);
      return heading(page);
    };
    expect(await headingAfter(6.9)).toBe('Genuine');
    expect(await headingAfter(6.99)).toBe('Status unknown');
    expect(await headingAfter(7.01)).toBe('Not verified');
    // The clock was ahead when they were read, and is right again.
    expect(await headingAfter(-8)).toBe('Not verified');
  });
});

inChromium('issuers that the reader pins', () => {
  const PINNED = 'https://clinic.example/health';
  const clinic = createIssuer(() => PINNED);

  it('are trusted from then on, and no longer when they are removed', async () => {
    const page = await openPage(url, 'https://clinic.example');
    const answers: Readonly<Record<string, string>> = {
      [`${PINNED}/.well-known/jwks.json`]: JSON.stringify({ keys: clinic.keys() }),
      [`${PINNED}/status/0`]: clinic.statusList(),
    };
    const headers = { 'Access-Control-Allow-Origin': '*' };
    const asked: string[] = [];
    await page.context().route('https://clinic.example/**', (route) => {
      asked.push(route.request().url());
      const body = answers[route.request().url()];
      return route.fulfill({ status: body ? 200 : 404, headers, body: body ?? '' });
    });
    const visit = async () => {
      await page.goto('about:blank');
      await page.goto(`${url}/verify#${clinic.tokenOf()}`);
      return heading(page);
    };
    expect([await visit(), asked]).toEqual(['Unknown issuer', []]);

    const trust = async (address: string) => {
      await page.getByLabel('Address of another issuer').fill(address);
      await page.getByRole('button', { name: 'Trust this issuer' }).click();
    };
    // It begins with the address of the other one, and is trusted without it.
    const annex = `${PINNED}/annex`;
    await page.evaluate(`localStorage.setItem('${url} issuers', '["${annex}"]')`);
    await page.evaluate(
      `caches.open('${url} keys and lists').then((cache) => cache.put('${annex}/status/0', new Response))`,
    );
    for (const wrong of ['https://clinic.example', 'http://clinic.example/health']) {
      await trust(wrong);
      await page.getByText('No issuer of certificates answers at this address.').waitFor();
      await visit();
    }
    await trust(`${PINNED}/verify`);
    await page.getByText(`${PINNED} is trusted now.`).waitFor();
    expect(await visit()).toBe('Genuine');

    await page.getByRole('button', { name: `Remove ${PINNED}`, exact: true }).click();
    await page.getByText(`${PINNED} is no longer trusted.`).waitFor();
    expect(await visit()).toBe('Unknown issuer');
    const isKept = (issuer: string) => page.evaluate(`caches.match('${issuer}/status/0').then(Boolean)`);
    await expect.poll(() => isKept(PINNED)).toBe(false);
    expect(await isKept(annex)).toBe(true);
  });
});
