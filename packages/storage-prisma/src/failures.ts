import { Unavailable } from '@health-case/domain/errors';
import { Prisma } from './generated/sqlite/client.ts';

/** The store cannot be used as it is, and starting again will not change that. The message is one sentence for the operator. */
export class StoreUnusable extends Error {
  override readonly name = 'StoreUnusable';
}

const isKnown = (error: unknown, ...codes: readonly string[]): boolean =>
  error instanceof Prisma.PrismaClientKnownRequestError && codes.includes(error.code);

export const isUniqueViolation = (error: unknown): boolean => isKnown(error, 'P2002');

/** What the database itself said, which Prisma hands on beside its own code. */
const causeOf = (error: unknown): { readonly kind?: string; readonly originalCode?: string } => {
  const meta = error instanceof Prisma.PrismaClientKnownRequestError ? error.meta : undefined;
  const adapterError = meta?.['driverAdapterError'] as { readonly cause?: object } | undefined;
  return adapterError?.cause ?? {};
};

/** Another process is in the way: of a statement of Prisma's own, or of one in our own words. */
export const isBusy = (error: unknown): boolean => isKnown(error, 'P1008') || causeOf(error).kind === 'SocketTimeout';

const isOfPrisma = (error: unknown): error is Error =>
  error instanceof Error && (error.name.startsWith('PrismaClient') || error.name === 'DriverAdapterError');

/** Prisma's messages can quote the values of a row, so only their code goes on from here. */
const codeOf = (error: Error): string =>
  causeOf(error).originalCode ?? ('code' in error && typeof error.code === 'string' ? error.code : error.name);

/** What a port throws for what Prisma threw. A constraint or a call that makes no sense is a fault of ours, not an outage. */
export const asOutage = (error: unknown): unknown => {
  if (!isOfPrisma(error)) return error;
  const code = codeOf(error);
  if (error instanceof Prisma.PrismaClientValidationError || isKnown(error, 'P2002', 'P2003', 'P2025')) {
    return new Error(`The store refused what it was told to keep (${code}).`);
  }
  return new Unavailable('store', `The store failed (${code}).`, { retryAfterSeconds: 1 });
};
