import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import { startIssuer } from './issuer.ts';

/** Makes something else of the text of a reply, as soon as it resolves. */
type Change = (body: string) => string | Promise<string>;

/** An issuer behind a server that tells what it was asked, and changes the replies to these paths. */
export const startFrontedIssuer = async (lists = 1) => {
  const asked: string[] = [];
  const changes = new Map<string, Change>();
  const answer = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const { method, url: path = '', rawHeaders } = incoming;
    asked.push([method, path, ...rawHeaders, await text(incoming)].join(' '));
    const reply = await fetch(`http://127.0.0.1:${issuer.port}${path}`);
    const headers = new Headers(reply.headers);
    for (const name of ['connection', 'keep-alive', 'content-encoding', 'content-length', 'etag']) headers.delete(name);
    const change: Change = changes.get(path) ?? ((body) => body);
    const body = await change(await reply.text());
    outgoing.setHeaders(headers).writeHead(reply.status).end(body);
  };
  const server = createServer((incoming, outgoing) => {
    answer(incoming, outgoing).catch(() => outgoing.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const issuer = await startIssuer(onTestFinished, () => url, lists);
  return { ...issuer, asked, changes };
};
