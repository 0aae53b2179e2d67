// The two texts of a signed certificate: the token, a JWT (RFC 7519), and, for QR codes, a number that holds its bytes.
// A QR code stores three digits in ten bits and a letter of a token in eight, so the number makes a smaller picture.

const TOKEN = /^[\w-]+\.[\w-]+\.[\w-]+$/;
const DIGITS = /^[1-9]\d*$/;

/** No certificate is as long, in either form. */
const MOST_CHARACTERS = 10_000;

/** What somebody scanned, copied or typed: an address with the certificate behind `#`, or the certificate alone. */
export const tokenIn = async (text: string): Promise<string | undefined> => {
  if (text.length > MOST_CHARACTERS) return undefined;
  const certificate = text.trim().replace(/^[^#]*#/, '');
  if (TOKEN.test(certificate)) return certificate;
  return DIGITS.test(certificate) ? tokenOfDigits(certificate).catch(() => undefined) : undefined;
};

/** Bytes of an ES256 signature (RFC 7518, 3.4). */
const SIGNATURE = 64;

/**
 * A decimal number. Its hexadecimal digits are a 1, so that no zero is lost, and then these bytes: header and payload
 * with a zero byte between them, compressed (RFC 1951), and the signature.
 */
export const digitsOfToken = async (token: string): Promise<string> => {
  const [header, payload, signature] = token.split('.').map(fromBase64Url);
  if (!header || !payload || !signature) throw new Error('This is no token.');
  const content = await piped([...header, 0, ...payload], new CompressionStream('deflate-raw'));
  const hex = Array.from([...content, ...signature], (byte) => byte.toString(16).padStart(2, '0')).join('');
  return String(BigInt(`0x1${hex}`));
};

const tokenOfDigits = async (digits: string): Promise<string | undefined> => {
  const [, hex] = /^1((?:..)+)$/.exec(BigInt(digits).toString(16)) ?? [];
  const bytes = (hex?.match(/../g) ?? []).map((byte) => Number.parseInt(byte, 16));
  const content = await piped(bytes.slice(0, -SIGNATURE), new DecompressionStream('deflate-raw'), MOST_CHARACTERS);
  const between = content.indexOf(0);
  const parts = [content.subarray(0, between), content.subarray(between + 1), bytes.slice(-SIGNATURE)];
  return between < 0 ? undefined : parts.map(toBase64Url).join('.');
};

/** Bytes written at once. Deflate makes at most a thousand of each, and some browsers keep them all in memory. */
const PIECE = 4096;

/** The bytes behind a stream that compresses or decompresses. Rejects if there are more than `most`. */
export const piped = async (
  bytes: Iterable<number>,
  stream: CompressionStream | DecompressionStream,
  most = Number.POSITIVE_INFINITY,
): Promise<Uint8Array> => {
  const all = Uint8Array.from(bytes);
  let written = 0;
  const pieces = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull: (controller) => {
      if (written >= all.length) return controller.close();
      controller.enqueue(all.slice(written, written + PIECE));
      written += PIECE;
    },
  });
  const reader = pieces.pipeThrough(stream).getReader();
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    chunks.push(next.value);
    length += next.value.length;
    if (length <= most) continue;
    await reader.cancel();
    throw new Error('There are more bytes than a certificate or its status list has.');
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer());
};

/** Throws for a text that stands for no bytes (RFC 4648, 5): each has one text, so a change of a token shows. */
export const fromBase64Url = (text: string): Uint8Array<ArrayBuffer> => {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
  if (toBase64Url(bytes) !== text) throw new Error('This is no base64url.');
  return bytes;
};

const toBase64Url = (bytes: Iterable<number>): string =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
