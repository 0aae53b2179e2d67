import { Fault, Unavailable } from '@health-case/domain/errors';

type ErrorFacts = {
  readonly type: string;
  readonly message?: string;
  readonly code?: string;
  readonly stack?: string;
};

/**
 * What a log line tells of an error. Libraries quote what they were given, in messages and in properties: a database the
 * row that it refused, a parser the text that it could not read. So the message stays out unless this project wrote it,
 * and of everything else only what kind of error it is and where it came from goes in.
 */
export const errorFacts = (error: unknown): ErrorFacts => {
  if (!(error instanceof Error)) return { type: typeof error };
  const code = codeOf(error);
  const stack = framesOf(error);
  return {
    type: typeOf(error),
    ...(isOurs(error) && { message: error.message }),
    ...(code !== undefined && { code }),
    ...(stack !== '' && { stack }),
  };
};

const isOurs = (error: Error): boolean => error instanceof Fault || error instanceof Unavailable;

const typeOf = (error: Error): string => (/^\w{1,60}$/.test(error.constructor.name) ? error.constructor.name : 'Error');

/** As Node, Prisma, SQLite and PostgreSQL write theirs. */
const codeOf = (error: Error): string | undefined =>
  'code' in error && typeof error.code === 'string' && /^[A-Z0-9_]{2,50}$/.test(error.code) ? error.code : undefined;

/** A stack begins with the message, which may have lines that look like any other, so only what follows it is read. */
const framesOf = ({ message, stack = '' }: Error): string => {
  const begins = stack.indexOf(message);
  if (begins === -1) return '';
  const lines = stack.slice(begins + message.length).split('\n');
  return lines.filter((line) => /^ {4}at /.test(line)).join('\n');
};
