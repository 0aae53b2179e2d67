import { certificateIn, fromBase64Url, type Json, jsonOf, piped } from './certificate-text.ts';

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
  /** The days of both, YYYY-MM-DD, where the issuer is: they are the same for readers everywhere. */
  readonly issuedOn: string;
  readonly validUntil: string;
};

/**
 * - `genuine`: the issuer signed it, it is valid now, and its status list says that it was not revoked;
 * - `revoked`, `expired`, `not yet valid`: the issuer signed it, but it does not count (any more);
 * - `status unknown`: the issuer signed it, but whether it was revoked is not known: there is no list, or it is too old
 *   or not the issuer's;
 * - `altered`: it names a key of the issuer, but is not what that key signed;
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

/** As a JWKS has it (RFC 7517). */
export type PublicKey = Readonly<Partial<Record<'kty' | 'crv' | 'x' | 'y' | 'kid', string>>>;

/** Whom a verifier trusts. */
export type Issuer = {
  /** As certificates name it, without a slash at the end. */
  readonly issuer: string;
  /** What it publishes at `/.well-known/jwks.json`. */
  readonly keys: readonly PublicKey[];
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

type Signed = { readonly header: Json; readonly claims: Json; readonly token: string };

/**
 * Verifies a certificate. Uses the network only through `statusList`. Does not throw, whatever the text is. Needs
 * WebCrypto: browsers have it only in pages over HTTPS or from localhost.
 */
export const verifyCertificate = async (text: string, options: VerifyOptions): Promise<Verdict> => {
  const { issuers, now = new Date() } = options;
  const found = await certificateIn(text);
  const signed = found && read(found.token);
  const certificate = signed && certificateOf(signed.claims);
  if (!signed || !certificate) return { verdict: 'not readable' };
  const issuer = issuers.find((each) => each.issuer === certificate.issuer);
  if (!issuer) return { verdict: 'unknown issuer', issuer: certificate.issuer };
  const signature = await check(signed, issuer);
  if (signature === 'altered' && !found.isWhole) return { verdict: 'not readable' };
  if (signature !== 'fits') return { verdict: signature };
  if (isAhead(certificate.issuedAt, now)) return { verdict: 'not yet valid', certificate, statusAt: undefined };
  const status = await statusOf(signed.claims, issuer, { ...options, now }).catch(() => undefined);
  const verdict = (() => {
    if (status?.isRevoked) return 'revoked';
    if (certificate.expiresAt <= now) return 'expired';
    return status ? 'genuine' : 'status unknown';
  })();
  return { verdict, certificate, statusAt: status?.at };
};

const isAhead = (signedAt: Date, now: Date): boolean => signedAt.getTime() > now.getTime() + CLOCK_DIFFERENCE;

/**
 * Header and payload of a JWS (RFC 7515), unverified. `typ` keeps certificates and lists apart, which one key signs
 * (RFC 8725, 3.11). `crit` names extensions that must be understood (RFC 7515, 4.1.11), and none is.
 */
const read = (token: string, typ?: string): Signed | undefined => {
  const [header, claims] = token.split('.').slice(0, 2).map(jsonOf);
  return header && claims && header['typ'] === typ && !('crit' in header) ? { header, claims, token } : undefined;
};

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
/** Seconds since 1970, as JWT counts them. */
const isMoment = (value: unknown): value is number =>
  Number.isInteger(value) && Number(value) > 0 && Number(value) < 1e11;

const TEXTS = ['iss', 'jti', 'given_name', 'family_name', 'statement', 'issued_by'] as const;
type Claims = Readonly<Record<(typeof TEXTS)[number], string>> & {
  readonly iat: number;
  readonly exp: number;
  readonly birth_year?: number;
};

const areClaims = (json: Json): json is Json & Claims =>
  TEXTS.every((name) => isText(json[name])) &&
  isMoment(json['iat']) &&
  isMoment(json['exp']) &&
  (json['birth_year'] === undefined || Number.isInteger(json['birth_year']));

const certificateOf = (claims: Json): Certificate | undefined => {
  if (!areClaims(claims)) return undefined;
  const [issuedAt, expiresAt] = [new Date(claims.iat * 1000), new Date(claims.exp * 1000)];
  const dayOf = daysIn(claims['zoneinfo']);
  return {
    issuer: claims.iss,
    id: claims.jti,
    firstName: claims.given_name,
    lastName: claims.family_name,
    birthYear: claims.birth_year,
    statement: claims.statement,
    issuedBy: claims.issued_by,
    issuedAt,
    expiresAt,
    issuedOn: dayOf(issuedAt),
    // It ends with the last moment of that day.
    validUntil: dayOf(new Date(expiresAt.getTime() - 1)),
  };
};

/** A name of the IANA time zone database. */
const ZONE = /^[A-Za-z][A-Za-z0-9_+/-]{0,63}$/;

/** Days in UTC where no zone is named, as by older certificates, or one that this machine does not know. */
const daysIn = (zone: unknown): ((date: Date) => string) => {
  try {
    if (!isText(zone) || !ZONE.test(zone)) return dayInUtc;
    const digits = { timeZone: zone, calendar: 'gregory', numberingSystem: 'latn' } as const;
    const format = new Intl.DateTimeFormat('en', { ...digits, year: 'numeric', month: '2-digit', day: '2-digit' });
    return (date) => {
      const parts = new Map(format.formatToParts(date).map(({ type, value }) => [type, value]));
      return `${parts.get('year')}-${parts.get('month')}-${parts.get('day')}`;
    };
  } catch {
    return dayInUtc;
  }
};

const dayInUtc = (date: Date): string => date.toISOString().slice(0, 10);

const ES256 = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };

/** Only ES256, whatever the header says: a header that could choose would let a forger choose (RFC 8725, 3.1). */
const check = async ({ header, token }: Signed, { keys }: Issuer): Promise<'fits' | 'altered' | 'unknown key'> => {
  const { kid, alg } = header;
  const known = isText(kid) && keys.find((key) => key?.kid === kid);
  const key = known && (await crypto.subtle.importKey('jwk', known, ES256, false, ['verify']).catch(() => undefined));
  if (!key) return 'unknown key';
  const end = token.lastIndexOf('.');
  const content = new TextEncoder().encode(token.slice(0, end));
  const signature = fromBase64Url(token.slice(end + 1));
  const fits = signature && (await crypto.subtle.verify(ES256, key, signature, content).catch(() => false));
  return fits && alg === 'ES256' ? 'fits' : 'altered';
};

type Status = { readonly isRevoked: boolean; readonly at: Date };

/** Token Status List (draft-ietf-oauth-status-list). Nothing, or a rejection, for a list that cannot be relied on. */
const statusOf = async (
  { status }: Json,
  issuer: Issuer,
  { statusList, now }: Required<VerifyOptions>,
): Promise<Status | undefined> => {
  const { uri, idx } = (status as { status_list: Json }).status_list;
  // Otherwise a certificate could send its verifier anywhere.
  if (!isText(uri) || !uri.startsWith(`${issuer.issuer}/`) || !Number.isInteger(idx)) return undefined;
  const token = await statusList(uri);
  // A list is in base64 twice, and each time its text grows by a third.
  const signed = token && token.length <= 2 * MOST_OF_LIST && read(token.trim(), 'statuslist+jwt');
  if (!signed || (await check(signed, issuer)) !== 'fits') return undefined;
  const { sub, iat, exp, status_list } = signed.claims;
  if (sub !== uri || !isMoment(iat) || !isMoment(exp) || exp * 1000 <= now.getTime()) return undefined;
  const at = new Date(iat * 1000);
  const { bits, lst } = status_list as Json;
  if (isAhead(at, now) || bits !== 1 || !isText(lst)) return undefined;
  const bytes = await piped(fromBase64Url(lst) ?? [], new DecompressionStream('deflate'), MOST_OF_LIST);
  const place = Number(idx);
  const byte = bytes[Math.floor(place / 8)];
  return byte === undefined ? undefined : { isRevoked: ((byte >> (place % 8)) & 1) === 1, at };
};
