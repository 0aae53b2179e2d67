// L2: node:http over PostgreSQL with named statements, which the server prepares once for each connection.
import { hash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { Pool } from 'pg';
import { hasEnded, ok, PATH_NOT_FOUND, ROLE_NOT_ALLOWED, refuse, SESSION_INVALID, tokenOf } from './reply.ts';

type Account = { readonly id: string; readonly startedAt: number; readonly lastUsedAt: number };

const pool = new Pool({ connectionString: process.env['DATABASE_URL'], max: 10 });

const SESSION = {
  name: 'session',
  text: `SELECT a."id", a."role",
                (extract(epoch FROM s."startedAt") * 1000)::float8 AS "startedAt",
                (extract(epoch FROM s."lastUsedAt") * 1000)::float8 AS "lastUsedAt"
         FROM "Session" s JOIN "Account" a ON a."id" = s."accountId" WHERE s."digest" = $1`,
};
const CHILDREN = {
  name: 'children',
  text: `SELECT c."firstName", c."lastName", c."id"
         FROM (SELECT DISTINCT "childId" FROM "Case" WHERE "doctorId" = $1) k JOIN "Child" c ON c."id" = k."childId"
         ORDER BY k."childId"`,
};

const actorOf = async (incoming: IncomingMessage): Promise<Account | undefined> => {
  const digest = hash('sha256', tokenOf(incoming), 'base64url');
  const { rows } = await pool.query<Account>({ ...SESSION, values: [digest] });
  const [found] = rows;
  return found && !hasEnded(found, Date.now()) ? found : undefined;
};

const DOCTORS_CHILDREN = /^\/api\/Doc\/([^/]+)\/children$/;

const serve = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
  const doctor = DOCTORS_CHILDREN.exec(incoming.url ?? '')?.[1];
  if (doctor === undefined) return refuse(outgoing, 404, 'PATH_NOT_FOUND', PATH_NOT_FOUND);
  const actor = await actorOf(incoming);
  if (!actor) return refuse(outgoing, 401, 'SESSION_INVALID', SESSION_INVALID);
  if (actor.id !== doctor) return refuse(outgoing, 403, 'ROLE_NOT_ALLOWED', ROLE_NOT_ALLOWED);
  const { rows } = await pool.query({ ...CHILDREN, values: [doctor] });
  return ok(outgoing, 'body', JSON.stringify(rows));
};

createServer(serve).listen(Number(process.env['PORT']), '127.0.0.1');
