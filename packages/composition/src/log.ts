import { Fault, Unavailable } from '@health-case/domain/errors';
import type { Observe } from '@health-case/http/server/observation';
import { pino } from 'pino';

/** What a line may hold besides time, level and message. The HTTP adapter sees to it that none is the client's text. */
const OF_CALLS = ['requestId', 'variant', 'method', 'route', 'status', 'code', 'ms', 'bytes', 'aborted', 'reason'];
const OF_THE_PROCESS = ['version', 'url', 'database', 'pending', 'signal', 'file', 'mode', 'err'];
const NAMES: ReadonlySet<string> = new Set([...OF_CALLS, ...OF_THE_PROCESS]);

const onlyNamed = (facts: object) => Object.fromEntries(Object.entries(facts).filter(([name]) => NAMES.has(name)));

const requestFacts = ({ milliseconds, aborted, ...facts }: Parameters<Observe>[0]) => ({
  ...facts,
  ms: milliseconds && Math.round(milliseconds * 100) / 100,
  aborted: aborted || undefined,
});

/** Lines about requests are buffered: for half a second or 4 KB at most. */
const BUFFERED = { minLength: 4096, periodicFlush: 500 };

type Line = {
  readonly time: string;
  readonly level: number;
  readonly msg: string;
  readonly err?: { readonly type: string; readonly message?: string; readonly code?: string };
  readonly [fact: string]: unknown;
};

/** A line of the log as a person reads it on a terminal: without the stack of an error. */
export const terminalLine = (json: string): string => {
  const { time, level, msg, err, ...facts } = JSON.parse(json) as Line;
  const shown = Object.entries(facts).map(
    ([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`,
  );
  const error = err && [err.type, err.code, err.message].filter((part) => part !== undefined).join(' ');
  const details = [...shown, ...(error ? [error] : [])].join(', ');
  return `${new Date(time).toTimeString().slice(0, 8)} ${pino.levels.labels[level]} ${msg}${details ? ` (${details})` : ''}\n`;
};

/** A terminal has a reader. All else gets JSON. */
const openLines = (destination: string | number, eachRequest: boolean) => {
  if (destination === 1 && process.stdout.isTTY) {
    const write = (json: string): void => void process.stdout.write(terminalLine(json));
    return { write, flush: () => undefined, flushSync: () => undefined };
  }
  return pino.destination({ dest: destination, sync: true, ...(eachRequest && BUFFERED) });
};

/**
 * JSON lines on standard output, or lines to be read where that is a terminal. A line is written before the call returns, so that the last lines of a process are not
 * lost. Only lines about requests are buffered, until the next other line at the latest.
 */
export const createLog = (level: string, destination: string | number = 1) => {
  const eachRequest = level === 'debug' || level === 'trace';
  const lines = openLines(destination, eachRequest);
  const formatters = { log: onlyNamed };
  const serializers = { err: errorFacts };
  const log = pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime, formatters, serializers }, lines);
  if (eachRequest) process.on('exit', () => lines.flushSync());

  const atOnce = (severity: 'info' | 'warn' | 'error' | 'fatal') => (facts: object, message: string) => {
    log[severity](facts, message);
    lines.flush();
  };
  return {
    info: atOnce('info'),
    warn: atOnce('warn'),
    error: atOnce('error'),
    fatal: atOnce('fatal'),
    /** Only where the level asks for lines about requests. */
    request: eachRequest ? (call: Parameters<Observe>[0]) => log.debug(requestFacts(call), 'A call ended.') : undefined,
  };
};

/**
 * What a log line holds of an error: the type, the code, the stack frames, and the message only if this project wrote
 * it. Libraries quote values in messages and properties, such as a database the row that it refused.
 */
export const errorFacts = (error: unknown) => {
  if (!(error instanceof Error)) return { type: typeof error };
  const { name } = error.constructor;
  const stack = framesOf(error);
  return {
    type: /^\w{1,60}$/.test(name) ? name : 'Error',
    ...((error instanceof Fault || error instanceof Unavailable) && { message: error.message }),
    ...('code' in error && CODE.test(String(error.code)) && { code: error.code }),
    ...(stack !== '' && { stack }),
  };
};

/** As Node, Prisma, SQLite and PostgreSQL write theirs. */
const CODE = /^[A-Z0-9_]{2,50}$/;

/** A stack begins with the message, whose lines may look like frames, so only what follows it is read. */
const framesOf = ({ message, stack = '' }: Error): string => {
  const begins = stack.indexOf(message);
  if (begins === -1) return '';
  const lines = stack.slice(begins + message.length).split('\n');
  return lines.filter((line) => /^ {4}at /.test(line)).join('\n');
};
