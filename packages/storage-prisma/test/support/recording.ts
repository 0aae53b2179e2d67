import type { SqlQuery } from '@prisma/driver-adapter-utils';
import Database from 'better-sqlite3';
import { onTestFinished } from 'vitest';
import type { Access, Value } from '../../src/client.ts';
import { PrismaClient } from '../../src/generated/sqlite/client.ts';
import { sqliteSql } from '../../src/sqlite/connection.ts';
import { prismaAdapterOver } from '../../src/sqlite/prisma-adapter.ts';

/** A connection as the tables use it, and the statements that it has run. */
export const recordingAccess = async (file: string) => {
  const statements: SqlQuery[] = [];
  const database = new Database(file);
  const own = prismaAdapterOver(database);
  const { provider, adapterName, queryRaw, executeRaw } = own;
  const record =
    <T>(run: (query: SqlQuery) => Promise<T>) =>
    (query: SqlQuery): Promise<T> => {
      statements.push(query);
      return run(query);
    };
  const adapter = { ...own, queryRaw: record(queryRaw), executeRaw: record(executeRaw) };
  const client = new PrismaClient({ adapter: { provider, adapterName, connect: async () => adapter } });
  onTestFinished(async () => {
    await client.$disconnect();
    database.close();
  });
  const sql = sqliteSql(database);
  const recorded =
    <T>(ask: (text: string, ...values: readonly Value[]) => Promise<T>) =>
    (text: string, ...values: readonly Value[]): Promise<T> => {
      statements.push({ sql: text.replace(/\$\d+/g, '?'), args: [...values], argTypes: [] });
      return ask(text, ...values);
    };
  const access: Access = {
    prisma: async () => client,
    sql: { all: recorded(sql.all) as Access['sql']['all'], run: recorded(sql.run) },
  };
  return { access, statements };
};

/** The values of a statement as SQLite takes them. */
export const boundValues = ({ args }: SqlQuery): readonly unknown[] =>
  args.map((value) => (value instanceof Date ? value.getTime() : value));

/** What SQLite is going to do for a statement, step by step: https://sqlite.org/eqp.html */
export const planOf = (database: Database.Database, statement: SqlQuery): readonly string[] => {
  const steps = database.prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${statement.sql}`);
  return steps.all(...boundValues(statement)).map(({ detail }) => detail);
};

/**
 * The steps that take longer the more there is in the store: a whole table or a whole index read through, a range of an
 * index that begins nowhere in particular, rows sorted or sifted before the first of them comes out.
 */
export const costlySteps = (plan: readonly string[]): readonly string[] => {
  const subqueries = plan.map((step) => /^(?:CO-ROUTINE|MATERIALIZE) (\S+)/.exec(step)?.[1]);
  return plan.filter((step) => {
    const scanned = /^SCAN (\S+)/.exec(step)?.[1];
    if (scanned !== undefined) return scanned !== 'CONSTANT' && !subqueries.includes(scanned);
    return /^SEARCH (?!.*\w=\?)/.test(step) || step.startsWith('USE TEMP B-TREE');
  });
};
