import {
  type ArgType,
  type ColumnType,
  ColumnTypeEnum,
  DriverAdapterError,
  type SqlDriverAdapter,
  type SqlQuery,
} from '@prisma/driver-adapter-utils';
import { TypeOverrides, types } from 'pg';
import type { Client } from '../client.ts';
import type { Send } from './statements.ts';

const { builtins } = types;

/** The columns of models, and what functions of PostgreSQL return. */
const COLUMN_TYPES = new Map<number, ColumnType>([
  [builtins.BOOL, ColumnTypeEnum.Boolean],
  [builtins.BYTEA, ColumnTypeEnum.Bytes],
  [builtins.INT2, ColumnTypeEnum.Int32],
  [builtins.INT4, ColumnTypeEnum.Int32],
  [builtins.INT8, ColumnTypeEnum.Int64],
  [builtins.OID, ColumnTypeEnum.Int64],
  [builtins.FLOAT4, ColumnTypeEnum.Float],
  [builtins.FLOAT8, ColumnTypeEnum.Double],
  [builtins.NUMERIC, ColumnTypeEnum.Numeric],
  [builtins.TEXT, ColumnTypeEnum.Text],
  [builtins.VARCHAR, ColumnTypeEnum.Text],
  [builtins.BPCHAR, ColumnTypeEnum.Text],
  [builtins.UUID, ColumnTypeEnum.Uuid],
  [builtins.JSON, ColumnTypeEnum.Json],
  [builtins.JSONB, ColumnTypeEnum.Json],
  [builtins.DATE, ColumnTypeEnum.Date],
  [builtins.TIME, ColumnTypeEnum.Time],
  [builtins.TIMESTAMP, ColumnTypeEnum.DateTime],
  [builtins.TIMESTAMPTZ, ColumnTypeEnum.DateTime],
]);

/** Types that an extension or the database itself defines have numbers from here on. */
const FIRST_OWN = 16_384;

const columnTypeOf = (oid: number): ColumnType => {
  const type = COLUMN_TYPES.get(oid) ?? (oid >= FIRST_OWN ? ColumnTypeEnum.Text : undefined);
  if (type !== undefined) return type;
  throw new DriverAdapterError({ kind: 'UnsupportedNativeDataType', type: `${oid}` });
};

/** Prisma reads moments, dates and JSON out of the text that the database sends. */
const TEXTS = new TypeOverrides();
for (const oid of [builtins.DATE, builtins.JSON, builtins.JSONB]) TEXTS.setTypeParser(oid, String);
TEXTS.setTypeParser(builtins.TIMESTAMP, (text) => `${text.replace(' ', 'T')}+00:00`);
TEXTS.setTypeParser(builtins.TIMESTAMPTZ, (text) => text.replace(' ', 'T').replace(/[+-]\d\d$/, '$&:00'));

/** The columns for moments have no time zone, and hold UTC. */
const toParameter = (value: unknown, type?: ArgType): unknown => {
  if (Array.isArray(value)) return value.map((one) => toParameter(one, type));
  if (value instanceof Date) return value.toISOString();
  if (typeof value === 'string' && type?.scalarType === 'datetime') return new Date(value).toISOString();
  if (typeof value === 'string' && type?.scalarType === 'bytes') return Buffer.from(value, 'base64');
  return value;
};

const refuse = () => Promise.reject(new Error('Units of work begin and end the transactions, not Prisma.'));

/** Generated from the same models as SQLite's, so that type is given to both. */
const CLIENT: string = '../generated/postgresql/client.ts';

/** Prisma's client whose statements are sent as others of the connection are, and in its transactions. */
export const prismaOver = async (send: Send): Promise<Client> => {
  const perform = ({ sql, args, argTypes }: SqlQuery) =>
    send({ text: sql, values: args.map((value, nth) => toParameter(value, argTypes[nth])), rows: TEXTS });
  const adapter: SqlDriverAdapter = {
    provider: 'postgres',
    adapterName: 'health-case-pg',
    queryRaw: async (query) => {
      const { fields, rows } = await perform(query);
      return {
        columnNames: fields.map(({ name }) => name),
        columnTypes: fields.map(({ dataTypeID }) => columnTypeOf(dataTypeID)),
        rows,
      };
    },
    executeRaw: async (query) => (await perform(query)).rowCount ?? 0,
    executeScript: refuse,
    startTransaction: refuse,
    dispose: async () => undefined,
  };
  const { PrismaClient }: typeof import('../generated/sqlite/client.ts') = await import(CLIENT);
  return new PrismaClient({ adapter: { ...adapter, connect: async () => adapter }, errorFormat: 'minimal' });
};
