// L4: node:http that writes one buffer, built before the first request: the list of all doctors.
import { createServer } from 'node:http';
import Database from 'better-sqlite3';
import { PATH_NOT_FOUND, refuse } from './reply.ts';

type Name = { readonly firstName: string; readonly lastName: string; readonly id: string };

const database = new Database(process.env['DATABASE_FILE'], { readonly: true });
const doctors = database.prepare<[], Name>(
  `SELECT "firstName", "lastName", "id" FROM "Account" WHERE "role" = 'Doc' ORDER BY "id"`,
);
const parts: Buffer[] = [];
let entries: string[] = [];
for (const doctor of doctors.iterate()) {
  if (entries.push(JSON.stringify(doctor)) < 10_000) continue;
  parts.push(Buffer.from(`${parts.length > 0 ? ',' : ''}${entries.join(',')}`));
  entries = [];
}
if (entries.length > 0) parts.push(Buffer.from(`${parts.length > 0 ? ',' : ''}${entries.join(',')}`));
const whole = Buffer.concat([Buffer.from('{"version":"1","status":"OK","body":['), ...parts, Buffer.from(']}')]);
database.close();

createServer((incoming, outgoing) => {
  if (incoming.url !== '/api/Doc') return refuse(outgoing, 404, 'PATH_NOT_FOUND', PATH_NOT_FOUND);
  outgoing.writeHead(200, {
    'Content-Type': 'application/json',
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    'Content-Length': whole.length,
  });
  outgoing.end(whole);
}).listen(Number(process.env['PORT']), '127.0.0.1');
