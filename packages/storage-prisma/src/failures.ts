import { Fault, Unavailable } from '@health-case/domain/errors';
import type { Prisma } from './generated/sqlite/client.ts';

/** The store cannot be used as it is, and starting again will not change that. The message is one sentence for the operator. */
export class StoreUnusable extends Error {
  override readonly name = 'StoreUnusable';
}

/** Known by its name, as its class would bring Prisma's client into a process that may never need it. */
const isNamed = (error: unknown, name: string): error is Error => error instanceof Error && error.name === name;

/** What the database itself said, which Prisma hands on beside its own code, or as it is where a transaction ends. */
const causeOf = (error: unknown): { readonly kind?: string; readonly originalCode?: string } => {
  if (isNamed(error, 'DriverAdapterError')) return error.cause ?? {};
  if (!isNamed(error, 'PrismaClientKnownRequestError')) return {};
  const { meta } = error as Prisma.PrismaClientKnownRequestError;
  return (meta?.['driverAdapterError'] as { readonly cause?: object } | undefined)?.cause ?? {};
};

/** Another process is in the way of a statement in our own words over SQLite. */
export const isBusy = (error: unknown): boolean =>
  isNamed(error, 'SqliteError') && codeOf(error).startsWith('SQLITE_BUSY');

/** Another transaction was in the way, and the database gave this one up as a whole: run again, it may succeed. */
export const isConflict = (error: unknown): boolean => causeOf(error).kind === 'TransactionWriteConflict';

/** There is no connection any more, or none was to be had. */
export const isLost = (error: unknown): boolean => LOST.has(causeOf(error).kind);
const LOST = new Set<string | undefined>(['ConnectionClosed', 'DatabaseNotReachable']);

const isOfDatabase = (error: unknown): error is Error =>
  error instanceof Error && /^(PrismaClient.*|DriverAdapterError|SqliteError)$/.test(error.name);

/** What the system says of a file or a connection. */
const isOfSystem = (error: unknown): error is Error => error instanceof Error && 'syscall' in error;

/** Their messages can quote the values of a row, so only their code goes on from here. */
const codeOf = (error: Error): string =>
  causeOf(error).originalCode ?? ('code' in error && typeof error.code === 'string' ? error.code : error.name);

/** A call that makes no sense, a row that is not there, a value that its column cannot hold, and a constraint. */
const OURS = /^(PrismaClientValidationError|P20(02|03|25)|2[23][0-9A-Z]{3}|SQLITE_(CONSTRAINT|MISMATCH|TOOBIG).*)$/;

/** What a port throws for what a database threw. What it refuses to keep or to do is a fault of ours, not an outage. */
export const asPortError = (error: unknown): unknown => {
  if (!isOfDatabase(error) && !isOfSystem(error)) return error;
  const code = codeOf(error);
  if (OURS.test(code)) return new Fault(`The store refused what it was told to keep (${code}).`);
  return new Unavailable('store', `The store failed (${code}).`, { retryAfterSeconds: 1 });
};
