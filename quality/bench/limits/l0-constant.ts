// L0: node:http that answers one of two constant error envelopes. Nothing that answers in this shape can be faster.
import { createServer } from 'node:http';
import { PATH_NOT_FOUND, refuse, SESSION_MISSING } from './reply.ts';

const BARE = process.env['BARE'] === '1';
const envelope = (sentence: string): Buffer =>
  Buffer.from(JSON.stringify({ version: '1', status: 'ERR', body: sentence }));
const [notFound, unauthorised] = [envelope(PATH_NOT_FOUND), envelope(SESSION_MISSING)];

/** With the headers that the contract demands; or, for comparison, with the two that no reply can do without. */
createServer((incoming, outgoing) => {
  const missing = incoming.url === '/api/Doc';
  if (BARE) {
    const body = missing ? unauthorised : notFound;
    const headers = { 'Content-Type': 'application/json', 'Content-Length': body.length };
    outgoing.writeHead(missing ? 401 : 404, headers).end(body);
  } else if (missing) refuse(outgoing, 401, 'SESSION_MISSING', SESSION_MISSING);
  else refuse(outgoing, 404, 'PATH_NOT_FOUND', PATH_NOT_FOUND);
}).listen(Number(process.env['PORT']), '127.0.0.1');
