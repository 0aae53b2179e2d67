import {
  type ArgType,
  type ColumnType,
  ColumnTypeEnum,
  DriverAdapterError,
  type SqlDriverAdapter,
  type SqlQuery,
} from '@prisma/driver-adapter-utils';
import { TypeOverrides, types } from 'pg';
import type { Client } from '../access.ts';
import { sharedClient } from '../shared-client.ts';
import type { Send } from './requests.ts';

const { builtins } = types;

/** Of the columns of the models, and of what counts them. */
const COLUMN_TYPES: ReadonlyMap<number, ColumnType> = new Map<number, ColumnType>([
  [builtins.BOOL, ColumnTypeEnum.Boolean],
  [builtins.INT4, ColumnTypeEnum.Int32],
  [builtins.INT8, ColumnTypeEnum.Int64],
  [builtins.TEXT, ColumnTypeEnum.Text],
  [builtins.TIMESTAMP, ColumnTypeEnum.DateTime],
]);

const columnTypeOf = (oid: number): ColumnType => {
  const type = COLUMN_TYPES.get(oid);
  if (type !== undefined) return type;
  throw new DriverAdapterError({ kind: 'UnsupportedNativeDataType', type: `${oid}` });
};

/** Prisma reads moments out of the text that the database sends. */
const TEXTS = new TypeOverrides();
TEXTS.setTypeParser(builtins.TIMESTAMP, (text) => `${text.replace(' ', 'T')}+00:00`);

/** The columns for moments have no time zone, and hold UTC. */
const toParameter = (value: unknown, type?: ArgType): unknown => {
  if (value instanceof Date) return value.toISOString();
  if (typeof value === 'string' && type?.scalarType === 'datetime') return new Date(value).toISOString();
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

/** What is asked of it within `over` is sent by the `send` that is given there. */
export const prisma = sharedClient<Send>((current) => prismaOver((request) => current()(request)));

/** Generated from the same models as SQLite's, so that type is given to both. */
const CLIENT: string = '../generated/postgresql/client.ts';

const prismaOver = async (send: Send): Promise<Client> => {
  const { PrismaClient }: typeof import('../generated/sqlite/client.ts') = await import(CLIENT);
  const adapter = adapterOver(send);
  return new PrismaClient({ adapter: { ...adapter, connect: async () => adapter }, errorFormat: 'minimal' });
};
