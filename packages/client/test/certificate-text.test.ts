import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { digitsOfToken } from '../src/certificate.ts';
import { tokenIn } from '../src/certificate-text.ts';
import { base64Url, jws, REFUSED, tokenOf, verify } from './support/certificates.ts';
import { mutants } from './support/mutants.ts';

const TOKEN = tokenOf();
const DIGITS = await digitsOfToken(TOKEN);
const [, , SIGNATURE = ''] = TOKEN.split('.');

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
      fc.string({ unit: 'binary', maxLength: 2000 }),
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

  it.each([TOKEN, DIGITS])('is not readable, or altered, if it is a part of one', async (whole) => {
    for (let length = 0; length < whole.length; length += 1) {
      expect((await verify(whole.slice(0, length))).verdict).toMatch(REFUSED);
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
