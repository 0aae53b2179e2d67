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

const OF_TLS =
  /^(CERT_|CRL_|DEPTH_ZERO_|ERROR_IN_|ERR_TLS_CERT_|HOSTNAME_|INVALID_|SELF_SIGNED_|UNABLE_TO_)|SSL connection/;

/** Of Prisma's kinds, those that `isLost` tells apart. A certificate that is not trusted stays so. */
const kindOf = (error: Error, code: string): MappedError => {
  if (concernsConnection(error) && !OF_TLS.test(code || error.message)) return { kind: 'ConnectionClosed' };
  const none = { detail: undefined, column: undefined, hint: undefined };
  return { kind: 'postgres', code, severity: '', message: code, ...none };
};

/** The column that would be empty, or the index that a row would be in twice. */
const brokenConstraint = (error: Error): object => {
  const { table, column, constraint } = error as Partial<DatabaseError>;
  const name = column ?? constraint;
  return table && name ? { constraint: { fields: [`${table}.${name}`] } } : {};
};

/** An error of the driver as Prisma's client passes it on. Its message is left out, because it can quote the values of a row. */
export const asPrismaError = (error: unknown): unknown => {
  if (!(error instanceof Error)) return error;
  const code = driverCode(error);
  return new DriverAdapterError({
    ...kindOf(error, code),
    ...(['23502', '23505'].includes(code) && brokenConstraint(error)),
    ...(code && { originalCode: code }),
  });
};
