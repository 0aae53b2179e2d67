import type { AccountId, PhraseId, Reason, Statement } from './values.ts';

export const PHRASE_KINDS = ['statement', 'reason'] as const;

/** D-47: what a doctor, or without an account the practice, says often. In the order of places, then of ids. */
export type Phrase = {
  readonly id: PhraseId;
  readonly accountId: AccountId | undefined;
  readonly kind: (typeof PHRASE_KINDS)[number];
  readonly place: number;
  readonly text: Statement | Reason;
};
