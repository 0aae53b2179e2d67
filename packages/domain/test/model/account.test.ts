import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  hasEnded,
  isUseWorthWriting,
  parseCode,
  parsePassword,
  parsePasswordAttempt,
  parseRole,
  parseSessionDigest,
  ROLES,
  type Session,
  type SessionDigest,
} from '../../src/model/account.ts';
import { parseFactorAttempt } from '../../src/model/second-factor.ts';
import { HOUR, type Instant, later, MINUTE } from '../../src/model/values.ts';
import { missing, ok, refused } from '../../src/result.ts';
import { accepts, acceptsAll, refuses } from '../support/parsing.ts';
import { at, unknownId } from '../support/values.ts';

const CODE = '3f9c-08d1-77ae-4b52-c6e0-19fd-a284-5b3e';

describe('a role', () => {
  test('is doctor, assistant or parent', () => {
    expect(ROLES).toEqual(['Doc', 'Ast', 'Par']);
  });
  accepts(parseRole, ['Doc', 'Ast', 'Par', [' Doc\n', 'Doc']]);
  const others = ['', ' ', 'doc', 'DOC', 'Doctor', 'Do', 'Admin', 'Doc,Ast', 'D oc', '__proto__', '0'];
  refuses(parseRole, 'must be one of Doc, Ast, Par', others);
});

describe('a password that is to be set (D-08)', () => {
  // Counted in code points, after NFKC, which makes a text longer or shorter.
  refuses(parsePassword, 'must have 8 to 128 characters', [
    ...['x'.repeat(7), 'x'.repeat(129), '🐛'.repeat(7), 'e\u0301'.repeat(7), '\ufb03'.repeat(43)],
  ]);
  accepts(parsePassword, ['x'.repeat(8), 'x'.repeat(128), '🐛'.repeat(128), '  secret  ', 'Passphrase']);
  accepts(parsePassword, [
    ['\ufb03'.repeat(3), 'ffi'.repeat(3)],
    ['pa\u0308sswo\u0308rter', 'pässwörter'],
  ]);

  test('keeps any character, control characters and white space included', () => {
    const ascii = fc.string({ unit: 'binary-ascii', minLength: 8, maxLength: 128, size: 'max' });
    acceptsAll(
      parsePassword,
      ascii.filter((text) => text.trim() !== ''),
    );
  });
});

describe.each([
  { kind: 'to be set', parse: parsePassword },
  { kind: 'to be checked', parse: parsePasswordAttempt },
])('a password $kind', ({ parse }) => {
  refuses(parse, 'is missing', ['', ' '.repeat(8), '\u00a0\t\n'.repeat(4)]);
  refuses(parse, 'must be well-formed Unicode', ['password\ud83d', '\udc1bpassword', 'pass\udc1b\ud83dword']);
});

test('a password that is to be checked may break the bounds, which can be younger than the account (D-08)', () => {
  for (const text of ['x', 'x'.repeat(512)]) expect(parsePasswordAttempt(text)).toEqual(ok(text));
  expect(parsePassword('x')).toEqual(refused({ problem: 'must have 8 to 128 characters' }));
});

test('a password that is to be checked is none at all where no password is as long: wrong, not malformed (D-16)', () => {
  for (const text of ['x'.repeat(513), '\ud83d'.repeat(60_000)]) expect(parsePasswordAttempt(text)).toEqual(ok(''));
  expect(parsePassword('')).toEqual(missing);
});

test('a code that no code is as long as is compared: wrong, not malformed (D-28, D-29)', () => {
  expect(parseCode(` ${CODE.replaceAll('-', ' - ')} `)).toEqual(ok(CODE.replaceAll('-', ' - ')));
  for (const parse of [parseCode, parseFactorAttempt])
    expect(parse(CODE + ' '.repeat(1000) + CODE)).toEqual(ok('too long'));
});

const START = at('2026-06-15T08:00:00.000Z');
const DAYS_WORK = { idle: 30 * MINUTE, most: 12 * HOUR };
const startedAndUsed = (startedAt: Instant, lastUsedAt: Instant): Session => ({
  digest: 'digest' as SessionDigest,
  accountId: unknownId(),
  startedAt,
  lastUsedAt,
});

/** Negative times have passed where the clock was ahead and has been set right. */
describe('what names a session to its owner (D-28)', () => {
  accepts(parseSessionDigest, ['Aa0_-'.padEnd(43, 'x')]);
  refuses(parseSessionDigest, 'is no LoginID that this service gave out', [
    '',
    'a'.repeat(42),
    'a'.repeat(44),
    ` ${'a'.repeat(43)}`,
  ]);
});

describe('a session (D-09)', () => {
  test.each([
    [0, 30 * MINUTE],
    [2 * HOUR, 30 * MINUTE],
    [12 * HOUR - MINUTE, MINUTE],
  ])('last used %i ms after its start ends %i ms later', (used, lives) => {
    const session = startedAndUsed(START, later(START, used));
    const hasEndedAfter = (passed: number) => hasEnded(session, DAYS_WORK, later(session.lastUsedAt, passed));
    expect([0, lives - 1, lives].map(hasEndedAfter)).toEqual([false, false, true]);
  });

  test.each([
    [START, later(START, 30 * MINUTE - 1), false],
    [START, later(START, 30 * MINUTE), true],
    [later(START, 12 * HOUR - 1), START, false],
    [later(START, 12 * HOUR), START, true],
  ])('from a clock that was ahead, started at %i, used at %i, has ended: %s', (startedAt, lastUsedAt, ended) => {
    expect(hasEnded(startedAndUsed(startedAt, lastUsedAt), DAYS_WORK, START)).toBe(ended);
  });

  test.each([
    [DAYS_WORK, MINUTE],
    // Before a session in use can end, however short it is.
    [{ idle: MINUTE, most: HOUR }, MINUTE / 2],
  ])('of %j: its use is written again after %i ms', (lifetimes, milliseconds) => {
    const isWorth = (passed: number) =>
      isUseWorthWriting(startedAndUsed(START, START), lifetimes, later(START, passed));
    expect([0, milliseconds - 1, milliseconds].map(isWorth)).toEqual([false, false, true]);
    expect([1 - milliseconds, -milliseconds].map(isWorth)).toEqual([false, true]);
  });
});
