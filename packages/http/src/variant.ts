import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Application } from '@health-case/domain/application';
import { atMost } from '@health-case/domain/at-most';
import { Unavailable, Withdrawn } from '@health-case/domain/errors';
import { ok, type Result } from '@health-case/domain/result';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { type Context, Hono } from 'hono';
import type { Content } from './answers.ts';
import { documentsOf, redirectOf } from './documentation.ts';
import { type ContentField, errorReply, okHead, type ReplyHeaders, replyHeaders } from './envelope.ts';
import { createYielding, piecesOf, sendPieces } from './lists.ts';
import type { Log, Observation } from './observation.ts';
import type { WireRefusal } from './refusals.ts';
import {
  clientAddress,
  idempotencyKeyOf,
  type RequestObject,
  readRequestObject,
  sessionTokenOf,
  withQueryAndBasic,
} from './request.ts';
import type { Route } from './route.ts';

type Env = { Bindings: { incoming: IncomingMessage; outgoing: ServerResponse } };
export type VariantApp = Hono<Env>;

/** A variant of the wire format: all that differs between the two. */
export type Variant = {
  readonly name: 'A' | 'B';
  readonly contentField: ContentField;
  readonly routes: (application: Application) => readonly Route[];
};

type VariantOptions = {
  readonly variant: Variant;
  readonly application: Application;
  readonly log: Log;
  /** How many proxies in front of the service have a trusted X-Forwarded-For. */
  readonly trustedProxies: number;
  /** For a test that cannot send as many requests as the service takes. */
  readonly mostAtWork?: number;
  readonly observation?: Observation | undefined;
};

/** P-22. A request is at work from when it has arrived whole until its reply begins, however slow its client. */
const MOST_AT_WORK = 1024;
const TOO_MANY = { otherwise: 'Too many requests are at work.', retryAfterSeconds: 1 };
/** Answers also while too many requests are at work. */
const ALIVE = '/healthz';

type Handle = (c: Context<Env>) => Response | Promise<Response>;

/** What the requests of one variant share. */
type Service = VariantOptions & { readonly yielding: ReturnType<typeof createYielding> };

/** Serves the routes of a variant over the application. */
export const createVariantApp = (options: VariantOptions): VariantApp => {
  const service = { ...options, yielding: createYielding() };
  const bounded = atMost({ ...TOO_MANY, most: () => options.mostAtWork ?? MOST_AT_WORK }, answer);
  const app: VariantApp = new Hono();
  const routes = options.variant.routes(options.application);
  const serveAt = (path: string, handle: Handle): void => {
    app.all(path, (c) => {
      options.observation?.onRoute(c.env.outgoing, path);
      return handle(c);
    });
  };
  for (const [path, ofPath] of Map.groupBy(routes, ({ path }) => path)) {
    const Allow = allowedMethods(ofPath);
    const limited = path === ALIVE ? answer : bounded;
    serveAt(path, (c) => {
      const wanted = c.req.method === 'QUERY' || c.req.method === 'HEAD' ? 'GET' : c.req.method;
      const route = ofPath.find(({ method }) => method === wanted);
      return route
        ? serve(c, route, service, limited)
        : refuseUnserved(c, service, { code: 'METHOD_NOT_ALLOWED' }, { Allow });
    });
  }
  for (const { path, answer } of documentsOf({ ...options, routes })) {
    serveAt(path, (c) => {
      if (c.req.method === 'GET' || c.req.method === 'HEAD') return answer(c.env.incoming);
      return refuseUnserved(c, service, { code: 'METHOD_NOT_ALLOWED' }, { Allow: 'GET, HEAD' });
    });
  }
  app.get('/', async (c) => {
    options.observation?.onRoute(c.env.outgoing, '/');
    return (await redirectOf(c)) ?? refuseUnserved(c, service, { code: 'PATH_NOT_FOUND' }, { Vary: 'Accept' });
  });
  app.notFound((c) => refuseUnserved(c, service, { code: 'PATH_NOT_FOUND' }));
  app.onError((error) => refuseFailed(service, randomUUID(), error));
  return app;
};

/** D-05: QUERY wherever GET is accepted (RFC 10008). */
const allowedMethods = (routes: readonly Route[]): string =>
  routes.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD', 'QUERY'] : [method])).join(', ');

/** A request that has arrived whole. */
type Arrived = {
  readonly c: Context<Env>;
  readonly route: Route;
  readonly service: Service;
  readonly requestId: string;
  readonly object: RequestObject;
};

/** A reply, or for a list of more than one piece a function that writes it. */
type Reply = Response | (() => Promise<Response>);

const serve = async (c: Context<Env>, route: Route, service: Service, limited: typeof answer): Promise<Response> => {
  const requestId = randomUUID();
  try {
    const object = await readRequestObject(c.env.incoming);
    if (!object.ok) return refuse(service, requestId, object.refusal);
    const reply = await limited({ c, route, service, requestId, object: object.value });
    return typeof reply === 'function' ? await reply() : reply;
  } catch (error) {
    return refuseFailed(service, requestId, error, route);
  }
};

const answer = async (arrived: Arrived): Promise<Reply> => {
  const { c, service, requestId } = arrived;
  const outcome = await run(arrived);
  if (!outcome.ok) return refuse(service, requestId, outcome.refusal);
  const content = outcome.value;
  const head = okHead(service.variant.contentField);
  const headers = replyHeaders(requestId);
  if (content.kind === 'one') return new Response(`${head}${JSON.stringify(content.value)}}`, { headers });
  const { pages, before, after } = content;
  const pieces = piecesOf([`${head}${before}`, `${after}}`], pages, service.yielding());
  const { done, value: first } = await pieces.next();
  if (done) return new Response(new Uint8Array(first), { headers });
  if (c.req.method === 'HEAD') {
    await pieces.return(first);
    return new Response(null, { headers });
  }
  return async () => {
    const { outgoing } = c.env;
    outgoing.writeHead(200, headers);
    await sendPieces(outgoing, first, pieces).catch((error) => {
      logBrokenList(arrived, error);
      outgoing.destroy();
    });
    return RESPONSE_ALREADY_SENT;
  };
};

/** Finds the session and runs the route's use case. */
const run = async ({ c, route, service, requestId, object: body }: Arrived): Promise<Result<Content, WireRefusal>> => {
  const { application, trustedProxies } = service;
  const { incoming } = c.env;
  const object = withQueryAndBasic(incoming, route, body);
  if (!object.ok) return object;
  const token = route.who === 'session' ? sessionTokenOf(incoming.headers, object.value) : ok(undefined);
  if (!token.ok) return token;
  // P-22: a stolen session must not keep its owner from ending it.
  const always = route.useCase === application.logOut || route.useCase === application.changePassword;
  const caller = token.value === undefined ? ok(undefined) : await application.resumeSession(token.value, always);
  if (!caller.ok) return caller;
  const key = idempotencyKeyOf(incoming.headers);
  if (!key.ok) return key;
  return route.run({
    requestId,
    address: clientAddress(incoming, trustedProxies),
    idempotencyKey: key.value,
    object: object.value,
    segments: c.req.param(),
    caller: caller.value,
  });
};

/** Reads the body up to its limit, although no route takes it: otherwise Node would read it for as long as bytes arrive. */
const refuseUnserved = async (
  c: Context<Env>,
  service: Service,
  refusal: WireRefusal,
  more?: ReplyHeaders,
): Promise<Response> => {
  const object = await readRequestObject(c.env.incoming);
  if (object.ok || object.refusal.code !== 'BODY_TOO_LARGE') return refuse(service, randomUUID(), refusal, more);
  return refuse(service, randomUUID(), object.refusal);
};

const refuse = ({ variant }: Service, requestId: string, refusal: WireRefusal, more?: ReplyHeaders): Response => {
  // The rest of a body that is too large is not read, so the connection cannot be used again.
  const closing = refusal.code === 'BODY_TOO_LARGE' ? { ...more, Connection: 'close' } : more;
  const { body, ...init } = errorReply(variant.contentField, requestId, refusal, closing);
  return new Response(body, init);
};

/** The refusal for what a call threw. */
const refuseFailed = (service: Service, requestId: string, error: unknown, route?: Route): Response => {
  if (error instanceof Withdrawn) return refuse(service, requestId, error.refusal);
  const facts = logFacts(service, requestId, route);
  if (error instanceof Unavailable) {
    const code = error.reason === 'overloaded' ? 'OVERLOADED' : 'STORE_UNAVAILABLE';
    service.log.error({ ...facts, code, reason: error.message }, 'A call could not be served.');
    return refuse(service, requestId, { code, retryAfterSeconds: error.retryAfterSeconds });
  }
  service.log.error({ ...facts, err: error }, 'A call failed.');
  return refuse(service, requestId, { code: 'INTERNAL' });
};

const logBrokenList = ({ service, requestId, route }: Arrived, error: unknown): void => {
  const facts = logFacts(service, requestId, route);
  if (error instanceof Withdrawn) {
    service.log.info({ ...facts, code: error.refusal.code }, 'A list was cut off: its reader lost the right to it.');
  } else {
    service.log.error({ ...facts, err: error }, 'A list broke off.');
  }
};

/** What a line of the log says about the call. */
const logFacts = ({ variant }: Service, requestId: string, route: Route | undefined) => ({
  requestId,
  variant: variant.name,
  method: route?.method,
  route: route?.path,
});
