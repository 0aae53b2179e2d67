import { createHmac, sign as signInDer } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { digitsOfToken } from '../src/certificate.ts';
import * as made from './support/certificates.ts';

const { CERTIFICATE, CLAIMS, FORGED, INDEX, ISSUER, KEY, LIST, NOW, REFUSED } = made;
const { base64Url, by, jws, listOf, tokenOf, verify } = made;

const TOKEN = tokenOf();
const DIGITS = await digitsOfToken(TOKEN);
const [HEADER = '', PAYLOAD = '', SIGNATURE = ''] = TOKEN.split('.');
const HMAC_KEY = KEY.publicKey.export({ type: 'spki', format: 'pem' });
const hmac = (content: string) => createHmac('sha256', HMAC_KEY).update(content).digest();

/** Another last letter for the same bytes: four of its bits belong to none. */
const sameBytes = (letter = ''): string => {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  return letters[letters.indexOf(letter) ^ 1] ?? '';
};

/** (r, n - s) is valid where (r, s) is. */
const otherSignature = (signature: Buffer): Buffer => {
  const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;
  const s = order - BigInt(`0x${signature.toString('hex', 32)}`);
  return Buffer.concat([signature.subarray(0, 32), Buffer.from(s.toString(16).padStart(64, '0'), 'hex')]);
};

describe('a certificate', () => {
  // In whatever text it stands: certificate-text.test.ts.
  it.each([TOKEN, DIGITS])('is genuine, and says what was signed (%#)', async (text) => {
    const statusAt = new Date((NOW - 60) * 1000);
    expect(await verify(text)).toEqual({ verdict: 'genuine', certificate: CERTIFICATE, statusAt, asked: [LIST] });
  });

  it('is genuine, whatever stands beside its key', async () => {
    const keys = [null, 'key', 1, KEY.jwk] as (typeof KEY.jwk)[];
    expect((await verify(TOKEN, listOf(), { issuers: [{ issuer: ISSUER, keys }] })).verdict).toBe('genuine');
  });

  it('may leave out the year of birth', async () => {
    const { birth_year, ...claims } = CLAIMS;
    const token = jws({ alg: 'ES256', kid: KEY.kid }, claims, by(KEY.privateKey));
    expect(await verify(token)).toMatchObject({ verdict: 'genuine', certificate: { birthYear: undefined } });
  });

  it.each([
    [
      'a clinic in New York, at 23:50',
      'America/New_York',
      '2026-11-28T04:50:00Z',
      '2026-11-28T05:00:00Z',
      '2026-11-27',
      '2026-11-27',
    ],
    [
      'a clinic in Auckland, on the day itself',
      'Pacific/Auckland',
      '2026-11-27T20:00:00Z',
      '2026-11-28T11:00:00Z',
      '2026-11-28',
      '2026-11-28',
    ],
    [
      'a clinic in Kathmandu',
      'Asia/Kathmandu',
      '2026-11-26T18:14:59Z',
      '2026-11-27T18:15:00Z',
      '2026-11-26',
      '2026-11-27',
    ],
    [
      'one without a zone, of before',
      undefined,
      '2026-11-27T04:50:00Z',
      '2026-11-28T00:00:00Z',
      '2026-11-27',
      '2026-11-27',
    ],
  ])('has the days of its issuer, whoever reads it: %s', async (_, zoneinfo, iat, exp, issuedOn, validUntil) => {
    const seconds = (moment: string) => Date.parse(moment) / 1000;
    const token = tokenOf({ claims: { zoneinfo, iat: seconds(iat), exp: seconds(exp) } });
    const list = (at: string) => listOf({ claims: { iat: seconds(at) - 60, exp: seconds(at) + 60 } });
    const at = (moment: string, less = 0) => verify(token, list(moment), { now: new Date(Date.parse(moment) - less) });
    expect(await at(exp, 1)).toMatchObject({ verdict: 'genuine', certificate: { issuedOn, validUntil } });
    expect(await at(exp)).toMatchObject({ verdict: 'expired', certificate: { issuedOn, validUntil } });
  });

  const NO_ZONES = [
    'Mars/Olympus',
    '+05:00',
    '',
    '__proto__',
    'x'.repeat(65),
    'Europe/Amsterdam\n',
    7,
    null,
    {},
    ['UTC'],
  ];
  it.each(NO_ZONES)('has the days of UTC where its zone is none that is known: %j', async (zoneinfo) => {
    const days = { issuedOn: CERTIFICATE.issuedOn, validUntil: CERTIFICATE.validUntil };
    expect(await verify(tokenOf({ claims: { zoneinfo } }))).toMatchObject({ verdict: 'genuine', certificate: days });
  });

  it('is revoked, expired or not yet valid, and says so', async () => {
    const verdictAt = async (now: number, list?: string) =>
      (await verify(TOKEN, list, { now: new Date(now * 1000) })).verdict;
    expect(await verdictAt(NOW, listOf({}, [INDEX]))).toBe('revoked');
    const list = { iat: CLAIMS.exp - 60, exp: CLAIMS.exp + 60 };
    expect(await verdictAt(CLAIMS.exp - 1, listOf({ claims: list }))).toBe('genuine');
    expect(await verdictAt(CLAIMS.exp, listOf({ claims: list }))).toBe('expired');
    expect(await verdictAt(CLAIMS.exp, listOf({ claims: list }, [INDEX]))).toBe('revoked');
    expect(await verdictAt(CLAIMS.exp, '')).toBe('expired');
    // Clocks may differ by five minutes.
    const early = listOf({ claims: { iat: CLAIMS.iat - 300 } });
    expect(await verdictAt(CLAIMS.iat - 300, early)).toBe('genuine');
    expect(await verdictAt(CLAIMS.iat - 301, early)).toBe('not yet valid');
  });
});

describe('a forged certificate', () => {
  const header = { alg: 'ES256', kid: KEY.kid };
  const sign = by(KEY.privateKey);
  it.each([
    ['altered in its payload', `${HEADER}.${base64Url({ ...CLAIMS, given_name: 'Max' })}.${SIGNATURE}`, 'altered'],
    ['altered in its header', `${base64Url({ ...header, x: 1 })}.${PAYLOAD}.${SIGNATURE}`, 'altered'],
    ['signed by another key of the same name', tokenOf({ key: FORGED }), 'altered'],
    ['signed by a key that it brings along', tokenOf({ key: FORGED, header: { jwk: FORGED.jwk } }), 'altered'],
    ['without a signature', `${HEADER}.${PAYLOAD}.`, 'not readable'],
    ['with a signature of nothing but zeros', `${HEADER}.${PAYLOAD}.${base64Url(Buffer.alloc(64))}`, 'altered'],
    [
      'with a signature in DER',
      jws(header, CLAIMS, (content) => signInDer('sha256', Buffer.from(content), KEY.privateKey)),
      'not readable',
    ],
    ['with the signature written another way', `${TOKEN.slice(0, -1)}${sameBytes(TOKEN.at(-1))}`, 'not readable'],
    ['with alg none', jws({ alg: 'none' }, CLAIMS, sign), 'unknown key'],
    ['with alg none and a key', `${base64Url({ ...header, alg: 'none' })}.${PAYLOAD}.${SIGNATURE}`, 'altered'],
    ['with alg none, and signed', tokenOf({ header: { alg: 'none' } }), 'altered'],
    ['with HS256 and the public key', jws({ ...header, alg: 'HS256' }, CLAIMS, hmac), 'not readable'],
    ['with an unknown key', tokenOf({ key: made.newKey('01a1fcd5ffff') }), 'unknown key'],
    ['with a key of which the name is no text', tokenOf({ header: { kid: [KEY.kid] } }), 'unknown key'],
    ['with a key that is named like a prototype', tokenOf({ header: { kid: '__proto__' } }), 'unknown key'],
    ['of another issuer', tokenOf({ claims: { iss: 'https://health.example.com' } }), 'unknown issuer'],
    [
      'of an issuer whose name only begins the same',
      tokenOf({ claims: { iss: `${ISSUER}.evil.example` } }),
      'unknown issuer',
    ],
    ['with an extension that must be understood', tokenOf({ header: { crit: ['b64'], b64: false } }), 'not readable'],
    ['that is a status list', listOf(), 'not readable'],
  ])('is refused: %s', async (_, token, verdict) => {
    const said = { ...(await verify(token)) };
    expect(said).toMatchObject({ verdict, asked: [] });
    expect(said).not.toHaveProperty('certificate');
    const digits = await digitsOfToken(token).catch(() => undefined);
    if (digits !== undefined) expect((await verify(digits)).verdict).toMatch(REFUSED);
  });

  it('does not become good where the key is of another kind, broken, without a name, or withdrawn', async () => {
    for (const jwk of [
      { kid: KEY.kid },
      { ...KEY.jwk, kty: 'RSA' },
      { ...KEY.jwk, crv: 'P-384' },
      { ...KEY.jwk, x: 'AA' },
    ]) {
      const issuers = [{ issuer: ISSUER, keys: [jwk] }];
      expect((await verify(TOKEN, listOf(), { issuers })).verdict).toBe('unknown key');
    }
    const { kid, ...nameless } = KEY.jwk;
    const withoutNames = { issuers: [{ issuer: ISSUER, keys: [nameless] }] };
    const token = tokenOf({ header: { kid: undefined } });
    expect((await verify(token, listOf(), withoutNames)).verdict).toBe('unknown key');
    const withdrawn = [{ issuer: ISSUER, keys: [] }];
    expect((await verify(TOKEN, listOf(), { issuers: withdrawn })).verdict).toBe('unknown key');
  });

  it('cannot be made of a genuine one by the other valid signature, which is not a new certificate', async () => {
    const malleated = `${HEADER}.${PAYLOAD}.${base64Url(otherSignature(Buffer.from(SIGNATURE, 'base64url')))}`;
    expect(malleated).not.toBe(TOKEN);
    const { verdict, ...said } = await verify(malleated);
    expect([verdict, said]).toEqual(['genuine', expect.objectContaining({ certificate: CERTIFICATE, asked: [LIST] })]);
    expect((await verify(malleated, listOf({}, [INDEX]))).verdict).toBe('revoked');
  });
});

describe('claims that no certificate has', () => {
  it.each([
    ['no issuer', { iss: undefined }],
    ['no id', { jti: '' }],
    ['a name that is no text', { given_name: { toString: 'Mia' } }],
    ['no statement', { statement: null }],
    ['no end', { exp: undefined }],
    ['an end that is a text', { exp: '9999999999' }],
    ['an end beyond all dates', { exp: 1e300 }],
    ['a beginning before all dates', { iat: -1 }],
    ['half a second', { iat: NOW + 0.5 }],
    ['a year that is a text', { birth_year: '2019' }],
  ])('are not readable: %s', async (_, claims) => {
    expect((await verify(tokenOf({ claims }))).verdict).toBe('not readable');
  });

  it.each([
    ['none', undefined],
    ['a text', 'valid'],
    ['no list', {}],
    ['an index that is a text', { status_list: { idx: String(INDEX), uri: LIST } }],
    ['an index below zero', { status_list: { idx: -1, uri: LIST } }],
    ['an index beyond the list', { status_list: { idx: 2 ** 20, uri: LIST } }],
    ['an index that has the same 32 bits', { status_list: { idx: 2 ** 32 + INDEX, uri: LIST } }],
    ['another list', { status_list: { idx: INDEX, uri: `${ISSUER}/status/1` } }],
  ])('leave the status unknown: %s as status', async (_, status) => {
    expect(await verify(tokenOf({ claims: { status } }))).toMatchObject({
      verdict: 'status unknown',
      statusAt: undefined,
    });
  });

  it.each([
    'https://evil.example/status/0',
    `${ISSUER}.evil.example/status/0`,
    `${ISSUER}:8443/status/0`,
    `${ISSUER}@evil.example/status/0`,
    'http://health.example.org/status/0',
    '//evil.example/status/0',
    'file:///etc/passwd',
  ])('send a verifier nowhere: %s', async (uri) => {
    const token = tokenOf({ claims: { status: { status_list: { idx: INDEX, uri } } } });
    expect(await verify(token, listOf({ claims: { sub: uri } }))).toMatchObject({
      verdict: 'status unknown',
      asked: [],
    });
  });
});

describe('a status list that cannot be relied on', () => {
  const withList = (status_list: unknown) => listOf({ claims: { status_list } });
  it.each([
    ['nothing', undefined],
    ['an empty reply', ''],
    ['a page of something else', '<!doctype html><title>Log in</title>'],
    ['expired', listOf({ claims: { exp: NOW } })],
    ['without an end', listOf({ claims: { exp: undefined } })],
    ['of a day that is still to come', listOf({ claims: { iat: NOW + 301 } })],
    ['signed by another key', listOf({ key: FORGED })],
    ['not signed', listOf().replace(/[^.]+$/, '')],
    ['altered', listOf().replace(/\.(?=[^.]+$)/, 'A.')],
    ['another list', listOf({ claims: { sub: `${ISSUER}/status/1` } })],
    ['of another kind', listOf({ header: { typ: 'JWT' } })],
    ['a certificate', TOKEN],
    ['two bits for each place', withList({ bits: 2, lst: base64Url(deflateSync(Buffer.alloc(2 ** 18))) })],
    ['too short', withList({ bits: 1, lst: base64Url(deflateSync(Buffer.alloc(8))) })],
    ['not compressed', withList({ bits: 1, lst: base64Url(Buffer.alloc(1000, 'random')) })],
    ['cut off', withList({ bits: 1, lst: base64Url(deflateSync(made.bitsOf([1])).subarray(0, 20)) })],
    ['no base64url', withList({ bits: 1, lst: '&&&' })],
    ['no list at all', withList(undefined)],
    ['one byte too long', withList({ bits: 1, lst: base64Url(deflateSync(Buffer.alloc(2 ** 20 + 1))) })],
    ['a gigabyte when decompressed', made.bombOf(1)],
    ['four gigabytes when decompressed', made.bombOf(4)],
  ])('leaves the status unknown: %s', async (_, list) => {
    expect(await verify(TOKEN, list ?? '')).toMatchObject({
      verdict: 'status unknown',
      statusAt: undefined,
      asked: [LIST],
    });
  });

  it('leaves the status unknown where it cannot be fetched', async () => {
    const statusList = () => Promise.reject(new TypeError('fetch failed'));
    expect((await verify(TOKEN, undefined, { statusList })).verdict).toBe('status unknown');
  });
});

it('each place of a list tells of one certificate', async () => {
  const index = fc.nat(2 ** 20 - 1);
  await fc.assert(
    fc.asyncProperty(index, fc.uniqueArray(index, { maxLength: 50 }), async (idx, revoked) => {
      const token = tokenOf({ claims: { status: { status_list: { idx, uri: LIST } } } });
      const list = listOf({}, revoked);
      expect((await verify(token, list)).verdict).toBe(revoked.includes(idx) ? 'revoked' : 'genuine');
      expect((await verify(token, listOf({}, [...revoked, idx]))).verdict).toBe('revoked');
    }),
    { numRuns: 30 },
  );
});
