import { Unavailable } from '@health-case/domain/errors';
import { LONGEST_WAIT as OF_ATTEMPTS } from '@health-case/domain/use-cases/hasher-queue';
import { LIMITS as OF_CONNECTIONS } from '@health-case/http/server/server';
import { QUEUE_TIMEOUT as OF_HASHES } from '@health-case/password-bcrypt/bcrypt-password-hasher';
import { StoreUnusable } from '@health-case/storage-prisma/failures';
import { expect, it, onTestFinished, vi } from 'vitest';
import { reportToOperator } from '../src/run.ts';

/** The text on standard error, and the exit code, after the work of a process failed. */
const reported = async (error: Error) => {
  const [umask, write] = [process.umask(), vi.spyOn(process.stderr, 'write').mockReturnValue(true)];
  onTestFinished(() => {
    process.umask(umask);
    process.exitCode = undefined;
    write.mockRestore();
  });
  await reportToOperator(() => Promise.reject(error));
  return { text: write.mock.calls.join(''), exitCode: process.exitCode };
};

const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC', syscall: 'write' });
const outage = new Unavailable('store', 'The store failed (SQLITE_FULL).', { retryAfterSeconds: 1 });
it.each([
  [new StoreUnusable('The database is none.'), 'The database is none.\n'],
  [outage, 'The store failed (SQLITE_FULL); try again in a moment.\n'],
  [full, 'Not all could be written (ENOSPC), though what was asked for may be done.\n'],
])('an error that the operator can act on is one sentence and exit code 1: %s', async (error, text) => {
  expect(await reported(error)).toEqual({ text, exitCode: 1 });
});

it('a fault of the program is not hidden', async () => {
  await expect(reported(new TypeError('undefined is not a function'))).rejects.toThrow(TypeError);
});

it('a change of password, which waits for other attempts and two hashes, is answered before its connection times out', () => {
  const { stallTimeout, answerTimeout } = OF_CONNECTIONS;
  // Milliseconds for the hashes themselves on a busy machine, and for the rest of the call.
  const forTheCall = 5000;
  expect(OF_ATTEMPTS + 2 * OF_HASHES + forTheCall).toBeLessThan(stallTimeout + answerTimeout);
});
