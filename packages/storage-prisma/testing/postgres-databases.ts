import { inject } from 'vitest';
import { administer, databaseAt, freshName } from './administer.ts';

/** What the setup of a test run hands to the tests: a server, and the name of a database with the schema only. */
export type PostgresForTests = { readonly serverUrl: string; readonly template: string };

declare module 'vitest' {
  interface ProvidedContext {
    readonly postgres: PostgresForTests;
  }
}

/** A database for one test: a copy of the one that has the schema, or one with nothing in it. */
export const createTestDatabase = async (content: 'schema' | 'nothing' = 'schema') => {
  const { serverUrl, template } = inject('postgres');
  const name = freshName();
  const from = content === 'schema' ? template : 'template1';
  // Copying the files takes half as long as writing the log of them.
  await administer(serverUrl, `CREATE DATABASE ${name} TEMPLATE ${from} STRATEGY FILE_COPY`);
  return {
    url: databaseAt(serverUrl, name),
    drop: () => administer(serverUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
  };
};
