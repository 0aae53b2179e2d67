import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Application } from '@health-case/domain/application';
import { NotReady, RightLost, Unavailable } from '@health-case/domain/errors';
import { ok } from '@health-case/domain/result';
import { type Context, Hono } from 'hono';

import { type Content, createPieces, isLong, type RequestObject, type Route, type Variant } from './endpoint.ts';
import { errorReply, okHead, replyHeaders } from './envelope.ts';
import { documentsOf, publishedOf, redirectOf, TO_EVERY_ORIGIN } from './published.ts';
import type { WireRefusal, WireResult } from './refusals.ts';
import { idempotencyKeyOf, readRequestObject, sessionTokenOf, withQueryAndBasic } from './request.ts';
import { createCache } from './server/cached.ts';
import { clientAddress } from './server/client-address.ts';
import { unescapedLink } from './server/escaped-link.ts';
import type { Log, Observation } from './server/observation.ts';
import { sendPieces } from './server/pieces.ts';
import { roomFor } from './server/room.ts';
import { METHODS, type ReplyHeaders } from './server/server.ts';
import { createVerifyPage } from './verify-page.ts';

type Env = { Bindings: { incoming: IncomingMessage; outgoing: ServerResponse } };

type VariantOptions = {
  readonly variant: Variant;
  readonly application: Application;
  readonly log: Log;
  /** How many proxies in front of the service have a trusted X-Forwarded-For. */
  readonly trustedProxies: number;
  /** P-22: the most requests at work. A request is at work from the end of its body to the start of its reply. */
  readonly mostAtWork?: number | undefined;
  readonly observation: Observation;
  /** Makes all that a call asks of the store share one time limit (P-16). */
  readonly shareTime?: (<T>(call: () => Promise<T>) => Promise<T>) | undefined;
};

/** Answers also while too many requests are at work. */
const ALIVE = '/healthz';

/** What the requests of one variant share. */
type Service = VariantOptions & {
  readonly atWork: ReturnType<typeof roomFor>;
  readonly piecesOf: ReturnType<typeof createPieces>;
  /** How the envelope of a success begins. */
  readonly head: string;
};

/** The path of the page that it is for. */
const VERIFY = '/verify';

type Call = { readonly c: Context<Env>; readonly service: Service; readonly requestId: string; readonly route?: Route };
type RoutedCall = Call & { readonly route: Route };

/**
 * Serves the routes of a variant. Hono finds the route. Its middleware does not fit: `etag` and `compress` would
 * process every reply, `body-limit` cannot read the body of a GET, `request-id` accepts the client's id, and
 * `basic-auth` needs a fixed list of users. `serve.ts` says why nothing here is Hono's `cors`.
 */
export const createVariantApp = (options: VariantOptions): Hono<Env> => {
  const { variant, application, observation } = options;
  const atWork = roomFor(options.mostAtWork);
  const service: Service = { ...options, atWork, piecesOf: createPieces(), head: okHead(variant.contentField) };
  /** `path`: that of the route, for who observes. */
  const callOf = (c: Context<Env>, path?: string): Call => {
    if (path !== undefined) observation?.onRoute(c.env.outgoing, path);
    return { c, service, requestId: randomUUID() };
  };
  const app = new Hono<Env>();
  const allowed = new Map<string, readonly string[]>();
  const on = (methods: readonly string[], path: string, handle: (call: Call) => Promise<Response>): void => {
    allowed.set(path, [...(allowed.get(path) ?? []), ...methods]);
    // Hono serves HEAD by what serves GET.
    const routed = methods.filter((method) => method !== 'HEAD');
    app.on(routed, path, (c) => handle(callOf(c, path)));
  };
  for (const route of variant.routes) on(methodsOf(route), route.path, serve(route));
  const cached = createCache();
  for (const [path, answer] of [...documentsOf(variant, cached), ...createVerifyPage(cached)]) {
    on(READ, path, ({ c }) => answer(c.env.incoming));
  }
  for (const [path, read] of publishedOf(application)) {
    const answer = async (call: Call): Promise<Response> => {
      try {
        const found = await atWork(() => read(call.c.req.param(), call.c.env.incoming));
        return found.ok ? found.value : refuse(call, found.refusal, TO_EVERY_ORIGIN);
      } catch (error) {
        return refuseFailed(call, error, TO_EVERY_ORIGIN);
      }
    };
    on(READ, path, answer);
  }
  app.get('/', (c) => {
    const call = callOf(c, '/');
    return redirectOf(c) ?? refuseUnserved(call, { code: 'PATH_NOT_FOUND' }, { Vary: 'Accept' });
  });
  const pathsOf = (path: string) =>
    METHODS.split(', ').flatMap((method) => app.router.match(method, path)[0].map(([[, route]]) => route.path));
  app.notFound((c) => {
    const link = unescapedLink(c.env.incoming);
    if (link) {
      observation?.onRoute(c.env.outgoing, VERIFY);
      return link;
    }
    const path = pathsOf(c.req.path).find((served) => allowed.has(served));
    const call = callOf(c, path);
    if (path === undefined) return refuseUnserved(call, { code: 'PATH_NOT_FOUND' });
    return refuseUnserved(call, { code: 'METHOD_NOT_ALLOWED' }, { Allow: allowed.get(path)?.join(', ') ?? '' });
  });
  app.onError((error, c) => refuseFailed(callOf(c), error));
  return app;
};

const READ = ['GET', 'HEAD'];
const methodsOf = ({ method }: Route): readonly string[] => (method === 'GET' ? [...READ, 'QUERY'] : [method]);

const serve =
  (route: Route) =>
  async (unrouted: Call): Promise<Response> => {
    const call = { ...unrouted, route };
    const { c, service } = call;
    try {
      const object = await readRequestObject(c.env.incoming);
      if (!object.ok) return refuse(call, object.refusal);
      const answered = () => answer(call, object.value);
      const { atWork, shareTime } = service;
      const reply = await atWork(shareTime ? () => shareTime(answered) : answered, route.path === ALIVE);
      return typeof reply === 'function' ? await reply() : reply;
    } catch (error) {
      return refuseFailed(call, error);
    }
  };

/** Answers a request that has arrived whole: a reply, or for a list of several pieces a function that writes it. */
const answer = async (call: RoutedCall, object: RequestObject): Promise<Response | (() => Promise<Response>)> => {
  const { c, service, requestId } = call;
  const outcome = await run(call, object);
  if (!outcome.ok) return refuse(call, outcome.refusal);
  const content = outcome.value;
  const headers = replyHeaders(requestId);
  if (!isLong(content)) return new Response(`${service.head}${JSON.stringify(content)}}`, { headers });
  const pieces = service.piecesOf(service.head, content);
  const { done, value: first } = await pieces.next();
  if (done) return new Response(first, { headers });
  if (c.req.method !== 'HEAD') return () => sendList(call, first, pieces);
  await pieces.return(first);
  return new Response(null, { headers });
};

const sendList = (call: Call, first: string, rest: ReturnType<Service['piecesOf']>): Promise<Response> => {
  const { log } = call.service;
  const pieces = async function* () {
    yield first;
    yield yield* rest;
  };
  return sendPieces(call.c.env.outgoing, replyHeaders(call.requestId), pieces(), (error) => {
    if (error instanceof RightLost) {
      log.info({ ...logFacts(call), code: error.refusal.code }, 'A list was cut off: its reader lost the right to it.');
    } else {
      log.error({ ...logFacts(call), err: error }, 'A list broke off.');
    }
  });
};

/** Finds the session and runs the route's use case. */
const run = async ({ c, route, service, requestId }: RoutedCall, body: RequestObject): Promise<WireResult<Content>> => {
  const { application, trustedProxies } = service;
  const { incoming } = c.env;
  const mayHaveMore = route.request.takesBasic || incoming.url?.includes('?');
  const object = mayHaveMore ? withQueryAndBasic(incoming, route, body) : ok(body);
  if (!object.ok) return object;
  const token = route.anyone ? ok(undefined) : sessionTokenOf(incoming, object.value);
  if (!token.ok) return token;
  const caller = token.value === undefined ? ok(undefined) : await application.resumeSession(token.value, route.spared);
  if (!caller.ok) return caller;
  const key = idempotencyKeyOf(incoming);
  if (!key.ok) return key;
  const input = route.request.read(object.value, c.req.param());
  if (!input.ok) return input;
  const facts = { requestId, address: clientAddress(incoming, trustedProxies), idempotencyKey: key.value };
  // `Route` holds endpoints of all types. The compiler has checked each where it is declared.
  const useCase = application[route.name] as (input: object) => Promise<WireResult<never>>;
  const outcome = await useCase({ ...input.value, ...caller.value, ...facts });
  return outcome.ok ? ok(route.answer.contentOf(outcome.value, input.value)) : outcome;
};

/** Reads the body up to its limit, although no route takes it: Node would read it for as long as bytes arrive. */
const refuseUnserved = async (call: Call, refusal: WireRefusal, more?: ReplyHeaders): Promise<Response> => {
  const object = await readRequestObject(call.c.env.incoming);
  const isTooLarge = !object.ok && object.refusal.code === 'BODY_TOO_LARGE';
  return isTooLarge ? refuse(call, object.refusal) : refuse(call, refusal, more);
};

const refuse = ({ service, requestId }: Call, refusal: WireRefusal, more?: ReplyHeaders): Response => {
  // The rest of a body that is too large is not read, so the connection cannot be used again.
  const closing = refusal.code === 'BODY_TOO_LARGE' ? { ...more, Connection: 'close' } : more;
  const reply = errorReply(service.variant.contentField, requestId, refusal, closing);
  return new Response(reply.body, reply);
};

const refuseFailed = (call: Call, error: unknown, more?: ReplyHeaders): Response => {
  const { log } = call.service;
  if (error instanceof RightLost) return refuse(call, error.refusal);
  if (error instanceof Unavailable) {
    const { message, reason, retryAfterSeconds } = error;
    const code = reason === 'overloaded' ? 'OVERLOADED' : 'STORE_UNAVAILABLE';
    // Not logged: monitors ask again and again, and the store has reported the change.
    if (error instanceof NotReady) return refuse(call, { code, sentence: message, retryAfterSeconds });
    log.error({ ...logFacts(call), code, reason: message }, 'A call could not be served.');
    return refuse(call, { code, retryAfterSeconds }, more);
  }
  log.error({ ...logFacts(call), err: error }, 'A call failed.');
  return refuse(call, { code: 'INTERNAL' }, more);
};

const logFacts = ({ service, requestId, route }: Call) => {
  return { requestId, variant: service.variant.name, method: route?.method, route: route?.path };
};
