// Fastify and Kysely as in their documentation: a hook for the session, schemas for the replies, typed queries.
import Database from 'better-sqlite3';
import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify';
import { Kysely, SqliteDialect } from 'kysely';
import { bearerOf, digestOf, err, hasEnded, ok, port, sqliteFile } from '../contract.ts';

/** The tables that this rival uses, in Kysely's types. Instants are milliseconds. */
type Tables = {
  Account: { id: string; firstName: string; lastName: string; email: string; role: string };
  Session: { digest: string; accountId: string; startedAt: number; lastUsedAt: number };
  Child: { id: string; parentId: string; firstName: string; lastName: string };
  Case: { id: string; childId: string; doctorId: string };
};
type Actor = { readonly id: string; readonly role: string };
declare module 'fastify' {
  interface FastifyRequest {
    actor: Actor | null;
  }
}

const file = new Database(sqliteFile);
file.pragma('journal_mode = WAL');
file.pragma('synchronous = FULL');
const db = new Kysely<Tables>({ dialect: new SqliteDialect({ database: file }) });
const app = Fastify();

const text = { type: 'string' } as const;
const reply = (field: string, content: object) => ({
  response: {
    200: { type: 'object', properties: { version: text, status: text, [field]: content } },
    '4xx': { type: 'object', properties: { version: text, status: text, body: text } },
  },
});
const entries = {
  type: 'array',
  items: { type: 'object', properties: { firstName: text, lastName: text, id: text } },
};

app.decorateRequest('actor', null);
const session = async (request: FastifyRequest, response: FastifyReply): Promise<unknown> => {
  const token = bearerOf(request.headers.authorization);
  if (token === undefined) return response.code(401).send(err('SESSION_MISSING'));
  const found = await db
    .selectFrom('Session')
    .innerJoin('Account', 'Account.id', 'Session.accountId')
    .select(['Account.id', 'Account.role', 'Session.startedAt', 'Session.lastUsedAt'])
    .where('Session.digest', '=', digestOf(token))
    .executeTakeFirst();
  if (!found || hasEnded(found.startedAt, found.lastUsedAt)) return response.code(401).send(err('SESSION_INVALID'));
  request.actor = found;
  return undefined;
};

app.get<{ Params: { id: string } }>(
  '/api/Doc/:id/children',
  { onRequest: session, schema: reply('response', entries) },
  async (request, response) => {
    const { id } = request.params;
    if (request.actor?.id !== id) return response.code(403).send(err('ROLE_NOT_ALLOWED'));
    const children = await db
      .selectFrom('Child')
      .select(['firstName', 'lastName', 'id'])
      .where('id', 'in', (query) => query.selectFrom('Case').select('childId').where('doctorId', '=', id))
      .orderBy('id')
      .execute();
    return ok('response', children);
  },
);

app.setNotFoundHandler((_, response) => response.code(404).send(err('PATH_NOT_FOUND')));
await app.listen({ port, host: '127.0.0.1' });
