import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { digitsOfToken } from '../src/certificate.ts';
import { tokenIn } from '../src/certificate-text.ts';
import { base64Url, ISSUER, jws, REFUSED, tokenOf, verify } from './support/certificates.ts';
import { character, mutants } from './support/mutants.ts';

const TOKEN = tokenOf();
const DIGITS = await digitsOfToken(TOKEN);
const [HEADER = '', PAYLOAD = '', SIGNATURE = ''] = TOKEN.split('.');
/** Changed by a forger, who left its signature. */
const FORGED = TOKEN.replace(PAYLOAD, base64Url({ ...JSON.parse(Buffer.from(PAYLOAD, 'base64url').toString()), a: 1 }));
const FORGED_DIGITS = await digitsOfToken(FORGED);

describe('the digits of a token', () => {
  it('are the token again, whatever it says', async () => {
    const signature = fc.uint8Array({ minLength: 64, maxLength: 64 });
    await fc.assert(
      fc.asyncProperty(fc.object(), fc.object(), signature, async (header, payload, bytes) => {
        const token = jws(header, payload, () => bytes);
        const digits = await digitsOfToken(token);
        expect(digits).toMatch(/^[1-9]\d*$/);
        expect(await tokenIn(digits)).toBe(token.length > 10_000 || digits.length > 10_000 ? undefined : token);
      }),
    );
  });

  it('are a smaller picture than the token: three digits take ten bits, and a letter eight', () => {
    expect((DIGITS.length * 10) / 3).toBeLessThan(TOKEN.length * 8 * 0.85);
  });

  it('are never more than a certificate has, though they say so', async () => {
    const text = new TextDecoder().decode(Buffer.alloc(2 ** 20, ' '));
    const bomb = await digitsOfToken(`${base64Url({ text })}.${base64Url({})}.${SIGNATURE}`);
    expect(bomb.length).toBeLessThan(10_000);
    expect(await tokenIn(bomb)).toBeUndefined();
  });
});

const wrapped = (text: string, column: number, line = '\n'): string =>
  (text.match(new RegExp(`.{1,${column}}`, 'g')) ?? []).join(line);

/** What a text may do to a certificate in it, as mail programs and their users do. */
const PLACES: Readonly<Record<string, (text: string) => string>> = {
  'at the end of a sentence': (text) => `The certificate of Mia is at ${text}. Please keep it.`,
  'before a comma': (text) => `See ${text}, and call us.`,
  'in brackets': (text) => `Her certificate (${text}) came today!`,
  'between angle brackets': (text) => `Verify a certificate <${text}>\n`,
  'in quotation marks': (text) => `„${text}“ and "${text}"`,
  'in HTML': (text) => `<p><a href="${text}">Open</a></p>`,
  'before a word': (text) => `${text} is what we got 2 days ago`,
  'between lines': (text) => `Here is my certificate\n${text}\nKind regards\nJan 0123456789`,
  'after numbers': (text) => `Child 7 of 12\n12\n${text}\n3`,
  'in a reply': (text) => `On Monday Jan wrote:\n${wrapped(text, 76, '\n> ')}\n> Jan`,
  'in a reply to a reply': (text) => `> > ${wrapped(text, 70, '\r\n> > ')}\r\n> \r\n> Thank you`,
  'in a reply of another program': (text) => `| ${wrapped(text, 60, '\n| ')}`,
  'in brackets, with line breaks': (text) => `<${wrapped(text, 76)}>`,
  'in quoted-printable': (text) => wrapped(text.replaceAll('=', '=3D'), 75, '=\r\n'),
  'in quoted-printable, with a full stop and blanks at the ends of lines': (text) =>
    wrapped(text.replaceAll('.', '=2E').replace('#', '=23'), 60, '= \r\n'),
  'in a reply, in quoted-printable': (text) => wrapped(text, 70, '=\r\n> '),
  'with the dashes of a word processor': (text) => text.replaceAll('--', '\u2013').replaceAll('-', '\u2011'),
  'escaped in Markdown': (text) => text.replaceAll('_', '\\_').replaceAll('-', '\\-'),
  'in the source of a page': (text) => wrapped(wrapped(text, 30, '<wbr>'), 90, '&shy;'),
  'in the source of a page, in lines': (text) => `<p>${wrapped(text, 72, '<br>\n')}<br /></p>`,
  'as a scanner types it': (text) => `]Q1${text}\n`,
  'behind Safe Links': (text) =>
    `https://eur01.safelinks.example/?url=${encodeURIComponent(text)}&data=05%7C01%7C&reserved=0`,
  'behind two of them': (text) =>
    `https://links.example/?u=${encodeURIComponent(`http://b/?${encodeURIComponent(text)}`)}`,
  'with a percent-encoded hash': (text) => text.replace('#', '%23'),
  'with every byte percent-encoded': (text) => Array.from(text, (one) => `%${one.charCodeAt(0).toString(16)}`).join(''),
  'with invisible characters': (text) => `\u200e${wrapped(text, 50, '\u200b')}\ufeff`,
  'with soft hyphens': (text) => wrapped(text, 30, '\u00ad'),
  'with no-break spaces and tabs': (text) => `\u00a0${wrapped(text, 76, '\u00a0\t')}\u2003`,
  'after a shortened one': (text) => `${text.slice(0, 60)}… <${text}>`,
  'after a part of one': (text) => `${text.slice(0, -20)}\n\n${text}`,
  'emphasised in plain text': (text) => `The certificate is _${text}_ since today`,
  'emphasised at the end': (text) => `_${text}_`,
  twice: (text) => `${text} ${text}`,
  'after a long thread': (text) => `${'Dear parents, 1 234 567.\n'.repeat(2000)}${text}`,
};

describe.each([
  ['a token', TOKEN],
  ['digits', DIGITS],
  ['the address of a token', `${ISSUER}/verify#${TOKEN}`],
  ['the address of digits', `${ISSUER}/verify#${DIGITS}`],
])('%s', (_, certificate) => {
  it.each(Object.entries(PLACES))('is found %s', async (_, place) => {
    expect((await verify(place(certificate))).verdict).toBe('genuine');
  });

  it('is found with a line break at any column', async () => {
    for (let column = 1; column < certificate.length; column += 1) {
      const text = wrapped(certificate, column);
      expect(await tokenIn(text), String(column)).toBe(TOKEN);
    }
  });
});

describe('digits among other numbers', () => {
  const ADDRESS = `${ISSUER}/verify#${DIGITS}`;
  const PHONES = '06 12 34 56 78\n01 23 45 67 89';
  const COLUMN = Array.from({ length: 40 }, (_, nth) => 10_007 + 1009 * nth).join('\n');
  const TABLES = `${COLUMN}\n\nand last year\n\n${COLUMN}`;
  it.each([
    ['before telephone numbers', `${DIGITS}\n${PHONES}`],
    ['before a column', `${DIGITS}\n${COLUMN}`],
    ['behind tables', `${TABLES}\n\nSee ${DIGITS}`],
    ['in lines between tables', `${TABLES}\n\nSee:\n${wrapped(DIGITS, 76)}\n${TABLES}`],
    ['as an address before telephone numbers', `${ADDRESS}\n${PHONES}`],
    ['as an address before a column', `${ADDRESS}\n${COLUMN}`],
    ['as an address before many columns', `${ADDRESS}\n${`${COLUMN}\n`.repeat(100)}`],
    ['as an address behind tables', `${TABLES}\n\nSee ${ADDRESS}`],
    ['as an address behind many tables', `${`${TABLES}\n\nand\n\n`.repeat(100)}See ${ADDRESS}`],
    ['as an escaped address in lines', `${TABLES}\nSee ${wrapped(ADDRESS.replace('#', '%2523'), 76)}\n${COLUMN}`],
  ])('are found %s', async (_, text) => {
    expect((await verify(text)).verdict).toBe('genuine');
  });
});

describe('a certificate that was not copied as it was', () => {
  const ADDRESS = `${ISSUER}/verify#${TOKEN}`;
  /** They end a signature, but not this one. */
  const [OTHER, OTHER_DIGIT] = [TOKEN.endsWith('A') ? 'Q' : 'A', DIGITS.endsWith('7') ? '8' : '7'];
  const lost = Array.from(SIGNATURE, (_, at) => `${TOKEN.slice(0, at - 86)}${at === 85 ? '' : TOKEN.slice(at - 85)}`);
  it.each([
    ['with a letter lost', lost],
    [
      'with a letter added',
      lost.map((_, at) => `${HEADER}.${PAYLOAD}.${SIGNATURE.slice(0, at)}A${SIGNATURE.slice(at)}`),
    ],
    ['glued to a word', ['please', 'A', '_A', '-and', '.Please', '.pdf'].map((word) => `${ADDRESS}${word}`)],
    [
      'with a letter lost, and words behind',
      [` ${OTHER} friend`, `\n${OTHER} friend`, '\nPlease', ` ${OTHER}`, '. Well', ' 7'].map(
        (words) => lost.at(-1) + words,
      ),
    ],
    [
      'with letters lost, and words behind',
      ['wrong Alaw', 'Dog', 'a w'].map((words) => `${TOKEN.slice(0, -words.replace(' ', '').length)} ${words}`),
    ],
    [
      'with a letter lost, wrapped, and words behind',
      [`${OTHER} friend`, OTHER].map((words) => `${wrapped(lost.at(-1) ?? '', 76)}\n${words}`),
    ],
    ['with its last letter changed to one that ends no signature', [`${TOKEN.slice(0, -1)}B`]],
    [
      'in digits, with one lost',
      Array.from(DIGITS.slice(-200), (_, at) => DIGITS.slice(0, -at - 1) + DIGITS.slice(DIGITS.length - at)),
    ],
    [
      'in digits, with one added',
      Array.from(DIGITS.slice(-200), (_, at) => `${DIGITS.slice(0, -at - 1)}5${DIGITS.slice(-at - 1)}`),
    ],
    ['in digits, glued to a word', [`${DIGITS}th`, `${DIGITS}please`]],
    [
      'in digits, with one lost, and words behind',
      [` ${OTHER_DIGIT} children`, `\n${OTHER_DIGIT}`].map((words) => DIGITS.slice(0, -1) + words),
    ],
  ])('is not readable, and no forgery: %s', async (_, texts) => {
    for (const text of texts) expect((await verify(text)).verdict, text.slice(-100)).toBe('not readable');
  });

  it.each([
    ['whole', FORGED],
    ['in a sentence', `Look at ${FORGED}, please.`],
    ['wrapped', wrapped(FORGED, 76)],
    ['wrapped in a reply', `> ${wrapped(`${ISSUER}/verify#${FORGED}`, 72, '\n> ')}\n> Jan`],
    ['as digits', FORGED_DIGITS],
    ['as digits in lines', wrapped(FORGED_DIGITS, 76)],
  ])('is altered if it has its whole signature: %s', async (_, text) => {
    expect((await verify(text)).verdict).toBe('altered');
  });
});

it('reads any text in a time that grows with its length alone', async () => {
  const units = [
    'eyJ',
    'eyJ.',
    ' ',
    '>',
    '\n>',
    '%25',
    '%',
    '=\r',
    '= ',
    '=\n> ',
    '=2E',
    '\\_',
    '\u2013',
    '<wbr ',
    '1',
    '1 ',
    '\u200b',
    '.',
    `${HEADER}.`,
    `${PAYLOAD}.${SIGNATURE}.`,
  ];
  /** A number of whole bytes, of which each length is one, too. */
  const hex = `1${'4b4c'.repeat(80)}`;
  const numbers = [
    `${DIGITS.slice(0, -1)} `,
    `#${DIGITS.slice(0, -1)} `,
    `#${BigInt(`0x${hex}`)} `,
    `#${BigInt(`0x${hex}`)}\n${'0'.repeat(12)} `,
  ];
  const all = [
    ...units,
    '#1 ',
    '# 1',
    '1_',
    '_ ',
    ...numbers,
    `#${'1 '.repeat(400)}x`,
    `${'12345 '.repeat(100)}x `,
    `eyJ${'A'.repeat(50)}.${SIGNATURE} `,
  ];
  for (const unit of all) {
    const text = unit.repeat(Math.floor(200_000 / unit.length));
    expect([await tokenIn(text), unit], unit).toEqual([undefined, unit]);
  }
});

describe('a text that is no certificate', () => {
  it.each([
    '',
    ' ',
    '.',
    '..',
    'a.b.c',
    '#',
    '0',
    '1',
    '16',
    `0${DIGITS}`,
    'https://www.example.org/menu?table=4',
    'WIFI:T:WPA;S:School;P:secret;;',
    'BEGIN:VCARD\nFN:Jan Jansen\nEND:VCARD',
    'HC1:6BFOXN%TS3DH0YOJ58S S-W5HDC *M0II5XHC9B5G2+$N IOP-IA%NFQGRJPC%OQHIZC4.OI1RM8ZA.A5:S9MKN4NN3F85QNCY0O',
    'shc:/567629095243206034602924374044603122295953265460346029254077280433602870286471674522280928',
    'eyJhbGciOiJFUzI1NiJ9',
    'ﾃｽﾄ \u0000 \ud800',
    `${TOKEN}.${SIGNATURE}`,
    `${TOKEN}${'A'.repeat(10_000)}`,
    '9'.repeat(10_000),
    'x'.repeat(10_000_000),
  ])('is not readable (%#)', async (text) => {
    expect(await verify(text)).toEqual({ verdict: 'not readable', asked: [] });
  });

  it('is not readable, whatever it is', async () => {
    const texts = [
      fc.string({ unit: character, maxLength: 2000 }),
      fc.base64String(),
      fc.bigInt().map(String),
      fc.json(),
    ];
    const parts = fc
      .tuple(fc.json(), fc.json(), fc.string())
      .map((all) => all.map((part) => base64Url(Buffer.from(part))));
    const joined = parts.map((all) => all.join('.'));
    await fc.assert(
      fc.asyncProperty(fc.oneof(...texts, joined), async (text) => {
        expect(await verify(text)).toEqual({ verdict: 'not readable', asked: [] });
      }),
      { numRuns: 1000 },
    );
  });

  it.each([TOKEN, DIGITS])('is not readable, and no forgery, if it is a part of one', async (whole) => {
    for (let length = 0; length < whole.length; length += 1) {
      expect((await verify(whole.slice(0, length))).verdict).toBe('not readable');
    }
  });
});

/** CERTIFICATE_MUTANTS=100000 takes some minutes. */
const MUTANTS = Number(process.env['CERTIFICATE_MUTANTS'] ?? 300);

it(`none of ${MUTANTS} mutants of a certificate is accepted, or stops the verifier`, {
  timeout: 3_600_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(mutants(TOKEN, DIGITS), async (text) => {
      // A change beside the token, or of the bits that fill the last compressed byte, leaves what was signed.
      fc.pre((await tokenIn(text)) !== TOKEN);
      const { verdict, asked } = await verify(text);
      expect([verdict, asked]).toEqual([expect.stringMatching(REFUSED), []]);
    }),
    { numRuns: MUTANTS },
  );
});
