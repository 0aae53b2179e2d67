import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createCallTime } from '../src/call-time.ts';

/** Makes accesses that take so long, one after another, and tells how long each might have taken. */
const opened = () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const { share, spend } = createCallTime();
  const access = (milliseconds: number): Promise<number> =>
    spend(5000, async (deadline) => {
      const left = deadline - performance.now();
      vi.advanceTimersByTime(milliseconds);
      return left;
    });
  return { access, share };
};

describe('the time of the accesses of one call (P-16)', () => {
  it('is shared, and each has a tenth of it, so that a failed login is counted however slow the store was', async () => {
    const { access, share } = opened();
    const given = await share(async () => [await access(2000), await access(2800), await access(100), await access(0)]);
    expect(given).toEqual([5000, 3000, 500, 500]);
  });

  it('is that of one access for each where there is no call, and after the call has ended', async () => {
    const { access, share } = opened();
    const begun = Promise.withResolvers<void>();
    let later: Promise<number> | undefined;
    await share(async () => {
      await access(4000);
      later = begun.promise.then(() => access(0));
    });
    begun.resolve();
    expect(await later).toBe(5000);
    expect([await access(4000), await access(4000)]).toEqual([5000, 5000]);
  });
});
