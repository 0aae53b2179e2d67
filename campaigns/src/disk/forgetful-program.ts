import { createRequire } from 'node:module';

/**
 * Imported before the service: SQLite is told to sync less often than the service wants it to. For showing that a power
 * loss is then noticed, and for nothing else, so that no setting of the service can do it.
 */
type Driver = { readonly prototype: { prepare: (statement: string) => unknown } };

const require = createRequire(new URL('../../../packages/storage-prisma/package.json', import.meta.url));
const { prototype } = require('better-sqlite3') as Driver;
const { prepare } = prototype;
prototype.prepare = function (statement) {
  return prepare.call(this, statement.replace('synchronous = FULL', 'synchronous = NORMAL'));
};
