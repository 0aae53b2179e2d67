import type { Phrase } from '../../model/phrase.ts';
import type { AccountId, PhraseId } from '../../model/values.ts';

/** D-47: phrases of doctors. */
export type PhraseReads = {
  readonly phrases: {
    /** In their order. They are few. */
    ofAccount(id: AccountId): Promise<readonly Phrase[]>;
  };
};

export type PhraseStores = PhraseReads & {
  readonly phrases: {
    save(phrase: Phrase): Promise<void>;
    remove(id: PhraseId): Promise<void>;
    removeAll(of: AccountId): Promise<void>;
  };
};
