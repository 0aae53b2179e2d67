import type { Draft } from '../../model/draft.ts';
import type { KeptOutcome, KeptRequest } from '../../model/idempotency.ts';
import type { Attempts, KnownNetwork } from '../../model/throttle.ts';
import type { AccountId, Instant } from '../../model/values.ts';

/** `of`: what `takeAll` finds it by. */
export type KeptAttempts = { readonly key: string; readonly attempts: Attempts; readonly of?: string | undefined };

/** What bounds and repeats calls. */
export type LimitReads = {
  /** Keys hold addresses, so they are not stored in the clear. */
  readonly throttles: {
    /** In the order of the keys. A unit locks them all, also those that have no entry. */
    find(keys: readonly string[]): Promise<readonly (Attempts | undefined)[]>;
  };
  /** Keys hold addresses, so they are not stored in the clear. A unit does not lock what it finds. */
  readonly knownNetworks: { find(key: string): Promise<Instant | undefined> };
  /** Ids are not stored in the clear. */
  readonly drafts: {
    /** The text that was saved at `since` or later. */
    find(accountId: AccountId, id: Draft['id'], since: Instant): Promise<Draft['sealed'] | undefined>;
  };
  /** D-24. Neither keys nor requests are stored in the clear. */
  readonly keptOutcomes: {
    /** What was kept under the key at `since` or later: the outcome of this request, or that it was another request. */
    find(wanted: KeptRequest, since: Instant): Promise<{ readonly outcome: string } | 'other request' | undefined>;
  };
};

export type LimitStores = LimitReads & {
  readonly throttles: {
    save(all: readonly KeptAttempts[]): Promise<void>;
    remove(keys: readonly string[]): Promise<void>;
    /** Removes all entries that were saved with `of`, and returns them. */
    takeAll(of: string): Promise<readonly Attempts[]>;
    sweep(forgottenBefore: Instant, atMost: number): Promise<number>;
  };
  readonly knownNetworks: {
    /** Changes nothing if it was saved within the day before. An account keeps the latest few (`MOST_NETWORKS`). */
    save(network: KnownNetwork): Promise<void>;
    forget(accountId: AccountId): Promise<void>;
    sweep(lastUsedBefore: Instant, atMost: number): Promise<number>;
  };
  readonly drafts: {
    /** An account keeps the latest few (`MOST_DRAFTS`). */
    save(draft: Draft): Promise<void>;
    removeAll(of: AccountId | 'everybody'): Promise<void>;
    sweep(savedBefore: Instant, atMost: number): Promise<number>;
  };
  readonly keptOutcomes: {
    /** If another unit has meanwhile saved an outcome still answered, this unit is rolled back and runs again. */
    save(kept: KeptOutcome): Promise<void>;
    sweep(keptBefore: Instant, atMost: number): Promise<number>;
  };
};
