import type { AccountId, Instant } from './values.ts';

/** What was typed into a form that is under way, or was sent. Whoever saves it encrypts it, and names the form by `id`. */
export type Draft = {
  readonly accountId: AccountId;
  readonly id: string;
  readonly encrypted: string;
  readonly at: Instant;
};

/** Of an account. The oldest go first. */
export const MOST_DRAFTS = 50;
