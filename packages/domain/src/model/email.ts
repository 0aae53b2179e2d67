import { missing, ok, type Parser, problem } from '../result.ts';
import { asciiDigits } from './typed-text.ts';
import { type Brand, invisibleProblem, LENGTHS, lengthParser, lengthProblem, marksProblem } from './values.ts';

/** D-07: the form in which addresses are compared: trimmed, NFKC, lower case, punycode of letters decoded. */
export type EmailAddress = Brand<string, 'EmailAddress'>;

/** RFC 1035, 2.3.4. Decoding a longer label would take long, before any limit applies. */
const LABEL_MOST = 63;

/** A dot-atom of 64 characters (RFC 5321), with letters of every script (RFC 6531), then the labels of a host. */
const IN_ATOM = "\\p{L}\\p{M}\\p{N}!#$%&'*+/=?^_`{|}~-";
const ATOM = `[${IN_ATOM}]+`;
const LABEL = '[\\p{L}\\p{N}](?:[\\p{L}\\p{M}\\p{N}-]{0,61}[\\p{L}\\p{M}\\p{N}])?';
const ADDRESS = new RegExp(`^(?=[^@]{1,64}@)${ATOM}(?:\\.${ATOM})*@${LABEL}(?:\\.${LABEL})+$`, 'u');
const ONE_LABEL = new RegExp(`^${LABEL}$`, 'u');
const BLANK = /^[\s\p{Default_Ignorable_Code_Point}]*$/u;

export const parseEmail: Parser<EmailAddress> = lengthParser(LENGTHS.email, (text) => {
  if (BLANK.test(text)) return missing;
  const address = stored(bare(text));
  const tooLong = address === '' ? undefined : lengthProblem(address, LENGTHS.email);
  if (tooLong) return tooLong;
  if (ADDRESS.test(address)) return ok(address as EmailAddress);
  return invisibleProblem(address) ?? problem('must be an e-mail address, such as name@example.org');
});

/** The first character that no address has. */
const UNFIT = new RegExp(`[^@.${IN_ATOM}]`, 'u');
parseEmail.unfit = (text) => UNFIT.exec(stored(bare(text)))?.[0];

/** The address of a new account must not look like that of another. */
export const parseNewEmail: Parser<EmailAddress> = Object.assign((text: string) => {
  const parsed = parseEmail(text);
  if (!parsed.ok) return parsed;
  return invisibleProblem(parsed.value) ?? marksProblem(parsed.value) ?? parsed;
}, parseEmail);

/** As word processors make them of - and '. */
const HYPHENS = /[\u2010-\u2013\u2212]/g;
const APOSTROPHES = /[\u2018\u2019]/g;
/** Lower-casing can undo the normalisation, so it is done again. It makes of a Turkish İ what nobody tells from i. */
const comparable = (text: string): string =>
  text
    .trim()
    .normalize('NFKC')
    .toLowerCase()
    .replace(/i\u0307+/g, 'i')
    .normalize('NFKC')
    .replace(HYPHENS, '-')
    .replace(APOSTROPHES, "'")
    .replace(/\s*@\s*/, '@');

/** Digits of a keyboard for another script than that of the address are those of the address. */
const inOneScript = (address: string): string => {
  const digits = asciiDigits(address);
  return /^[!-~]*$/.test(digits) ? digits : address;
};

const stored = (address: string): string => decodeHost(inOneScript(comparable(address)));

/** What comes along where an address is copied: from a link, a list or behind a name, out of `<…>` or `[…]`, at the end of a sentence. */
const BEFORE =
  /^[\s<"\p{Pi}\p{Pf}[\p{Ps}--\{]\p{Default_Ignorable_Code_Point}]*(?:[\p{Pd}*•·]\s+)?(?:mailto:\/*|[\p{L}\s.\-]{1,30}:(?!\/))?/iv;
const BEHIND = /[[\s\p{P}\p{S}\p{Default_Ignorable_Code_Point}]--[@]]/v;
const ANY_ADDRESS = /[^\s<>[\]",;:()]+@[^\s<>[\]",;:()]+/gu;

const bare = (given: string): string => {
  const from = Math.max(given.lastIndexOf('<'), given.lastIndexOf('[')) + 1;
  const text = given.slice(from);
  let end = text.length;
  while (end > 0 && BEHIND.test(text.charAt(end - 1))) end -= 1;
  const link = text.slice(0, end);
  let inside = link.replace(BEFORE, '');
  // A name before the @ may begin with an apostrophe or a star, but not where the same stands behind the host.
  while (/^[\p{P}\p{S}]/u.test(inside) && text.includes(inside.charAt(0), end)) inside = inside.slice(1);
  const address = /mailto:/iu.test(link) ? unlinked(inside) : inside;
  const others = given.slice(0, from).match(ANY_ADDRESS) ?? [];
  // Of several people, nobody knows which one is meant.
  return others.every((other) => stored(bare(other)) === stored(address)) ? address : given;
};

/** RFC 6068: in a link a question mark begins something else, and characters are percent-encoded. */
const unlinked = (link: string): string => {
  const [address = ''] = link.split('?');
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
};

const decodeHost = (address: string): string => {
  const host = address.lastIndexOf('@') + 1;
  // RFC 3490, 3.1: a keyboard of Chinese or Japanese types the other dot.
  return (
    address.slice(0, host) +
    address
      .slice(host)
      .split(/[.\u3002]/)
      .map(decodeLabel)
      .join('.')
  );
};

/** RFC 5890. A label whose punycode stands for no letters of a host stays as it is. */
const decodeLabel = (label: string): string => {
  if (!label.startsWith('xn--') || label.length > LABEL_MOST) return label;
  const decoded = decodePunycode(label.slice('xn--'.length));
  return decoded !== undefined && ONE_LABEL.test(decoded) && decoded === comparable(decoded) ? decoded : label;
};

/** RFC 3492, 5: the parameters for host names. */
const [BASE, LEAST, MOST, SKEW, DAMP] = [36, 1, 26, 38, 700];
const [FIRST_POINT, FIRST_BIAS, LAST_POINT] = [128, 72, 0x10ffff];
const DIGITS = 'abcdefghijklmnopqrstuvwxyz0123456789';

/** RFC 3492, 6.1. */
const biasAfter = (delta: number, points: number, isFirst: boolean): number => {
  let rest = Math.floor(delta / (isFirst ? DAMP : 2));
  rest += Math.floor(rest / points);
  let bias = 0;
  for (; rest > ((BASE - LEAST) * MOST) / 2; bias += BASE) rest = Math.floor(rest / (BASE - LEAST));
  return bias + Math.floor(((BASE - LEAST + 1) * rest) / (rest + SKEW));
};

/** RFC 3492, 6.2: decodes the part of a label behind `xn--`, in lower case. `undefined` if it is no punycode. */
export const decodePunycode = (text: string): string | undefined => {
  const [, plain = '', digits] = /^(?:([a-z0-9-]*)-)?([a-z0-9]+)$/.exec(text) ?? [];
  if (digits === undefined) return undefined;
  const points = [...plain];
  let [point, at, bias] = [FIRST_POINT, 0, FIRST_BIAS];
  let [before, weight, step] = [0, 1, BASE];
  for (const digit of [...digits].map((one) => DIGITS.indexOf(one))) {
    at += digit * weight;
    const threshold = Math.min(MOST, Math.max(LEAST, step - bias));
    weight *= BASE - threshold;
    step += BASE;
    // Not the last digit of a number.
    if (digit >= threshold) continue;
    const length = points.length + 1;
    bias = biasAfter(at - before, length, before === 0);
    point += Math.floor(at / length);
    at %= length;
    if (point > LAST_POINT) return undefined;
    points.splice(at, 0, String.fromCodePoint(point));
    at += 1;
    [before, weight, step] = [at, 1, BASE];
  }
  return step === BASE ? points.join('') : undefined;
};
