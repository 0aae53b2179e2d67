import Database from 'better-sqlite3';

/**
 * Imported before the service, it has SQLite sync less often than the service says. It is for showing that a power loss is
 * noticed then, and lies outside of the service so that no setting of it can have this done.
 */
const { pragma } = Database.prototype;
Database.prototype.pragma = function (this: Database.Database, source: string, options?: Database.PragmaOptions) {
  return pragma.call(this, source.replace('synchronous = FULL', 'synchronous = NORMAL'), options);
};
