import type { Exchange, Log, Observe } from '@health-case/http/observation';
import { pino } from 'pino';
import { errorFacts } from './error-facts.ts';

export type ServiceLog = Log & {
  /** Writes a line about a request that is over; not there where the level does not ask for such lines. */
  readonly request?: Observe | undefined;
};

/** What the program may say besides time, level and message. What is not named here stays out, whoever says it. */
const NAMES: ReadonlySet<string> = new Set([
  ...['requestId', 'variant', 'method', 'route', 'code', 'reason', 'err'],
  ...['version', 'url', 'database', 'pending', 'signal', 'file', 'mode', 'given', 'meant'],
]);

const named = (facts: object): object => Object.fromEntries(Object.entries(facts).filter(([name]) => NAMES.has(name)));

/** What may be said of a request; of each the adapter of HTTP sees to it that it is no text of the client's. */
const factsOf = ({ requestId, variant, method, route, status, code, milliseconds, bytes, aborted }: Exchange) => ({
  ...{ requestId, variant, method, route, status, code, bytes },
  ...(milliseconds !== undefined && { ms: Math.round(milliseconds * 100) / 100 }),
  ...(aborted && { aborted }),
});

const BYTES_PER_WRITE = 4096;
const MILLISECONDS_PER_WRITE = 500;

/**
 * JSON lines on standard output. Each is written before the call returns, so that the last words of a process are not lost;
 * only the lines about single requests wait for one another, for half a second at most or for the next other line.
 */
export const createLog = (
  level: string,
  destination: string | number = 1,
): ServiceLog & Record<'warn' | 'fatal', Log['error']> => {
  const eachRequest = level === 'debug' || level === 'trace';
  const waiting = { minLength: BYTES_PER_WRITE, periodicFlush: MILLISECONDS_PER_WRITE };
  const lines = pino.destination({ dest: destination, sync: true, ...(eachRequest && waiting) });
  const options = { level, base: null, timestamp: pino.stdTimeFunctions.isoTime, serializers: { err: errorFacts } };
  const log = pino(options, lines);
  if (eachRequest) process.on('exit', () => lines.flushSync());

  const atOnce =
    (severity: 'info' | 'warn' | 'error' | 'fatal'): Log['error'] =>
    (facts, message) => {
      log[severity](named(facts), message);
      lines.flush();
    };
  return {
    info: atOnce('info'),
    warn: atOnce('warn'),
    error: atOnce('error'),
    fatal: atOnce('fatal'),
    ...(eachRequest && { request: (exchange) => log.debug(factsOf(exchange), 'A call ended.') }),
  };
};
