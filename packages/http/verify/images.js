import { tokenIn } from './certificate-text.js';

const OPTIONS = { formats: ['qr_code'] };

/** Milliseconds: on some devices the browser's own detector never answers. */
const PATIENCE = 1000;

const detectByBrowser = async (source) => {
  if (!(await BarcodeDetector.getSupportedFormats()).includes('qr_code')) throw new Error('It reads other codes.');
  return textsOf(await new BarcodeDetector(OPTIONS).detect(source));
};

const detectByModule = async (source) => {
  const { BarcodeDetector } = await import('./qr/decode.js');
  return textsOf(await new BarcodeDetector(OPTIONS).detect(source));
};

const textsOf = (codes) => codes.map(({ rawValue }) => String(rawValue));

const inTime = (work) => {
  const late = new Promise((_, reject) => setTimeout(reject, PATIENCE));
  return Promise.race([work, late]);
};

/** Until it fails once. */
let browserDetects = true;

const textsByBrowser = async (source) => {
  if (!browserDetects) return [];
  try {
    return await inTime(detectByBrowser(source));
  } catch {
    browserDetects = false;
    return [];
  }
};

/** It may not come, as without a network. The browser's own detector goes on then, if it works. */
const textsByModule = (source) =>
  detectByModule(source).catch((error) => {
    if (browserDetects) return [];
    throw error;
  });

/** An image can show several codes. */
const certificateAmong = async (texts) => {
  for (const text of texts) if (await tokenIn(text)) return text;
  return undefined;
};

/** The browser's detector is quick. What it reads wrongly, or in a thorough look does not see, a module may read. */
const textIn = async (source, isThorough) => {
  const seen = await textsByBrowser(source);
  const certificate = await certificateAmong(seen);
  if (certificate || (browserDetects && !seen.length && !isThorough)) return certificate;
  const read = await textsByModule(source);
  return (await certificateAmong(read)) ?? [...read, ...(isThorough ? seen : [])].find(Boolean);
};

/** No detector takes larger ones. */
const MOST_PIXELS = 4096;

/** What the code in an image file says, or the name of the words for what the file is instead. */
export const textInFile = async (file) => {
  const bitmap = await createImageBitmap(file).catch(() => undefined);
  if (!bitmap) return textInOther(file);
  const text = await textInBitmap(bitmap).catch(() => undefined);
  return text === undefined ? { problem: 'noCode' } : { text };
};

const textInBitmap = (bitmap) => {
  const scale = Math.min(1, MOST_PIXELS / Math.max(bitmap.width, bitmap.height));
  const canvas = new OffscreenCanvas(Math.ceil(bitmap.width * scale), Math.ceil(bitmap.height * scale));
  const context = canvas.getContext('2d');
  // What is transparent is paper.
  context.fillStyle = 'white';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  return textIn(canvas, true);
};

/** Bytes: of a longer file no certificate is read. */
const MOST_BYTES = 200_000;
/** A PDF may begin with something else (ISO 32000, annex H). */
const PDF = /^.{0,1000}%PDF-/s;
/** ISO 23008-12, annex B. */
const HEIC = /^.{4}ftyp(?:he[iv][cxms]|mif1|msf1)/s;
const NO_TEXT = /(?!\s)\p{Cc}|<svg/u;

/** A file that is no image for this browser may be a text with a certificate in it. */
const textInOther = async (file) => {
  const text = await file.slice(0, MOST_BYTES).text();
  if (PDF.test(text)) return { problem: 'isPdf' };
  if (HEIC.test(text)) return { problem: 'isHeic' };
  if (await tokenIn(text)) return { text };
  return { problem: text && !NO_TEXT.test(text) ? 'isText' : 'isOther' };
};

const CAMERA = { video: { facingMode: 'environment', width: { ideal: 1920 }, height: { ideal: 1080 } } };
const BETWEEN_LOOKS = 100;
/** The module keeps the page from all else while it looks, so not each look is thorough. */
const LOOKS = 10;

/** Looks through the camera until there is a code, or `signal` ends it. Rejects where the camera may not be used. */
export const textInCamera = async (video, signal) => {
  const stream = await navigator.mediaDevices.getUserMedia(CAMERA);
  try {
    video.srcObject = stream;
    await video.play();
    for (let nth = 1; !signal.aborted; nth += 1) {
      const text = await textIn(video, nth % LOOKS === 0);
      if (text) return text;
      await new Promise((resolve) => setTimeout(resolve, BETWEEN_LOOKS));
    }
    return undefined;
  } finally {
    for (const track of stream.getTracks()) track.stop();
    video.srcObject = null;
  }
};
