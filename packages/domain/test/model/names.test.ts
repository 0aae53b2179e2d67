import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  compareCodePoints,
  FOLDING,
  fitsName,
  foundBy,
  indexWords,
  leads,
  nameKey,
  nameWords,
  parseNameSearch,
  parsePatientSearch,
  wordsOfPatient,
} from '../../src/model/names.ts';
import { parsePersonName } from '../../src/model/values.ts';
import { refuses } from '../support/parsing.ts';
import { must } from '../support/values.ts';

const search = (text: string) => must(parseNameSearch(text));
const finds = (wanted: string, ...names: readonly string[]) => fitsName(search(wanted), ...names);

const letter = fc.constantFrom(...'abcdefghijklmnopqrstuvwxyzßøłæœđþéüçñåαβσωжщядאבش東京');
/** Letters whose accents are optional. */
const accentedLetter = fc.constantFrom(...'abcdefghijklmnopqrstuvwxyzßøłæœđþéüçñåαβσωжщядאבش');
const word = fc.string({ unit: letter, minLength: 1, maxLength: 12 });
const accent = fc.constantFrom('\u0301', '\u0308', '\u0327', '\u030a');
/** Between two parts of a word: whoever types the word may leave it out. */
const joint = fc.constantFrom('-', '\u2010', "'", '\u2019', '.', '·');

test('what people are found by is what `FOLDING` says: whoever changes it raises that by one', () => {
  const letters = Array.from({ length: 0x3400 }, (_, point) => String.fromCodePoint(point));
  const words = letters.map((letter) => nameWords(`A${letter}e`));
  const whole = [
    indexWords('Anne-Marie\u{e0100}', "O'Brien Åström"),
    wordsOfPatient({ firstName: 'Jörg', lastName: 'de Vries', birthDate: '2019-02-03' }),
  ];
  const digest = createHash('sha256')
    .update(JSON.stringify([words, whole]))
    .digest('hex');
  expect({ FOLDING, digest }).toEqual({
    FOLDING: 1,
    digest: '233f3a320b9d44f351d8fd0d32ffa9ddba9bfce13d494d881df3ab130cc5dcf6',
  });
});

test('a name of one letter that is taken has a word by which it is found', () => {
  const lost: string[] = [];
  for (let point = 0; point <= 0x10ffff; point += 1) {
    const name = String.fromCodePoint(point);
    if (/\p{L}/u.test(name) && parsePersonName(name).ok && nameWords(name).length === 0) lost.push(point.toString(16));
  }
  expect(lost).toEqual([]);
});

describe('the words of a name (D-31)', () => {
  test('are the same in any case, in each form of Unicode, and with any accents', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: accentedLetter, minLength: 1, maxLength: 12 }),
        fc.array(accent, { minLength: 12, maxLength: 12 }),
        (text, accents) => {
          const accented = [...text].map((one, nth) => one + accents[nth]).join('');
          const same = [text.toUpperCase(), text.toLowerCase(), accented, accented.toUpperCase()];
          for (const one of same) {
            for (const form of ['NFC', 'NFD', 'NFKC', 'NFKD']) {
              expect(nameWords(one.normalize(form))).toEqual(nameWords(text));
            }
          }
        },
      ),
    );
  });

  test.each([
    ['Straße', ['strasse']],
    ['GROẞ', ['gross']],
    ['Søren', ['soren']],
    ['Łukasz', ['lukasz']],
    ['Ærø', ['aro']],
    ['Œuvre', ['ouvre']],
    ['Đorđe', ['dorde']],
    ['Þór', ['thor']],
    ['Ħal', ['hal']],
    ['İpek Işık', ['ipekisik', 'isik']],
    ['Anna Annabel', ['annannabel', 'annabel']],
    ['Ǆ ﬁ', ['dzfi', 'fi']],
    ['ΣΊΣΥΦΟΣ', ['σισυφοσ']],
    ['Ｍｉａ', ['mia']],
    ['Anne-Marie', ['annemarie', 'marie']],
    ["O'Neil", ['oneil', 'neil']],
    ['Smith–Jones.', ['smithjones', 'jones']],
    ["d'Arc-en-Ciel", ['darcenciel', 'arcenciel', 'enciel', 'ciel']],
    ['\u200fשרה\u200e', ['שרה']],
    ['王小明', ['王小明']],
    ['Mia 🐛🐛', ['mia']],
    ['Mia\u0000Lea', ['mialea', 'lea']],
    ['100% _x_', ['100x', 'x']],
    ['- \' " % _ 🐛 \u0000', []],
    ['', []],
  ])('of %j are %j', (name, words) => {
    expect(nameWords(name)).toEqual(words);
  });

  test('of two names are there in either order', () => {
    expect(nameWords('Mia', 'de Jong')).toEqual(['miadejong', 'dejongmia', 'jongmia']);
  });

  test.each([
    ['Müller', 'Mueller'],
    ['Jörg', 'Joerg'],
    ['Ærø', 'Aeroe'],
    ['Søren', 'Soeren'],
    ['Århus', 'Aarhus'],
    ["Дар'я", 'Дар\u02bcя'],
    ["Дар'я", 'Дар\u2019я'],
    ["D'Angelo", 'D\u00b4Angelo'],
    ["Ka'ahumanu", 'Ka\u02bbahumanu'],
    ['محمّد', 'محمد'],
    ['أحمد', 'احمد'],
    ['علي', 'علی'],
    ['يحيى', 'یحیی'],
    ['كريم', 'کریم'],
    ['فاطمة', 'فاطمه'],
    ['محـــمد', 'محمد'],
    ['שָׂרָה', 'שרה'],
    ['Ελένη', 'Ελενη'],
    ['Ёлка', 'Елка'],
    ['葛\u{e0100}城', '葛城'],
    ['ᠰ\u180bᠠ', 'ᠰᠠ'],
  ])('%s and %s are one name, to a search and as duplicates', (one, other) => {
    expect([finds(one, 'Kim', other), finds(other, 'Kim', one)]).toEqual([true, true]);
    expect(nameKey('Kim', one)).toBe(nameKey('Kim', other));
  });

  test.each([
    ['राम', 'रीमा'],
    ['カク', 'ガク'],
    ['ด', 'ดี'],
  ])('%s and %s are two', (one, other) => {
    expect([finds(one, other), finds(other, one)]).toEqual([other.startsWith(one), false]);
    expect(nameKey('Kim', one)).not.toBe(nameKey('Kim', other));
  });

  test.each([
    ['小明', '王', '王小明'],
    ['小明', '王', '小明王'],
    ['민수', '김', '김민수'],
    ['민수', '김', '김민'],
    ['Mia', 'Delacroix', 'DelacroixMia'],
    ['Mia', 'De la Croix', 'DelaCroix'],
    ['Anna', 'Emilsen', 'annaemil'],
    ['Anna', 'Aaronson', 'annaaa'],
  ])('%s %s is found by %s', (first, last, wanted) => {
    expect(finds(wanted, first, last)).toBe(true);
  });

  test('are one as duplicates in either order, and none without letters and digits', () => {
    expect(nameKey('小明', '王')).toBe(nameKey('王', '小明'));
    expect(nameKey('Mia', 'De la Croix')).toBe(nameKey('Mia', 'DelaCroix'));
    expect(nameKey('-', '🐛')).toBe('');
  });

  test('are short enough for the index of a database, whatever the folding makes of them', () => {
    const long = '\ufdfa'.repeat(100);
    for (const word of nameWords(long, long)) expect(Buffer.byteLength(word)).toBeLessThanOrEqual(800);
    expect(finds(long, 'Mia', long)).toBe(true);
  });
});

describe('a search for names (D-31)', () => {
  refuses(parseNameSearch, 'is missing', ['', ' \t\n', '\u3000']);
  refuses(parseNameSearch, 'must contain a letter or a digit', [
    '-',
    '%',
    '_',
    '\u0000',
    '🐛',
    '\u0301',
    '\u200d',
    "' -",
  ]);
  refuses(parseNameSearch, 'must have at most 100 characters', ['a'.repeat(101), '𠀀'.repeat(101)]);
  refuses(parseNameSearch, 'must have at most 10 words', [
    'a b c d e f g h i j k',
    Array.from({ length: 30 }, (_, nth) => nth).join(' '),
  ]);
  refuses(parseNameSearch, 'must be well-formed Unicode', ['\ud83d', 'Mia \udc00']);

  test('may have 100 characters, counted in code points and without white space around them, and 10 words', () => {
    expect(search('b'.repeat(100))).toEqual(['b'.repeat(100)]);
    expect(search(` ${'𠀀'.repeat(100)} `)).toEqual(['𠀀'.repeat(100)]);
    expect(search('a b c d e f g h i j')).toHaveLength(10);
  });

  test('has each word once, and a word of several parts as one', () => {
    expect(search('MIA mia Anne-Marie')).toEqual(['mia', 'annemarie']);
    expect(search('a A á Á à b')).toEqual(['a', 'b']);
  });

  test('finds a name by the beginning of each of its words, in any order, case and spelling of accents', () => {
    const two = fc.tuple(word, word);
    fc.assert(
      fc.property(two, fc.tuple(fc.nat(11), fc.nat(11)), ([first, last], ends) => {
        const [one, other] = [first.slice(0, ends[0] + 1), last.slice(0, ends[1] + 1)];
        for (const wanted of [one, other, `${one} ${other}`, `${other} ${one}`]) {
          expect(finds(wanted.toUpperCase(), first, last)).toBe(true);
          expect(finds(wanted.normalize('NFD'), first, last)).toBe(true);
        }
      }),
    );
  });

  test('finds a word of two parts with and without what joins them, and by its second part', () => {
    fc.assert(
      fc.property(word, word, joint, joint, (first, second, written, typed) => {
        const name = `${first}${written}${second}`;
        for (const wanted of [name, `${first}${typed}${second}`, `${first}${second}`, second]) {
          expect(finds(wanted, 'Kim', name)).toBe(true);
        }
      }),
    );
  });

  test.each([
    ['mia jan', true],
    ['jan mia', true],
    ['neil', true],
    ["o'n", true],
    ['o n', true],
    ['ia', false],
    ['eil', false],
    ['mia lea', false],
    ['miajansen', true],
    ['jansenoneilmia', true],
    ['janmia', false],
    ['m% jan', true],
    ['m_a', false],
    ['m%a', false],
  ])('by %j of Mia Jansen O\u2019Neil: %s', (wanted, isFound) => {
    expect(finds(wanted, 'Mia', 'Jansen O\u2019Neil')).toBe(isFound);
  });

  test('finds a name of 30 words by each of them, and one of 100 characters by all of them', () => {
    const many = Array.from({ length: 30 }, (_, nth) => `w${nth}x`);
    for (const wanted of many) expect(finds(wanted, 'Mia', many.join(' '))).toBe(true);
    expect(finds('é'.repeat(100), 'Mia', 'E'.repeat(100))).toBe(true);
    expect(finds('é'.repeat(100), 'Mia', 'E'.repeat(99))).toBe(false);
  });

  test('finds a word that it breaks off at a sigma, which is written otherwise at the end of a word', () => {
    expect(finds('ΚΩΣ', 'Κωσταντίνος')).toBe(true);
    expect(finds('κωνσταντίνοσ', 'ΚΩΝΣΤΑΝΤΊΝΟΣ')).toBe(true);
  });

  test('does not find a name that lacks one of its words', () => {
    fc.assert(
      fc.property(word, word, (first, last) => {
        expect(finds(`${first} ${last} zzzzzzzzzzzzz`, first, last)).toBe(false);
        expect(finds(`${last}zzzzzzzzzzzzz`, first, last)).toBe(false);
      }),
    );
  });
});

describe('a search for a child by birth date (D-46)', () => {
  test.each([
    ['3.2.2019', ['-2019-02-03']],
    ['۳ ۲ ۲۰۱۹', ['-2019-02-03']],
    ['２０１９－０２－０３', ['-2019-02-03']],
    ['\u200e3\u20132\u20132019 Mia', ['mia', '-2019-02-03']],
    ['(3.2.2019),', ['-2019-02-03']],
    ['Jansen, Mia, 2019/2/3.', ['jansen', 'mia', '-2019-02-03']],
    ['3.2.19', ['-2019-02-03']],
    ['Jansen, Mia, geb. 03.02.2019', ['jansen', 'mia', '-2019-02-03']],
    ['Mia Jansen (geboren am 3.2.2019)', ['mia', 'jansen', '-2019-02-03']],
    ['Mia, née le 3/2/2019', ['mia', '-2019-02-03']],
    ['DOB: 2019-02-03', ['-2019-02-03']],
    ['Born 3.2.2019', ['-2019-02-03']],
    ['René 3.2.2019', ['rene', '-2019-02-03']],
    ['Mia, 3/2/98.', ['mia', '-1998-02-03']],
    ['03022019 Mia', ['mia', '-2019-02-03']],
    ['20190203', ['-2019-02-03']],
    ['2019-02-03T00:00:00Z', ['-2019-02-03']],
    ['3·2·2019', ['-2019-02-03']],
  ])('%j looks for %j', (text, words) => expect(must(parsePatientSearch(text))).toEqual(words));
});

describe('the order of what a search finds (D-31)', () => {
  test('is by the first word that begins as the search leads: the only one, or the first and the last together', () => {
    expect(leads(search('de vries zo'))).toEqual(['&  dezo', 'vries']);
    expect(leads(search('mia de vries'))).toEqual(['&mvirai', 'vries', 'de']);
    expect(leads(search('a bcd efgh'))).toEqual(['& aefgh', 'efgh', 'bcd']);
    expect(leads(search('efgh a'))).toEqual(['& aefgh', 'efgh']);
    expect(leads(search('a b'))).toEqual(['& ab']);
    expect(leads(search('efgh bcde'))).toEqual(['&becfdgeh']);
    expect(leads(search('a bcd'))).toEqual(['& abcd', 'bcd']);
    expect(leads(search('bcd'))).toEqual(['bcd']);
    expect(leads(search('bc b bcd'))).toEqual(['bcd']);
    expect(leads(search('li max'))).toEqual(['&  limax', 'max']);
    expect(foundBy(search('m'), 'Mia', 'Maier-Müller')).toBe('maiermullermia');
    expect(foundBy(search('mi mu'), 'Mia', 'Maier-Müller')).toMatch(/^& {2}mimuller/);
    expect(foundBy(search('x'), 'Mia', 'Maier')).toBeUndefined();
  });

  test('leads to everybody whose names fit', () => {
    const few = fc.string({ unit: fc.constantFrom('a', 'b', 'c', ' ', 'é', '𠀀'), minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(few, few, few, (first, last, text) => {
        const parsed = parseNameSearch(text);
        fc.pre(parsed.ok && fitsName(parsed.value, first, last));
        if (parsed.ok) expect(foundBy(parsed.value, first, last)).toBeDefined();
      }),
      { numRuns: 500 },
    );
  });

  test('needs no more words than there are letters in the names', () => {
    const letters = (length: number) => Array.from({ length }, (_, at) => String.fromCodePoint(0x4e00 + at)).join(' ');
    for (let length = 1; length <= 50; length += 1) {
      expect(indexWords(letters(length), letters(length)).length).toBeLessThanOrEqual(101);
    }
  });

  test('is that of UTF-8 bytes, which differs from that of UTF-16 units', () => {
    // U+FA0E is before U+20000, but its only unit is after the first one of U+20000.
    expect(foundBy(search('王'), '王𠀀', '王\ufa0e')).toBe('王\ufa0e王𠀀');
    const text = fc.string({ unit: fc.constantFrom('a', 'b', 'é', '\ud7ff', '\ue000', '\uffff', '𠀀', '\u{10ffff}') });
    fc.assert(
      fc.property(text, text, (one, other) => {
        const bytes = Buffer.compare(Buffer.from(one), Buffer.from(other));
        expect(Math.sign(compareCodePoints(one, other))).toBe(bytes);
      }),
    );
  });
});
