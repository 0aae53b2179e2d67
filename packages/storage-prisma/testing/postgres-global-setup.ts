import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { text } from 'node:stream/consumers';
import type { TestProject } from 'vitest/node';
import { migrate } from '../src/migrations.ts';
import { postgresDatabase } from '../src/postgresql/migrate.ts';
import { administer, databaseAt, freshName } from './administer.ts';
import type { PostgresForTests } from './postgres-databases.ts';
import { prepareServer, startPostgresServer } from './postgres-server.ts';

const startProgram = (ofTests: Partial<NodeJS.ProcessEnv>) => {
  // Where their files are in memory, a database is copied in a fiftieth of the time.
  const env = { ...process.env, ...ofTests };
  const program = spawn(process.execPath, [import.meta.filename], { env, stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = once(program, 'exit');
  const prepared = Promise.race([
    once(createInterface(program.stdout), 'line').then(([line]) => JSON.parse(line) as PostgresForTests),
    ended.then(() => Promise.reject(new Error('There is no PostgreSQL to test on.'))),
  ]);
  const end = async () => {
    program.stdin.end();
    await ended;
  };
  return { prepared, end };
};

/** One server for all projects of a run, although each loads this file anew. */
const run = globalThis as { healthCasePostgres?: ReturnType<typeof startProgram> };

/** For the tests of the projects that name this file: a real PostgreSQL server, until the run ends for all of them. */
export default async (project: TestProject): Promise<() => Promise<void>> => {
  run.healthCasePostgres ??= startProgram(project.config.env);
  const { prepared, end } = run.healthCasePostgres;
  project.provide('postgres', await prepared);
  return end;
};

/** Each test gets a copy of hundreds of small files, which the kernel copies in half of the time. */
const CLONING: Parameters<typeof startPostgresServer>[0] =
  process.platform === 'win32' ? {} : { file_copy_method: 'clone' };

/**
 * The program: prints where the server is, in one line, and keeps it until standard input ends, as it also does when
 * the run is killed. TEST_POSTGRES_URL names another server, as a user who may create databases.
 */
if (import.meta.main) {
  const given = process.env['TEST_POSTGRES_URL'];
  const folder = mkdtempSync(join(tmpdir(), 'health-case-prepared-'));
  const prepared = given ? {} : await prepareServer(folder);
  const server = given ? undefined : await startPostgresServer(CLONING, { from: prepared });
  const serverUrl = given ?? server?.url ?? '';
  const template = `${freshName()}_template`;
  // In the order of a language, ids and digests would be sorted otherwise than as bytes: the schema must see to it.
  await administer(
    serverUrl,
    `CREATE DATABASE ${template} TEMPLATE template0 ENCODING 'UTF8' LOCALE_PROVIDER icu ICU_LOCALE 'en-US' LOCALE 'C'`,
  );
  await migrate(postgresDatabase(databaseAt(serverUrl, template)));
  process.stdout.write(`${JSON.stringify({ serverUrl, template, prepared })}\n`);

  // A run that is interrupted ends standard input in its own time.
  process.on('SIGINT', () => undefined);
  await text(process.stdin);
  if (server) await server.remove();
  else await administer(serverUrl, `DROP DATABASE ${template}`);
  rmSync(folder, { recursive: true });
}
