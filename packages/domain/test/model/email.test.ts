import { domainToASCII, domainToUnicode } from 'node:url';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodePunycode, parseEmail, parseNewEmail } from '../../src/model/email.ts';
import { ok, refused } from '../../src/result.ts';
import { accepts, acceptsAll, letterOfAnyScript, refuses } from '../support/parsing.ts';

const NO_ADDRESS = 'must be an e-mail address, such as name@example.org';
const TOO_LONG = 'must have at most 254 characters';
const letters = (unit: string, most: number) =>
  fc.string({ unit: fc.constantFrom(...unit), minLength: 1, maxLength: most });

/** Letters whose cases lead to each other and back, so that an address in upper case is the same address. */
const address = fc
  .tuple(letters('abcxyz019éüжł+_', 12), letters('abcxyz019', 12), letters('abcü', 8))
  .map(([local, host, top]) => `${local}@${host}.${top}`);
const whiteSpace = fc.string({ unit: fc.constantFrom(...' \t\n\u00a0\u3000'), maxLength: 4 });
const fullWidth = (text: string) =>
  text.replace(/[!-~]/g, (character) => String.fromCharCode(character.charCodeAt(0) + 0xfee0));

describe('an e-mail address is compared in one form (D-07)', () => {
  test('is trimmed, in lower case and NFKC, however it is written', () => {
    fc.assert(
      fc.property(whiteSpace, address, whiteSpace, (before, text, after) => {
        const upper = text.toUpperCase();
        const variants = [text, upper, before + text + after, text.normalize('NFD'), fullWidth(text)];
        for (const written of [...variants, fullWidth(upper.normalize('NFKD'))]) {
          expect(parseEmail(written)).toEqual(ok(text));
        }
      }),
    );
  });

  // Ohm, Kelvin, capital sharp s, a letter that has no capital, a ligature, a small at sign.
  accepts(parseEmail, [
    ['\u2126@example.org', 'ω@example.org'],
    ['\u212a@example.org', 'k@example.org'],
    ['\u1e9e@example.org', 'ß@example.org'],
    ['J\u030c@example.org', '\u01f0@example.org'],
    ['o\ufb03ce@example.org', 'office@example.org'],
    ['a\ufe6bexample.org', 'a@example.org'],
  ]);
  // As people paste it.
  accepts(
    parseEmail,
    [
      'mailto:a@example.org',
      'MAILTO:a@example.org',
      '<a@example.org>',
      'a@example.org.',
      '\u200ba@example.org',
      '"a@example.org";',
      '"Anna Q" <a@example.org>',
      'mailto:a@example.org?subject=Hello',
    ]
      .concat([
        '\ufeff a@example.org\u200e',
        '(a@example.org)',
        '<mailto:a@example.org>,',
        'a@example\u3002org',
        '\u202aa@example.org\u202c',
        '„a@example.org“',
        '«\u00a0a@example.org\u00a0».',
        ...[
          'a@example.org\u3002',
          'a@example.org\uff0e',
          'mailto:a%40example.org',
          "'a@example.org'",
          "<'a@example.org'>",
        ],
        ...["'A@Example.org' <a@example.org>", 'a@example.org <mailto:a@example.org?subject=a%20b>'],
      ])
      .map((text): [string, string] => [text, 'a@example.org']),
  );
  // From lists, labels, marks of emphasis and other programs' links; with a blank that a telephone has put in.
  accepts(
    parseEmail,
    ['mailto://a@example.org', 'E-Mail: a@example.org', 'Courriel\u00a0: a@example.org', 'Anna [mailto:a@example.org]']
      .concat(['*a@example.org*', '_a@example.org_', '`a@example.org`', '**a@example.org**', 'a@example.org!'])
      .concat([
        '• a@example.org',
        '- a@example.org',
        'a@example.org…',
        'a@example.org|',
        'a @ example.org',
        'a@example.org/',
      ])
      .map((text): [string, string] => [text, 'a@example.org']),
  );
  // What word processors make of - and ', and a Turkish keyboard of the first letter.
  accepts(parseEmail, [
    ['anna\u2011m@exam\u2013ple.org', 'anna-m@exam-ple.org'],
    ['o\u2019neil@example.org', "o'neil@example.org"],
    ['\u0130pek@example.org', 'ipek@example.org'],
    ['i\u0307\u0301@example.org', 'í@example.org'],
    ['\u0130\u0307@example.org', 'i@example.org'],
    ['reza۱۲@example.org', 'reza12@example.org'],
    'علی۱۲@example.org',
    ...['*a@example.org', '-a@example.org', "a'@example.org"],
  ]);
  refuses(parseEmail, NO_ADDRESS, [
    'anna@[192.168.0.1]',
    'a@[',
    'a@[b@[c',
    'a@<b@[',
    'https://a@example.org/',
    'a@example.org. b@example.org',
    'a@example.org: e@x.org',
  ]);
  test.each([
    ['anna@example,org', ','],
    ['Anna a@example.org', ' '],
    ['anna(at)example.org', '('],
    ['annaexample.org', undefined],
  ])('of %j the character that no address has is %j', (text, unfit) => expect(parseEmail.unfit?.(text)).toBe(unfit));
  accepts(parseEmail, [
    ['mailto:a%2Bb@example.org', 'a+b@example.org'],
    ['mailto:j%C3%BCrgen@example.org', 'jürgen@example.org'],
    ['mailto:a%b@example.org', 'a%b@example.org'],
    ...["'a@example.org", 'a%2bb@example.org'],
  ]);
  // A name that is the address, in one form of it or another.
  accepts(parseEmail, [
    ...['"o\'neil@example.org"', "'o'neil@example.org'"].map((name): [string, string] => [
      `${name} <o'neil@example.org>`,
      "o'neil@example.org",
    ]),
    ...['“a@example.org”', '[a@example.org]', 'a@example.org.'].map((name): [string, string] => [
      `${name} <a@example.org>`,
      'a@example.org',
    ]),
    ['jan@xn--mnchen-3ya.de <jan@münchen.de>', 'jan@münchen.de'],
  ]);
  refuses(parseEmail, 'must not contain invisible characters', ['a\u200b@example.org', 'a@exam\u00adple.org']);
  // Punycode is decoded where it stands for letters of a host, and only there.
  accepts(parseEmail, [
    ['jan@xn--mnchen-3ya.de', 'jan@münchen.de'],
    ['jan@XN--MNCHEN-3YA.DE', 'jan@münchen.de'],
    ['jan@xn--fsqu00a.xn--55qx5d', 'jan@例子.公司'],
    ['jan@mail.xn--strae-oqa.example', 'jan@mail.straße.example'],
    ...['jan@münchen.de', 'jan@例子.公司', 'xn--mnchen-3ya@example.org', 'jan@xn--99999999.example'],
    ...['jan@xn--i-7iq.example', 'jan@xn--ab-bba.example'],
  ]);
  // Decoding a longer label would take long, before any limit applies.
  const tooLongToDecode = 'xn--4gqx5vy8aj7b31c41y7scs9ddyex5ee39a1gem9f6rghp6cbkfvvhg0hm26ckvg40iplj';
  refuses(parseEmail, NO_ADDRESS, [`jan@${tooLongToDecode}.example`]);

  test('parses to itself once it is accepted, in every script', () => {
    const local = fc.string({ unit: letterOfAnyScript, minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(local, fc.constantFrom('', 'A'), (text, more) => {
        const parsed = parseEmail(`${text}${more}@example.org`);
        fc.pre(parsed.ok);
        expect(parseEmail(parsed.value)).toEqual(parsed);
      }),
      { numRuns: 300 },
    );
  });
});

describe('what an e-mail address may be (D-07)', () => {
  test('is every address that RFC 5322 writes as a dot-atom', () =>
    acceptsAll(
      parseEmail,
      fc.emailAddress().filter(({ length }) => length <= 254),
      (text) => text.toLowerCase(),
    ));

  accepts(parseEmail, ["o'hara+kids@mail.example.org", 'a@b.c', 'a.b.c@x-y.example', 'jürgen@bücher.example']);
  accepts(parseEmail, ['用户@例子.公司']);
  refuses(parseEmail, 'is missing', ['', '\u200b', '\u2060 ', ' ', '\t\u00a0\n']);
  refuses(parseEmail, NO_ADDRESS, [
    ...['<>', '..', 'example.org', '@example.org', 'a@', 'a@b', 'a@b@example.org', 'a b@example.org', 'a@exam ple.org'],
    ...['a@example..org', 'a@.example.org', '.a@example.org', 'a.@example.org', 'a..b@example.org'],
    ...['a@-example.org', 'a@example-.org', 'a@exa_mple.org', 'a@example.org\nBcc: b@example.org', 'a,b@example.org'],
    // Of two, nobody knows which one is meant.
    ...[
      'Anna <a@example.org>; Eva <e@example.org>',
      'e@example.org, Anna <a@example.org>',
      'Anna (e@x.org) <a@example.org>',
    ],
    ...['mailto:a@example.org,e@example.org', 'mailto:a%2Ce@example.org', 'mailto:%20@example.org'],
    ...['Anna a@example.org', 'a\u0000@example.org', 'a\ud83d@example.org'],
    // NFKC makes a space of a spacing accent: the address must not silently become another.
    '\u00a8a@example.org',
  ]);
});

describe('the bounds of an e-mail address (D-07)', () => {
  const label = 'x'.repeat(63);
  const hosts = `${label}.${label}.${label}`;
  const ofLength = (length: number) => `${'a'.repeat(length - hosts.length - 1)}@${hosts}`;
  const host = `@${label}.${label}.example`;

  // Counted in code points, after NFKC.
  accepts(parseEmail, [ofLength(254), [`${'𝐚'.repeat(64)}${host}`, `${'a'.repeat(64)}${host}`]]);
  refuses(parseEmail, TOO_LONG, [ofLength(255), `${'\ufb03'.repeat(60)}${host}`]);
  // 64 characters before the at sign, 63 between two dots.
  accepts(parseEmail, [`${'a'.repeat(64)}@example.org`, `a@${label}.org`]);
  refuses(parseEmail, NO_ADDRESS, [`${'a'.repeat(65)}@example.org`, `a@${label}x.org`]);
});

describe('the address of a new account', () => {
  const MARKS = '\u0315'.repeat(7);
  const invisible = ['\ufe0f', '\u034f', '\u3164', '\u17b4', '\u115f', '\u180b'];
  const texts = invisible.flatMap((one) => [`jan${one}@example.org`, `jan@exam${one}ple.org`]);
  refuses(parseNewEmail, 'must not contain invisible characters', texts);
  refuses(parseNewEmail, 'must have at most 6 accents or other marks on one letter', [`j${MARKS}an@example.org`]);

  test('may be any other, and one with invisible characters or many marks can still log in', () => {
    for (const text of [...texts, `j${MARKS}an@example.org`]) expect(parseEmail(text).ok).toBe(true);
    expect(parseNewEmail(' Jan@example.org')).toEqual(ok('jan@example.org'));
    expect(parseNewEmail('')).toEqual(refused({ problem: 'is missing' }));
  });
});

describe('punycode', () => {
  /** Letters of scripts far apart. */
  const unit = fc.constantFrom(...'abcxyz019éüßłжωкأبגד例子公司हिन्दी한글ไท𐐨𝒊'.normalize('NFKC').toLowerCase());

  test('is decoded to what hosts are encoded from', () => {
    fc.assert(
      fc.property(fc.string({ unit, minLength: 1, maxLength: 20 }), (text) => {
        const ascii = domainToASCII(text);
        fc.pre(ascii.startsWith('xn--') && domainToUnicode(ascii) === text);
        expect(decodePunycode(ascii.slice(4))).toBe(text);
      }),
    );
  });

  test.each(['', '-', 'abc-', 'mnchen-3y', '99999999', 'ü', 'a.b', 'z'.repeat(59)])('is not %j', (encoded) => {
    expect(decodePunycode(encoded)).toBeUndefined();
  });
});
