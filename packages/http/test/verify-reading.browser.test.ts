import { generate } from 'lean-qr';
import { toPngBuffer } from 'lean-qr/extras/node_export';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { openBrowser } from '../testing/browser.ts';
import { startFrontedIssuer } from './support/front.ts';
import { startIssuer } from './support/issuer.ts';
import { heading, verdictOf } from './support/verify-page.ts';

const { openOnline, inChromium } = openBrowser('what the page that verifies certificates reads');
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
    const page = await openOnline(url);
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
    const page = await openOnline(url);
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
    const page = await openOnline(url);
    await page.goto(`${url}/verify`);
    const blank = await page.getByRole('heading').first().screenshot();
    await page
      .getByLabel('An image of the code')
      .setInputFiles({ name: 'x.png', mimeType: 'image/png', buffer: blank });
    await page.getByText('No code was found in the image.').waitFor();
    expect(await page.evaluate(HAS_FOCUS)).toBe(true);
    const buffer = Buffer.from(toPngBuffer(generate('https://example.org/menu'), { scale: 8 }));
    await page.getByLabel('An image of the code').setInputFiles({ name: 'x.png', mimeType: 'image/png', buffer });
    expect(await heading(page)).toBe('Not readable');
  });
});

const PDF = '%PDF-1.7\n%âãÏÓ\n1 0 obj\n';
const HEIC = '\0\0\0\x24ftypheic\0\0\0\0mif1heic';
const ZIP = 'PK\x03\x04\x14\0\x06\0';

inChromium('a file that is no image', () => {
  it('is named, with what to do, whatever its name says, and verified if it is a text with a certificate in it', async () => {
    const page = await openOnline(url);
    await page.goto(`${url}/verify`);
    const choose = async (name: string, content: string) => {
      await page.evaluate('document.activeElement.blur()');
      const file = { name, mimeType: 'image/jpeg', buffer: Buffer.from(content, 'latin1') };
      await page.getByLabel('An image of the code').setInputFiles(file);
    };
    for (const [content, words] of [
      [PDF, 'This is a PDF. Open it, take a screenshot'],
      ['Dear parents,\n', 'This is a text, and no whole certificate is in it.'],
      [`\r\n\r\n${PDF}`, 'This is a PDF.'],
      ['<svg xmlns="http://www.w3.org/2000/svg">', 'This is no image that this browser can read.'],
      [tokenOf().slice(0, -20), 'This is a text, and no whole certificate is in it.'],
      [ZIP, 'This is no image that this browser can read.'],
      [HEIC, 'This is a photo in the format HEIC'],
      ['', 'This is no image that this browser can read.'],
    ] as const) {
      await choose('photo.jpg', content);
      await page.getByRole('status').getByText(words).waitFor();
      expect(await page.evaluate(HAS_FOCUS)).toBe(true);
    }
    await choose('mail.eml', `Jan wrote:\r\n> ${url}/verify#${tokenOf()}.\r\n`);
    expect(await heading(page)).toBe('Genuine');
  });
});

/** What the detector of a browser may do, and whether the page's own is needed then. */
const DETECTORS = [
  ['its own detector, where the browser has none', '', true],
  ['its own detector, where the browser’s fails', "{ throw new Error('not here'); }", true],
  ['its own detector, where the browser’s sees nothing', '[]', true],
  ['its own detector, where the browser’s reads something else', "[{ rawValue: '\\ufffdA' }]", true],
  ['its own detector, where the browser’s finds what is no code', '[{}]', true],
  ['its own detector, where the browser’s finds no list', 'null', true],
  ['its own detector, where the browser’s never answers', 'new Promise(() => undefined)', true],
] as const;
const detectorThat = (detect: string): string =>
  `globalThis.BarcodeDetector = ${
    (detect &&
      `class {
    static getSupportedFormats = async () => ['qr_code'];
    detect = async () => ${detect};
  }`) ||
    undefined
  }`;

let picture: Promise<Buffer> | undefined;
const takePicture = async (): Promise<Buffer> => {
  const page = await openOnline(url);
  await page.goto(`${url}/verify#${tokenOf()}`);
  return page.locator('svg').screenshot();
};
/** The code of a certificate, which is drawn once. */
const pictureOfCode = (): Promise<Buffer> => {
  picture ??= takePicture();
  return picture;
};

inChromium('an image', () => {
  it('is read with its own detector, whatever the browser’s does', async () => {
    const buffer = await pictureOfCode();
    const reader = await openOnline(url);
    for (const [what, detect] of DETECTORS) {
      await reader.goto(`${url}/verify`);
      await reader.evaluate(`${detectorThat(detect)}; undefined`);
      await reader.getByLabel('An image of the code').setInputFiles({ name: 'x.png', mimeType: 'image/png', buffer });
      expect(await heading(reader), what).toBe('Genuine');
    }
  });
});

/** A detector of a browser that sees nothing the first times. */
const seesAfter = (looks: number, text: string) =>
  `(globalThis.looks = (globalThis.looks ?? 0) + 1) > ${looks} ? [{ rawValue: '${text}' }] : []`;

inChromium('where the own detector finds nothing', () => {
  const MENU = "[{ rawValue: 'https://example.org/menu' }]";
  const openBlank = async (from = url, detect = MENU) => {
    const page = await openOnline(from);
    await page.goto(`${from}/verify`);
    const blank = await page.getByRole('heading').first().screenshot();
    await showToCamera(page, blank);
    await page.addInitScript(detectorThat(detect));
    await page.reload();
    return { page, blank };
  };

  it('what the browser’s reads in an image is told to be no certificate', async () => {
    const { page, blank: buffer } = await openBlank();
    await page.getByLabel('An image of the code').setInputFiles({ name: 'x.png', mimeType: 'image/png', buffer });
    expect(await heading(page)).toBe('Not readable');
  });

  it('what the browser’s reads through the camera is told to be no certificate', async () => {
    const { page } = await openBlank();
    await page.getByRole('button', { name: 'Scan the code' }).click();
    expect(await heading(page)).toBe('Not readable');
  });

  it('as it does not come, the camera goes on with the browser’s', async () => {
    const { url, tokenOf, changes, asked } = await startFrontedIssuer();
    changes.set('/verify/qr/decode.js', () => Promise.reject(new Error('no network')));
    const { page } = await openBlank(url, seesAfter(30, tokenOf()));
    await page.getByRole('button', { name: 'Scan the code' }).click();
    expect(await heading(page)).toBe('Genuine');
    expect(asked.some((request) => request.includes('/verify/qr/decode.js'))).toBe(true);
  });
});

inChromium('the camera', () => {
  // It asks the detectors as an image does, again and again.
  it.each<readonly [string, string, boolean]>([
    ...DETECTORS.filter((_, nth) => nth === 0 || nth === DETECTORS.length - 1),
    [
      'the detector of the browser, which sees other codes, too',
      `[{ rawValue: 'https://example.org/menu' }, { rawValue: '${tokenOf()}' }]`,
      false,
    ],
    ['the detector of the browser, which sees nothing at first', seesAfter(3, tokenOf()), false],
  ])('scans with the camera and %s, and leaves the camera then', async (_, detect, ownIsUsed) => {
    const reader = await openOnline(url);
    await showToCamera(reader, await pictureOfCode());
    await reader.addInitScript(detectorThat(detect));
    await reader.goto(`${url}/verify`);
    await reader.getByRole('button', { name: 'Scan the code' }).click();
    expect(await heading(reader)).toBe('Genuine');
    await reader.getByRole('button', { name: 'Scan the code' }).waitFor();
    expect(await reader.evaluate('camera.getTracks().map(({ readyState }) => readyState)')).toEqual(['ended']);
    expect(await reader.evaluate(DETECTOR)).toBe(ownIsUsed);
  });

  it('takes the place of the last verdict, and stops the camera when it is told to', async () => {
    const page = await openOnline(url);
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

  it('says why there is none, and how to do without', async () => {
    const page = await openOnline(url);
    for (const [name, words] of [
      ['NotAllowedError', 'This page may not use the camera.'],
      ['NotFoundError', 'This browser finds no camera.'],
      ['NotReadableError', 'The camera cannot be used.'],
    ]) {
      await page.goto(`${url}/verify`);
      await page.evaluate(
        `navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('', '${name}')); undefined`,
      );
      await page.getByRole('button', { name: 'Scan the code' }).click();
      await page
        .getByRole('status')
        .getByText(words ?? '')
        .waitFor();
      await page.getByRole('status').getByText('take a photo or a scan of the code').waitFor();
      expect(await page.evaluate(HAS_FOCUS)).toBe(true);
    }
  });

  it('has no button where the browser gives it to no page', async () => {
    const page = await openOnline(url);
    await page.addInitScript("Object.defineProperty(navigator, 'mediaDevices', {})");
    await page.goto(`${url}/verify`);
    await page.getByText('take a photo or a scan of the code').waitFor();
    expect(await page.getByRole('button', { name: 'Scan the code' }).count()).toBe(0);
  });
});
