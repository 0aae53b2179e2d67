// L1: node:http over prepared statements. WAL, every commit synced, the session read and checked on every request.
import { hash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import Database from 'better-sqlite3';
import { hasEnded, ok, PATH_NOT_FOUND, ROLE_NOT_ALLOWED, readJson, refuse, SESSION_INVALID, tokenOf } from './reply.ts';

type Account = {
  readonly id: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly role: string;
  readonly startedAt: number;
  readonly lastUsedAt: number;
};

const database = new Database(process.env['DATABASE_FILE']);
database.pragma('journal_mode = WAL');
database.pragma('synchronous = FULL');

const session = database.prepare<[string], Account>(`
  SELECT a."id", a."firstName", a."lastName", a."email", a."role", s."startedAt", s."lastUsedAt"
  FROM "Session" s JOIN "Account" a ON a."id" = s."accountId" WHERE s."digest" = ?`);
const childrenOf = database.prepare<[string]>(`
  SELECT c."firstName", c."lastName", c."id"
  FROM (SELECT DISTINCT "childId" FROM "Case" WHERE "doctorId" = ?) k JOIN "Child" c ON c."id" = k."childId"
  ORDER BY k."childId"`);
const addChild = database.prepare<[string, string, string, string]>(
  'INSERT INTO "Child" ("id", "parentId", "firstName", "lastName") VALUES (?, ?, ?, ?)',
);

const actorOf = (incoming: IncomingMessage): Account | undefined => {
  const found = session.get(hash('sha256', tokenOf(incoming), 'base64url'));
  return found && !hasEnded(found, Date.now()) ? found : undefined;
};

const DOCTORS_CHILDREN = /^\/api\/Doc\/([^/]+)\/children$/;

const serve = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
  const doctor = DOCTORS_CHILDREN.exec(incoming.url ?? '')?.[1];
  const known = doctor ?? (incoming.url === '/api/Auth/me' || incoming.url === '/api/Parent/child');
  if (!known) return refuse(outgoing, 404, 'PATH_NOT_FOUND', PATH_NOT_FOUND);
  const actor = actorOf(incoming);
  if (!actor) return refuse(outgoing, 401, 'SESSION_INVALID', SESSION_INVALID);
  if (doctor !== undefined) {
    if (actor.id !== doctor) return refuse(outgoing, 403, 'ROLE_NOT_ALLOWED', ROLE_NOT_ALLOWED);
    return ok(outgoing, 'body', JSON.stringify(childrenOf.all(doctor)));
  }
  const { id, firstName, lastName, email, role } = actor;
  if (incoming.url === '/api/Auth/me') {
    return ok(outgoing, 'body', JSON.stringify({ ID: id, firstName, lastName, email, role }));
  }
  if (role !== 'Par') return refuse(outgoing, 403, 'ROLE_NOT_ALLOWED', ROLE_NOT_ALLOWED);
  const fields = await readJson(incoming);
  const ChildID = randomUUID();
  addChild.run(ChildID, id, fields['firstName'] ?? '', fields['lastName'] ?? '');
  return ok(outgoing, 'response', JSON.stringify({ ChildID }));
};

createServer(serve).listen(Number(process.env['PORT']), '127.0.0.1');
