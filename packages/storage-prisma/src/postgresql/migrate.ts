import { codeOf, GRANTS, lacksRight, printable, unusable } from '../failures.ts';
import { type Migratable, type MigratingConnection, readMigrated } from '../migrations.ts';
import { BOUNDS, connectTo, createHosts } from './host-client.ts';
import { targetOf } from './host-urls.ts';
import { findForeign } from './schema.ts';

/** Whether a database has ever held a store. It is only read. */
export const isMigrated = async (url: string): Promise<boolean> =>
  postgresDatabase(url).read(async (all) => (await readMigrated('postgresql', all)).isStore);

/** How long others wait for a process that migrates, in milliseconds. */
const TIMEOUT = 120_000;
/** A migration is one statement, which may rewrite millions of rows. */
const LONGEST_MIGRATION = 3_600_000;
export const LONG = { ...BOUNDS, statement: LONGEST_MIGRATION, lock: TIMEOUT, idleInTransaction: TIMEOUT };
const LOCK = 7_211_206_432;

/** There is no such schema, or none in which the role may make something. */
const lacksSchema = (error: Error): boolean => codeOf(error) === '3F000';

/** A PostgreSQL database, which must be there. Processes that open it at once take turns by a lock of the transaction. */
export const postgresDatabase = (url: string): Migratable => {
  const { shown: name, hosts } = targetOf(url);
  const role = printable(decoded(new URL(hosts[0]?.url ?? url).username)) || 'of DATABASE_URL';
  return {
    provider: 'postgresql',
    name,
    findForeign,
    read: (work) =>
      connected(url, BOUNDS, async ({ all, runScript }) => {
        await runScript('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
        const result = await work(all);
        await runScript('COMMIT');
        return result;
      }).catch((error: Error & { readonly code?: string }) => {
        if (lacksSchema(error))
          throw unusable(
            error,
            `The database ${name} has no schema public; make one as its owner: CREATE SCHEMA public.`,
          );
        // The catalog names a table that is not found (42P01): the schema is hidden from the role.
        if (lacksRight(error) || error.code === '42P01')
          throw unusable(error, `The role ${role} may not read the database ${name}; grant it, ${GRANTS}.`);
        const outcome = `cannot be opened (${error.code ?? error.message})`;
        throw unusable(error, `The database ${name} ${outcome}; check DATABASE_URL, and that its server runs.`);
      }),
    transaction: (work) =>
      connected(url, LONG, async (connection) => {
        await connection.runScript(`BEGIN; SELECT pg_advisory_xact_lock(${LOCK})`);
        const result = await work(connection);
        await connection.runScript('COMMIT');
        return result;
      }).catch((error: Error) => {
        if (lacksRight(error) || lacksSchema(error)) {
          const who = `The role ${role} may not migrate the database ${name}, which was left as it was`;
          throw unusable(error, `${who}; migrate as its owner, or GRANT USAGE, CREATE ON SCHEMA public to the role.`);
        }
        const outcome = `could not be written, and was left as it was (${error.message})`;
        throw unusable(error, `The database ${name} ${outcome}.`);
      }),
  };
};

/** As it is written, if that is no percent-encoding. */
const decoded = (name: string): string => {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
};

/** Works on a connection of its own, outside of a transaction. */
export const connected = async <T>(
  url: string,
  bounds: typeof BOUNDS,
  work: (connection: MigratingConnection) => Promise<T>,
): Promise<T> => {
  const client = await connectTo(createHosts(url, bounds));
  try {
    return await work({
      all: async (statement, ...values) => (await client.query(statement, [...values])).rows,
      run: async (statement, ...values) => (await client.query(statement, [...values])).rowCount ?? 0,
      runScript: (script) => client.query(script),
    });
  } finally {
    await client.end().catch(() => undefined);
  }
};
