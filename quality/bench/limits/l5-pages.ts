// L5: node:http that reads the list of all doctors from a prepared statement, a page at a time, and keeps no page.
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { port, refuse, sqliteFile } from '../contract.ts';

const PAGE = 2000;
type Name = { readonly firstName: string; readonly lastName: string; readonly id: string };

const database = new Database(sqliteFile, { readonly: true });
const doctors = database.prepare<[string, number], Name>(
  `SELECT "firstName", "lastName", "id" FROM "Account" WHERE "role" = 'Doc' AND "id" > ? ORDER BY "id" LIMIT ?`,
);

const writeAll = async (outgoing: ServerResponse): Promise<void> => {
  outgoing.write('{"version":"1","status":"OK","body":[');
  let last = '';
  for (let page = doctors.all(last, PAGE); page.length > 0; page = doctors.all(last, PAGE)) {
    const json = JSON.stringify(page).slice(1, -1);
    const room = outgoing.write(last === '' ? json : `,${json}`);
    last = page.at(-1)?.id ?? '';
    await (room ? nextTurn() : Promise.race([once(outgoing, 'drain'), once(outgoing, 'close')]));
    if (outgoing.destroyed) return;
  }
  outgoing.end(']}');
};

createServer((incoming, outgoing) => {
  if (incoming.url !== '/api/Doc') return refuse(outgoing, 'PATH_NOT_FOUND');
  outgoing.writeHead(200, {
    'Content-Type': 'application/json',
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
  });
  void writeAll(outgoing);
}).listen(port, '127.0.0.1');
