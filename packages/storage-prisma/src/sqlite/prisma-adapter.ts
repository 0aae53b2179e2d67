import { type ColumnType, ColumnTypeEnum, type SqlDriverAdapter } from '@prisma/driver-adapter-utils';
import type { Database, Statement } from 'better-sqlite3';
import type { Client } from '../client.ts';
import { PrismaClient } from '../generated/sqlite/client.ts';

const COLUMN_TYPES: Readonly<Record<string, ColumnType>> = {
  TEXT: ColumnTypeEnum.Text,
  INTEGER: ColumnTypeEnum.Int32,
  DATETIME: ColumnTypeEnum.DateTime,
};

/** Prisma's client in the transactions of a connection. (Prisma's own adapter opens one for itself.) */
export const prismaOver = (database: Database): Client => {
  const prepared = new Map<string, Statement>();
  const refuse = () => Promise.reject(new Error('Changes are not made by Prisma.'));
  const adapter: SqlDriverAdapter = {
    provider: 'sqlite',
    adapterName: 'health-case-better-sqlite3',
    queryRaw: async ({ sql, args }) => {
      const statement = prepared.get(sql) ?? database.prepare(sql).raw();
      prepared.set(sql, statement);
      const columns = statement.columns();
      const rows = statement.all(...args) as unknown[][];
      const columnTypes = columns.map(({ type }) => COLUMN_TYPES[type ?? ''] ?? ColumnTypeEnum.Text);
      const moments = columnTypes.flatMap((type, index) => (type === ColumnTypeEnum.DateTime ? [index] : []));
      for (const row of rows) for (const index of moments) row[index] = toText(row[index]);
      return { columnNames: columns.map(({ name }) => name), columnTypes, rows };
    },
    executeRaw: refuse,
    executeScript: refuse,
    startTransaction: refuse,
    dispose: async () => undefined,
  };
  return new PrismaClient({ adapter: { ...adapter, connect: async () => adapter }, errorFormat: 'minimal' });
};

/** Moments are stored as milliseconds. */
const toText = (moment: unknown): unknown => (typeof moment === 'number' ? new Date(moment).toISOString() : moment);
