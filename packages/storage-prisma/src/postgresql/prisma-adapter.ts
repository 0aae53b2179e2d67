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
import { sharedClient } from '../shared-client.ts';
import type { Send } from './requests.ts';

const { builtins } = types;

const typed = (type: ColumnType, ...oids: readonly number[]) => oids.map((oid) => [oid, type] as const);
const COLUMN_TYPES: ReadonlyMap<number, ColumnType> = new Map([
  ...typed(ColumnTypeEnum.Boolean, builtins.BOOL),
  ...typed(ColumnTypeEnum.Bytes, builtins.BYTEA),
  ...typed(ColumnTypeEnum.Date, builtins.DATE),
  ...typed(ColumnTypeEnum.DateTime, builtins.TIMESTAMP, builtins.TIMESTAMPTZ),
  ...typed(ColumnTypeEnum.Double, builtins.FLOAT8),
  ...typed(ColumnTypeEnum.Float, builtins.FLOAT4),
  ...typed(ColumnTypeEnum.Int32, builtins.INT2, builtins.INT4),
  ...typed(ColumnTypeEnum.Int64, builtins.INT8, builtins.OID),
  ...typed(ColumnTypeEnum.Json, builtins.JSON, builtins.JSONB),
  ...typed(ColumnTypeEnum.Numeric, builtins.NUMERIC),
  ...typed(ColumnTypeEnum.Text, builtins.TEXT, builtins.VARCHAR, builtins.BPCHAR),
  ...typed(ColumnTypeEnum.Time, builtins.TIME),
  ...typed(ColumnTypeEnum.Uuid, builtins.UUID),
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

/** Prisma's statements are sent as others of the connection are, and in its transactions. */
export const adapterOver = (send: Send): SqlDriverAdapter => {
  const perform = ({ sql, args, argTypes }: SqlQuery) =>
    send({ text: sql, values: args.map((value, nth) => toParameter(value, argTypes[nth])), rows: TEXTS });
  return {
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
};

export type SharedPrisma = ReturnType<typeof sharedPrisma>;

/** What is asked of it within `over` is sent by the `send` that is given there. */
export const sharedPrisma = () => sharedClient<Send>((current) => prismaOver((request) => current()(request)));

/** Generated from the same models as SQLite's, so that type is given to both. */
const CLIENT: string = '../generated/postgresql/client.ts';

const prismaOver = async (send: Send): Promise<Client> => {
  const { PrismaClient }: typeof import('../generated/sqlite/client.ts') = await import(CLIENT);
  const adapter = adapterOver(send);
  return new PrismaClient({ adapter: { ...adapter, connect: async () => adapter }, errorFormat: 'minimal' });
};
