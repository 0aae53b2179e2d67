import { createPublicKey, verify, type webcrypto } from 'node:crypto';
import { inflateSync } from 'node:zlib';
import type { CertificateText } from '@health-case/domain/model/certificate';
import type { CertificateId, Day, Instant, Statement } from '@health-case/domain/model/values';
import type { CertificateSigner, PublicKey, SigningKey } from '@health-case/domain/ports/security';
import { describe, expect, it } from 'vitest';

const ISSUER = 'https://clinic.example.org/health';

/** Private keys of P-256 that are not secret. */
const keyOf = (fill: number, secret: Uint8Array = new Uint8Array(32).fill(fill)): SigningKey => ({
  id: `01980000-0000-7000-8000-${String(fill).padStart(12, '0')}`,
  createdAt: 0 as Instant,
  secret,
});

/** SP 800-186, 3.2.1.3: private keys of P-256 are less than this. */
const ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;
const keyAt = (scalar: bigint): SigningKey => keyOf(3, Buffer.from(scalar.toString(16).padStart(64, '0'), 'hex'));

const TEXT: CertificateText = {
  id: '01980000-0000-7000-8000-0000000000aa' as CertificateId,
  status: { list: 3, index: 1_048_575 },
  issuedAt: 1_790_000_000_999 as Instant,
  expiresAt: 1_800_000_000_000 as Instant,
  firstName: 'Åsa',
  lastName: '\u{1f469}\u200d\u2695\ufe0f O\'Neil "',
  birthYear: 2019,
  statement: 'Fit to attend school' as Statement,
  doctor: 'Dora Дорова',
  validUntil: '2027-01-15' as Day,
  zone: 'America/New_York',
};

const decoded = (part = '') => JSON.parse(Buffer.from(part, 'base64url').toString());
const partsOf = (token: string) => token.split('.') as [header: string, claims: string, signature: string];

/** RFC 7515 and RFC 7518, 3.4, with nothing of what the signer uses. */
const verifies = (token: string, publicKey: PublicKey): boolean => {
  const [header, claims, signature] = partsOf(token);
  const key = createPublicKey({ key: publicKey as webcrypto.JsonWebKey, format: 'jwk' });
  const raw = { key, dsaEncoding: 'ieee-p1363' } as const;
  return verify('sha256', Buffer.from(`${header}.${claims}`), raw, Buffer.from(signature, 'base64url'));
};

/** What becomes of a token if one character of its content, or one bit of a byte of its signature, is another. */
const altered = (token: string): readonly string[] => {
  const [header, claims, signature] = partsOf(token);
  const content = `${header}.${claims}`;
  const contents = Array.from(content, (character, at) =>
    character === '.' ? content : `${content.slice(0, at)}${character === 'A' ? 'B' : 'A'}${content.slice(at + 1)}`,
  );
  const bytes = Buffer.from(signature, 'base64url');
  const signatures = Array.from(bytes, (byte, at) => bytes.with(at, byte ^ (1 << (at % 8))));
  return [
    ...contents.filter((one) => one !== content).map((one) => `${one}.${signature}`),
    ...signatures.map((one) => `${content}.${Buffer.from(one).toString('base64url')}`),
  ];
};

/** `open` gives a signer for the issuer at a public URL. */
export const certificateSignerContract = (name: string, open: (issuer: string) => CertificateSigner): void => {
  describe(`${name} keeps the promises of a certificate signer (D-26)`, () => {
    const { publicKey, sign, signStatusList, url } = open(ISSUER);
    const [key, next] = [keyOf(1), keyOf(2)];
    const kid = publicKey(key)['kid'];

    it('signs what a certificate says, as a JWT that whoever has the public key can verify', async () => {
      const token = await sign(TEXT, key);
      const [header, claims] = partsOf(token);
      expect(decoded(header)).toEqual({ alg: 'ES256', kid });
      expect(decoded(claims)).toEqual({
        iss: ISSUER,
        jti: TEXT.id,
        iat: 1_790_000_000,
        exp: 1_800_000_000,
        given_name: 'Åsa',
        family_name: TEXT.lastName,
        birth_year: 2019,
        statement: 'Fit to attend school',
        issued_by: 'Dora Дорова',
        zoneinfo: 'America/New_York',
        status: { status_list: { idx: 1_048_575, uri: `${ISSUER}/status/3` } },
      });
      expect(verifies(token, publicKey(key))).toBe(true);
      expect(url(token)).toBe(`${ISSUER}/verify#${token}`);
    });

    it('says no year of birth where none is known', async () => {
      const [, claims] = partsOf(await sign({ ...TEXT, birthYear: undefined }, key));
      expect(Object.keys(decoded(claims))).not.toContain('birth_year');
    });

    it('says no zone where its days are those of UTC, as readers take them then', async () => {
      const [, claims] = partsOf(await sign({ ...TEXT, zone: 'UTC' }, key));
      expect(Object.keys(decoded(claims))).not.toContain('zoneinfo');
    });

    it('signs so that whatever is altered does not verify', async () => {
      const token = await sign(TEXT, key);
      const all = altered(token);
      expect(all.length).toBeGreaterThan(token.length - 30);
      expect(all.filter((one) => verifies(one, publicKey(key)))).toEqual([]);
    });

    it('publishes keys that are told apart, verify nothing of one another, and hold nothing of the private key', async () => {
      const former = await sign(TEXT, key);
      const [one, other] = [publicKey(key), publicKey(next)];
      expect(publicKey(key)).toEqual(one);
      expect(one['kid']).not.toBe(other['kid']);
      expect([verifies(former, one), verifies(former, other)]).toEqual([true, false]);
      expect(verifies(await sign(TEXT, next), other)).toBe(true);
      expect(Object.keys(one).toSorted()).toEqual(['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y']);
      expect(one).toMatchObject({ alg: 'ES256', crv: 'P-256', kty: 'EC', use: 'sig' });
    });

    it.each([1n, ORDER - 1n])('signs with the private key %d, at an end of what P-256 has', async (scalar) => {
      expect(verifies(await sign(TEXT, keyAt(scalar)), publicKey(keyAt(scalar)))).toBe(true);
    });

    it.each([0n, ORDER])('refuses %d, which is no private key of P-256', async (scalar) => {
      await expect(sign(TEXT, keyAt(scalar))).rejects.toThrow();
      expect(() => publicKey(keyAt(scalar))).toThrow();
    });

    it('signs a status list as a token for a week, of which an hour is fresh, under the address in its certificates', async () => {
      const at = 1_790_000_000_999 as Instant;
      const bits = new Uint8Array(2 ** 17).with(2 ** 17 - 1, 0x80);
      const token = await signStatusList({ number: 3, bits, at }, key);
      const [header, claims] = partsOf(token);
      expect(decoded(header)).toEqual({ alg: 'ES256', kid, typ: 'statuslist+jwt' });
      const { status_list, ...rest } = decoded(claims);
      const times = { iat: 1_790_000_000, exp: 1_790_000_000 + 7 * 24 * 3600, ttl: 3600 };
      expect(rest).toEqual({ sub: `${ISSUER}/status/3`, ...times });
      expect(status_list.bits).toBe(1);
      expect(new Uint8Array(inflateSync(Buffer.from(status_list.lst, 'base64url')))).toEqual(bits);
      expect(verifies(token, publicKey(key))).toBe(true);
    });

    it('writes the bits of a list as the example of the specification (draft-ietf-oauth-status-list, 4.1)', async () => {
      const places = [1, 0, 0, 1, 1, 1, 0, 1, 1, 1, 0, 0, 0, 1, 0, 1];
      const bits = new Uint8Array(2);
      for (const [place, bit] of places.entries()) bits[place >> 3] = (bits[place >> 3] ?? 0) | (bit << (place & 7));
      const [, claims] = partsOf(await signStatusList({ number: 0, bits, at: 0 as Instant }, key));
      expect(decoded(claims).status_list).toEqual({ bits: 1, lst: 'eNrbuRgAAhcBXQ' });
    });
  });
};
