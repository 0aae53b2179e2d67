import { PrismaPg } from '@prisma/adapter-pg';
import { ColumnTypeEnum } from '@prisma/driver-adapter-utils';
import { Pool, type QueryResult, types } from 'pg';

/**
 * The adapter with support for the type "char": PostgreSQL's catalogue has columns of that type, and the schema engine
 * reads them when it describes a database, but Prisma's adapter refuses every reply that has one (7.10).
 */
export class DescribablePg extends PrismaPg {
  readonly #chars: Set<number>;

  constructor(url: string) {
    const chars = new Set<number>();
    const pool = new Pool({ connectionString: url, allowExitOnIdle: true });
    const query = pool.query.bind(pool) as (...given: unknown[]) => Promise<QueryResult>;
    const asTexts = async (...given: unknown[]): Promise<QueryResult> => {
      const result = await query(...given);
      chars.clear();
      result.fields.forEach((field, index) => {
        if (field.dataTypeID !== types.builtins.CHAR) return;
        field.dataTypeID = types.builtins.TEXT;
        chars.add(index);
      });
      return result;
    };
    super(Object.assign(pool, { query: asTexts }), { disposeExternalPool: true });
    this.#chars = chars;
  }

  override async connect(): Promise<Awaited<ReturnType<PrismaPg['connect']>>> {
    const connection = await super.connect();
    const query = connection.queryRaw.bind(connection);
    connection.queryRaw = async (statement) => {
      const result = await query(statement);
      for (const index of this.#chars) result.columnTypes[index] = ColumnTypeEnum.Character;
      return result;
    };
    return connection;
  }
}
