import type { AccountId, PhraseId, Reason, Statement } from './values.ts';

export const PHRASE_KINDS = ['statement', 'reason'] as const;

/**
 * D-47: what a doctor says often; without an account, what the practice does. Those of a kind come in the order of their
 * places, then of their ids.
 */
export type Phrase = {
  readonly id: PhraseId;
  readonly accountId: AccountId | undefined;
  readonly kind: (typeof PHRASE_KINDS)[number];
  readonly place: number;
  readonly text: Statement | Reason;
};
