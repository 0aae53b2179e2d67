// L0 and L3: node:http that looks at nothing but the path. It answers an error envelope, or hashes a password.
// No server that gives these replies is faster.
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import bcrypt from 'bcrypt';
import { port, refuse, reply } from '../contract.ts';

const COST = 10;
// As long as the digest of a password that the service gives to bcrypt.
const password = 'x'.repeat(64);
const hash = bcrypt.hashSync(password, COST);

const serve = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
  const { url } = incoming;
  if (url === '/api/Doc') return refuse(outgoing, 'SESSION_MISSING');
  if (url !== '/api/Auth/login' && url !== '/api/Auth/register') return refuse(outgoing, 'PATH_NOT_FOUND');
  incoming.resume();
  if (url === '/api/Auth/login') await bcrypt.compare(password, hash);
  else await bcrypt.hash(password, COST);
  reply(outgoing, 200, { body: { id: randomUUID() } });
};

createServer(serve).listen(port, '127.0.0.1');
