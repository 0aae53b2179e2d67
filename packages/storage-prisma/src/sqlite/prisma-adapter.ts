import { type ColumnType, ColumnTypeEnum, type SqlDriverAdapter, type SqlQuery } from '@prisma/driver-adapter-utils';
import type { Database, Statement } from 'better-sqlite3';
import { PrismaClient } from '../generated/sqlite/client.ts';

/** The types that the models' columns are declared with. A computed column has none, and holds a number or a text. */
const COLUMN_TYPES: Readonly<Record<string, ColumnType>> = {
  TEXT: ColumnTypeEnum.Text,
  INTEGER: ColumnTypeEnum.Int32,
  BIGINT: ColumnTypeEnum.Int64,
  DATETIME: ColumnTypeEnum.DateTime,
};

const computedType = (value: unknown): ColumnType =>
  typeof value === 'string' ? ColumnTypeEnum.Text : ColumnTypeEnum.Int64;

export const prismaOver = async (database: Database): Promise<PrismaClient> => {
  const adapter = prismaAdapterOver(database);
  const client = new PrismaClient({ adapter: { ...adapter, connect: async () => adapter }, errorFormat: 'minimal' });
  await client.$connect();
  return client;
};

/**
 * Prisma's driver adapter over a connection that is open already, so that Prisma's statements are part of the
 * transactions on it. (Prisma's own adapter opens a connection for itself.) Moments are stored as milliseconds.
 */
const prismaAdapterOver = (database: Database): SqlDriverAdapter => {
  const prepared = new Map<string, Statement>();
  const prepare = (text: string): Statement => {
    const statement = prepared.get(text) ?? database.prepare(text);
    prepared.set(text, statement);
    return statement;
  };
  return {
    provider: 'sqlite',
    adapterName: 'health-case-better-sqlite3',
    queryRaw: async ({ sql, ...query }) => {
      const statement = prepare(sql).raw();
      const columns = statement.columns();
      const rows = statement.all(...bound(query)) as unknown[][];
      const columnTypes = columns.map(({ type }, index) => COLUMN_TYPES[type ?? ''] ?? computedType(rows[0]?.[index]));
      const moments = columnTypes.flatMap((type, index) => (type === ColumnTypeEnum.DateTime ? [index] : []));
      for (const row of rows) for (const index of moments) row[index] = toText(row[index]);
      return { columnNames: columns.map(({ name }) => name), columnTypes, rows };
    },
    executeRaw: async ({ sql, ...query }) => prepare(sql).run(...bound(query)).changes,
    executeScript: async (script) => void database.exec(script),
    startTransaction: () => Promise.reject(new Error('Transactions begin and end outside of Prisma.')),
    dispose: async () => undefined,
  };
};

const toText = (moment: unknown): unknown => (typeof moment === 'number' ? new Date(moment).toISOString() : moment);

const bound = ({ args, argTypes }: Pick<SqlQuery, 'args' | 'argTypes'>): readonly unknown[] =>
  args.map((value, index) => {
    if (typeof value === 'string' && argTypes[index]?.scalarType === 'bigint') return BigInt(value);
    return value instanceof Date ? value.getTime() : value;
  });
