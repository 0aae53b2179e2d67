// L3: node:http that hashes a password for each request and looks at nothing else.
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import bcrypt from 'bcrypt';
import { ok, port, refuse, reply } from '../contract.ts';

const COST = 10;
// As long as the digest of a password that the service gives to bcrypt.
const password = 'x'.repeat(64);
const hash = bcrypt.hashSync(password, COST);

createServer(async (incoming, outgoing) => {
  incoming.resume();
  if (incoming.url === '/api/Auth/login') {
    await bcrypt.compare(password, hash);
    reply(outgoing, 200, ok('body', { id: randomUUID() }));
  } else if (incoming.url === '/api/Auth/register') {
    await bcrypt.hash(password, COST);
    reply(outgoing, 200, ok('body', { ID: randomUUID() }));
  } else {
    refuse(outgoing, 'PATH_NOT_FOUND');
  }
}).listen(port, '127.0.0.1');
