import type { IncomingMessage, ServerResponse } from 'node:http';
import { Reply } from './connections.ts';
import { METHODS, type RefusalReply } from './server.ts';

/** The log for the operator; a pino logger fits. It gets no request object, no headers and no reply. */
export interface Log {
  info(facts: object, message: string): void;
  error(facts: object, message: string): void;
}

/** A request and its reply, after both have ended. It has no text of the client's: all values are known beforehand. */
type Exchange = {
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

const KNOWN_METHODS: ReadonlySet<string> = new Set([...METHODS.split(', '), 'OPTIONS']);
const OTHER = 'other';
const UNKNOWN = 'unknown';

/** For an app and its server, at Node's response, which knows what was sent. Without observers it costs nothing. */
export const createObservation = (variant: string, observers: readonly (Observe | undefined)[]) => {
  const present = observers.filter((observe) => observe !== undefined);
  if (present.length === 0) return undefined;
  const observe = (facts: Omit<Exchange, 'variant'>): void => {
    for (const observer of present) observer({ variant, ...facts });
  };
  const routes = new WeakMap<ServerResponse, string>();

  class ObservedResponse<Request extends IncomingMessage> extends Reply<Request> {
    #headers = new Headers();
    #bytes = 0;

    constructor(...given: ConstructorParameters<typeof Reply<Request>>) {
      super(...given);
      const began = performance.now();
      const { method = '' } = given[0];
      this.once('close', () =>
        observe({
          requestId: this.#headers.get('Request-Id') ?? undefined,
          method: KNOWN_METHODS.has(method) ? method : OTHER,
          route: routes.get(this) ?? UNKNOWN,
          status: this.headersSent ? this.statusCode : 0,
          code: this.#headers.get('Error-Code') ?? undefined,
          milliseconds: performance.now() - began,
          // What is written in answer to HEAD is not sent.
          bytes: method === 'HEAD' ? 0 : this.#bytes,
          aborted: !this.writableFinished,
        }),
      );
    }

    override writeHead(status: number, ...rest: readonly unknown[]): this {
      super.writeHead(status, ...rest);
      this.#headers = new Headers(rest.at(-1) as Record<string, string> | undefined);
      return this;
    }

    override write(chunk: Uint8Array | string, ...rest: []): boolean {
      this.#bytes += Buffer.byteLength(chunk);
      return super.write(chunk, ...rest);
    }

    override end(chunk?: unknown, ...rest: []): this {
      if (typeof chunk === 'string' || chunk instanceof Uint8Array) this.#bytes += Buffer.byteLength(chunk);
      return super.end(chunk, ...rest);
    }
  }

  return {
    /** Among the options of Node's server. */
    forServer: { ServerResponse: ObservedResponse },
    /** Says the path of the route that serves the request. */
    onRoute: (outgoing: ServerResponse, path: string): unknown => routes.set(outgoing, path),
    /** For a refusal on a socket without a valid request. */
    onRefusal: ({ status, headers, body }: RefusalReply): void => {
      const { 'Request-Id': requestId, 'Error-Code': code } = headers;
      const sent = { bytes: Buffer.byteLength(body), milliseconds: undefined, aborted: false };
      observe({ requestId, method: OTHER, route: UNKNOWN, status, code, ...sent });
    },
  };
};

export type Observation = ReturnType<typeof createObservation>;
