import { DriverAdapterError, type MappedError } from '@prisma/driver-adapter-utils';
import Database from 'better-sqlite3';

/** Prisma's kind of an error of SQLite. Errors of others stay as they are. */
export const asPrismaError = (error: unknown): unknown => {
  if (!(error instanceof Database.SqliteError)) return error;
  const { code: originalCode, message: originalMessage } = error;
  return new DriverAdapterError({ originalCode, originalMessage, ...kindOf(originalCode, originalMessage) });
};

/** An extended code has its kind in the lowest byte. */
const BUSY = 5;

const kindOf = (code: string, message: string): MappedError => {
  if (/^SQLITE_CONSTRAINT_(UNIQUE|PRIMARYKEY)$/.test(code))
    return { kind: 'UniqueConstraintViolation', ...tableOf(message), ...fieldsOf(message) };
  if (code === 'SQLITE_CONSTRAINT_NOTNULL') return { kind: 'NullConstraintViolation', ...fieldsOf(message) };
  if (/^SQLITE_CONSTRAINT_(FOREIGNKEY|TRIGGER)$/.test(code))
    return { kind: 'ForeignKeyConstraintViolation', constraint: { foreignKey: {} } };
  const extendedCode = Number(/^UNKNOWN_SQLITE_ERROR_(\d+)$/.exec(code)?.[1] ?? 1);
  if (code.startsWith('SQLITE_BUSY') || extendedCode % 256 === BUSY) return { kind: 'SocketTimeout' };
  const table = /^no such table: (.*)/.exec(message)?.[1];
  if (table !== undefined) return { kind: 'TableDoesNotExist', table };
  const column = /^no such column: (.*)/.exec(message)?.[1] ?? /has no column named (.*)/.exec(message)?.[1];
  if (column !== undefined) return { kind: 'ColumnNotFound', column };
  return { kind: 'sqlite', extendedCode, message };
};

/** Out of `UNIQUE constraint failed: Task.caseId, Task.closedPlace`. An index with an expression is named instead. */
const fieldsOf = (message: string) => {
  const columns = /constraint failed: (.*)/.exec(message)?.[1]?.split(', ');
  return columns && { constraint: { fields: columns.map((column) => column.replace(/.*\./, '')) } };
};

const tableOf = (message: string) => {
  const table = /constraint failed: ([^,]*)\./.exec(message)?.[1];
  return table === undefined ? {} : { table };
};
