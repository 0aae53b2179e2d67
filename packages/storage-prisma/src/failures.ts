import { ActorErased, Fault, OperatorError, Unavailable } from '@health-case/domain/errors';
import type { Prisma } from './generated/sqlite/client.ts';

/** The store cannot be used, and a restart will not change that. */
export class StoreUnusable extends OperatorError {
  override readonly name = 'StoreUnusable';
}

export const unusable = (error: unknown, sentence: string): StoreUnusable =>
  error instanceof StoreUnusable ? error : new StoreUnusable(sentence);

/** A name out of a database, for a sentence: whoever chose it could have put in what moves the cursor of a terminal. */
export const printable = (name: string): string => name.slice(0, 100).replace(/\p{C}/gu, '\uFFFD');

/** Says that erased data could not be cleared from the files. `why` ends the sentence. */
export const notCleared = (why: string): string =>
  `What was erased is gone from the tables, but is still in the files of the store: ${why}.`;

/** Compared by name, because importing the class would load Prisma's client into a process that may never need it. */
const isNamed = (error: unknown, name: string): error is Error => error instanceof Error && error.name === name;

type Cause = {
  readonly kind?: string;
  readonly originalCode?: string;
  readonly constraint?: { readonly fields?: readonly string[] };
};

/** The error of the database itself, which Prisma passes on beside its own code, or unchanged. */
const causeOf = (error: unknown): Cause => {
  if (isNamed(error, 'DriverAdapterError')) return error.cause ?? {};
  if (!isNamed(error, 'PrismaClientKnownRequestError')) return {};
  const { meta } = error as Prisma.PrismaClientKnownRequestError;
  return (meta?.['driverAdapterError'] as { readonly cause?: object } | undefined)?.cause ?? {};
};

/** Another process holds the lock that an SQL statement on SQLite needs. */
export const isBusy = (error: unknown): boolean =>
  isNamed(error, 'SqliteError') && codeOf(error).startsWith('SQLITE_BUSY');

/** This transaction has found that a row is missing, and another transaction has inserted it since. */
export class Conflict extends Error {
  override readonly name = 'Conflict';
}

/** The unique index has refused a number that another unit inserted first. */
const isOfNumber = (error: unknown): boolean =>
  causeOf(error).constraint?.fields?.join() === 'Parenthood.Parenthood_parentId_socSecFingerprint_key';

/** What `Sql.expect` and `EXPECT_KEYS` promise: PostgreSQL has divided by zero. */
export const isFailedExpectation = (error: unknown): boolean => error instanceof Error && codeOf(error) === '22012';

/**
 * A deadlock, a failed serialisation, a `Conflict`, a server that became read-only, what was not expected, what
 * `HAS_NUMBER` promises: another attempt may succeed, or be refused.
 */
export const isConflict = (error: unknown): boolean =>
  error instanceof Conflict ||
  isOfNumber(error) ||
  isFailedExpectation(error) ||
  (error instanceof Error && /^(40001|40P01|25006)$/.test(codeOf(error)));

/** The connection was lost, or none could be made. */
export const isLost = (error: unknown): boolean => causeOf(error).kind === 'ConnectionClosed';

/** The error is the answer of PostgreSQL to a statement, so the statement has not been executed. */
export const isAnswered = (error: unknown): boolean =>
  /^(?!EPIPE$)[0-9A-Z]{5}$/.test(causeOf(error).originalCode ?? '');

/** The errors of PostgreSQL's own driver are named `error`. */
const isOfDatabase = (error: unknown): error is Error =>
  error instanceof Error && /^(PrismaClient.*|DriverAdapterError|SqliteError|error)$/.test(error.name);

const isOfSystem = (error: unknown): error is Error => error instanceof Error && 'syscall' in error;

/** Only the code of a database error is passed on, because its message can quote the values of a row. */
export const codeOf = (error: Error): string =>
  causeOf(error).originalCode ?? ('code' in error && typeof error.code === 'string' ? error.code : error.name);

/** An invalid call, a missing row, a value that its column cannot hold, a violated constraint. */
const OURS = /^(PrismaClientValidationError|P2025|2[23][0-9A-Z]{3}|SQLITE_(CONSTRAINT|MISMATCH|TOOBIG).*)$/;

/**
 * Of whoever acts. The statement that inserts one looks the account up. If the account was erased, the column would be
 * empty, so the statement fails, and the unit with it. Nobody has to wait for an answer before the commit is sent.
 */
const COLUMNS_OF_ACTORS = ['Parenthood.parentId', 'CaseEvent.byId'];

/** Whether one of these columns would be empty. */
const isOfNobody = (error: Error): boolean => {
  const { constraint } = causeOf(error);
  const isEmpty = codeOf(error) === 'SQLITE_CONSTRAINT_NOTNULL' ? error.message : constraint?.fields?.join();
  return COLUMNS_OF_ACTORS.some((column) => isEmpty?.endsWith(column));
};

/** PostgreSQL: a role without a right. */
export const lacksRight = (error: Error): boolean => codeOf(error) === '42501';

/** Ends a sentence about a role that lacks a right. */
export const GRANTS =
  'as the owner of the database and its tables: GRANT USAGE ON SCHEMA public, and the rights to the tables that docs/several-machines.md names, where the audit trail is an exception';

/** As an error of the port: a `Fault` if the database refused the call, else `Unavailable` (P-31). */
export const asPortError = (error: unknown): unknown => {
  if (error instanceof Conflict)
    return new Unavailable('store', 'Others were faster each time.', { retryAfterSeconds: 1 });
  if (!isOfDatabase(error) && !isOfSystem(error)) return error;
  if (isOfNobody(error)) return new ActorErased();
  const code = codeOf(error);
  if (OURS.test(code)) return new Fault(`The store refused what it was told to keep (${code}).`);
  const why = lacksRight(error) ? `: its role lacks a right; ${GRANTS}` : '';
  return new Unavailable('store', `The store failed (${code})${why}.`, { retryAfterSeconds: 1 });
};
