import type { ContentField } from '../envelope.ts';
import { REFUSALS } from '../refusals.ts';
import { type Components, type ErrorCode, type Json, refusedWith } from './exchange.ts';

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
  readonly schema: Json;
  /** Besides those of `ANY`. */
  readonly codes: readonly ErrorCode[];
};

const TEXT = { type: 'string' };
const OF_STORE = ['OVERLOADED', 'STORE_UNAVAILABLE'] as const;

/** D-26, by path: what verifiers read. */
const READINGS: Readonly<Record<string, Reading>> = {
  '/.well-known/jwks.json': {
    id: 'listPublicKeys',
    summary: 'The public keys under which certificates are signed',
    description: 'RFC 7517. Keys of the past stay until the last certificate under them has expired.',
    type: 'application/jwk-set+json',
    schema: { type: 'object', required: ['keys'], properties: { keys: { type: 'array', items: { type: 'object' } } } },
    codes: OF_STORE,
  },
  '/status/{list}': {
    id: 'readStatusList',
    summary: 'Which certificates are revoked',
    description:
      'A signed Token Status List (draft-ietf-oauth-status-list). One bit for each certificate: 1 is revoked. If another list follows, the header `Link` names it.',
    parameters: [LIST],
    type: 'application/statuslist+jwt',
    schema: TEXT,
    codes: ['STATUS_LIST_NOT_FOUND', ...OF_STORE],
  },
  '/verify': {
    id: 'openVerifyPage',
    summary: 'A page that verifies certificates, also without a network',
    description: 'The certificate stands behind #, which browsers do not send.',
    type: 'text/html',
    schema: TEXT,
    codes: [],
  },
};

/** What any request may be refused with, before its path is looked at or whatever it is. */
const ANY = ['HEADERS_TOO_LARGE', 'INTERNAL', 'MALFORMED_HTTP', 'REQUEST_TIMEOUT'] as const;

export const VERIFICATION = { name: 'Verification', description: 'What anyone reads to verify a certificate.' };

/** The paths of what is served without an envelope; only refusals have one. */
export const publishedPaths = (field: ContentField, components: Components): Json =>
  Object.fromEntries(
    Object.entries(READINGS).map(([path, { id, type, schema, codes, ...words }]) => {
      const byStatus = Map.groupBy([...ANY, ...codes].toSorted(), (code) => REFUSALS[code][0]);
      const refused = [...byStatus].map(([status, ofStatus]) => {
        const reasons = ofStatus.map((code) => [code, REFUSALS[code][1]] as const);
        return [status, refusedWith(reasons, field, components)];
      });
      const answered = { description: 'Done.', content: { [type]: { schema } } };
      const responses = { 200: answered, ...Object.fromEntries(refused) };
      return [path, { get: { operationId: id, tags: [VERIFICATION.name], security: [], ...words, responses } }];
    }),
  );
