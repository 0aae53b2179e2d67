import {
  type ArgType,
  type ColumnType,
  ColumnTypeEnum,
  DriverAdapterError,
  type SqlDriverAdapter,
  type SqlQuery,
} from '@prisma/driver-adapter-utils';
import Database, { type Statement } from 'better-sqlite3';
import type { Client } from '../access.ts';
import { PrismaClient } from '../generated/sqlite/client.ts';
import { preparing, type Using } from './driver.ts';

/** Prisma's client in the transactions of a connection. */
export const prismaUsing = (using: Using): Client => {
  const adapter = adapterUsing(using);
  const { provider, adapterName } = adapter;
  return new PrismaClient({ adapter: { provider, adapterName, connect: async () => adapter }, errorFormat: 'minimal' });
};

/** As `@prisma/adapter-better-sqlite3`, which opens a connection of its own, and begins transactions on it. */
export const adapterUsing = (using: Using): SqlDriverAdapter => {
  const prepared = preparing(prepare);
  const perform = async <T>(work: (database: Database.Database) => T): Promise<T> => {
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
        const { statement, columnNames, columnTypes } = prepared(database, query.sql);
        if (!statement.reader) {
          statement.run(argumentsOf(query));
          return { columnNames: [], columnTypes: [], rows: [] };
        }
        const found = statement.all(argumentsOf(query)).filter(Array.isArray);
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

/** Of the columns of the models. What is in none of a table counts something. */
const COLUMN_TYPES: ReadonlyMap<string | null, ColumnType> = new Map<string | null, ColumnType>([
  ['BIGINT', ColumnTypeEnum.Int64],
  ['BOOLEAN', ColumnTypeEnum.Boolean],
  ['DATETIME', ColumnTypeEnum.DateTime],
  ['INTEGER', ColumnTypeEnum.Int32],
  ['TEXT', ColumnTypeEnum.Text],
  [null, ColumnTypeEnum.Int64],
]);

const columnTypeOf = (declared: string | null): ColumnType => {
  const type = COLUMN_TYPES.get(declared);
  if (type !== undefined) return type;
  throw new DriverAdapterError({ kind: 'UnsupportedNativeDataType', type: `${declared}` });
};

const prepare = (database: Database.Database, text: string) => {
  // Without the plus, SQLite would look at each value and plan the statement again.
  const statement: Statement = database.prepare(text.replaceAll('?', '+?'));
  const columns = statement.reader ? statement.raw().columns() : [];
  const columnTypes = columns.map(({ type }) => columnTypeOf(type));
  if (columnTypes.includes(ColumnTypeEnum.Int64)) statement.safeIntegers();
  return { statement, columnNames: columns.map(({ name }) => name), columnTypes };
};

const argumentsOf = ({ args, argTypes }: SqlQuery) => args.map((value, index) => toArgument(value, argTypes[index]));

/** Moments are stored as milliseconds. */
const toArgument = (value: unknown, type?: ArgType): unknown => {
  if (value instanceof Date) return value.getTime();
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (typeof value !== 'string') return value;
  switch (type?.scalarType) {
    case 'int':
      return Number(value);
    case 'bigint':
      return BigInt(value);
    case 'datetime':
      return new Date(value).getTime();
    default:
      return value;
  }
};

const toResult = (value: unknown, type?: ColumnType): unknown => {
  if (typeof value !== 'number' && typeof value !== 'bigint') return value;
  if (type === ColumnTypeEnum.DateTime) return new Date(Number(value)).toISOString();
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : `${value}`;
  return value;
};

/** An error of SQLite as Prisma's client passes it on. Errors of others stay as they are. */
const asPrismaError = (error: unknown): unknown => {
  if (!(error instanceof Database.SqliteError)) return error;
  const { code: originalCode, message } = error;
  return new DriverAdapterError({ kind: 'sqlite', extendedCode: 1, message, originalCode });
};
