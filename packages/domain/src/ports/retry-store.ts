import type { Instant } from '../model/instant.ts';
import type { KeptOutcome } from '../model/retry.ts';

export interface RetryReads {
  /** What was kept under the key at `since` or later: for this request its outcome, or that it was another request. */
  find(
    wanted: Pick<KeptOutcome, 'key' | 'request'>,
    since: Instant,
  ): Promise<{ readonly outcome: string } | 'other request' | undefined>;
}

export interface RetryStore extends RetryReads {
  /** Takes the place of what was kept under the key. Neither key nor request is at rest in the clear. */
  save(kept: KeptOutcome): Promise<void>;
  /** Removes at most `atMost` outcomes that were kept before the instant. */
  sweep(keptBefore: Instant, atMost: number): Promise<void>;
}
