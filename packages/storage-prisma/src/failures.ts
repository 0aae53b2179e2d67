import { Fault, Unavailable } from '@health-case/domain/errors';
import type { Prisma } from './generated/sqlite/client.ts';

/** The store cannot be used as it is, and starting again will not change that. The message is one sentence for the operator. */
export class StoreUnusable extends Error {
  override readonly name = 'StoreUnusable';
}

/** By its name, as its class would bring Prisma's client into a process that may never need it. */
const isPrismas = (error: unknown): error is Prisma.PrismaClientKnownRequestError =>
  error instanceof Error && error.name === 'PrismaClientKnownRequestError';

const isKnown = (error: unknown, ...codes: readonly string[]): boolean =>
  isPrismas(error) && codes.includes(error.code);

/** What the database itself said, which Prisma hands on beside its own code, or as it is where a transaction ends. */
const causeOf = (error: unknown): { readonly kind?: string; readonly originalCode?: string } => {
  if (error instanceof Error && error.name === 'DriverAdapterError') return error.cause ?? {};
  const meta = isPrismas(error) ? error.meta : undefined;
  const adapterError = meta?.['driverAdapterError'] as { readonly cause?: object } | undefined;
  return adapterError?.cause ?? {};
};

/** SQLite's own code for a statement in our own words. */
const sqliteCodeOf = (error: unknown): string =>
  error instanceof Error && error.name === 'SqliteError' && 'code' in error ? String(error.code) : '';

/** Another process is in the way: of a statement of Prisma's own, or of one in our own words. */
export const isBusy = (error: unknown): boolean =>
  isKnown(error, 'P1008') || causeOf(error).kind === 'SocketTimeout' || sqliteCodeOf(error).startsWith('SQLITE_BUSY');

/** Another transaction was in the way, and the database gave this one up as a whole: run again, it may succeed. */
export const isConflict = (error: unknown): boolean => causeOf(error).kind === 'TransactionWriteConflict';

/** There is no connection any more, or none was to be had. */
export const isLost = (error: unknown): boolean => LOST.has(causeOf(error).kind ?? '');
const LOST = new Set(['ConnectionClosed', 'DatabaseNotReachable']);

const isOfDatabase = (error: unknown): error is Error =>
  error instanceof Error && /^(PrismaClient.*|DriverAdapterError|SqliteError)$/.test(error.name);

/** What the system says of a file or a connection. */
const isOfSystem = (error: unknown): error is Error => error instanceof Error && 'syscall' in error;

/** Their messages can quote the values of a row, so only their code goes on from here. */
const codeOf = (error: Error): string =>
  causeOf(error).originalCode ?? ('code' in error && typeof error.code === 'string' ? error.code : error.name);

/** The codes of PostgreSQL and SQLite for a value that its column cannot hold, and for a constraint. */
const isOfData = (code: string): boolean => /^(2[23][0-9A-Z]{3}|SQLITE_(CONSTRAINT|MISMATCH|TOOBIG).*)$/.test(code);

/** What a port throws for what a database threw. A constraint or a call that makes no sense is a fault of ours, not an outage. */
export const asOutage = (error: unknown): unknown => {
  if (!isOfDatabase(error) && !isOfSystem(error)) return error;
  const code = codeOf(error);
  if (error.name === 'PrismaClientValidationError' || isKnown(error, 'P2002', 'P2003', 'P2025') || isOfData(code)) {
    return new Fault(`The store refused what it was told to keep (${code}).`);
  }
  return new Unavailable('store', `The store failed (${code}).`, { retryAfterSeconds: 1 });
};
