import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ErrorReply } from './error-reply.ts';
import { ObservedResponse } from './observed-response.ts';

/**
 * A request and its reply, once both are over. No text of the client's is in it: each is one of a few that are known
 * beforehand, but for the id, which is the service's own.
 */
export type Exchange = {
  readonly variant: string;
  /** What the reply says of itself; nothing where there was none. */
  readonly requestId: string | undefined;
  readonly method: string;
  /** The template of the row's path, never the path that was asked for. */
  readonly route: string;
  /** 0 where the connection ended before the reply began. */
  readonly status: number;
  readonly code: string | undefined;
  /** From the request's last header to the reply's last byte; unknown where no request came about. */
  readonly milliseconds: number | undefined;
  /** Of the reply's content. */
  readonly bytes: number;
  /** Whether the connection ended before the reply did. */
  readonly aborted: boolean;
};

export type Observe = (exchange: Exchange) => void;

type Serving<Context, Reply> = (context: Context) => Reply;
type Outgoing = { readonly env: { readonly outgoing: ServerResponse } };

/** What a variant's app and its server take to be observed; without it nothing of this is there. */
export type Observation = {
  /** Among the options of Node's server. */
  readonly forServer: { readonly ServerResponse: typeof ServerResponse };
  /** The handler of a path, telling which path that is. */
  readonly onRoute: <Context extends Outgoing, Reply>(
    route: string,
    serve: Serving<Context, Reply>,
  ) => Serving<Context, Reply>;
  /** For a socket whose request never became one. */
  readonly onRefusal: (reply: ErrorReply) => void;
};

/** Those that some path takes. */
const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'QUERY', 'POST', 'DELETE', 'OPTIONS']);
const OTHER = 'other';
const UNKNOWN = 'unknown';

/**
 * Observes at the reply's last step, so that it is what went out that is told of, whoever wrote it. Where nobody wants to
 * know, there is no observation.
 */
export const createObservation = (
  variant: string,
  observers: readonly (Observe | undefined)[],
): Observation | undefined => {
  const told = observers.filter((observe) => observe !== undefined);
  if (told.length === 0) return undefined;
  const observe: Observe = (exchange) => {
    for (const tell of told) tell(exchange);
  };
  class TellingResponse<Request extends IncomingMessage> extends ObservedResponse<Request> {
    constructor(...given: ConstructorParameters<typeof ObservedResponse<Request>>) {
      super(...given);
      this.once('close', () => observe(exchangeOf(variant, this)));
    }
  }
  return {
    forServer: { ServerResponse: TellingResponse },
    onRoute: (route, serve) => (context) => {
      (context.env.outgoing as ObservedResponse).route = route;
      return serve(context);
    },
    onRefusal: (reply) => observe(refusalOf(variant, reply)),
  };
};

const exchangeOf = (variant: string, reply: ObservedResponse): Exchange => ({
  variant,
  requestId: reply.sentHeader('Request-Id'),
  method: METHODS.has(reply.req.method ?? '') ? (reply.req.method as string) : OTHER,
  route: reply.route ?? UNKNOWN,
  status: reply.headersSent ? reply.statusCode : 0,
  code: reply.sentHeader('Error-Code'),
  milliseconds: reply.milliseconds,
  bytes: reply.bytes,
  aborted: !reply.writableFinished,
});

const refusalOf = (variant: string, { status, headers, body }: ErrorReply): Exchange => ({
  variant,
  requestId: headers['Request-Id'],
  method: OTHER,
  route: UNKNOWN,
  status,
  code: headers['Error-Code'],
  milliseconds: undefined,
  bytes: Buffer.byteLength(body),
  aborted: false,
});
