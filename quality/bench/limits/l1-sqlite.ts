// L1: node:http over prepared statements. WAL, each commit synced, the session read and checked for each request.
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import Database from 'better-sqlite3';
import { hasEnded, ok, port, refuse, reply, sessionOf, sqliteFile } from '../contract.ts';

type Names = { readonly firstName: string; readonly lastName: string };
type Account = Names & { readonly id: string; readonly email: string; readonly role: string };
type Session = Account & { readonly startedAt: number; readonly lastUsedAt: number };

const database = new Database(sqliteFile);
database.pragma('journal_mode = WAL');
database.pragma('synchronous = FULL');

const findSession = database.prepare<[string], Session>(`
  SELECT a."id", a."firstName", a."lastName", a."email", a."role", s."startedAt", s."lastUsedAt"
  FROM "Session" s JOIN "Account" a ON a."id" = s."accountId" WHERE s."digest" = ?`);
const childrenOf = database.prepare<[string]>(`
  SELECT c."firstName", c."lastName", c."id"
  FROM (SELECT DISTINCT "childId" FROM "Case" WHERE "doctorId" = ?) k JOIN "Child" c ON c."id" = k."childId"
  ORDER BY k."childId"`);
const insertChild = database.prepare<[string, string, string, string]>(
  'INSERT INTO "Child" ("id", "parentId", "firstName", "lastName") VALUES (?, ?, ?, ?)',
);

const DOCTORS_CHILDREN = /^\/api\/Doc\/([^/]+)\/children$/;

const serve = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
  const { url = '' } = incoming;
  const doctor = DOCTORS_CHILDREN.exec(url)?.[1];
  if (!doctor && url !== '/api/Auth/me' && url !== '/api/Parent/child') return refuse(outgoing, 'PATH_NOT_FOUND');
  const actor = findSession.get(sessionOf(incoming));
  if (!actor || hasEnded(actor.startedAt, actor.lastUsedAt)) return refuse(outgoing, 'SESSION_INVALID');
  const { id, firstName, lastName, email, role } = actor;
  if (url === '/api/Auth/me') return reply(outgoing, 200, ok('body', { ID: id, firstName, lastName, email, role }));
  if (doctor === undefined ? role !== 'Par' : id !== doctor) return refuse(outgoing, 'ROLE_NOT_ALLOWED');
  if (doctor !== undefined) return reply(outgoing, 200, ok('body', childrenOf.all(doctor)));
  const child = (await json(incoming)) as Names;
  const ChildID = randomUUID();
  insertChild.run(ChildID, id, child.firstName, child.lastName);
  return reply(outgoing, 200, ok('response', { ChildID }));
};

createServer(serve).listen(port, '127.0.0.1');
