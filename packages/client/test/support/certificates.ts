import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { constants, deflateRawSync, deflateSync } from 'node:zlib';
import { type VerifyOptions, verifyCertificate } from '../../src/certificate.ts';

/** The first moment of the tests, in seconds. */
export const NOW = Date.UTC(2026, 10, 23) / 1000;
const DAY = 86_400;

export const ISSUER = 'https://health.example.org';
export const LIST = `${ISSUER}/status/0`;
export const INDEX = 70_001;

export const base64Url = (content: object | Uint8Array): string =>
  Buffer.from(content instanceof Uint8Array ? content : JSON.stringify(content)).toString('base64url');

export const newKey = (kid: string) => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return { kid, privateKey, publicKey, jwk: { ...publicKey.export({ format: 'jwk' }), kid, alg: 'ES256', use: 'sig' } };
};

type Sign = (content: string) => Uint8Array;
export const by =
  (key: KeyObject): Sign =>
  (content) =>
    sign('sha256', Buffer.from(content), { key, dsaEncoding: 'ieee-p1363' });

/** A JWS with any header and payload, right or wrong. */
export const jws = (header: object, payload: object, signature: Sign): string => {
  const content = `${base64Url(header)}.${base64Url(payload)}`;
  return `${content}.${base64Url(signature(content))}`;
};

export const KEY = newKey('01a1fcd50b73');
/** Of the same name, and of nobody whom a verifier trusts. */
export const FORGED = newKey(KEY.kid);

export const CLAIMS = {
  iss: ISSUER,
  jti: '01a20007-cbc7-747a-8542-2090ac4fb95f',
  iat: NOW - DAY,
  exp: NOW + 179 * DAY,
  given_name: 'Mia',
  family_name: 'Jansen',
  birth_year: 2019,
  statement: 'Fit to attend school',
  issued_by: 'Greta Holm',
  status: { status_list: { idx: INDEX, uri: LIST } },
};

type Made = { readonly header?: object; readonly claims?: object; readonly key?: typeof KEY };

/** What the issuer signs, but for what is said otherwise. */
export const tokenOf = ({ header, claims, key = KEY }: Made = {}): string =>
  jws({ alg: 'ES256', kid: key.kid, ...header }, { ...CLAIMS, ...claims }, by(key.privateKey));

/** The certificate of `tokenOf()`. */
export const CERTIFICATE = {
  issuer: ISSUER,
  id: CLAIMS.jti,
  firstName: 'Mia',
  lastName: 'Jansen',
  birthYear: 2019,
  statement: 'Fit to attend school',
  issuedBy: 'Greta Holm',
  issuedAt: new Date(CLAIMS.iat * 1000),
  expiresAt: new Date(CLAIMS.exp * 1000),
  issuedOn: '2026-11-22',
  validUntil: '2027-05-20',
};

export const bitsOf = (revoked: readonly number[]): Buffer => {
  const bits = Buffer.alloc(2 ** 17);
  for (const place of revoked) bits[place >> 3] = (bits[place >> 3] ?? 0) | (1 << (place & 7));
  return bits;
};

export const listOf = ({ header, claims, key = KEY }: Made = {}, revoked: readonly number[] = []): string => {
  const status_list = { bits: 1, lst: base64Url(deflateSync(bitsOf(revoked))) };
  const times = { iat: NOW - 60, exp: NOW + 7 * DAY, ttl: 3600 };
  const typ = 'statuslist+jwt';
  return jws(
    { alg: 'ES256', kid: key.kid, typ, ...header },
    { sub: LIST, ...times, status_list, ...claims },
    by(key.privateKey),
  );
};

/** A signed list of gigabytes of zeros (RFC 1950): blocks of a megabyte, an empty last one, the checksum. */
export const bombOf = (gigabytes: number): string => {
  const block = deflateRawSync(Buffer.alloc(2 ** 20), { finishFlush: constants.Z_FULL_FLUSH });
  const end = Buffer.from([3, 0, 0, 0, 0, 1]);
  end.writeUInt16BE((gigabytes * 2 ** 30) % 65_521, 2);
  const all = Buffer.concat([Buffer.of(0x78, 0x9c), ...Array<Buffer>(gigabytes * 1024).fill(block), end]);
  return listOf({ claims: { status_list: { bits: 1, lst: base64Url(all) } } });
};

/** The verdicts that tell nothing of what a certificate says. */
export const REFUSED = /^(altered|unknown key|unknown issuer|not readable)$/;

/** On which nothing is revoked: made once, as making it takes longer than verifying. */
const NOTHING_REVOKED = listOf();

/** What a verifier says that trusts the issuer, and the addresses of the lists that it asked for. */
export const verify = async (
  text: string,
  list: string | undefined = NOTHING_REVOKED,
  more: Partial<VerifyOptions> = {},
) => {
  const asked: string[] = [];
  const statusList = async (uri: string) => {
    asked.push(uri);
    return list;
  };
  const issuers = [{ issuer: ISSUER, keys: [KEY.jwk] }];
  const said = await verifyCertificate(text, { issuers, statusList, now: new Date(NOW * 1000), ...more });
  return { ...said, asked };
};
