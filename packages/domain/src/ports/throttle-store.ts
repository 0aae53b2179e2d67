import type { Instant } from '../model/instant.ts';
import type { Attempts } from '../model/throttle.ts';

/** Keys hold e-mail and client addresses, so they are not at rest in the clear. */
export interface ThrottleReads {
  find(key: string): Promise<Attempts | undefined>;
}

export interface ThrottleStore extends ThrottleReads {
  save(key: string, attempts: Attempts): Promise<void>;
  remove(key: string): Promise<void>;
  /** Removes at most `atMost` entries that were to be forgotten before the instant. */
  sweep(forgottenBefore: Instant, atMost: number): Promise<void>;
}
