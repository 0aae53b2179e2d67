// L0, L3 and L4: node:http that looks at nothing but the path. It answers an error envelope, a list of all doctors that was
// built before the first request, or hashes a password. No server that gives these replies is faster.
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import bcrypt from 'bcrypt';
import Database from 'better-sqlite3';
import { ok, port, refuse, reply, sqliteFile } from '../contract.ts';

const COST = 10;
// As long as the digest of a password that the service gives to bcrypt.
const password = 'x'.repeat(64);
const hash = bcrypt.hashSync(password, COST);

const database = new Database(sqliteFile, { readonly: true });
const doctors = database
  .prepare(`SELECT "firstName", "lastName", "id" FROM "Account" WHERE "role" = 'Doc' ORDER BY "id"`)
  .all();
database.close();
const list = Buffer.from(JSON.stringify(ok('body', doctors)));

const serve = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
  const { url, headers } = incoming;
  if (url === '/api/Doc') {
    if (headers.authorization === undefined) return refuse(outgoing, 'SESSION_MISSING');
    outgoing.writeHead(200, {
      'Content-Type': 'application/json',
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
      'Content-Length': list.length,
    });
    outgoing.end(list);
    return;
  }
  if (url !== '/api/Auth/login' && url !== '/api/Auth/register') return refuse(outgoing, 'PATH_NOT_FOUND');
  incoming.resume();
  if (url === '/api/Auth/login') await bcrypt.compare(password, hash);
  else await bcrypt.hash(password, COST);
  reply(outgoing, 200, ok('body', { id: randomUUID() }));
};

createServer(serve).listen(port, '127.0.0.1');
