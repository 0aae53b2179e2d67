import { Unavailable } from '@health-case/domain/errors';
import { StoreUnusable } from '@health-case/storage-prisma/failures';
import { expect, it, onTestFinished, vi } from 'vitest';
import { tellOperator } from '../src/tell-operator.ts';

/** What stands on standard error, and the exit code, after a process came upon an error. */
const toldOf = async (error: Error) => {
  const [umask, said] = [process.umask(), vi.spyOn(process.stderr, 'write').mockReturnValue(true)];
  onTestFinished(() => {
    process.umask(umask);
    process.exitCode = undefined;
    said.mockRestore();
  });
  await tellOperator(() => Promise.reject(error));
  return { said: said.mock.calls.join(''), exitCode: process.exitCode };
};

it.each([
  [new StoreUnusable('The database is none.'), 'The database is none.\n'],
  [
    new Unavailable('store', 'The store failed (SQLITE_FULL).', { retryAfterSeconds: 1 }),
    'The store failed (SQLITE_FULL); try again in a moment.\n',
  ],
])('tells the operator in one sentence what came in the way: %s', async (error, sentence) => {
  expect(await toldOf(error)).toEqual({ said: sentence, exitCode: 1 });
});

it('hides no fault of the program', async () => {
  await expect(toldOf(new TypeError('undefined is not a function'))).rejects.toThrow(TypeError);
});
