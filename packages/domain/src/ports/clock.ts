import type { Instant } from '../model/instant.ts';

export interface Clock {
  now(): Instant;
  /** Fulfilled after about so many milliseconds. */
  sleep(milliseconds: number): Promise<void>;
}
