// The two texts of a signed certificate: the token, a JWT (RFC 7519), and, for QR codes, a number that holds its bytes.
// A QR code stores three digits in ten bits and a letter of a token in eight, so the number makes a smaller picture.

/** No certificate is as long, in either form. */
const MOST_CHARACTERS = 10_000;
/** Of what somebody gives, such as a mail with all the mails before it. */
const MOST_OF_TEXT = 200_000;

export type Found = {
  readonly token: string;
  /** Otherwise its last characters may be the first words behind a certificate that has lost some. */
  readonly isWhole: boolean;
};

/**
 * The first certificate in what somebody scanned, copied or typed, wherever it stands. White space in it is nothing:
 * mail programs break its lines. A signature that is shorter or longer than it must be is not found.
 */
export const certificateIn = async (text: string): Promise<Found | undefined> => {
  if (text.length > MOST_OF_TEXT) return undefined;
  return (await foundIn(text)) ?? foundIn(mended(text));
};
const foundIn = async (text: string): Promise<Found | undefined> => {
  const readable = withoutWrapping(text);
  return tokenWithin(readable) ?? (await digitsWithin(readable));
};

/** What programs make of characters. It is undone only where nothing was found: other texts have such characters, too. */
const CHANGED: readonly (readonly [changed: RegExp, character: string])[] = [
  // Dashes of word processors. Of two hyphens they make a longer one.
  [/[\u2010-\u2012\u2212]/g, '-'],
  [/[\u2013\u2014]/g, '--'],
  // Where a line may break in HTML; Markdown; what a scanner tells of the code (ISO/IEC 15424).
  [/<wbr>|&shy;|&#8203;|\\(?=[_-])|\]Q\d/g, ''],
  [/<br ?\/?>/g, ' '],
];
/** A character in quoted-printable (RFC 2045, 6.7), such as a full stop at the beginning of a line. */
const QUOTED_CHARACTER = /=([2-7][\dA-F])/g;
const mended = (text: string): string =>
  CHANGED.reduce((all, [changed, character]) => all.replace(changed, character), text)
    .replace(SOFT_BREAK, '')
    .replace(QUOTED_CHARACTER, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

export const tokenIn = async (text: string): Promise<string | undefined> => (await certificateIn(text))?.token;

const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cf}]|(?!\s)\p{Cc}/gu;
/** In quoted-printable (RFC 2045, 6.7), also in a reply, and where a program has filled the line with blanks. */
const SOFT_BREAK = /=[ \t]*(?:\r\n?|\n)[>| ]*/g;
/** As replies quote. */
const QUOTED = /(?:^|[\r\n])[\s>|]+/g;
const ESCAPED = /% ?[\da-f] ?[\da-f](?: ?% ?[\da-f] ?[\da-f])*/gi;
/** An address in an address in an address. */
const MOST_ESCAPES = 3;

/** With one space wherever there was white space or the beginning of a quoted line, and no percent-encoding. */
const withoutWrapping = (text: string): string => {
  let readable = inOneLine(text);
  for (let nth = 0; nth < MOST_ESCAPES && readable.includes('%'); nth += 1)
    readable = inOneLine(readable.replace(ESCAPED, unescaped));
  return readable;
};

const inOneLine = (text: string): string =>
  text.replace(INVISIBLE, '').replace(SOFT_BREAK, '').replace(QUOTED, ' ').replace(/\s+/g, ' ');

const unescaped = (codes: string): string => {
  const bytes = codes.replaceAll(' ', '').slice(1).split('%');
  return new TextDecoder().decode(Uint8Array.from(bytes, (hex) => Number.parseInt(hex, 16)));
};

/** Bytes of an ES256 signature (RFC 7518, 3.4), its characters in a token, and the fewest digits for it. */
const SIGNATURE = 64;
const SIGNATURE_CHARACTERS = 86;
const SIGNATURE_DIGITS = 154;

/** Whether no space stands within the signature, unless all lines before its last one are equally long. */
const isWhole = (pieces: readonly string[], signature: number): boolean =>
  (pieces.at(-1) ?? '').length >= signature || pieces.at(-2)?.length === pieces.at(-3)?.length;

/** What a JSON object with a member begins with in base64. */
const BEGINNING = /e ?y ?J/g;
const MOST_OF_HEADER = 2000;
const MOST_BEGINNINGS = 16;
const PART = /^[\w -]+$/;
const SIGNATURE_AHEAD = new RegExp(`^ ?(?:[\\w-] ?){${SIGNATURE_CHARACTERS}}`);
/** A _ may mark words in plain text. */
const GLUED = /^(?!_+(?:\s|$))[\w-]/;

const tokenWithin = (text: string): Found | undefined => {
  const parts = text.split('.');
  for (const [nth, payload] of parts.entries()) {
    const [before = '', behind = '', next = ''] = [parts[nth - 1], parts[nth + 1], parts[nth + 2]];
    const [signature] = SIGNATURE_AHEAD.exec(behind) ?? [];
    if (!signature || !PART.test(payload)) continue;
    const rest = behind.slice(signature.length);
    if (!signature.endsWith(' ') && GLUED.test(rest || next)) continue;
    const last = before.slice(-MOST_OF_HEADER);
    for (const { index } of Array.from(last.matchAll(BEGINNING)).slice(-MOST_BEGINNINGS)) {
      const header = last.slice(index);
      const pieces = `${header}.${payload}.${signature}`.trim().split(' ');
      const token = pieces.join('');
      if (PART.test(header) && isToken(token)) return { token, isWhole: isWhole(pieces, SIGNATURE_CHARACTERS) };
    }
  }
  return undefined;
};

const isToken = (token: string): boolean => {
  const [header = '', payload = '', signature = ''] = token.split('.');
  const isSigned = fromBase64Url(signature)?.length === SIGNATURE;
  return token.length <= MOST_CHARACTERS && isSigned && Boolean(jsonOf(header) && jsonOf(payload));
};

/** Numbers with white space in them, the # before them, and the letters around them. */
const NUMBERS = /(?:(#) ?|([a-z]))?(\d(?:[\d ]*\d)?)(?=([a-z])?)/gi;
/** Other numbers that may stand before the digits, and characters that are read at all: digits, and what they hold. */
const [MOST_BEFORE, MOST_READ] = [3, 2_000_000];

const digitsWithin = async (text: string): Promise<Found | undefined> => {
  let read = 0;
  for (const pieces of numbersIn(text)) {
    const digits = pieces.join('');
    const bytes = bytesOfDigits(digits);
    read += bytes ? MOST_CHARACTERS : digits.length;
    if (read > MOST_READ) return undefined;
    const token = bytes && (await tokenOfBytes(bytes).catch(() => undefined));
    if (token && isToken(token)) return { token, isWhole: isWhole(pieces, SIGNATURE_DIGITS) };
  }
  return undefined;
};

/** The pieces of each number that may be a certificate. First those behind a #, as in its address. */
function* numbersIn(text: string): Generator<readonly string[]> {
  const found = Array.from(text.matchAll(NUMBERS)).filter(([, , , run = '']) => run.length >= SIGNATURE_DIGITS);
  for (const [, , before, run = '', behind] of found.sort(([, a = ''], [, b = '']) => b.length - a.length)) {
    const pieces = run.split(' ');
    if (before) pieces.shift();
    if (behind) pieces.pop();
    for (let nth = 0; nth <= MOST_BEFORE; nth += 1) yield* beginningsOf(pieces.slice(nth));
  }
}

/** Other numbers may stand behind the digits. */
function* beginningsOf(pieces: readonly string[]): Generator<readonly string[]> {
  let length = 0;
  for (const [nth, piece] of pieces.entries()) {
    length += piece.length;
    if (length > MOST_CHARACTERS || pieces[0]?.startsWith('0')) return;
    if (length >= SIGNATURE_DIGITS) yield pieces.slice(0, nth + 1);
  }
}

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

/** Nothing for most other numbers. */
const bytesOfDigits = (digits: string): number[] | undefined => {
  const [, hex] = /^1((?:..)+)$/.exec(BigInt(digits).toString(16)) ?? [];
  return hex?.match(/../g)?.map((byte) => Number.parseInt(byte, 16));
};

const tokenOfBytes = async (bytes: readonly number[]): Promise<string | undefined> => {
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

/** Nothing for a text that stands for no bytes (RFC 4648, 5): each has one text, so a change of a token shows. */
export const fromBase64Url = (text: string): Uint8Array<ArrayBuffer> | undefined => {
  try {
    const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
    return toBase64Url(bytes) === text ? bytes : undefined;
  } catch {
    return undefined;
  }
};

export type Json = Readonly<Record<string, unknown>>;

/** The object that a part of a token holds. */
export const jsonOf = (part: string): Json | undefined => {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(fromBase64Url(part)));
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : undefined;
  } catch {
    return undefined;
  }
};

const toBase64Url = (bytes: Iterable<number>): string =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
