import { DatabaseSync } from 'node:sqlite';

/** A SQLite file that a running service may be writing: whoever reads or writes it here waits for its turn. */
export const openSqlite = (file: string): DatabaseSync => new DatabaseSync(file, { timeout: 60_000 });
