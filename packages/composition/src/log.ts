import type { Log } from '@health-case/http/log';
import { pino } from 'pino';

/** JSON lines on standard output, written before the call returns, so that the last words of a process are not lost. */
export const createLog = (level: string): Log =>
  pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, pino.destination({ dest: 1, sync: true }));
