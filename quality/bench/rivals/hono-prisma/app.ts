// N: Hono and Prisma as their documentation shows them: middleware, a client, a query for each thing that is asked.
import { randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import { createMiddleware } from 'hono/factory';
import { HTTPException } from 'hono/http-exception';
import type { Account, PrismaClient } from '../../.built/prisma/sqlite/client/client.ts';
import {
  bearerOf,
  digestOf,
  err,
  hasEnded,
  ok,
  PATH_NOT_FOUND,
  ROLE_NOT_ALLOWED,
  SESSION_INVALID,
  SESSION_MISSING,
} from '../envelope.ts';

type Env = { Variables: { actor: Account } };
const ENTRY = { firstName: true, lastName: true, id: true } as const;

export const createApp = (prisma: PrismaClient): Hono<Env> => {
  const session = createMiddleware<Env>(async (c, next) => {
    const token = bearerOf(c.req.header('Authorization'));
    if (token === undefined) throw new HTTPException(401, { message: SESSION_MISSING });
    const found = await prisma.session.findUnique({ where: { digest: digestOf(token) }, include: { account: true } });
    if (!found || hasEnded(found.startedAt.getTime(), found.lastUsedAt.getTime())) {
      throw new HTTPException(401, { message: SESSION_INVALID });
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
    if (c.var.actor.id !== doctorId) throw new HTTPException(403, { message: ROLE_NOT_ALLOWED });
    // From the cases, by their index; asked for children with some case of the doctor, Prisma would scan all children.
    const cases = await prisma.case.findMany({
      where: { doctorId },
      distinct: ['childId'],
      orderBy: { childId: 'asc' },
      select: { child: { select: ENTRY } },
    });
    return c.json(
      ok(
        'body',
        cases.map(({ child }) => child),
      ),
    );
  });
  app.post('/api/Parent/child', session, async (c) => {
    const { id: parentId, role } = c.var.actor;
    if (role !== 'Par') throw new HTTPException(403, { message: ROLE_NOT_ALLOWED });
    const { firstName, lastName } = await c.req.json<{ firstName: string; lastName: string }>();
    const child = await prisma.child.create({ data: { id: randomUUID(), parentId, firstName, lastName } });
    return c.json(ok('response', { ChildID: child.id }));
  });
  app.notFound((c) => c.json(err(PATH_NOT_FOUND), 404));
  app.onError((error, c) =>
    error instanceof HTTPException ? c.json(err(error.message), error.status) : c.json(err('Failed.'), 500),
  );
  return app;
};
