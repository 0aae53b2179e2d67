// L2: node:http over PostgreSQL with named statements, which the server prepares once for each connection. A change and
// its record of the audit trail are one statement. Records of what was read are written together.
import { randomBytes, randomUUID, randomUUIDv7 } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import bcrypt from 'bcrypt';
import { Pool } from 'pg';
import type { Names, Recorded } from '../contract.ts';
import { digestOf, hasEnded, passwordDigestOf, port, refuse, reply, sealOf, sessionOf } from '../contract.ts';

const pool = new Pool({ connectionString: process.env['DATABASE_URL'], max: 10 });
// Places are counted without a chain, so nobody waits for the record before.
await pool.query('CREATE SEQUENCE IF NOT EXISTS "limit_place"');

const SESSION = {
  name: 'session',
  text: `SELECT a."id", a."role", (extract(epoch FROM s."startedAt") * 1000)::float8 AS "startedAt",
                (extract(epoch FROM s."lastUsedAt") * 1000)::float8 AS "lastUsedAt"
         FROM "Session" s JOIN "Account" a ON a."id" = s."accountId" WHERE s."digest" = $1`,
};
const CHILDREN = {
  name: 'children',
  text: `SELECT c."firstName", c."lastName", c."id"
         FROM (SELECT DISTINCT "childId" FROM "Case" WHERE "doctorId" = $1) k JOIN "Child" c ON c."id" = k."childId"
         ORDER BY k."childId"`,
};
const NOW = `now() AT TIME ZONE 'UTC'`;
const INTO_TRAIL = `
  INSERT INTO "AuditRecord" ("place", "id", "at", "requestId", "byId", "action", "on", "outcome", "childId", "seal")`;
/** A record whose values are the parameters from the fifth on, for each row of `from`. */
const recordFor = (from: string): string => `${INTO_TRAIL}
  SELECT nextval('limit_place'), $5, $6::timestamp, $7, $8, $9, $10, $11, $12, $13 FROM ${from}`;
const recordOf = ({ requestId, by, action, on, child }: Recorded) => {
  const values = [randomUUIDv7(), new Date().toISOString(), requestId, by, action, on, 'OK', child ?? null];
  return [...values, sealOf(JSON.stringify(values))];
};

/** Milliseconds. The service writes the records of what was read four times a second. */
const INTERVAL = 500;
const NOTE = {
  name: 'note',
  text: `${INTO_TRAIL}
         SELECT nextval('limit_place'), r->>0, (r->>1)::timestamp, r->>2, r->>3, r->>4, r->>5, r->>6, r->>7, r->>8
         FROM json_array_elements($1::json) r`,
};
const noted: (readonly unknown[])[] = [];
setInterval(async () => {
  if (noted.length > 0) await pool.query({ ...NOTE, values: [JSON.stringify(noted.splice(0))] });
}, INTERVAL);

const ADD_CHILD = {
  name: 'add child',
  text: `WITH child AS (
           INSERT INTO "Child" ("id", "firstName", "lastName") VALUES ($1, $3, $4) RETURNING "id"),
         parent AS (INSERT INTO "Parenthood" ("parentId", "childId", "place") SELECT $2, "id", 1 FROM child)
         ${recordFor('child')}`,
};

const DOCTORS_CHILDREN = /^\/api\/Doc\/([^/]+)\/children$/;

/** Adds a child, or lists a doctor's children. */
const serveChildren = async (incoming: IncomingMessage, outgoing: ServerResponse, requestId: string): Promise<void> => {
  const [actor] = (await pool.query({ ...SESSION, values: [sessionOf(incoming)] })).rows;
  if (!actor || hasEnded(actor.startedAt, actor.lastUsedAt)) return refuse(outgoing, 'SESSION_INVALID');
  const doctor = DOCTORS_CHILDREN.exec(incoming.url ?? '')?.[1];
  if (doctor === undefined ? actor.role !== 'Par' : actor.id !== doctor) return refuse(outgoing, 'ROLE_NOT_ALLOWED');
  if (doctor !== undefined) {
    const { rows } = await pool.query({ ...CHILDREN, values: [doctor] });
    noted.push(recordOf({ requestId, by: actor.id, action: "doctor's children listed", on: doctor }));
    return reply(outgoing, 200, { response: rows }, { 'Request-Id': requestId });
  }
  const { firstName, lastName } = (await json(incoming)) as Names;
  const id = randomUUIDv7();
  const record = recordOf({ requestId, by: actor.id, action: 'child added', on: id, child: id });
  await pool.query({ ...ADD_CHILD, values: [id, actor.id, firstName, lastName, ...record] });
  return reply(outgoing, 200, { response: { ChildID: id } }, { 'Request-Id': requestId });
};

/** Counts the attempt before the password is verified, as its process may die, and finds the account. */
const COUNT_ATTEMPT = {
  name: 'count attempt',
  text: `WITH counted AS (
           INSERT INTO "Throttled" AS t ("key", "count", "notBefore", "forgottenAt", "underWay")
           VALUES ($1, 1, ${NOW}, ${NOW} + interval '1 day', '')
           ON CONFLICT ("key") DO UPDATE SET "count" = t."count" + 1 RETURNING "count")
         SELECT "count", a."id", a."firstName", a."lastName", a."role", a."passwordHash"
         FROM counted LEFT JOIN "Account" a ON a."email" = $2`,
};
/** Nothing is inserted if the account has another password by now, or is disabled. */
const OPEN_SESSION = {
  name: 'open session',
  text: `WITH account AS (
           SELECT "id" FROM "Account" WHERE "id" = $1 AND "passwordHash" = $2 AND "disabledAt" IS NULL FOR KEY SHARE),
         uncounted AS (DELETE FROM "Throttled" USING account WHERE "key" = $3),
         swept AS (DELETE FROM "Session" WHERE "digest" IN (
           SELECT "digest" FROM "Session" WHERE "lastUsedAt" < ${NOW} - interval '30 minutes' LIMIT 10)),
         session AS (INSERT INTO "Session" ("digest", "accountId", "startedAt", "lastUsedAt")
           SELECT $4, "id", ${NOW}, ${NOW} FROM account RETURNING 1)
         ${recordFor('session')}`,
};
const MOST_ATTEMPTS = 5;

const logIn = async (incoming: IncomingMessage, outgoing: ServerResponse, requestId: string): Promise<void> => {
  const { email, password } = (await json(incoming)) as { email: string; password: string };
  const key = sealOf(`login of ${email}`);
  const [found] = (await pool.query({ ...COUNT_ATTEMPT, values: [key, email] })).rows;
  if (!found.id || found.count > MOST_ATTEMPTS) return refuse(outgoing, 'CREDENTIALS_WRONG');
  const { id, firstName, lastName, role, passwordHash } = found;
  if (!(await bcrypt.compare(passwordDigestOf(password), passwordHash))) return refuse(outgoing, 'CREDENTIALS_WRONG');
  const token = randomBytes(32).toString('base64url');
  const values = [id, passwordHash, key, digestOf(token)];
  const record = recordOf({ requestId, by: id, action: 'logged in', on: id });
  const { rowCount } = await pool.query({ ...OPEN_SESSION, values: [...values, ...record] });
  if (rowCount !== 1) return refuse(outgoing, 'CREDENTIALS_WRONG');
  return reply(outgoing, 200, { body: { id: token, firstName, lastName, role } }, { 'Request-Id': requestId });
};

const serve = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
  if (incoming.url === '/api/Auth/login') return logIn(incoming, outgoing, randomUUID());
  return serveChildren(incoming, outgoing, randomUUID());
};

createServer((incoming, outgoing) => {
  serve(incoming, outgoing).catch((error) => {
    process.stderr.write(`${error}\n`);
    outgoing.writeHead(500).end();
  });
}).listen(port, '127.0.0.1');
