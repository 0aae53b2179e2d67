import { type IncomingMessage, type OutgoingHttpHeaders, ServerResponse } from 'node:http';

/**
 * Ends the connection where the body of the request has not arrived whole by now: Node would read the rest, of any
 * length, in vain (RFC 9112, 9.6). So no path but those that read a body takes more than fits into a buffer.
 */
export class Reply<Request extends IncomingMessage> extends ServerResponse<Request> {
  override writeHead(status: number, ...rest: readonly unknown[]): this {
    const { complete, headers } = this.req;
    const hasBody = headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
    if (hasBody && !complete) this.shouldKeepAlive = false;
    return super.writeHead(status, ...(rest as [OutgoingHttpHeaders]));
  }
}
