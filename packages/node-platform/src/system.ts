import { hash, randomBytes, randomInt, randomUUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { CodeDigest, SecretCode, SessionDigest, SessionToken } from '@health-case/domain/model/account';
import { asciiSigns, bareCode } from '@health-case/domain/model/typed-text';
import { createdAt, type Instant } from '@health-case/domain/model/values';
import type { Ports } from '@health-case/domain/ports/ports';

/** RFC 9562 UUIDv7, with a counter of 12 bits (6.2, method 1): Node's own function has none. */
const uuid = (milliseconds: number, count: number): string => {
  const time = milliseconds.toString(16).padStart(12, '0');
  const counter = count.toString(16).padStart(3, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${counter}${randomUUID().slice(18)}`;
};

/** D-10: each id sorts after those before it and after the `newest` of the store, even if the clock jumps back. */
export const createIds = (newest?: string): Ports['ids'] => {
  let [milliseconds, count] =
    newest === undefined ? [0, 0] : [createdAt(newest), Number.parseInt(newest.slice(15, 18), 16)];
  const next = <Id extends string>(): Id => {
    const now = Date.now();
    if (now > milliseconds) [milliseconds, count] = [now, 0];
    else if (count < 0xfff) count += 1;
    else [milliseconds, count] = [milliseconds + 1, 0];
    return uuid(milliseconds, count) as Id;
  };
  return { next };
};

/** P-33: tells when the key was made, so it follows the clock alone. Keys have an order of their own. */
export const nextKeyId = (): string => uuid(Date.now(), randomInt(0x1000));

/** 32 bytes in base64url without padding. The last character carries four bits only. */
const TOKEN = /^[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]$/;

/** A `%23` was a `#`. */
const codeOf = (digit: string, before = '') =>
  new RegExp(`${before}(?:(?<![\\p{L}\\d])|(?<=%23))(${digit}(?:[^\\p{L}\\d]*${digit}){31})(?![\\p{L}\\d])`, 'isu');
/** As it was issued; or else with letters that look like 0 and 1, as far behind as it can: the word "Code" has them, too. */
const CODES = [codeOf('[\\da-f]'), codeOf('[\\da-foil]', '^.*')];

/** 16 bytes in hexadecimal: 8 groups of 4 digits, which a person can read out. */
const inGroups = (digits: string): string => (digits.match(/.{4}/g) ?? []).join('-');

const sleep: Ports['clock']['sleep'] = (milliseconds, early) =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    early?.(() => {
      clearTimeout(timer);
      resolve();
    });
  });

/**
 * What the domain needs of the machine: time and chance. The digests need no salt and no stretching: nobody can guess
 * 128 random bits or more (OWASP ASVS 5.0, 7.2).
 */
export const system: Pick<Ports, 'clock' | 'secretCodes' | 'random' | 'sessionTokens'> = {
  clock: {
    now: () => Date.now() as Instant,
    // A timer takes a millisecond at least.
    sleep: (milliseconds, early) => (milliseconds > 0 ? sleep(milliseconds, early) : nextTurn()),
  },
  secretCodes: {
    issue: () => inGroups(randomBytes(16).toString('hex')) as SecretCode,
    // As a person may have copied the code from paper, or with what stands around it in a mail.
    digestOf: (text) => {
      const typed = asciiSigns(text.normalize('NFKC'));
      const found = CODES.map((code) => code.exec(typed)?.[1]).find((one) => one !== undefined);
      if (found === undefined) return undefined;
      const digits = bareCode(found).toLowerCase().replaceAll('o', '0').replace(/[il]/g, '1');
      return hash('sha256', inGroups(digits), 'base64url') as CodeDigest;
    },
  },
  random: { below: (limit) => randomInt(limit) },
  sessionTokens: {
    issue: () => randomBytes(32).toString('base64url') as SessionToken,
    digestOf: (text) => (TOKEN.test(text) ? (hash('sha256', text, 'base64url') as SessionDigest) : undefined),
  },
};
