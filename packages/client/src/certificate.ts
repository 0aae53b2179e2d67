import { fromBase64Url, piped, tokenIn } from './certificate-text.ts';

export { digitsOfToken } from './certificate-text.ts';

/** What a certificate says. Compare the name with the person's: a genuine certificate may be another person's. */
export type Certificate = {
  readonly issuer: string;
  readonly id: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly birthYear: number | undefined;
  readonly statement: string;
  readonly issuedBy: string;
  readonly issuedAt: Date;
  /** From then on it is no longer valid. */
  readonly expiresAt: Date;
};

/**
 * - `genuine`: the issuer signed it, it is valid now, and its status list says that it was not revoked;
 * - `revoked`, `expired`, `not yet valid`: the issuer signed it, but it does not count (any more);
 * - `status unknown`: the issuer signed it, but whether it was revoked is not known: there is no list, or it is too old or not the issuer's;
 * - `altered`: it names a key of the issuer that did not sign it;
 * - `unknown key`, `unknown issuer`: it names one that is not trusted, or no longer;
 * - `not readable`: it is no certificate, or a part of one.
 */
export type Verdict =
  | {
      readonly verdict: 'genuine' | 'revoked' | 'expired' | 'not yet valid' | 'status unknown';
      readonly certificate: Certificate;
      /** When the issuer signed the list that told the status. */
      readonly statusAt: Date | undefined;
    }
  | { readonly verdict: 'unknown issuer'; readonly issuer: string }
  | { readonly verdict: 'altered' | 'unknown key' | 'not readable' };

/** Whom a verifier trusts. */
export type Issuer = {
  /** As certificates name it, without a slash at the end. */
  readonly issuer: string;
  /** What it publishes at `/.well-known/jwks.json`. */
  readonly keys: readonly JsonWebKey[];
};

export type VerifyOptions = {
  readonly issuers: readonly Issuer[];
  /** The signed list at an address of the issuer, or nothing if it cannot be had. */
  readonly statusList: (uri: string) => Promise<string | undefined>;
  readonly now?: Date;
};

/** Milliseconds by which the clocks of issuer and verifier may differ. */
const CLOCK_DIFFERENCE = 5 * 60_000;
/** Bytes of a status list: some eight million certificates. */
const MOST_OF_LIST = 2 ** 20;

type Claims = Readonly<Record<string, unknown>>;
type Signed = { readonly header: Claims; readonly claims: Claims; readonly token: string };

/** Says what a certificate is worth. Needs no network but for `statusList`, and never throws for a text, whatever it is. */
export const verifyCertificate = async (text: string, options: VerifyOptions): Promise<Verdict> => {
  const { issuers, statusList, now = new Date() } = options;
  const token = await tokenIn(text);
  const signed = token && read(token);
  const certificate = signed && certificateOf(signed.claims);
  if (!signed || !certificate) return { verdict: 'not readable' };
  const issuer = issuers.find((each) => each.issuer === certificate.issuer);
  if (!issuer) return { verdict: 'unknown issuer', issuer: certificate.issuer };
  const signature = await check(signed, issuer);
  if (signature !== 'fits') return { verdict: signature };
  if (certificate.issuedAt.getTime() > now.getTime() + CLOCK_DIFFERENCE) {
    return { verdict: 'not yet valid', certificate, statusAt: undefined };
  }
  const status = await statusOf(signed.claims, { issuer, statusList, now });
  if (status?.isRevoked) return { verdict: 'revoked', certificate, statusAt: status.at };
  if (certificate.expiresAt <= now) return { verdict: 'expired', certificate, statusAt: status?.at };
  return { verdict: status ? 'genuine' : 'status unknown', certificate, statusAt: status?.at };
};

/** Header and payload of a JWS (RFC 7515), unverified. */
const read = (token: string): Signed | undefined => {
  const [header, claims] = token.split('.').slice(0, 2).map(jsonOf);
  return header && claims && { header, claims, token };
};

const jsonOf = (part: string): Claims | undefined => {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(fromBase64Url(part)));
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Claims) : undefined;
  } catch {
    return undefined;
  }
};

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
/** Seconds since 1970, as JWT counts them. */
const isMoment = (value: unknown): value is number =>
  Number.isInteger(value) && Number(value) > 0 && Number(value) < 1e11;

const certificateOf = (claims: Claims): Certificate | undefined => {
  const { iss, jti, iat, exp, given_name, family_name, birth_year, statement, issued_by } = claims;
  const texts = [iss, jti, given_name, family_name, statement, issued_by];
  if (!texts.every(isText) || !isMoment(iat) || !isMoment(exp)) return undefined;
  if (birth_year !== undefined && !Number.isInteger(birth_year)) return undefined;
  const [issuer, id, firstName, lastName, says, issuedBy] = texts as [string, string, string, string, string, string];
  return {
    ...{ issuer, id, firstName, lastName, statement: says, issuedBy, birthYear: birth_year as number | undefined },
    issuedAt: new Date(iat * 1000),
    expiresAt: new Date(exp * 1000),
  };
};

const ES256 = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };

/** Only ES256, whatever the header says: a header that could choose would let a forger choose (RFC 8725, 3.1). */
const check = async ({ header, token }: Signed, { keys }: Issuer): Promise<'fits' | 'altered' | 'unknown key'> => {
  const key = keys.find(
    ({ kty, crv, ...known }) => kty === 'EC' && crv === 'P-256' && 'kid' in known && known.kid === header['kid'],
  );
  if (!key || !isText(header['kid'])) return 'unknown key';
  if (header['alg'] !== 'ES256') return 'altered';
  try {
    const { kty, crv, x, y } = key;
    const publicKey = await crypto.subtle.importKey('jwk', { kty, crv, x, y } as JsonWebKey, ES256, false, ['verify']);
    const end = token.lastIndexOf('.');
    const content = new TextEncoder().encode(token.slice(0, end));
    const fits = await crypto.subtle.verify(ES256, publicKey, fromBase64Url(token.slice(end + 1)), content);
    return fits ? 'fits' : 'altered';
  } catch {
    return 'altered';
  }
};

type Status = { readonly isRevoked: boolean; readonly at: Date };

/** Token Status List (draft-ietf-oauth-status-list). Nothing if the list tells nothing that can be relied on. */
const statusOf = async (
  { status }: Claims,
  {
    issuer,
    statusList,
    now,
  }: { readonly issuer: Issuer; readonly statusList: VerifyOptions['statusList']; readonly now: Date },
): Promise<Status | undefined> => {
  const { uri, idx } = (status as { status_list?: Claims } | undefined)?.status_list ?? {};
  // Otherwise a certificate could send its verifier anywhere.
  if (!isText(uri) || !uri.startsWith(`${issuer.issuer}/`) || !Number.isInteger(idx)) return undefined;
  try {
    const token = await statusList(uri);
    const signed = token === undefined ? undefined : read(token.trim());
    if (!signed || signed.header['typ'] !== 'statuslist+jwt' || (await check(signed, issuer)) !== 'fits')
      return undefined;
    const { sub, iat, exp, status_list } = signed.claims;
    if (sub !== uri || !isMoment(iat) || !isMoment(exp) || exp * 1000 <= now.getTime()) return undefined;
    const { bits, lst } = status_list as Claims;
    if (bits !== 1 || !isText(lst)) return undefined;
    const bytes = await piped(fromBase64Url(lst), new DecompressionStream('deflate'), MOST_OF_LIST);
    const byte = bytes[Number(idx) >> 3];
    return byte === undefined
      ? undefined
      : { isRevoked: ((byte >> (Number(idx) & 7)) & 1) === 1, at: new Date(iat * 1000) };
  } catch {
    return undefined;
  }
};
