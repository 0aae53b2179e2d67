import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Application } from '@health-case/domain/application';
import { Unavailable, Withdrawn } from '@health-case/domain/errors';
import { ok, type Result } from '@health-case/domain/result';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { type Context, Hono } from 'hono';
import type { Content } from './answers.ts';
import { documentsOf, redirectOf } from './documentation.ts';
import { type ContentField, errorReply, okHead, type ReplyHeaders, replyHeaders } from './envelope.ts';
import { createPieces, sendPieces } from './lists.ts';
import type { Log, Observation } from './observation.ts';
import type { WireRefusal } from './refusals.ts';
import { clientAddress, idempotencyKeyOf, readRequestObject, sessionTokenOf, withQueryAndBasic } from './request.ts';
import type { RequestObject } from './requests.ts';
import type { Route } from './route.ts';

type Env = { Bindings: { incoming: IncomingMessage; outgoing: ServerResponse } };

/** A variant of the wire format: all that differs between the two. */
export type Variant = {
  readonly name: 'A' | 'B';
  readonly contentField: ContentField;
  readonly routes: (application: Application) => readonly Route[];
};

export type VariantOptions = {
  readonly variant: Variant;
  readonly application: Application;
  readonly log: Log;
  /** How many proxies in front of the service have a trusted X-Forwarded-For. */
  readonly trustedProxies: number;
  /** P-22. */
  readonly mostAtWork: number;
  readonly observation: Observation;
};

/** Answers also while too many requests are at work. */
const ALIVE = '/healthz';

/** What the requests of one variant share. */
type Service = VariantOptions & {
  readonly okHead: string;
  readonly piecesOf: ReturnType<typeof createPieces>;
  /** How many requests are at work. */
  atWork: number;
};

/** Serves the routes of a variant over the application. */
export const createVariantApp = (options: VariantOptions): Hono<Env> => {
  const { variant, application, observation } = options;
  const service = { ...options, okHead: okHead(variant.contentField), piecesOf: createPieces(), atWork: 0 };
  const app = new Hono<Env>();
  const routes = variant.routes(application);
  for (const [path, ofPath] of Map.groupBy(routes, ({ path }) => path)) {
    const byMethod = new Map(ofPath.flatMap((route) => methodsOf(route).map((method) => [method, route])));
    const Allow = [...byMethod.keys()].join(', ');
    app.all(path, (c) => {
      observation?.onRoute(c.env.outgoing, path);
      const route = byMethod.get(c.req.method);
      return route ? serve(c, route, service) : refuseUnserved(c, service, { code: 'METHOD_NOT_ALLOWED' }, { Allow });
    });
  }
  for (const [path, answer] of documentsOf({ variant, application, routes })) {
    app.all(path, (c) => {
      observation?.onRoute(c.env.outgoing, path);
      if (c.req.method === 'GET' || c.req.method === 'HEAD') return answer(c.env.incoming);
      return refuseUnserved(c, service, { code: 'METHOD_NOT_ALLOWED' }, { Allow: 'GET, HEAD' });
    });
  }
  app.get('/', (c) => {
    observation?.onRoute(c.env.outgoing, '/');
    return redirectOf(c) ?? refuseUnserved(c, service, { code: 'PATH_NOT_FOUND' }, { Vary: 'Accept' });
  });
  app.notFound((c) => refuseUnserved(c, service, { code: 'PATH_NOT_FOUND' }));
  app.onError((error) => refuseFailed(service, randomUUID(), error));
  return app;
};

/** D-05: QUERY wherever GET is accepted (RFC 10008). */
const methodsOf = ({ method }: Route): readonly string[] => (method === 'GET' ? ['GET', 'HEAD', 'QUERY'] : [method]);

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

const serve = async (c: Context<Env>, route: Route, service: Service): Promise<Response> => {
  const requestId = randomUUID();
  try {
    const object = await readRequestObject(c.env.incoming);
    if (!object.ok) return refuse(service, requestId, object.refusal);
    if (service.atWork >= service.mostAtWork && route.path !== ALIVE) {
      throw new Unavailable('overloaded', 'Too many requests are at work.', { retryAfterSeconds: 1 });
    }
    const reply = await answer({ c, route, service, requestId, object: object.value });
    return typeof reply === 'function' ? await reply() : reply;
  } catch (error) {
    return refuseFailed(service, requestId, error, route);
  }
};

const answer = async (arrived: Arrived): Promise<Reply> => {
  const { c, service, requestId } = arrived;
  service.atWork += 1;
  try {
    const outcome = await run(arrived);
    if (!outcome.ok) return refuse(service, requestId, outcome.refusal);
    const content = outcome.value;
    const headers = replyHeaders(requestId);
    if (typeof content !== 'object' || content === null || !(Symbol.asyncIterator in content)) {
      return new Response(`${service.okHead}${JSON.stringify(content)}}`, { headers });
    }
    const pieces = service.piecesOf(service.okHead, content);
    const { done, value: first } = await pieces.next();
    if (done) return new Response(new Uint8Array(first), { headers });
    if (c.req.method !== 'HEAD') return () => sendList(arrived, headers, first, pieces);
    await pieces.return(first);
    return new Response(null, { headers });
  } finally {
    service.atWork -= 1;
  }
};

const sendList = async (
  arrived: Arrived,
  headers: ReplyHeaders,
  first: Buffer,
  rest: ReturnType<Service['piecesOf']>,
): Promise<Response> => {
  const { service, requestId, route } = arrived;
  const { outgoing } = arrived.c.env;
  outgoing.writeHead(200, headers);
  try {
    await sendPieces(outgoing, first, rest);
  } catch (error) {
    const facts = logFacts(service, requestId, route);
    if (error instanceof Withdrawn) {
      service.log.info({ ...facts, code: error.refusal.code }, 'A list was cut off: its reader lost the right to it.');
    } else {
      service.log.error({ ...facts, err: error }, 'A list broke off.');
    }
  }
  return RESPONSE_ALREADY_SENT;
};

/** Finds the session and runs the route's use case. */
const run = async ({ c, route, service, requestId, object: body }: Arrived): Promise<Result<Content, WireRefusal>> => {
  const { application, trustedProxies } = service;
  const { incoming } = c.env;
  const mayHaveMore = route.reader.takesBasic || incoming.url?.includes('?');
  const object = mayHaveMore ? withQueryAndBasic(incoming, route, body) : ok(body);
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
  const isTooLarge = !object.ok && object.refusal.code === 'BODY_TOO_LARGE';
  return isTooLarge ? refuse(service, randomUUID(), object.refusal) : refuse(service, randomUUID(), refusal, more);
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

/** What a line of the log says about the call. */
const logFacts = ({ variant }: Service, requestId: string, route: Route | undefined) => ({
  requestId,
  variant: variant.name,
  method: route?.method,
  route: route?.path,
});
