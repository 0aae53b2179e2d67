import { type Result, refused } from '../result.ts';

/**
 * Verifying takes long, and meanwhile the hash that is verified can be replaced: by a change of the password, or because
 * another login renews it (D-08). What was verified is then no proof any more, and the verification is made again.
 */
export type Replaced = 'replaced';
export const hashWasReplaced = refused<Replaced>('replaced');

const MOST_TRIES = 3;

export const againIfReplaced = async <T, R extends object>(
  attempt: () => Promise<Result<T, R | Replaced>>,
  otherwise: Result<T, R>,
): Promise<Result<T, R>> => {
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const outcome = await attempt();
    if (outcome.ok || outcome.refusal !== 'replaced') return outcome as Result<T, R>;
  }
  return otherwise;
};
