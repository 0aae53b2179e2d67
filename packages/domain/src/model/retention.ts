import type { Instant } from './values.ts';

/** D-35: cases that were finished before are erased. `undefined`: none, as they are kept for ever. */
export const endOfRetention = (now: Instant, years: number): Instant | undefined => {
  if (years === 0) return undefined;
  const moment = new Date(now);
  moment.setUTCFullYear(moment.getUTCFullYear() - years);
  // 29 February becomes 1 March in a year without it, which is a day too late: goes back to the last day of February.
  if (moment.getUTCDate() !== new Date(now).getUTCDate()) moment.setUTCDate(0);
  return moment.getTime() as Instant;
};
