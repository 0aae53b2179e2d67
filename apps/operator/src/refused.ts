import { Unavailable } from '@health-case/domain/errors';
import type { Result } from '@health-case/domain/result';
import { withoutControls } from './output.ts';

/** Something was not done. The message is one sentence that says what to change. */
export class Refused extends Error {
  override readonly name = 'Refused';
}

const SENTENCES = {
  ACCOUNT_NOT_FOUND: 'No account has this e-mail address; check its spelling.',
  CHILD_NOT_FOUND: 'No child has this identifier; check it against the list that it came from.',
  EMAIL_TAKEN: 'An account with this e-mail address exists already; choose another address.',
  PASSWORD_COMMON: 'This password is one of the most common ones; choose another.',
} as const;

/** What a use case answered; throws what it refused, in the operator's words. */
export const answered = <Value>(outcome: Result<Value, { readonly code: keyof typeof SENTENCES }>): Value => {
  if (!outcome.ok) throw new Refused(SENTENCES[outcome.refusal.code]);
  return outcome.value;
};

/** The action of a command, whose refusals become one sentence on standard error and exit code 1. */
export const carriedOut =
  <Given extends readonly unknown[]>(action: (...given: Given) => Promise<void>) =>
  async (...given: Given): Promise<void> => {
    try {
      await action(...given);
    } catch (error) {
      if (isOfReader(error)) return;
      process.stderr.write(`${withoutControls(sentenceOf(error))}\n`);
      process.exitCode = 1;
    }
  };

const sentenceOf = (error: unknown): string => {
  if (error instanceof Refused) return error.message;
  if (error instanceof Unavailable) return `${error.message.replace(/\.$/, '')}; try again in a moment.`;
  throw error;
};

/** Such as `head`, which goes when it has read enough. */
const isOfReader = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'EPIPE';
