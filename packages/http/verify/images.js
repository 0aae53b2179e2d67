import { tokenIn } from './certificate-text.js';

const OPTIONS = { formats: ['qr_code'] };

const detectByBrowser = async (source) => {
  if (!(await BarcodeDetector.getSupportedFormats()).includes('qr_code')) throw new Error('It reads other codes.');
  return new BarcodeDetector(OPTIONS).detect(source);
};

const detectByModule = async (source) => new (await import('./qr/decode.js')).BarcodeDetector(OPTIONS).detect(source);

/** The browser's own detector until it fails, and then a module that is fetched then. */
let detect = detectByBrowser;

const codesIn = (source) =>
  detect(source).catch(() => {
    detect = detectByModule;
    return detect(source);
  });

/** An image can show several codes. */
const textIn = async (source) => {
  const texts = (await codesIn(source)).map(({ rawValue }) => rawValue);
  for (const text of texts) if (await tokenIn(text)) return text;
  return texts[0];
};

/** No detector takes larger ones. */
const MOST_PIXELS = 4096;

/** What the code in an image file says, or nothing. */
export const textInImage = async (file) => {
  try {
    const bitmap = await createImageBitmap(file);
    const scale = Math.min(1, MOST_PIXELS / Math.max(bitmap.width, bitmap.height));
    const canvas = new OffscreenCanvas(Math.ceil(bitmap.width * scale), Math.ceil(bitmap.height * scale));
    const context = canvas.getContext('2d');
    // What is transparent is paper.
    context.fillStyle = 'white';
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    return await textIn(canvas);
  } catch {
    // It is no image.
    return undefined;
  }
};

const CAMERA = { video: { facingMode: 'environment', width: { ideal: 1920 }, height: { ideal: 1080 } } };
const BETWEEN_LOOKS = 100;

/** Looks through the camera until there is a code, or `signal` ends it. Rejects where the camera may not be used. */
export const textInCamera = async (video, signal) => {
  const stream = await navigator.mediaDevices.getUserMedia(CAMERA);
  try {
    video.srcObject = stream;
    await video.play();
    while (!signal.aborted) {
      const text = await textIn(video);
      if (text) return text;
      await new Promise((resolve) => setTimeout(resolve, BETWEEN_LOOKS));
    }
    return undefined;
  } finally {
    for (const track of stream.getTracks()) track.stop();
    video.srcObject = null;
  }
};
