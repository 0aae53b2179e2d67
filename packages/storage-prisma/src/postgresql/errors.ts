import { DriverAdapterError, type MappedError } from '@prisma/driver-adapter-utils';

/** The code of an error of the driver: of PostgreSQL, or of the system. */
export const driverCode = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';

/**
 * An error of the driver without a code is always about the connection. The codes are connection exceptions, a server that
 * stops or starts, a transaction that was idle for too long, and those of the system, such as ECONNREFUSED.
 */
export const concernsConnection = (error: unknown): boolean =>
  /^(08...|57P0[1-5]|25P03|E[A-Z_]+|)$/.test(driverCode(error));

const KINDS = {
  '22001': 'LengthMismatch',
  '23001': 'RestrictViolation',
  '23502': 'NullConstraintViolation',
  '23503': 'ForeignKeyConstraintViolation',
  '23505': 'UniqueConstraintViolation',
  '28000': 'DatabaseAccessDenied',
  '28P01': 'AuthenticationFailed',
  '3D000': 'DatabaseDoesNotExist',
  '40001': 'TransactionWriteConflict',
  '40P01': 'TransactionWriteConflict',
  '42703': 'ColumnNotFound',
  '42P01': 'TableDoesNotExist',
  '42P04': 'DatabaseAlreadyExists',
  ECONNREFUSED: 'DatabaseNotReachable',
  ENOTFOUND: 'DatabaseNotReachable',
  ETIMEDOUT: 'SocketTimeout',
} as const;

const OF_TLS =
  /^(CERT_|CRL_|DEPTH_ZERO_|ERROR_IN_|ERR_TLS_CERT_|HOSTNAME_|INVALID_|SELF_SIGNED_|UNABLE_TO_)|SSL connection/;

/** The message of an error is left out, because it can quote the values of a row. */
const mapped = (error: Error, code: string): MappedError => {
  const kind = new Map<string, (typeof KINDS)[keyof typeof KINDS]>(Object.entries(KINDS)).get(code);
  if (kind) return { kind };
  if (OF_TLS.test(code || error.message)) return { kind: 'TlsConnectionError', reason: code };
  if (concernsConnection(error)) return { kind: 'ConnectionClosed' };
  if (code === '22003') return { kind: 'ValueOutOfRange', cause: code };
  if (code === '22P02') return { kind: 'InvalidInputValue', message: code };
  if (code === '53300') return { kind: 'TooManyConnections', cause: code };
  const more = { detail: undefined, column: undefined, hint: undefined };
  return { kind: 'postgres', code, severity: '', message: code, ...more };
};

/** An error of the driver as the kind that Prisma has for it. */
export const asPrismaError = (error: unknown): unknown => {
  if (!(error instanceof Error)) return error;
  const code = driverCode(error);
  return new DriverAdapterError({ ...mapped(error, code), ...(code && { originalCode: code }) });
};
