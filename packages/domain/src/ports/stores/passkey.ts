import type { ChallengeDigest, Passkey, PasskeyChallenge, PasskeyId } from '../../model/passkey.ts';
import type { AccountId, Instant } from '../../model/values.ts';

/** D-38. */
export type PasskeyReads = {
  /** D-38. */
  readonly passkeys: {
    /** A unit locks what it finds, so of two uses at once the second sees the counter of the first. */
    find(id: PasskeyId): Promise<Passkey | undefined>;
    /** Oldest first. They are few. */
    ofAccount(id: AccountId): Promise<readonly Passkey[]>;
  };
};

export type PasskeyStores = PasskeyReads & {
  readonly passkeys: {
    /** False if the id is known, whoever has it: the first passkey stays. */
    insert(passkey: Passkey): Promise<boolean>;
    /** Saves how often and when it was used. */
    saveUse(passkey: Pick<Passkey, 'id' | 'counter' | 'lastUsedAt'>): Promise<void>;
    /** False if the account has no such passkey. */
    remove(of: AccountId, id: PasskeyId): Promise<boolean>;
    /** Returns how many. */
    removeAll(of: AccountId): Promise<number>;
  };
  /** D-38. */
  readonly passkeyChallenges: {
    insert(challenge: PasskeyChallenge): Promise<void>;
    /** Removes what it finds, so of several units one gets it. */
    take(digest: ChallengeDigest): Promise<PasskeyChallenge | undefined>;
    sweep(expiredBefore: Instant, atMost: number): Promise<number>;
  };
};
