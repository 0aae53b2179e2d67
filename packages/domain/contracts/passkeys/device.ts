import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { CERTIFICATE } from './certificate.ts';

/** A page that asks for passkeys. */
export type Page = { readonly rpId: string; readonly origin: string };

/** What a device or a browser may say wrongly. */
export type Claims = {
  readonly type?: string;
  readonly challenge?: string;
  readonly origin?: string;
  readonly crossOrigin?: boolean;
  readonly rpId?: string;
  /** User present 1, user verified 4. */
  readonly flags?: number;
  readonly counter?: number;
  readonly id?: string;
  readonly userHandle?: string;
  /** How the device attests what it is: by nothing, by the key itself, or by a certificate. */
  readonly attestation?: 'none' | 'self' | 'certificate';
  readonly changeSignature?: boolean;
};

type Cbor = number | string | Uint8Array | readonly Cbor[] | ReadonlyMap<number | string, Cbor>;

/** The length, behind the kind (RFC 8949, 3). */
const head = (kind: number, length: number): Buffer => {
  if (length < 24) return Buffer.from([(kind << 5) | length]);
  return length < 256
    ? Buffer.from([(kind << 5) | 24, length])
    : Buffer.from([(kind << 5) | 25, length >> 8, length & 255]);
};

/** What WebAuthn needs of CBOR: whole numbers, texts, bytes, arrays, maps. */
const cbor = (value: Cbor): Buffer => {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value]);
  if (value instanceof Map) {
    const entries = [...(value as ReadonlyMap<number | string, Cbor>)];
    return Buffer.concat([head(5, entries.length), ...entries.flat().map(cbor)]);
  }
  const list = value as readonly Cbor[];
  return Buffer.concat([head(4, list.length), ...list.map(cbor)]);
};

const sha256 = (data: string | Uint8Array): Buffer => createHash('sha256').update(data).digest();
const ES256 = -7;
const [PRESENT_AND_VERIFIED, HAS_KEY] = [0x05, 0x40];

/** What the browser says of the page. */
const clientDataOf = (type: string, options: { challenge: string }, origin: string, claims: Claims): Buffer =>
  Buffer.from(
    JSON.stringify({
      type: claims.type ?? type,
      challenge: claims.challenge ?? options.challenge,
      origin: claims.origin ?? origin,
      crossOrigin: claims.crossOrigin ?? false,
    }),
  );

/** As `PublicKeyCredential.toJSON`. */
const answerOf = (named: string, response: Readonly<Record<string, string | Buffer>>): string => {
  const texts = Object.entries(response).map(([name, value]) => [
    name,
    typeof value === 'string' ? value : value.toString('base64url'),
  ]);
  const rest = { type: 'public-key', clientExtensionResults: {} };
  return JSON.stringify({ id: named, rawId: named, response: Object.fromEntries(texts), ...rest });
};

/** A device with one key (ES256), and the browser in front of it: what they answer to a page, as JSON. */
export const createDevice = ({ rpId, origin }: Page, id = randomBytes(16).toString('base64url')) => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const coordinate = (text: string) => Buffer.from(text, 'base64url');
  const coseKey = cbor(
    new Map<number, Cbor>([
      ...([
        [1, 2],
        [3, ES256],
        [-1, 1],
      ] as const),
      ...([
        [-2, coordinate(x)],
        [-3, coordinate(y)],
      ] as const),
    ]),
  );
  let userHandle = '';

  const facts = (claims: Claims, more = 0): Buffer => {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(claims.counter ?? 0);
    const flags = (claims.flags ?? PRESENT_AND_VERIFIED) | more;
    return Buffer.concat([sha256(claims.rpId ?? rpId), Buffer.from([flags]), counter]);
  };
  const signed = (data: Buffer, client: Buffer, claims: Claims): Buffer => {
    const key = claims.attestation === 'certificate' ? CERTIFICATE.key : privateKey;
    const signature = sign('sha256', Buffer.concat([data, sha256(client)]), key);
    const last = signature.length - 1;
    if (claims.changeSignature) signature.writeUInt8(signature.readUInt8(last) ^ 1, last);
    return signature;
  };
  return {
    id,
    /** As `navigator.credentials.create`. */
    create: (options: string, claims: Claims = {}): string => {
      const given = JSON.parse(options);
      userHandle = given.user.id;
      const client = clientDataOf('webauthn.create', given, origin, claims);
      const rawId = Buffer.from(claims.id ?? id, 'base64url');
      const length = Buffer.from([rawId.length >> 8, rawId.length & 255]);
      const authData = Buffer.concat([facts(claims, HAS_KEY), Buffer.alloc(16), length, rawId, coseKey]);
      const { attestation = 'none' } = claims;
      const self: [string, Cbor][] = [
        ['alg', ES256],
        ['sig', signed(authData, client, claims)],
      ];
      const statement = new Map<string, Cbor>(attestation === 'none' ? [] : self);
      if (attestation === 'certificate') statement.set('x5c', [Buffer.from(CERTIFICATE.cert, 'base64')]);
      const attestationObject = cbor(
        new Map<string, Cbor>([
          ['fmt', attestation === 'none' ? 'none' : 'packed'],
          ['attStmt', statement],
          ['authData', authData],
        ]),
      );
      return answerOf(claims.id ?? id, { clientDataJSON: client, attestationObject });
    },
    /** As `navigator.credentials.get`. */
    get: (options: string, claims: Claims = {}): string => {
      const client = clientDataOf('webauthn.get', JSON.parse(options), origin, claims);
      const authenticatorData = facts(claims);
      const signature = signed(authenticatorData, client, claims);
      const handle = claims.userHandle ?? userHandle;
      return answerOf(claims.id ?? id, { clientDataJSON: client, authenticatorData, signature, userHandle: handle });
    },
  };
};
