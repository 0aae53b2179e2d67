// L4: node:http that writes one buffer, built before the first request: the list of all doctors.
import { createServer } from 'node:http';
import Database from 'better-sqlite3';
import { port, refuse, sqliteFile } from '../contract.ts';

const PAGE = 10_000;

const database = new Database(sqliteFile, { readonly: true });
const pageAfter = database.prepare<[string, number], { readonly id: string }>(
  `SELECT "firstName", "lastName", "id" FROM "Account" WHERE "role" = 'Doc' AND "id" > ? ORDER BY "id" LIMIT ?`,
);
const parts = [Buffer.from('{"version":"1","status":"OK","body":[')];
for (let page = pageAfter.all('', PAGE); page.length > 0; page = pageAfter.all(page.at(-1)?.id ?? '', PAGE)) {
  parts.push(Buffer.from(`${parts.length > 1 ? ',' : ''}${JSON.stringify(page).slice(1, -1)}`));
}
const whole = Buffer.concat([...parts, Buffer.from(']}')]);
database.close();

createServer((incoming, outgoing) => {
  if (incoming.url !== '/api/Doc') return refuse(outgoing, 'PATH_NOT_FOUND');
  outgoing.writeHead(200, {
    'Content-Type': 'application/json',
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    'Content-Length': whole.length,
  });
  outgoing.end(whole);
}).listen(port, '127.0.0.1');
