import type { Clock } from '@health-case/domain/ports/platform';
import { describe, expect, it } from 'vitest';

export const clockContract = (name: string, open: () => Clock): void => {
  describe(`${name} keeps the promises of a clock`, () => {
    it('tells whole milliseconds since 1970, and not another century', () => {
      const now = open().now();
      expect(Number.isInteger(now)).toBe(true);
      expect(new Date(now).getUTCFullYear()).toBeGreaterThan(2000);
      expect(new Date(now).getUTCFullYear()).toBeLessThan(2200);
    });

    it('goes on', async () => {
      const clock = open();
      const before = clock.now();
      await clock.sleep(10);
      await expect.poll(() => clock.now()).toBeGreaterThan(before);
    });
  });
};
