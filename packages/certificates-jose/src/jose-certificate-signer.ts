import { createECDH } from 'node:crypto';
import { promisify } from 'node:util';
import { deflate } from 'node:zlib';
import type { CertificateText } from '@health-case/domain/model/certificate';
import { DAY, HOUR, type Instant } from '@health-case/domain/model/values';
import type { CertificateSigner, SigningKey } from '@health-case/domain/ports/security';
import type { JWTPayload } from 'jose';

/** How long a verifier may use a status list without asking again, and when the list tells nothing any more. */
const LIST_FRESH = HOUR;
const LIST_VALID = 7 * DAY;

const seconds = (milliseconds: number): number => Math.floor(milliseconds / 1000);

/** RFC 7517. Short, as each certificate names it in its QR code; 48 random bits of the key's id. */
const kidOf = ({ id }: SigningKey): string => id.slice(-12);

/** RFC 7518, 6.2. The secret is the private key; the point on the curve follows from it. */
const jwkOf = (key: SigningKey) => {
  const curve = createECDH('prime256v1');
  curve.setPrivateKey(key.secret);
  // A byte that says "not compressed", then 32 bytes for each coordinate.
  const point = curve.getPublicKey();
  const [x, y] = [point.toString('base64url', 1, 33), point.toString('base64url', 33)];
  const publicKey = { kty: 'EC', crv: 'P-256', alg: 'ES256', use: 'sig', kid: kidOf(key), x, y };
  return { publicKey, d: Buffer.from(key.secret).toString('base64url') };
};

/** The library is loaded with the first signature. */
const signed = async (payload: JWTPayload, key: SigningKey, typ?: string): Promise<string> => {
  const { importJWK, SignJWT } = await import('jose');
  const { publicKey, d } = jwkOf(key);
  const header = { alg: 'ES256', kid: publicKey.kid, ...(typ && { typ }) };
  return new SignJWT(payload).setProtectedHeader(header).sign(await importJWK({ ...publicKey, d }, 'ES256'));
};

const namesOf = ({ firstName, lastName, birthYear, statement, doctor, zone }: CertificateText) => {
  const names = { given_name: firstName, family_name: lastName, statement, issued_by: doctor };
  const year = birthYear === undefined ? {} : { birth_year: birthYear };
  // Whoever finds no zone reads the days in UTC.
  return { ...names, ...year, ...(zone !== 'UTC' && { zoneinfo: zone }) };
};

/**
 * D-26: certificates as JWT (RFC 7519) signed with ES256, and their status as a Token Status List
 * (draft-ietf-oauth-status-list). `issuer` is the public URL of the service, without a slash at the end.
 */
export const createJoseCertificateSigner = (issuer: string): CertificateSigner => {
  const listUri = (number: number): string => `${issuer}/status/${number}`;
  return {
    sign: (text, key) => {
      const { id, issuedAt, expiresAt, status } = text;
      const times = { iat: seconds(issuedAt), exp: seconds(expiresAt) };
      const status_list = { idx: status.index, uri: listUri(status.list) };
      return signed({ iss: issuer, jti: id, ...times, ...namesOf(text), status: { status_list } }, key);
    },
    signStatusList: async ({ number, bits, at }: { number: number; bits: Uint8Array; at: Instant }, key) => {
      const lst = (await promisify(deflate)(bits, { level: 9 })).toString('base64url');
      const times = { iat: seconds(at), exp: seconds(at + LIST_VALID), ttl: seconds(LIST_FRESH) };
      return signed({ sub: listUri(number), ...times, status_list: { bits: 1, lst } }, key, 'statuslist+jwt');
    },
    publicKey: (key) => jwkOf(key).publicKey,
    url: (token) => `${issuer}/verify#${token}`,
  };
};
