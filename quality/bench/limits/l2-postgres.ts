// L2: node:http over PostgreSQL with named statements, which the server prepares once for each connection.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { Pool } from 'pg';
import { hasEnded, ok, port, refuse, reply, sessionOf } from '../contract.ts';

const pool = new Pool({ connectionString: process.env['DATABASE_URL'], max: 10 });

const SESSION = {
  name: 'session',
  text: `SELECT a."id", (extract(epoch FROM s."startedAt") * 1000)::float8 AS "startedAt",
                (extract(epoch FROM s."lastUsedAt") * 1000)::float8 AS "lastUsedAt"
         FROM "Session" s JOIN "Account" a ON a."id" = s."accountId" WHERE s."digest" = $1`,
};
const CHILDREN = {
  name: 'children',
  text: `SELECT c."firstName", c."lastName", c."id"
         FROM (SELECT DISTINCT "childId" FROM "Case" WHERE "doctorId" = $1) k JOIN "Child" c ON c."id" = k."childId"
         ORDER BY k."childId"`,
};

const DOCTORS_CHILDREN = /^\/api\/Doc\/([^/]+)\/children$/;

const serve = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
  const doctor = DOCTORS_CHILDREN.exec(incoming.url ?? '')?.[1];
  if (doctor === undefined) return refuse(outgoing, 'PATH_NOT_FOUND');
  const [actor] = (await pool.query({ ...SESSION, values: [sessionOf(incoming)] })).rows;
  if (!actor || hasEnded(actor.startedAt, actor.lastUsedAt)) return refuse(outgoing, 'SESSION_INVALID');
  if (actor.id !== doctor) return refuse(outgoing, 'ROLE_NOT_ALLOWED');
  const { rows } = await pool.query({ ...CHILDREN, values: [doctor] });
  return reply(outgoing, 200, ok('body', rows));
};

createServer(serve).listen(port, '127.0.0.1');
