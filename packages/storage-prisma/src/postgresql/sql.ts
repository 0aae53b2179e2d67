import type { ArgType, SqlQueryable } from '@prisma/driver-adapter-utils';
import type { Sql, Value } from '../client.ts';

/** Which type a value has, PostgreSQL knows from the statement. */
const AS_IT_IS: ArgType = { scalarType: 'unknown', arity: 'scalar' };

const queryOf = (sql: string, args: readonly Value[]) => ({ sql, args: [...args], argTypes: args.map(() => AS_IT_IS) });

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
