// Reads codes out of images: by the browser's own detector where it has one, otherwise by a module that is fetched then.

const detector = async () => {
  const { BarcodeDetector: own } = globalThis;
  const isOwn = (await own?.getSupportedFormats())?.includes('qr_code');
  const Detector = isOwn ? own : (await import('./qr/decode.js')).BarcodeDetector;
  return new Detector({ formats: ['qr_code'] });
};

const textIn = async (detecting, source) => (await (await detecting).detect(source))[0]?.rawValue;

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
    return await textIn(detector(), canvas);
  } catch {
    // It is no image.
    return undefined;
  }
};

const CAMERA = { video: { facingMode: 'environment', width: { ideal: 1920 }, height: { ideal: 1080 } } };
const BETWEEN_LOOKS = 100;

/** Looks through the camera until there is a code, or `signal` ends it. Rejects where the camera may not be used. */
export const textInCamera = async (video, signal) => {
  const detecting = detector();
  const stream = await navigator.mediaDevices.getUserMedia(CAMERA);
  try {
    video.srcObject = stream;
    await video.play();
    while (!signal.aborted) {
      const text = await textIn(detecting, video);
      if (text) return text;
      await new Promise((resolve) => setTimeout(resolve, BETWEEN_LOOKS));
    }
    return undefined;
  } finally {
    for (const track of stream.getTracks()) track.stop();
    video.srcObject = null;
  }
};
