import { z } from 'zod';
import type { ContentField } from '../envelope.ts';
import { REFUSALS } from '../refusals.ts';
import { type Components, type ErrorCode, type Json, refusedWith, schemaOf } from './exchange.ts';

const LIST = {
  name: 'list',
  in: 'path',
  required: true,
  description: 'The number of the list; certificates name its address.',
  schema: { type: 'string', pattern: '^[0-9]{1,9}$' },
  example: '0',
};

type Reading = {
  readonly id: string;
  readonly summary: string;
  readonly description: string;
  readonly parameters?: readonly Json[];
  /** What it answers: no envelope (P-24). */
  readonly type: string;
  readonly content: z.ZodType;
  /** Besides those of `ANY`. */
  readonly codes: readonly ErrorCode[];
};

const keyId = z.string().meta({ description: 'Names the key in certificates and status lists.' });
const coordinate = z.string().meta({ minLength: 43, maxLength: 43, pattern: '^[A-Za-z0-9_-]{43}$' });
/** RFC 7517; RFC 7518, 6.2. */
const publicKey = z
  .object({
    kty: z.literal('EC'),
    crv: z.literal('P-256'),
    alg: z.literal('ES256'),
    use: z.literal('sig'),
    kid: keyId,
    x: coordinate,
    y: coordinate,
  })
  .meta({ id: 'PublicKey' });

const moment = z.int().min(0).meta({ description: 'Seconds since 1970.' });
/** A signed list: its header, its claims, and the signature. */
const statusList = z.tuple(
  [
    z.object({ typ: z.literal('statuslist+jwt'), alg: z.literal('ES256'), kid: keyId }),
    z.object({
      sub: z.string().meta({ format: 'uri', description: 'The address of the list.' }),
      iat: moment,
      exp: moment,
      ttl: z.int().min(0).meta({ description: 'For so many seconds it may be used without asking again.' }),
      status_list: z.object({
        bits: z.literal(1),
        lst: z.string().meta({ description: 'Base64url of the bits, compressed (RFC 1950).' }),
      }),
    }),
  ],
  z.string(),
);

const OF_STORE = ['OVERLOADED', 'STORE_UNAVAILABLE'] as const;

/** D-26, by path: what verifiers read. */
const READINGS: Readonly<Record<string, Reading>> = {
  '/.well-known/jwks.json': {
    id: 'listPublicKeys',
    summary: 'The public keys under which certificates are signed',
    description: 'RFC 7517. Keys of the past stay until the last certificate under them has expired.',
    type: 'application/jwk-set+json',
    content: z.object({ keys: z.array(publicKey) }),
    codes: OF_STORE,
  },
  '/status/{list}': {
    id: 'readStatusList',
    summary: 'Which certificates are revoked',
    description:
      'A signed Token Status List (draft-ietf-oauth-status-list). One bit for each certificate: 1 is revoked. If another list follows, the header `Link` names it.',
    parameters: [LIST],
    type: 'application/statuslist+jwt',
    content: z
      .string()
      .meta({ contentMediaType: 'application/jwt', contentSchema: z.toJSONSchema(statusList, { io: 'input' }) }),
    codes: ['STATUS_LIST_NOT_FOUND', ...OF_STORE],
  },
  '/verify': {
    id: 'openVerifyPage',
    summary: 'A page that verifies certificates, also without a network',
    description: 'The certificate stands behind #, which browsers do not send.',
    type: 'text/html',
    content: z.string(),
    codes: [],
  },
};

/** What any request may be refused with, before its path is looked at or whatever it is. */
const ANY = ['HEADERS_TOO_LARGE', 'INTERNAL', 'MALFORMED_HTTP', 'REQUEST_TIMEOUT'] as const;

export const VERIFICATION = { name: 'Verification', description: 'What anyone reads to verify a certificate.' };

/** The paths of what is served without an envelope; only refusals have one. */
export const publishedPaths = (field: ContentField, components: Components): Json =>
  Object.fromEntries(
    Object.entries(READINGS).map(([path, { id, type, content, codes, ...words }]) => {
      const byStatus = Map.groupBy([...ANY, ...codes].toSorted(), (code) => REFUSALS[code][0]);
      const refused = [...byStatus].map(([status, ofStatus]) => {
        const reasons = ofStatus.map((code) => [code, REFUSALS[code][1]] as const);
        return [status, refusedWith(reasons, field, components)];
      });
      const answered = { description: 'Done.', content: { [type]: { schema: schemaOf(content, components) } } };
      const responses = { 200: answered, ...Object.fromEntries(refused) };
      return [path, { get: { operationId: id, tags: [VERIFICATION.name], security: [], ...words, responses } }];
    }),
  );
