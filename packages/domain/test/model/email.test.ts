import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseEmail, parseNewEmail } from '../../src/model/email.ts';
import { ok, refused } from '../../src/result.ts';
import { letterOfAnyScript } from '../support/arbitraries.ts';

const noAddress = refused({ problem: 'must be an e-mail address, such as name@example.org' });
const tooLong = refused({ problem: 'must have at most 254 characters' });
const letters = (unit: string, most: number) =>
  fc.string({ unit: fc.constantFrom(...unit), minLength: 1, maxLength: most });

/** Letters whose cases lead to each other and back, so that upper-casing an address is a variant of it. */
const address = fc
  .tuple(letters('abcxyz019éüжł+_', 12), letters('abcxyz019', 12), letters('abcü', 8))
  .map(([local, host, top]) => `${local}@${host}.${top}`);
const whiteSpace = fc.string({ unit: fc.constantFrom(...' \t\n\u00a0\u3000'), maxLength: 4 });
const fullWidth = (text: string) =>
  text.replace(/[!-~]/g, (character) => String.fromCharCode(character.charCodeAt(0) + 0xfee0));

describe('an e-mail address is compared in one form (D-07)', () => {
  test('is lower case, whatever case it was written in', () => {
    fc.assert(
      fc.property(address, (text) => {
        expect(parseEmail(text)).toEqual(ok(text));
        expect(parseEmail(text.toUpperCase())).toEqual(ok(text));
      }),
    );
  });

  test('is trimmed, whatever white space stood around it', () => {
    fc.assert(
      fc.property(whiteSpace, address, whiteSpace, (before, text, after) => {
        expect(parseEmail(before + text + after)).toEqual(ok(text));
      }),
    );
  });

  test('is NFKC, whether written decomposed, in full width, or both in upper case', () => {
    fc.assert(
      fc.property(address, (text) => {
        const variants = [text.normalize('NFD'), fullWidth(text), fullWidth(text.toUpperCase().normalize('NFKD'))];
        expect(variants.map(parseEmail)).toEqual(variants.map(() => ok(text)));
      }),
    );
  });

  test.each([
    ['Ohm sign', '\u2126@example.org', 'ω@example.org'],
    ['Kelvin sign', '\u212a@example.org', 'k@example.org'],
    ['capital sharp s', '\u1e9e@example.org', 'ß@example.org'],
    ['J with caron, which exists in lower case only', 'J\u030c@example.org', '\u01f0@example.org'],
    ['ligature', 'o\ufb03ce@example.org', 'office@example.org'],
    ['small commercial at', 'a\ufe6bexample.org', 'a@example.org'],
  ])('gives the one form to the %s', (_, written, plain) => {
    expect(parseEmail(written)).toEqual(ok(plain));
  });

  test.each([
    ['jan@xn--mnchen-3ya.de', 'jan@münchen.de'],
    ['jan@XN--MNCHEN-3YA.DE', 'jan@münchen.de'],
    ['jan@xn--fsqu00a.xn--55qx5d', 'jan@例子.公司'],
    ['jan@mail.xn--strae-oqa.example', 'jan@mail.straße.example'],
  ])('is in letters where punycode stands for them: %s', (written, letters) => {
    expect(parseEmail(written)).toEqual(ok(letters));
    expect(parseEmail(letters)).toEqual(ok(letters));
  });

  test('does not decode a label longer than a host may have: that takes long, and nobody is limited yet', () => {
    const long = 'xn--4gqx5vy8aj7b31c41y7scs9ddyex5ee39a1gem9f6rghp6cbkfvvhg0hm26ckvg40iplj';
    expect(parseEmail(`jan@${long}.example`).ok).toBe(false);
  });

  test.each(['xn--mnchen-3ya@example.org', 'jan@xn--99999999.example', 'jan@xn--i-7iq.example'])(
    'is left as it is where punycode stands for no letters of a host: %s',
    (text) => {
      expect(parseEmail(text)).toEqual(ok(text));
    },
  );

  test('parses to itself once it is accepted, in every script', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: letterOfAnyScript, minLength: 1, maxLength: 3 }),
        fc.constantFrom('', 'A'),
        (local, more) => {
          const parsed = parseEmail(`${local}${more}@example.org`);
          fc.pre(parsed.ok);
          expect(parseEmail(parsed.value)).toEqual(parsed);
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe('what an e-mail address may be (D-07)', () => {
  test.each(['', ' ', '\t\u00a0\n'])('counts as missing if it is %j', (text) => {
    expect(parseEmail(text)).toEqual(refused({ problem: 'is missing' }));
  });

  test('accepts every address that RFC 5322 writes as a dot-atom', () => {
    fc.assert(
      fc.property(fc.emailAddress(), (text) => {
        fc.pre(text.length <= 254);
        expect(parseEmail(text)).toEqual(ok(text.toLowerCase()));
      }),
    );
  });

  test.each(["o'hara+kids@mail.example.org", 'a@b.c', 'a.b.c@x-y.example', 'jürgen@bücher.example', '用户@例子.公司'])(
    'accepts %s',
    (text) => {
      expect(parseEmail(text)).toEqual(ok(text));
    },
  );

  test.each([
    'example.org',
    '@example.org',
    'a@',
    'a@b',
    'a@b@example.org',
    'a b@example.org',
    'a@exam ple.org',
    'a@example..org',
    'a@.example.org',
    'a@example.org.',
    '.a@example.org',
    'a.@example.org',
    'a..b@example.org',
    'a@-example.org',
    'a@example-.org',
    'a@exa_mple.org',
    'a@example.org\nBcc: b@example.org',
    'Anna <a@example.org>',
    'a\u0000@example.org',
    'a\ud83d@example.org',
    'a,b@example.org',
  ])('refuses %j', (text) => {
    expect(parseEmail(text)).toEqual(noAddress);
  });
});

describe('the bounds of an e-mail address (D-07)', () => {
  const label = 'x'.repeat(63);
  const ofLength = (length: number) => {
    const hosts = `${label}.${label}.${label}`;
    return `${'a'.repeat(length - hosts.length - 1)}@${hosts}`;
  };

  test('accepts 254 characters and refuses 255', () => {
    expect(parseEmail(ofLength(254))).toEqual(ok(ofLength(254)));
    expect(parseEmail(ofLength(255))).toEqual(tooLong);
  });

  test('is counted in code points after NFKC', () => {
    const host = `@${label}.${label}.example`;
    expect(parseEmail(`${'𝐚'.repeat(64)}${host}`)).toEqual(ok(`${'a'.repeat(64)}${host}`));
    expect(parseEmail(`${'\ufb03'.repeat(60)}@${label}.${label}.example`)).toEqual(tooLong);
  });

  test('accepts 64 characters before the at sign and refuses 65', () => {
    expect(parseEmail(`${'a'.repeat(64)}@example.org`).ok).toBe(true);
    expect(parseEmail(`${'a'.repeat(65)}@example.org`)).toEqual(noAddress);
  });

  test('accepts 63 characters between two dots of the host and refuses 64', () => {
    expect(parseEmail(`a@${label}.org`).ok).toBe(true);
    expect(parseEmail(`a@${label}x.org`)).toEqual(noAddress);
  });
});

describe('the address of a new account', () => {
  test.each(['\ufe0f', '\u034f', '\u3164', '\u17b4', '\u115f', '\u180b'])(
    'has no character that cannot be seen: %j',
    (one) => {
      const invisible = refused({ problem: 'must not contain invisible characters' });
      for (const text of [`jan${one}@example.org`, `jan@exam${one}ple.org`]) {
        expect(parseNewEmail(text)).toEqual(invisible);
        // Whoever has it already can go on.
        expect(parseEmail(text).ok).toBe(true);
      }
    },
  );

  test('may be any other', () => {
    expect(parseNewEmail(' Jan@example.org')).toEqual(ok('jan@example.org'));
    expect(parseNewEmail('')).toEqual(parseEmail(''));
  });
});

test('an address that begins with a spacing accent is refused, not silently made another', () => {
  expect(parseEmail('\u00a8a@example.org').ok).toBe(false);
});
