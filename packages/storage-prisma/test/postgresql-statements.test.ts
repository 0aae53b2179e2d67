import { describe, expect, it, onTestFinished } from 'vitest';
import { createConnector, createPool } from '../src/postgresql/connection.ts';
import { BOUNDS } from '../src/postgresql/settings.ts';
import { connectBeside, migratedDatabase } from './support/postgresql.ts';

const open = async () => {
  const url = await migratedDatabase();
  const pool = createPool(url, 1, BOUNDS);
  onTestFinished(() => pool.end());
  const { prisma, sql } = createConnector()(pool);
  /** The statements of which the server keeps a plan, but for this one. */
  const planned = async (): Promise<readonly string[]> => {
    const rows = await sql.all<{ statement: string }>(PLANNED);
    return rows.map(({ statement }) => statement).filter((statement) => statement !== PLANNED);
  };
  return { url, prisma, sql, planned };
};

const PLANNED = 'SELECT "statement" FROM pg_prepared_statements ORDER BY "prepare_time"';

describe('statements of PostgreSQL', () => {
  it('are planned once each, however often they come', async () => {
    const { prisma, sql, planned } = await open();
    for (let round = 0; round < 3; round += 1) {
      expect(await sql.all('SELECT count(*) AS "many" FROM "Case"')).toEqual([{ many: '0' }]);
      expect(await sql.run('DELETE FROM "Task" WHERE "id" = $1', `${round}`)).toBe(0);
      await (await prisma()).child.findUnique({ where: { id: `${round}` } });
    }
    expect(await planned()).toEqual([
      'SELECT count(*) AS "many" FROM "Case"',
      'DELETE FROM "Task" WHERE "id" = $1',
      expect.stringMatching(/^SELECT .* FROM "public"."Child"/),
    ]);
  });

  it.each(['SELECT * FROM "Case"', 'SELECT mine.* FROM "Case" mine'])(
    'that select whatever columns there are go on when a newer program has added one: %s',
    async (statement) => {
      const { url, sql } = await open();
      expect(await sql.all(statement)).toEqual([]);
      await (await connectBeside(url)).query('ALTER TABLE "Case" ADD COLUMN "colour" TEXT');
      expect(await sql.all(statement)).toEqual([]);
    },
  );

  it('are kept up to 500, so that a connection does not grow for ever', async () => {
    const { sql, planned } = await open();
    for (let nth = 0; nth < 510; nth += 1) expect(await sql.all(`SELECT ${nth} AS "nth"`)).toEqual([{ nth }]);
    expect(await planned()).toHaveLength(500);
  });
});
