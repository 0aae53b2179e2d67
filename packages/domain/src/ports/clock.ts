import type { Instant } from '../model/instant.ts';

export interface Clock {
  now(): Instant;
}
