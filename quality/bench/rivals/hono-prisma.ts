// N: Hono and Prisma as in their documentation: middleware for the session, a query for each call. On either database.
import { randomUUID } from 'node:crypto';
import { serve } from '@hono/node-server';
import { PrismaBetterSqlite3 } from '@prisma/adapter-better-sqlite3';
import { PrismaPg } from '@prisma/adapter-pg';
import { Hono } from 'hono';
import { createMiddleware } from 'hono/factory';
import { HTTPException } from 'hono/http-exception';
import { PrismaClient as PostgresClient } from '../../../packages/storage-prisma/src/generated/postgresql/client.ts';
import { type Account, PrismaClient } from '../../../packages/storage-prisma/src/generated/sqlite/client.ts';
import { bearerOf, digestOf, err, hasEnded, ok, port, SENTENCES, sqliteFile } from '../contract.ts';

type Env = { Variables: { actor: Account } };
const ENTRY = { firstName: true, lastName: true, id: true } as const;

const openSqlite = async (): Promise<PrismaClient> => {
  const client = new PrismaClient({
    adapter: new PrismaBetterSqlite3({ url: sqliteFile }, { timestampFormat: 'unixepoch-ms' }),
  });
  // As durable as the others: with the adapter's own setting a power loss loses the last commits.
  await client.$queryRaw`PRAGMA synchronous = FULL`;
  return client;
};
// The two clients are generated from the same models and differ in their types alone.
const openPostgres = (connectionString: string): PrismaClient =>
  new PostgresClient({ adapter: new PrismaPg({ connectionString }) }) as unknown as PrismaClient;
const { DATABASE_URL } = process.env;
const prisma = DATABASE_URL ? openPostgres(DATABASE_URL) : await openSqlite();

const session = createMiddleware<Env>(async (c, next) => {
  const token = bearerOf(c.req.header('Authorization'));
  if (token === undefined) throw new HTTPException(401, { message: SENTENCES.SESSION_MISSING });
  const found = await prisma.session.findUnique({ where: { digest: digestOf(token) }, include: { account: true } });
  if (!found || hasEnded(found.startedAt.getTime(), found.lastUsedAt.getTime())) {
    throw new HTTPException(401, { message: SENTENCES.SESSION_INVALID });
  }
  c.set('actor', found.account);
  await next();
});

const app = new Hono<Env>();
app.get('/api/Doc', session, async (c) => {
  const doctors = await prisma.account.findMany({ where: { role: 'Doc' }, orderBy: { id: 'asc' }, select: ENTRY });
  return c.json(ok('body', doctors));
});
app.get('/api/Doc/:id/children', session, async (c) => {
  const doctorId = c.req.param('id');
  if (c.var.actor.id !== doctorId) throw new HTTPException(403, { message: SENTENCES.ROLE_NOT_ALLOWED });
  // Over the cases, by their index. For children with some case of the doctor Prisma scans all children.
  const cases = await prisma.case.findMany({
    where: { doctorId },
    distinct: ['childId'],
    orderBy: { childId: 'asc' },
    select: { child: { select: ENTRY } },
  });
  const children = cases.map(({ child }) => child);
  return c.json(ok('response', children));
});
app.post('/api/Parent/child', session, async (c) => {
  const { id: parentId, role } = c.var.actor;
  if (role !== 'Par') throw new HTTPException(403, { message: SENTENCES.ROLE_NOT_ALLOWED });
  const { firstName, lastName } = await c.req.json<{ firstName: string; lastName: string }>();
  const child = await prisma.child.create({ data: { id: randomUUID(), parentId, firstName, lastName } });
  return c.json(ok('response', { ChildID: child.id }));
});
app.notFound((c) => c.json(err('PATH_NOT_FOUND'), 404));
app.onError((error, c) =>
  error instanceof HTTPException
    ? c.json({ version: '1', status: 'ERR', body: error.message }, error.status)
    : c.text('Failed.', 500),
);

serve({ fetch: app.fetch, port, hostname: '127.0.0.1' });
