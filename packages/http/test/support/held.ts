import { startEcho } from './echo.ts';

/** A server whose /wait ends when `end` is called, with how often it began, and how many were under way at most. */
export const startHeld = async (limits: Parameters<typeof startEcho>[1] = {}) => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const seen = { began: 0, underWay: 0, most: 0 };
  const wait = async () => {
    seen.began += 1;
    seen.underWay += 1;
    seen.most = Math.max(seen.most, seen.underWay);
    await promise;
    seen.underWay -= 1;
  };
  return { ...(await startEcho({ wait }, limits)), seen, end: resolve };
};
