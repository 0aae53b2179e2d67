import type { Instant } from './values.ts';

/** D-35: cases that were finished before are erased. `undefined`: none, as they are kept for ever. */
export const endOfRetention = (now: Instant, years: number): Instant | undefined => {
  if (years === 0) return undefined;
  const moment = new Date(now);
  moment.setUTCFullYear(moment.getUTCFullYear() - years);
  return moment.getTime() as Instant;
};
