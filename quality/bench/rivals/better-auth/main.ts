// better-auth behind Hono, in the envelope and at the paths of the contract: registration, login, and who is calling.
import { rmSync } from 'node:fs';
import { serve } from '@hono/node-server';
import { APIError } from 'better-auth/api';
import { getMigrations } from 'better-auth/db/migration';
import Database from 'better-sqlite3';
import { Hono } from 'hono';
import { err, ok, PATH_NOT_FOUND, port, SESSION_INVALID, sqliteFile } from '../envelope.ts';
import { createAuth } from './auth.ts';
import { copyAccounts } from './copy-accounts.ts';

const file = `${sqliteFile()}.better-auth`;
for (const old of [file, `${file}-wal`, `${file}-shm`]) rmSync(old, { force: true });
const database = new Database(file);
database.pragma('journal_mode = WAL');
database.pragma('synchronous = FULL');
const auth = createAuth(database);
const { runMigrations } = await getMigrations(auth.options);
await runMigrations();
await copyAccounts(database, sqliteFile());

type Registration = { firstName: string; lastName: string; email: string; password: string; role: string };

const app = new Hono();
app.post('/api/Auth/register', async (c) => {
  const { firstName, lastName, email, password, role } = await c.req.json<Registration>();
  const { user } = await auth.api.signUpEmail({
    body: { name: `${firstName} ${lastName}`, firstName, lastName, email, password, role },
  });
  return c.json(ok('body', { role, ID: user.id }));
});
app.post('/api/Auth/login', async (c) => {
  const { email, password } = await c.req.json<Registration>();
  const { token, user } = await auth.api.signInEmail({ body: { email, password } });
  const { firstName, lastName, role } = user as unknown as Registration;
  return c.json(ok('body', { id: token, firstName, lastName, role }));
});
app.get('/api/Auth/me', async (c) => {
  const session = await auth.api.getSession({ headers: c.req.raw.headers });
  if (!session) return c.json(err(SESSION_INVALID), 401);
  const { id, firstName, lastName, email, role } = session.user;
  return c.json(ok('body', { ID: id, firstName, lastName, email, role }));
});
app.notFound((c) => c.json(err(PATH_NOT_FOUND), 404));
app.onError((error, c) => c.json(err(error.message), error instanceof APIError ? 401 : 500));

serve({ fetch: app.fetch, port, hostname: '127.0.0.1' });
