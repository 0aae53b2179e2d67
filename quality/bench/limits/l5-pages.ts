// L5: node:http that reads the list of all doctors from prepared better-sqlite3 statements, a page at a time, and keeps none of it.
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { PATH_NOT_FOUND, refuse } from './reply.ts';

const PAGE = 2000;
type Name = { readonly firstName: string; readonly lastName: string; readonly id: string };

const database = new Database(process.env['DATABASE_FILE'], { readonly: true });
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
  if (incoming.url !== '/api/Doc') return refuse(outgoing, 404, 'PATH_NOT_FOUND', PATH_NOT_FOUND);
  outgoing.writeHead(200, {
    'Content-Type': 'application/json',
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
  });
  void writeAll(outgoing);
}).listen(Number(process.env['PORT']), '127.0.0.1');
