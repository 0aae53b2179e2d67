import { serve } from '@hono/node-server';
import { PrismaPg } from '@prisma/adapter-pg';
import { PrismaClient } from '../../.built/prisma/postgresql/client/client.ts';
import type { PrismaClient as SqliteClient } from '../../.built/prisma/sqlite/client/client.ts';
import { port } from '../envelope.ts';
import { createApp } from './app.ts';

const adapter = new PrismaPg({ connectionString: process.env['DATABASE_URL'] });
// The two clients are made from the same models and differ in their types alone.
const prisma = new PrismaClient({ adapter }) as unknown as SqliteClient;

serve({ fetch: createApp(prisma).fetch, port, hostname: '127.0.0.1' });
