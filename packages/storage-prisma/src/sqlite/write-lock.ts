import { setTimeout as sleep } from 'node:timers/promises';
import type { Sql } from '../client.ts';
import { isBusy } from '../failures.ts';

/** Tries again, without blocking, for as long as another process is in the way: `patience` milliseconds at most. */
export const whenFree = async <T>(attempt: () => Promise<T>, patience: number): Promise<T> => {
  const deadline = performance.now() + patience;
  for (let pause = 1; ; pause = Math.min(pause * 2, 50)) {
    try {
      return await attempt();
    } catch (error) {
      if (!isBusy(error) || performance.now() > deadline) throw error;
      await sleep(pause);
    }
  }
};

/** IMMEDIATE takes the write lock before anything is read, so that no other process can write between a check and its write. */
export const takeWriteLock = async (sql: Sql, patience: number): Promise<void> => {
  await whenFree(() => sql.run('BEGIN IMMEDIATE'), patience);
};
