import { execFileSync, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { tokenIn } from '../../client/src/certificate-text.ts';
import { scratchFolder } from '../../terminal/testing/scratch-folder.ts';
import { openBrowser } from '../testing/browser.ts';
import { startIssuer } from './support/issuer.ts';
import { verdictOf } from './support/verify-page.ts';

const ZBARIMG = 'zbarimg';
/** In so many modules it sees other kinds of codes now and then. */
const QR_ONLY = ['--set', '*.enable=0', '--set', 'qrcode.enable=1'];
const canRead = spawnSync(ZBARIMG, ['--version']).status === 0;
if (!canRead) process.stderr.write('Not tested, as no zbarimg is installed here: the printed certificate.\n');

const { openOnline, inChromium } = openBrowser('the printed certificate');
/** An address of 38 characters, as `https://` and a host of 30. */
const { url, texts, tokenOf } = await startIssuer(afterAll, (port) => `http://the-health-care.localhost:${port}`);

/** Latin in four languages, Greek, Cyrillic, Georgian, Arabic, Devanagari and Chinese. */
const LETTERS = [
  'abcdefghijklmnopqrstuvwxyz-',
  'aàâbcçdeéèêfghiîjlmnoôpqrstuùvwxyzœ',
  'aäbcdeéfghijklmnoöpqrsßtuüvwxyz',
  'aąbcćdeęfghijklłmnńoóprsśtuwyzźż',
  'αβγδεζηθικλμνξοπρστυφχψωάέήίόύώ',
  'абвгдеєжзиіїйклмнопрстуфхцчшщьюя',
  'აბგდევზთიკლმნოპჟრსტუფქღყშჩცძწჭხჯჰ',
  'ابتثجحخدذرزسشصضطظعغفقكلمنهوي',
  'अआइईउऊएऐओऔकखगघचछजझटठडढतथदधनपफबभमयरलवशसह',
  '王李张刘陈杨黄赵吴周徐孙马朱胡郭何高林罗郑梁谢宋唐许韩冯邓曹',
].map((letters) => Array.from(letters));

/** The same letters each time, and in no order that would make them shorter. */
const nameOf = (nth: number, length: number): string => {
  const letters = LETTERS[nth % LETTERS.length] ?? [];
  let state = nth * 7919 + length;
  const letter = () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return letters[Math.floor((state / 2 ** 31) * letters.length)];
  };
  return Array.from({ length }, letter).join('');
};

/** Dots of an inch, and those of a screen as CSS sees it. */
const [DOTS, CSS_DOTS] = [300, 96];

(canRead ? inChromium : describe.skip)('the printed certificate', () => {
  it('has a code that zbarimg reads at 300 dpi, with at most 81 modules, for 20 pairs of names of 40 characters', async () => {
    const page = await openOnline(url, { deviceScaleFactor: DOTS / CSS_DOTS, viewport: { width: 480, height: 640 } });
    await page.emulateMedia({ media: 'print' });
    const folder = scratchFolder();
    const [files, tokens, modules]: [string[], string[], number[]] = [[], [], []];
    for (let nth = 0; nth < 20; nth += 1) {
      const [given_name, family_name] = [nameOf(nth, 40), nameOf(nth + 1000, 40)];
      const token = tokenOf({ given_name, family_name });
      await page.goto(`${url}/verify#${token}`);
      await page.locator('dd.name', { hasText: `${given_name} ${family_name}` }).waitFor();
      const code = page.getByRole('img');
      const file = join(folder, `${nth}.png`);
      writeFileSync(file, await code.screenshot());
      files.push(file);
      tokens.push(token);
      modules.push(Number((await code.getAttribute('viewBox'))?.split(' ')[2]));
    }
    expect(Math.max(...modules)).toBeLessThanOrEqual(81);
    const read = execFileSync(ZBARIMG, [...QR_ONLY, '--quiet', '--raw', '--nodbus', ...files], { encoding: 'utf8' });
    const texts = read.trim().split('\n');
    expect(texts.every((text) => text.startsWith(`${url}/verify#`))).toBe(true);
    expect(await Promise.all(texts.map(tokenIn))).toEqual(tokens);
  });

  it('has a code of level M where there is room for it', async () => {
    const page = await openOnline(url);
    /** At level L, the first two modules of the ninth row are dark (ISO/IEC 18004, 7.9). */
    const isOfLevelL = async (claims = {}) => {
      await page.goto('about:blank');
      await page.goto(`${url}/verify#${tokenOf(claims)}`);
      return /M0 8h(?!1v)/.test((await page.locator('svg path').getAttribute('d')) ?? '');
    };
    const long = { statement: nameOf(9, 120) };
    expect([await isOfLevelL(), await isOfLevelL(long)]).toEqual([false, true]);
  });

  it('is one page with the certificate alone, and a code of 45 mm', async () => {
    const page = await openOnline(url);
    await page.addInitScript('globalThis.print = () => { globalThis.printed = true; }');
    await page.goto(`${url}/verify#${tokenOf()}`);
    await page.getByRole('button', { name: 'Print' }).click();
    expect(await page.evaluate('printed')).toBe(true);
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    const visible = await page.evaluate(
      "[...document.querySelectorAll('h1, h2, button, form, #verdict, article')].filter((one) => one.checkVisibility()).map(({ localName }) => localName)",
    );
    expect(visible).toEqual(['article', 'h2']);
    const width = await page.evaluate("document.querySelector('svg path').getBoundingClientRect().width");
    expect(Math.round((Number(width) / CSS_DOTS) * 25.4)).toBe(45);
    expect(await page.evaluate('getComputedStyle(document.body).backgroundColor')).toBe('rgb(255, 255, 255)');
    const pdf = (await page.pdf({ format: 'A4' })).toString('latin1');
    expect(pdf.match(/\/Type \/Page\b/g)).toHaveLength(1);
  });

  it('says its verdict also on paper where it does not count', async () => {
    const page = await openOnline(url);
    await page.emulateMedia({ media: 'print' });
    await page.goto(`${url}/verify#${texts().revoked}`);
    await page.getByRole('article').waitFor();
    expect(await verdictOf(page).isVisible()).toBe(true);
  });
});
