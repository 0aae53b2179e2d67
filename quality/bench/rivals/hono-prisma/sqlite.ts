import { serve } from '@hono/node-server';
import { PrismaBetterSqlite3 } from '@prisma/adapter-better-sqlite3';
import { PrismaClient } from '../../.built/prisma/sqlite/client/client.ts';
import { port, sqliteFile } from '../envelope.ts';
import { createApp } from './app.ts';

const adapter = new PrismaBetterSqlite3({ url: sqliteFile() }, { timestampFormat: 'unixepoch-ms' });
const prisma = new PrismaClient({ adapter });
// As durable as the others: the adapter's own setting loses the last commits with the power.
await prisma.$queryRaw`PRAGMA synchronous = FULL`;

serve({ fetch: createApp(prisma).fetch, port, hostname: '127.0.0.1' });
