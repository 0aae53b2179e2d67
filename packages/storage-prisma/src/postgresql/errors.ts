import { DriverAdapterError, type MappedError } from '@prisma/driver-adapter-utils';
import type { DatabaseError } from 'pg';

/** The code of an error of the driver: of PostgreSQL, or of the system. */
export const driverCode = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';

/**
 * An error of the driver without a code counts as one about the connection. The codes are connection exceptions, a server that
 * stops or starts, a transaction that was idle for too long, and those of the system, such as ECONNREFUSED.
 */
export const concernsConnection = (error: unknown): boolean =>
  /^(08...|57P0[1-5]|25P03|E[A-Z_]+|)$/.test(driverCode(error));

const KINDS: ReadonlyMap<string, MappedError> = new Map<string, MappedError>([
  ['22001', { kind: 'LengthMismatch' }],
  ['22003', { kind: 'ValueOutOfRange', cause: '22003' }],
  ['22P02', { kind: 'InvalidInputValue', message: '22P02' }],
  ['23001', { kind: 'RestrictViolation' }],
  ['23502', { kind: 'NullConstraintViolation' }],
  ['23503', { kind: 'ForeignKeyConstraintViolation' }],
  ['23505', { kind: 'UniqueConstraintViolation' }],
  ['28000', { kind: 'DatabaseAccessDenied' }],
  ['28P01', { kind: 'AuthenticationFailed' }],
  ['3D000', { kind: 'DatabaseDoesNotExist' }],
  ['40001', { kind: 'TransactionWriteConflict' }],
  ['40P01', { kind: 'TransactionWriteConflict' }],
  ['42703', { kind: 'ColumnNotFound' }],
  ['42P01', { kind: 'TableDoesNotExist' }],
  ['42P04', { kind: 'DatabaseAlreadyExists' }],
  ['53300', { kind: 'TooManyConnections', cause: '53300' }],
  ['ECONNREFUSED', { kind: 'DatabaseNotReachable' }],
  ['ENOTFOUND', { kind: 'DatabaseNotReachable' }],
  ['ETIMEDOUT', { kind: 'SocketTimeout' }],
]);
const OF_TLS =
  /^(CERT_|CRL_|DEPTH_ZERO_|ERROR_IN_|ERR_TLS_CERT_|HOSTNAME_|INVALID_|SELF_SIGNED_|UNABLE_TO_)|SSL connection/;

const otherKind = (error: Error, code: string): MappedError => {
  if (OF_TLS.test(code || error.message)) return { kind: 'TlsConnectionError', reason: code };
  if (concernsConnection(error)) return { kind: 'ConnectionClosed' };
  const none = { detail: undefined, column: undefined, hint: undefined };
  return { kind: 'postgres', code, severity: '', message: code, ...none };
};

/** The column that would be empty, or the index that a row would be in twice. */
const brokenConstraint = (error: Error): object => {
  const { table, column, constraint } = error as Partial<DatabaseError>;
  const name = column ?? constraint;
  return table && name ? { constraint: { fields: [`${table}.${name}`] } } : {};
};

/** An error of the driver as the kind that Prisma has for it. Its message is left out, because it can quote the values of a row. */
export const asPrismaError = (error: unknown): unknown => {
  if (!(error instanceof Error)) return error;
  const code = driverCode(error);
  return new DriverAdapterError({
    ...(KINDS.get(code) ?? otherKind(error, code)),
    ...(['23502', '23505'].includes(code) && brokenConstraint(error)),
    ...(code && { originalCode: code }),
  });
};
