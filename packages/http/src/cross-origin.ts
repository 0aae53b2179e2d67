import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type ContentField, okEnvelope, replyHeaders } from './envelope.ts';

type Listener = (incoming: IncomingMessage, outgoing: ServerResponse) => unknown;

/** What a page may read of a reply besides its body, and send with a request. */
const EXPOSED = 'Allow, Error-Code, Request-Id, Retry-After';
const SENT = 'Authorization, Content-Type, Idempotency-Key';
const METHODS = 'GET, HEAD, QUERY, POST, DELETE';
/** Seconds: as long as browsers keep such an answer at most. */
const MAX_AGE = '7200';

/**
 * P-26: lets the pages of these origins call, in the words of the Fetch standard (3.3). The headers are set before anything
 * is answered, so every reply of the listener has them. Where there is no origin, the listener is left as it is.
 */
export const letPagesCall = (origins: readonly string[], contentField: ContentField, listener: Listener): Listener => {
  if (origins.length === 0) return listener;
  const allowed = new Set(origins);
  return (incoming, outgoing) => {
    const { origin, 'access-control-request-method': wanted } = incoming.headers;
    outgoing.setHeader('Vary', 'Origin');
    if (origin === undefined || !allowed.has(origin)) return listener(incoming, outgoing);
    outgoing.setHeader('Access-Control-Allow-Origin', origin);
    outgoing.setHeader('Access-Control-Expose-Headers', EXPOSED);
    if (incoming.method !== 'OPTIONS' || wanted === undefined) return listener(incoming, outgoing);
    return answerPreflight(outgoing, contentField);
  };
};

/** Browsers take any status of 2xx, so this reply can be an envelope as all others are. */
const answerPreflight = (outgoing: ServerResponse, contentField: ContentField): void => {
  const body = okEnvelope(contentField, 'null');
  const headers = {
    ...replyHeaders(randomUUID()),
    'Access-Control-Allow-Methods': METHODS,
    'Access-Control-Allow-Headers': SENT,
    'Access-Control-Max-Age': MAX_AGE,
    'Content-Length': Buffer.byteLength(body),
  };
  outgoing.writeHead(200, headers).end(body);
};
