import { generate } from 'lean-qr';
import { toPngBuffer } from 'lean-qr/extras/node_export';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { openBrowser } from '../testing/browser.ts';
import { CHROMIUM } from '../testing/chromium.ts';
import { startFrontedIssuer } from './support/front.ts';
import { startIssuer } from './support/issuer.ts';
import { heading, verdictOf } from './support/verify-page.ts';

const inChromium = describe.skipIf(!CHROMIUM);
const { openPage } = openBrowser();
const { url, tokenOf } = await startIssuer();

/** Puts a picture in front of the camera. */
const showToCamera = (page: Page, png: Buffer) =>
  page.addInitScript(`navigator.mediaDevices.getUserMedia = async () => {
    const canvas = document.createElement('canvas');
    const bitmap = await createImageBitmap(new Blob([Uint8Array.fromBase64('${png.toString('base64')}')]));
    Object.assign(canvas, { width: bitmap.width, height: bitmap.height });
    setInterval(() => canvas.getContext('2d').drawImage(bitmap, 0, 0), 50);
    return globalThis.camera = canvas.captureStream();
  }`);

const DETECTOR = "performance.getEntriesByType('resource').some(({ name }) => name.endsWith('/qr/decode.js'))";

/** Whether what the page says is where the reader is. */
const HAS_FOCUS = "document.activeElement.matches('#verdict[role=status]')";

inChromium('the page that verifies certificates', () => {
  it('verifies what is pasted into its field, with the keyboard alone, and waits for no picture of it', async () => {
    const { url, texts, changes } = await startFrontedIssuer();
    changes.set('/verify/lean-qr.js', () => new Promise(() => undefined));
    const page = await openPage(url);
    await page.goto(`${url}/verify`);
    await page.getByLabel('The certificate as text').focus();
    await page.keyboard.insertText(`${url}/verify#${texts().revoked}`);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await verdictOf(page).waitFor();
    expect(await heading(page)).toBe('Revoked');
    expect(await page.evaluate(HAS_FOCUS)).toBe(true);
    expect(await page.getByLabel('The certificate as text').inputValue()).toBe('');
  });

  it('reads a screenshot of its own code: chosen, dropped or pasted', async () => {
    const page = await openPage(url);
    const visit = () => page.goto(`${url}/verify`);
    await page.goto(`${url}/verify#${tokenOf()}`);
    const png = await page.locator('svg').screenshot();
    const file = { name: 'code.png', mimeType: 'image/png', buffer: png };

    await visit();
    await page.getByLabel('An image of the code').setInputFiles(file);
    expect(await heading(page)).toBe('Genuine');
    // So the same image can be chosen again.
    expect(await page.getByLabel('An image of the code').inputValue()).toBe('');
    for (const [event, field] of [
      ['DragEvent', 'drop', 'dataTransfer'],
      ['ClipboardEvent', 'paste', 'clipboardData'],
    ].map(([type, name, field]) => [`${type}('${name}'`, field])) {
      await visit();
      await page.evaluate(`(async () => {
        const ${field} = new DataTransfer();
        const bytes = Uint8Array.fromBase64('${png.toString('base64')}');
        ${field}.items.add(new File([bytes], 'code.png', { type: 'image/png' }));
        document.body.dispatchEvent(new ${event}, { ${field}, bubbles: true, cancelable: true }));
      })()`);
      expect(await heading(page)).toBe('Genuine');
    }
  });

  it('says so where an image has no code, and where a code is no certificate', async () => {
    const page = await openPage(url);
    await page.goto(`${url}/verify`);
    for (const buffer of [await page.getByRole('heading').first().screenshot(), Buffer.from('no image')]) {
      await page.getByLabel('An image of the code').setInputFiles({ name: 'x.png', mimeType: 'image/png', buffer });
      await page.getByText('No code was found in the image.').waitFor();
      expect(await page.evaluate(HAS_FOCUS)).toBe(true);
      await page.reload();
    }
    const buffer = Buffer.from(toPngBuffer(generate('https://example.org/menu'), { scale: 8 }));
    await page.getByLabel('An image of the code').setInputFiles({ name: 'x.png', mimeType: 'image/png', buffer });
    expect(await heading(page)).toBe('Not readable');
  });
});

inChromium('the camera', () => {
  it.each([
    ['its own detector, where the browser has none', '', true],
    ['its own detector, where the browser’s fails', "{ throw new Error('not here'); }", true],
    [
      'the detector of the browser, which sees other codes, too',
      `[{ rawValue: 'https://example.org/menu' }, { rawValue: '${tokenOf()}' }]`,
      false,
    ],
  ])('scans with the camera and %s, and leaves the camera then', async (_, detect, ownIsUsed) => {
    const page = await openPage(url);
    await page.goto(`${url}/verify#${tokenOf()}`);
    const png = await page.locator('svg').screenshot();
    const reader = await openPage(url);
    await showToCamera(reader, png);
    const detector = `class {
      static getSupportedFormats = async () => ['qr_code'];
      detect = async () => ${detect};
    }`;
    await reader.addInitScript(`globalThis.BarcodeDetector = ${detect ? detector : undefined}`);
    await reader.goto(`${url}/verify`);
    await reader.getByRole('button', { name: 'Scan the code' }).click();
    expect(await heading(reader)).toBe('Genuine');
    await reader.getByRole('button', { name: 'Scan the code' }).waitFor();
    expect(await reader.evaluate('camera.getTracks().map(({ readyState }) => readyState)')).toEqual(['ended']);
    expect(await reader.evaluate(DETECTOR)).toBe(ownIsUsed);
  });

  it('takes the place of the last verdict, and stops the camera when it is told to', async () => {
    const page = await openPage(url);
    await page.goto(`${url}/verify#${tokenOf()}`);
    const blank = await page.getByRole('heading').first().screenshot();
    await showToCamera(page, blank);
    await page.reload();
    await page.getByRole('article').waitFor();
    await page.getByRole('button', { name: 'Scan the code' }).click();
    await page.getByLabel('What the camera sees').waitFor();
    expect([await verdictOf(page).count(), await page.getByRole('article').count()]).toEqual([0, 0]);
    await page.getByRole('button', { name: 'Stop the camera' }).click();
    await page.getByRole('button', { name: 'Scan the code' }).waitFor();
    expect(await page.evaluate('camera.getTracks().map(({ readyState }) => readyState)')).toEqual(['ended']);
  });

  it.each([
    ['NotAllowedError', 'This page may not use the camera.'],
    ['NotFoundError', 'This browser finds no camera.'],
    ['NotReadableError', 'The camera cannot be used.'],
  ])('says after %s why there is no camera, and how to do without', async (name, words) => {
    const page = await openPage(url);
    await page.addInitScript(
      `navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('', '${name}'))`,
    );
    await page.goto(`${url}/verify`);
    await page.getByRole('button', { name: 'Scan the code' }).click();
    await page.getByRole('status').getByText(words).waitFor();
    await page.getByRole('status').getByText('take a photo or a scan of the code').waitFor();
    expect(await page.evaluate(HAS_FOCUS)).toBe(true);
  });

  it('has no button where the browser gives it to no page', async () => {
    const page = await openPage(url);
    await page.addInitScript("Object.defineProperty(navigator, 'mediaDevices', {})");
    await page.goto(`${url}/verify`);
    await page.getByText('take a photo or a scan of the code').waitFor();
    expect(await page.getByRole('button', { name: 'Scan the code' }).count()).toBe(0);
  });
});
