import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Application } from '@health-case/domain/application';
import { atMost } from '@health-case/domain/at-most';
import { Unavailable, Withdrawn } from '@health-case/domain/errors';
import { ok, type Result } from '@health-case/domain/result';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { type Context, Hono } from 'hono';
import type { Content } from './answer.ts';
import { clientAddress } from './client-address.ts';
import { type ContentField, okEnvelope, okHead, type ReplyHeaders, replyHeaders } from './envelope.ts';
import { errorReply } from './error-reply.ts';
import { withFieldsElsewhere } from './fields-elsewhere.ts';
import { idempotencyKeyOf } from './idempotency-key.ts';
import { piecesOf, writePieces } from './list-reply.ts';
import type { Log } from './log.ts';
import type { Observation } from './observation.ts';
import { pagesOf, redirectOf } from './pages.ts';
import type { WireRefusal } from './refusals.ts';
import { type RequestObject, readRequestObject } from './request-object.ts';
import type { Row } from './route.ts';
import { sessionTokenOf } from './session-token.ts';
import { createTurns } from './turns.ts';

type Env = { Bindings: { incoming: IncomingMessage; outgoing: ServerResponse } };
export type VariantApp = Hono<Env>;

/** A variant of the wire format: what differs between the two, and all that does. */
export type Variant = {
  readonly name: 'A' | 'B';
  readonly contentField: ContentField;
  readonly routes: (application: Application) => readonly Row[];
};

type VariantOptions = {
  readonly variant: Variant;
  readonly application: Application;
  readonly log: Log;
  /** How many proxies stand in front whose X-Forwarded-For is believed. */
  readonly trustedProxies: number;
  /** Fewer than the service's own, for a test that cannot bring as many. */
  readonly mostAtWork?: number;
  readonly observation?: Observation | undefined;
};

/** P-22. A request is at work from when it has come in whole until its reply begins, however slow its client. */
const MOST_AT_WORK = 1024;
const TOO_MANY = { otherwise: 'Too many requests are at work.', retryAfterSeconds: 1 };
/** Whether the process is alive is told however much it has to do. */
const ALIVE = '/healthz';

type Handle = (c: Context<Env>) => Response | Promise<Response>;
type Serving = VariantOptions & { readonly turns: ReturnType<typeof createTurns> };

/** A variant's rows, joined to the application, behind the machinery that both variants share. */
export const createVariantApp = (given: VariantOptions): VariantApp => {
  const options = { ...given, turns: createTurns() };
  const bounded = atMost({ ...TOO_MANY, most: () => given.mostAtWork ?? MOST_AT_WORK }, work);
  const app: VariantApp = new Hono();
  const routes = options.variant.routes(options.application);
  const at = (path: string, handle: Handle): Handle => options.observation?.onRoute(path, handle) ?? handle;
  for (const [path, rows] of Map.groupBy(routes, ({ path }) => path)) {
    const allow = allowedMethods(rows);
    const handle: Handle = (c) => {
      const wanted = c.req.method === 'QUERY' || c.req.method === 'HEAD' ? 'GET' : c.req.method;
      const row = rows.find(({ method }) => method === wanted);
      return row
        ? serve(c, row, options, path === ALIVE ? work : bounded)
        : refuseUnserved(c, options, { code: 'METHOD_NOT_ALLOWED' }, { Allow: allow });
    };
    app.all(path, at(path, handle));
  }
  for (const page of pagesOf({ ...options, rows: routes })) {
    const answering: Handle = ({ env }) => page.answer(env.incoming);
    const refusing: Handle = (c) => refuseUnserved(c, options, { code: 'METHOD_NOT_ALLOWED' }, { Allow: 'GET, HEAD' });
    app.get(page.path, at(page.path, answering));
    app.all(page.path, at(page.path, refusing));
  }
  const root: Handle = async (c) =>
    (await redirectOf(c)) ?? refuseUnserved(c, options, { code: 'PATH_NOT_FOUND' }, { Vary: 'Accept' });
  app.get('/', at('/', root));
  app.notFound((c) => refuseUnserved(c, options, { code: 'PATH_NOT_FOUND' }));
  app.onError((error) => fail(options, randomUUID(), error));
  return app;
};

/** D-05: QUERY wherever GET is accepted (RFC 10008). */
const allowedMethods = (rows: readonly Row[]): string =>
  rows.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD', 'QUERY'] : [method])).join(', ');

const serve = async (c: Context<Env>, row: Row, options: Serving, worked: typeof work): Promise<Response> => {
  const requestId = randomUUID();
  try {
    const object = await readRequestObject(c.env.incoming);
    if (!object.ok) return refuse(options, requestId, object.refusal);
    const reply = await worked({ c, row, options, requestId, object: object.value });
    return typeof reply === 'function' ? await reply() : reply;
  } catch (error) {
    return fail(options, requestId, error, row);
  }
};

/** A request that has come in whole. */
type Arrived = {
  readonly c: Context<Env>;
  readonly row: Row;
  readonly options: Serving;
  readonly requestId: string;
  readonly object: RequestObject;
};

/** The reply, or what writes it where it is longer than one piece. */
type Reply = Response | (() => Promise<Response>);

const work = async (arrived: Arrived): Promise<Reply> => {
  const outcome = await call(arrived);
  return outcome.ok ? answer(arrived, outcome.value) : refuse(arrived.options, arrived.requestId, outcome.refusal);
};

const call = async ({ c, row, options, requestId, object: body }: Arrived): Promise<Result<Content, WireRefusal>> => {
  const { application, trustedProxies } = options;
  const { incoming } = c.env;
  const whole = withFieldsElsewhere(incoming, row, body);
  if (!whole.ok) return whole;
  const object = whole.value;
  const token = row.who === 'session' ? sessionTokenOf(incoming.headers, object) : ok(undefined);
  if (!token.ok) return token;
  // P-22: a stolen session must not keep its owner from ending it.
  const always = row.useCase === application.logOut || row.useCase === application.changePassword;
  const caller = token.value === undefined ? ok(undefined) : await application.resumeSession(token.value, always);
  if (!caller.ok) return caller;
  const key = idempotencyKeyOf(incoming.headers);
  if (!key.ok) return key;
  const address = clientAddress(incoming, trustedProxies);
  const [idempotencyKey, segments] = [key.value, c.req.param()];
  return row.run({ requestId, address, idempotencyKey, object, segments, caller: caller.value });
};

const answer = async ({ c, row, options, requestId }: Arrived, content: Content): Promise<Reply> => {
  const { contentField } = options.variant;
  const headers = replyHeaders(requestId);
  if (content.kind === 'one') return new Response(okEnvelope(contentField, JSON.stringify(content.value)), { headers });
  const { before, after } = content.around;
  const pieces = piecesOf([`${okHead(contentField)}${before}`, `${after}}`], content.pages, options.turns());
  const { value: first } = await pieces.next();
  if (!first) throw new Error('A list has at least its brackets.');
  if (first.last) return new Response(Buffer.concat(first.bytes), { headers });
  const { outgoing } = c.env;
  if (c.req.method === 'HEAD') {
    await pieces.return();
    return new Response(null, { headers });
  }
  return async () => {
    try {
      await writePieces(outgoing, headers, first, pieces);
    } catch (error) {
      const facts = factsOf(options, requestId, row);
      if (error instanceof Withdrawn) {
        options.log.info(
          { ...facts, code: error.refusal.code },
          'A list was cut off: its reader lost the right to it.',
        );
      } else options.log.error({ ...facts, err: error }, 'A list broke off.');
      outgoing.destroy();
    }
    return RESPONSE_ALREADY_SENT;
  };
};

/** Also a body that nobody wants is read to its bound: without one, Node would read it for as long as it comes. */
const refuseUnserved = async (
  c: Context<Env>,
  options: Serving,
  refusal: WireRefusal,
  more?: ReplyHeaders,
): Promise<Response> => {
  const object = await readRequestObject(c.env.incoming);
  if (object.ok || object.refusal.code !== 'BODY_TOO_LARGE') return refuse(options, randomUUID(), refusal, more);
  return refuse(options, randomUUID(), object.refusal);
};

const refuse = (
  options: VariantOptions,
  requestId: string,
  refusal: WireRefusal,
  more: ReplyHeaders = {},
): Response => {
  // The rest of a body that is too large is not waited for, so the connection cannot be used again.
  const closing = refusal.code === 'BODY_TOO_LARGE' ? { ...more, Connection: 'close' } : more;
  const { body, ...init } = errorReply(options.variant.contentField, requestId, refusal, closing);
  return new Response(body, init);
};

/** What a line of the log tells of the call that it is about. */
const factsOf = ({ variant }: VariantOptions, requestId: string, row: Row | undefined) => ({
  requestId,
  variant: variant.name,
  method: row?.method,
  route: row?.path,
});

const fail = (options: VariantOptions, requestId: string, error: unknown, row?: Row): Response => {
  if (error instanceof Withdrawn) return refuse(options, requestId, error.refusal);
  const facts = factsOf(options, requestId, row);
  if (error instanceof Unavailable) {
    const code = error.reason === 'overloaded' ? 'OVERLOADED' : 'STORE_UNAVAILABLE';
    options.log.error({ ...facts, code, reason: error.message }, 'A call could not be served.');
    return refuse(options, requestId, { code, retryAfterSeconds: error.retryAfterSeconds });
  }
  options.log.error({ ...facts, err: error }, 'A call failed.');
  return refuse(options, requestId, { code: 'INTERNAL' });
};
