import { type IncomingMessage, type OutgoingHttpHeaders, ServerResponse } from 'node:http';

/** Keeps count of a reply while it goes out, and of when its request came. */
export class ObservedResponse<Request extends IncomingMessage = IncomingMessage> extends ServerResponse<Request> {
  /** The template of the row's path, once the row has been found. */
  route: string | undefined;
  readonly #began = performance.now();
  #headers: unknown;
  #bytes = 0;

  override writeHead(status: number, ...rest: readonly unknown[]): this {
    super.writeHead(status, ...(rest as [OutgoingHttpHeaders]));
    this.#headers = rest.at(-1);
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

  /** Since the request's last header came. */
  get milliseconds(): number {
    return performance.now() - this.#began;
  }

  /** Of the content; what is written in answer to HEAD is not sent. */
  get bytes(): number {
    return this.req.method === 'HEAD' ? 0 : this.#bytes;
  }

  /** A header as it went out, under its name as the envelope writes it or as the Fetch API does. */
  sentHeader(name: string): string | undefined {
    const headers = this.#headers as Readonly<Record<string, unknown>> | undefined;
    const value = headers?.[name] ?? headers?.[name.toLowerCase()];
    return typeof value === 'string' ? value : undefined;
  }
}

const lengthOf = (chunk: unknown): number => {
  if (typeof chunk === 'string') return Buffer.byteLength(chunk);
  return chunk instanceof Uint8Array ? chunk.length : 0;
};
