import type { ArgType, SqlQueryable } from '@prisma/driver-adapter-utils';
import type { Sql, Value } from '../client.ts';

const typeOf = (value: Value): ArgType => {
  const scalarType = value instanceof Date ? 'datetime' : typeof value === 'number' ? 'int' : 'string';
  return { scalarType, arity: 'scalar' };
};

const queryOf = (sql: string, args: readonly Value[]) => ({ sql, args: [...args], argTypes: args.map(typeOf) });

/** Every row of every list comes by here, which is why it is a plain loop. */
const namedBy = (names: readonly string[], values: readonly unknown[]): object => {
  const row: Record<string, unknown> = {};
  for (let index = 0; index < names.length; index += 1) row[names[index] as string] = values[index];
  return row;
};

/** Over what Prisma's adapter asks PostgreSQL by: it names statements, and gives every failure its kind. */
export const postgresSql = (queryable: () => SqlQueryable): Sql => ({
  all: async <Row>(statement: string, ...values: readonly Value[]) => {
    const { columnNames, rows } = await queryable().queryRaw(queryOf(statement, values));
    return rows.map((row) => namedBy(columnNames, row) as Row);
  },
  run: async (statement, ...values) => queryable().executeRaw(queryOf(statement, values)),
});
