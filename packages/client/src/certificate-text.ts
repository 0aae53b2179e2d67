// The two texts of a signed certificate: the token, a JWT (RFC 7519), and for QR codes the digits of its bytes. A QR code stores
// three digits in ten bits, and a letter of a token in eight, so the digits make a smaller picture.

const DIGITS = /^\d+$/;
const TOKEN = /^[\w-]+\.[\w-]+\.[\w-]+$/;

/** What a school may have scanned, copied or typed: an address with the certificate behind `#`, or the certificate alone. */
export const tokenIn = async (text: string): Promise<string | undefined> => {
  const certificate = text.trim().replace(/^[^#]*#/, '');
  if (certificate.length > MOST_CHARACTERS) return undefined;
  if (TOKEN.test(certificate)) return certificate;
  return DIGITS.test(certificate) ? tokenOfDigits(certificate).catch(() => undefined) : undefined;
};

/** No certificate is as long. */
const MOST_CHARACTERS = 10_000;

/** How many decimal digits hold so many bytes. */
const DIGITS_OF_BYTES = [0, 3, 5, 8, 10, 13, 15, 17];
const [BLOCK, BLOCK_DIGITS] = [7, 17];
const SIGNATURE = 64;

const digitsOf = (bytes: Uint8Array): string => {
  let digits = '';
  for (let at = 0; at < bytes.length; at += BLOCK) {
    const block = bytes.subarray(at, at + BLOCK);
    const value = block.reduce((sum, byte) => sum * 256n + BigInt(byte), 0n);
    digits += String(value).padStart(DIGITS_OF_BYTES[block.length] ?? 0, '0');
  }
  return digits;
};

const bytesOf = (digits: string): Uint8Array => {
  const bytes: number[] = [];
  for (let at = 0; at < digits.length; at += BLOCK_DIGITS) {
    const block = digits.slice(at, at + BLOCK_DIGITS);
    const count = DIGITS_OF_BYTES.indexOf(block.length);
    let value = BigInt(block);
    if (count < 1 || value >= 256n ** BigInt(count)) throw new Error('These digits are no bytes.');
    const own: number[] = [];
    for (let n = 0; n < count; n += 1, value /= 256n) own.unshift(Number(value % 256n));
    bytes.push(...own);
  }
  return Uint8Array.from(bytes);
};

/** The digits: the header and the payload, compressed (RFC 1951) with a zero byte between them, and then the signature. */
export const digitsOfToken = async (token: string): Promise<string> => {
  const [header = '', payload = '', signature = ''] = token.split('.');
  const clear = [...fromBase64Url(header), 0, ...fromBase64Url(payload)];
  const compressed = await piped(Uint8Array.from(clear), new CompressionStream('deflate-raw'));
  return digitsOf(Uint8Array.from([...compressed, ...fromBase64Url(signature)]));
};

const tokenOfDigits = async (digits: string): Promise<string | undefined> => {
  const bytes = bytesOf(digits);
  const clear = await piped(bytes.subarray(0, -SIGNATURE), new DecompressionStream('deflate-raw'), MOST_CHARACTERS);
  const between = clear.indexOf(0);
  if (between < 0) return undefined;
  const parts = [clear.subarray(0, between), clear.subarray(between + 1), bytes.subarray(-SIGNATURE)];
  return parts.map(toBase64Url).join('.');
};

/** The bytes behind a stream that compresses or decompresses. Rejects if there are more than `most`. */
export const piped = async (
  bytes: Uint8Array,
  stream: CompressionStream | DecompressionStream,
  most = Number.POSITIVE_INFINITY,
): Promise<Uint8Array> => {
  const writer = stream.writable.getWriter();
  const written = writer.write(Uint8Array.from(bytes)).then(() => writer.close());
  // What fails here fails where it is read, too.
  written.catch(() => undefined);
  const chunks: Uint8Array[] = [];
  let length = 0;
  const reader = stream.readable.getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    chunks.push(next.value);
    length += next.value.length;
    if (length <= most) continue;
    await reader.cancel();
    throw new Error('There are more bytes than a certificate or its status list has.');
  }
  const all = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.length;
  }
  return all;
};

/** Throws for a text that is no base64url (RFC 4648, 5). */
export const fromBase64Url = (text: string): Uint8Array<ArrayBuffer> => {
  if (!/^[\w-]*$/.test(text)) throw new Error('This is no base64url.');
  return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0));
};

const toBase64Url = (bytes: Uint8Array): string =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
