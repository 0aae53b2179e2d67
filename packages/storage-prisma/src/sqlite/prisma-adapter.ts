import {
  type ArgType,
  type ColumnType,
  ColumnTypeEnum,
  type SqlDriverAdapter,
  type SqlQuery,
} from '@prisma/driver-adapter-utils';
import type { Database, Statement } from 'better-sqlite3';
import type { Client } from '../client.ts';
import { PrismaClient } from '../generated/sqlite/client.ts';
import { preparing, type Using } from './driver.ts';
import { asPrismaError } from './prisma-errors.ts';

/** Prisma's client in the transactions of a connection. */
export const prismaUsing = (using: Using): Client => {
  const adapter = adapterUsing(using);
  const { provider, adapterName } = adapter;
  return new PrismaClient({ adapter: { provider, adapterName, connect: async () => adapter }, errorFormat: 'minimal' });
};

/** As `@prisma/adapter-better-sqlite3`, which opens a connection of its own, and begins transactions on it. */
export const adapterUsing = (using: Using): SqlDriverAdapter => {
  const prepared = preparing(prepare);
  const perform = async <T>(work: (database: Database) => T): Promise<T> => {
    try {
      return using(work);
    } catch (error) {
      throw asPrismaError(error);
    }
  };
  return {
    provider: 'sqlite',
    adapterName: 'health-case-sqlite',
    queryRaw: (query) =>
      perform((database) => {
        const { statement, columnNames, declared } = prepared(database, query.sql);
        if (!statement.reader) {
          statement.run(argumentsOf(query));
          return { columnNames: [], columnTypes: [], rows: [] };
        }
        const found = statement.all(argumentsOf(query)).filter(Array.isArray);
        const columnTypes = declared.map((type, index) => type ?? typeOf(found.map((row) => row[index])));
        const rows = found.map((row) => row.map((value, index) => toResult(value, columnTypes[index])));
        return { columnNames, columnTypes, rows };
      }),
    executeRaw: (query) =>
      perform((database) => prepared(database, query.sql).statement.run(argumentsOf(query)).changes),
    executeScript: (script) => perform((database) => void database.exec(script)),
    startTransaction: () =>
      Promise.reject(new Error('A unit of work has begun its transaction before it asks Prisma.')),
    dispose: async () => undefined,
  };
};

const COLUMN_TYPES: Readonly<Record<string, ColumnType>> = {
  BIGINT: ColumnTypeEnum.Int64,
  BLOB: ColumnTypeEnum.Bytes,
  BOOLEAN: ColumnTypeEnum.Boolean,
  DATETIME: ColumnTypeEnum.DateTime,
  DECIMAL: ColumnTypeEnum.Numeric,
  INTEGER: ColumnTypeEnum.Int32,
  JSONB: ColumnTypeEnum.Json,
  REAL: ColumnTypeEnum.Double,
  TEXT: ColumnTypeEnum.Text,
};

/** The type of a column that is none of a table, by what is in it. */
const typeOf = (values: readonly unknown[]): ColumnType => {
  const value = values.find((one) => one !== null);
  if (typeof value === 'string') return ColumnTypeEnum.Text;
  if (value instanceof Uint8Array) return ColumnTypeEnum.Bytes;
  return value === undefined ? ColumnTypeEnum.Int32 : ColumnTypeEnum.UnknownNumber;
};

const prepare = (database: Database, text: string) => {
  // Without the plus, SQLite would look at each value and plan the statement again.
  const statement: Statement = database.prepare(text.replaceAll('?', '+?'));
  const columns = statement.reader ? statement.raw().columns() : [];
  const declared = columns.map(({ type }) => COLUMN_TYPES[type ?? '']);
  if (declared.includes(ColumnTypeEnum.Int64)) statement.safeIntegers();
  return { statement, columnNames: columns.map(({ name }) => name), declared };
};

const argumentsOf = ({ args, argTypes }: SqlQuery): unknown[] =>
  args.map((value, index) => toArgument(value, argTypes[index]));

/** Moments are stored as milliseconds. */
const toArgument = (value: unknown, type?: ArgType): unknown => {
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (value instanceof Date) return value.getTime();
  if (typeof value !== 'string') return value;
  switch (type?.scalarType) {
    case 'int':
    case 'float':
    case 'decimal':
      return Number(value);
    case 'bigint':
      return BigInt(value);
    case 'datetime':
      return new Date(value).getTime();
    case 'bytes':
      return Buffer.from(value, 'base64');
    default:
      return value;
  }
};

const toResult = (value: unknown, type?: ColumnType): unknown => {
  if (typeof value !== 'number' && typeof value !== 'bigint') return value;
  if (type === ColumnTypeEnum.DateTime) return new Date(Number(value)).toISOString();
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : `${value}`;
  return type === ColumnTypeEnum.Int32 ? Math.trunc(value) : value;
};
