import { randomBytes } from 'node:crypto';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { startPostgresServer } from '@health-case/storage-prisma/testing/postgres-server';
import { type Database, newPostgres, newSqlite, queryAt } from '../ground/database.ts';
import type { Ground } from '../ground/ground.ts';
import { type Instance, scratchFolder, startApp, startProcesses } from '../ground/processes.ts';
import { reportingInto } from './dumps.ts';

/** A store with a process for each variant, that tell all that they ever tell. */
export type Store = {
  readonly name: string;
  readonly database: Database;
  readonly instances: readonly Instance[];
  /** Where its files are, and the reports of its processes. */
  readonly folder: string;
  readonly reports: string;
  /** Changes the tables under the hands of the service. */
  readonly alter: (statement: string) => Promise<unknown>;
  /** What the processes said, and, where there is one, the server. */
  readonly said: () => string;
};

export const sqliteStore = async (ground: Ground): Promise<Store> => {
  const told = tellingAll(ground, newSqlite(ground));
  const file = String(told.database.environment['DATABASE_URL']).slice('file:'.length);
  const instances = await startApp(ground, 'together', told.database.environment);
  const alter = async (statement: string) => {
    using database = new DatabaseSync(file, { timeout: 5000 });
    database.exec(statement);
  };
  return { ...told, name: 'SQLite', instances, folder: dirname(file), alter, said: listenTo(instances.slice(0, 1)) };
};

/** The server writes down every statement that it is given, with all that belongs to it. */
const TALKATIVE = {
  log_statement: 'all',
  log_min_messages: 'debug1',
  log_parameter_max_length: '-1',
  log_parameter_max_length_on_error: '-1',
};

export const postgresStore = async (ground: Ground): Promise<Store> => {
  const heard: Buffer[] = [];
  const server = await startPostgresServer(TALKATIVE, (chunk) => heard.push(chunk));
  ground.ending.defer(() => server.remove());
  const told = tellingAll(ground, await newPostgres(ground, server.url));
  const url = String(told.database.environment['DATABASE_URL']);
  const [shown] = await queryAt(url, 'SHOW data_directory');
  const instances = await startProcesses(ground, told.database.environment, 1);
  const listening = listenTo(instances);
  return {
    ...told,
    name: 'PostgreSQL',
    instances,
    folder: String(shown?.['data_directory']),
    alter: (statement) => queryAt(url, statement),
    said: () => `${listening()}${Buffer.concat(heard)}`,
  };
};

const tellingAll = (ground: Ground, { environment, query }: Database): Pick<Store, 'database' | 'reports'> => {
  const reports = scratchFolder(ground);
  const more = {
    SECRET_KEY: randomBytes(32).toString('base64'),
    REGISTRATION: 'invited',
    LOG_LEVEL: 'trace',
    NODE_OPTIONS: reportingInto(reports),
  };
  return { database: { environment: { ...environment, ...more }, query }, reports };
};

const listenTo = (instances: readonly Instance[]): (() => string) => {
  const said = instances.map(({ output }) => output());
  for (const { child } of instances) {
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => said.push(String(chunk)));
  }
  return () => said.join('');
};
