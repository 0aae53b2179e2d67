import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { inParallel, within } from '../src/ground/crowd.ts';

describe('a crowd', () => {
  it('does no more at once than it has workers, and keeps the results in order', async () => {
    let [busy, most] = [0, 0];
    const results = await inParallel(7, 3, async (nth) => {
      busy += 1;
      most = Math.max(most, busy);
      await sleep(10 - nth);
      busy -= 1;
      return nth;
    });
    expect(results).toEqual([0, 1, 2, 3, 4, 5, 6]);
    expect(most).toBe(3);
  });

  it('fails if one of them fails', async () => {
    await expect(inParallel(3, 2, async (nth) => Promise.reject(new Error(`${nth} fell`)))).rejects.toThrow('0 fell');
  });
});

describe('a time that is bounded', () => {
  const never = new AbortController().signal;

  it('is told when it is over', async () => {
    await expect(within(10, sleep(5000), never)).rejects.toThrow('It did not end within 0.01 s.');
  });

  it('ends at once when it is interrupted', async () => {
    const interruption = new AbortController();
    const work = within(5000, sleep(5000), interruption.signal);
    interruption.abort();
    await expect(work).rejects.toThrow(/aborted/);
  });

  it('is no matter for what ends before', async () => {
    expect(await within(5000, Promise.resolve('done'), never)).toBe('done');
    await expect(within(5000, Promise.reject(new Error('no')), never)).rejects.toThrow('no');
  });
});
