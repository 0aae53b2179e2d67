// L0: node:http that answers one of two constant error envelopes. No server that gives these replies is faster.
import { createServer } from 'node:http';
import { port, refuse } from '../contract.ts';

createServer((incoming, outgoing) => {
  refuse(outgoing, incoming.url === '/api/Doc' ? 'SESSION_MISSING' : 'PATH_NOT_FOUND');
}).listen(port, '127.0.0.1');
