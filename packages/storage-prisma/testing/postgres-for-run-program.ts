import { text } from 'node:stream/consumers';
import { migrate } from '../src/migrations.ts';
import { postgresDatabase } from '../src/postgresql/migrate.ts';
import { administer, databaseAt, freshName } from './administer.ts';
import { startPostgresServer } from './postgres-server.ts';

/**
 * Says where the server for a test run is, in one line, and keeps it until standard input ends, as it also does when the
 * run is killed. TEST_POSTGRES_URL names another server, as a user who may create databases.
 */
const given = process.env['TEST_POSTGRES_URL'];
const server = given ? undefined : await startPostgresServer();
const serverUrl = given ?? server?.url ?? '';
const template = `${freshName()}_template`;
// In the order of a language, ids and digests would be sorted otherwise than as bytes: the schema must see to it.
await administer(
  serverUrl,
  `CREATE DATABASE ${template} TEMPLATE template0 ENCODING 'UTF8' LOCALE_PROVIDER icu ICU_LOCALE 'en-US' LOCALE 'C'`,
);
await migrate(postgresDatabase(databaseAt(serverUrl, template)));
process.stdout.write(`${JSON.stringify({ serverUrl, template })}\n`);

// The run that is interrupted ends standard input in its own time.
process.on('SIGINT', () => undefined);
await text(process.stdin);
if (server) await server.remove();
else await administer(serverUrl, `DROP DATABASE ${template}`);
