import Database from 'better-sqlite3';

/**
 * Imported before the service, it has SQLite sync less often than the service says. It is for showing that a power loss is
 * noticed then, and lies outside of the service so that no setting of it can have this done.
 */
const { prepare } = Database.prototype;
Database.prototype.prepare = function (statement: string) {
  return prepare.call(this, statement.replace('synchronous = FULL', 'synchronous = NORMAL'));
} as typeof prepare;
