import { type IncomingMessage, type OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { ErrorReply } from './envelope.ts';

/** The log for the operator; a pino logger fits. It gets no request object, no headers and no reply. */
export interface Log {
  info(facts: object, message: string): void;
  error(facts: object, message: string): void;
}

/**
 * A request and its reply, after both have ended. It contains no text of the client's: each value is one of a few that are
 * known beforehand, except the id, which the service made.
 */
export type Exchange = {
  readonly variant: string;
  /** As in the reply; undefined if there was none. */
  readonly requestId: string | undefined;
  readonly method: string;
  /** The template of the route's path, never the path of the request. */
  readonly route: string;
  /** 0 if the connection ended before the reply began. */
  readonly status: number;
  readonly code: string | undefined;
  /** From the request's last header to the reply's last byte; undefined without a valid request. */
  readonly milliseconds: number | undefined;
  /** Of the reply's content. */
  readonly bytes: number;
  /** Whether the connection ended before the reply did. */
  readonly aborted: boolean;
};

export type Observe = (exchange: Exchange) => void;

type Handler<Context, Reply> = (context: Context) => Reply;
type Outgoing = { readonly env: { readonly outgoing: ServerResponse } };

/** What a variant's app and its server need to be observed. */
export type Observation = {
  /** Among the options of Node's server. */
  readonly forServer: { readonly ServerResponse: typeof ServerResponse };
  /** Wraps the handler of a path, so that the exchange names the path. */
  readonly onRoute: <Context extends Outgoing, Reply>(
    path: string,
    handle: Handler<Context, Reply>,
  ) => Handler<Context, Reply>;
  /** For a refusal on a socket without a valid request. */
  readonly onRefusal: (reply: ErrorReply) => void;
};

/** The methods that some path takes. */
const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'QUERY', 'POST', 'DELETE', 'OPTIONS']);
const OTHER = 'other';
const UNKNOWN = 'unknown';

/** Observes at Node's response, so that it reports what was really sent. Without observers there is no observation, and no cost. */
export const createObservation = (
  variant: string,
  observers: readonly (Observe | undefined)[],
): Observation | undefined => {
  const present = observers.filter((observe) => observe !== undefined);
  if (present.length === 0) return undefined;
  const observe: Observe = (exchange) => {
    for (const observer of present) observer(exchange);
  };
  class Response<Request extends IncomingMessage> extends ObservedResponse<Request> {
    constructor(...given: ConstructorParameters<typeof ObservedResponse<Request>>) {
      super(...given);
      this.once('close', () => observe(this.exchange(variant)));
    }
  }
  return {
    forServer: { ServerResponse: Response },
    onRoute: (path, handle) => (context) => {
      (context.env.outgoing as ObservedResponse).route = path;
      return handle(context);
    },
    onRefusal: ({ status, headers, body }) =>
      observe({
        variant,
        requestId: headers['Request-Id'],
        method: OTHER,
        route: UNKNOWN,
        status,
        code: headers['Error-Code'],
        milliseconds: undefined,
        bytes: Buffer.byteLength(body),
        aborted: false,
      }),
  };
};

type SentHeaders = Readonly<Record<string, unknown>>;

/** Counts the bytes of a reply while they are written. */
class ObservedResponse<Request extends IncomingMessage = IncomingMessage> extends ServerResponse<Request> {
  /** The template of the route's path; undefined until the route has been found. */
  route: string | undefined;
  readonly #began = performance.now();
  #headers: SentHeaders | undefined;
  #bytes = 0;

  override writeHead(status: number, ...rest: readonly unknown[]): this {
    super.writeHead(status, ...(rest as [OutgoingHttpHeaders]));
    this.#headers = rest.at(-1) as SentHeaders | undefined;
    return this;
  }

  override write(chunk: unknown, ...rest: []): boolean {
    this.#bytes += lengthOf(chunk);
    return super.write(chunk, ...rest);
  }

  override end(chunk?: unknown, ...rest: []): this {
    this.#bytes += lengthOf(chunk);
    return super.end(chunk, ...rest);
  }

  exchange(variant: string): Exchange {
    const method = this.req.method ?? '';
    return {
      variant,
      requestId: this.#sentHeader('Request-Id'),
      method: METHODS.has(method) ? method : OTHER,
      route: this.route ?? UNKNOWN,
      status: this.headersSent ? this.statusCode : 0,
      code: this.#sentHeader('Error-Code'),
      milliseconds: performance.now() - this.#began,
      // What is written in answer to HEAD is not sent.
      bytes: method === 'HEAD' ? 0 : this.#bytes,
      aborted: !this.writableFinished,
    };
  }

  /** The Fetch API writes names in lower case; this package does not. */
  #sentHeader(name: string): string | undefined {
    const value = this.#headers?.[name] ?? this.#headers?.[name.toLowerCase()];
    return typeof value === 'string' ? value : undefined;
  }
}

const lengthOf = (chunk: unknown): number => {
  if (typeof chunk === 'string') return Buffer.byteLength(chunk);
  return chunk instanceof Uint8Array ? chunk.length : 0;
};
