import { type InvitationDigest, parsePassword, type Role, type SessionDigest } from '@health-case/domain/model/account';
import { parseBirthDate, parseSocSecNum } from '@health-case/domain/model/child';
import { parseEmail } from '@health-case/domain/model/email';
import { type IdempotencyKey, parseIdempotencyKey } from '@health-case/domain/model/request-options';
import { HOUR, MINUTE, type Parsed, parsePersonName, parseReason, parseTitle } from '@health-case/domain/model/values';
import fc from 'fast-check';
import { must } from '../../test/support/outcomes.ts';

/** What databases, drivers and collations have been known to trip over; all of it valid in a name. */
const FRAGMENTS = [
  ...['a', 'A', 'b', ' ', '0', 'null', '%', '_', '*', '?', '$1', ':x', '--', ';', '{}', '<b>', '"', "'", '`', '\\'],
  ...['e\u0301', '\u00e9', '\u00df', '\u0130', '\ufb01', '\u0958', '\u{1f600}', '\u{1f469}\u200d\u2695\ufe0f'],
  ...['\u200e', '\u200f', '\u05d0', '\u0627', '\u200b', '\u3000', '\ufffd', '\u{10ffff}', '\u{20bb7}'],
];

/** All of it at once. */
export const HARD_TEXT = FRAGMENTS.join('');

const hardText = fc.array(fc.constantFrom(...FRAGMENTS), { minLength: 1, maxLength: 5 }).map((parts) => parts.join(''));

const parsed = <Value>(texts: fc.Arbitrary<string>, parse: (text: string) => Parsed<Value>): fc.Arbitrary<Value> =>
  texts
    .map(parse)
    .filter(({ ok }) => ok)
    .map(must);

const oneOf = <Value>(parse: (text: string) => Parsed<Value>, ...texts: readonly string[]): fc.Arbitrary<Value> =>
  parsed(fc.constantFrom(...texts), parse);

export const personName = parsed(hardText, parsePersonName);
export const title = parsed(hardText, parseTitle);
export const reason = parsed(hardText, parseReason);
export const outcomeText = hardText;

/** The same address twice, in another form; the others differ in what a careless comparison would take for equal. */
export const email = oneOf(
  parseEmail,
  ...['ann@example.org', ' ANN@Example.ORG', 'a_n@example.org', 'a%n@example.org', "o'neil@example.org"],
  ...['\u00e9mile@example.org', 'E\u0301mile@example.org', 'emile@example.org'],
);

/** Pairs that are one number but for separators and case, and numbers that are nearly one. */
export const socSecNum = oneOf(
  parseSocSecNum,
  ...['AB 12-34', 'ab.1234', '1234', '12345', 'stra\u00dfe 1', 'STRASSE-1', '\u00e9-123', 'E\u0301123', 'e-123'],
);

/** The last but one is nobody's, the last too common to be set. */
export const PASSWORDS = [
  'correct horse',
  'Correct Horse',
  '%%%%%%%%',
  '\ufb01fty \u{1f600} owls',
  'sunshine',
] as const;
export const password = oneOf(parsePassword, ...PASSWORDS);

export const birthDate = oneOf(parseBirthDate, '2019-02-28', '1900-01-01', '2026-06-16', '2026-06-17', '2030-01-01');
export const role = fc.constantFrom<Role[]>('Par', 'Doc', 'Ast');

/** Mostly none: what is sent again under one key does not do anything new. */
export const idempotencyKey: fc.Arbitrary<IdempotencyKey | undefined> = fc.option(
  oneOf(parseIdempotencyKey, 'key', 'KEY', 'k%y', 'k_y'),
  { nil: undefined, freq: 2 },
);

/** Digests are base64url: they differ by case and have an order of their own. */
export const DIGESTS = ['aB', 'Ab', '_b', '-b'];
export const sessionDigest = fc.constantFrom(...(DIGESTS as SessionDigest[]));
export const invitationDigest = fc.constantFrom(...(DIGESTS as InvitationDigest[]));
export const address = fc.constantFrom('192.0.2.1', '192.0.2.10');
export const THROTTLE_KEYS = ['a key', 'A key', 'login of ann@example.org'];
export const throttleKey = fc.constantFrom(...THROTTLE_KEYS);
export const RETRY_KEYS = ['key', 'Key', 'k_y'];
export const retryKey = fc.constantFrom(...RETRY_KEYS);
export const retryRequest = fc.constantFrom('a request', 'A request', 'another');

/** Which of those there are, counted round; the last few stand for one that is not there. */
export const nth = fc.nat({ max: 99 });
export const size = fc.integer({ min: 1, max: 4 });
/** In milliseconds from now. Few, so that moments are often equal. */
export const offset = fc.constantFrom(0, -1, 1, -MINUTE, MINUTE, -25 * HOUR);
export const span = fc.constantFrom(1, 1000, MINUTE - 1, MINUTE, 30 * MINUTE, 12 * HOUR, 24 * HOUR + 1);
