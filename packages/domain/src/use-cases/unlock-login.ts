import { type Refusal, refuse } from '../errors.ts';
import type { Account } from '../model/account.ts';
import type { EmailAddress } from '../model/email.ts';
import { loginOf } from '../model/throttle.ts';
import type { Ports } from '../ports/ports.ts';
import { ok, type Result } from '../result.ts';

type Input = { readonly email: EmailAddress };
type Output = { readonly account: Account; readonly failuresForgotten: number };
type Outcome = Result<Output, Refusal<'ACCOUNT_NOT_FOUND'>>;

/** For the operator: forgets the failed logins of the account, so that the next try need not wait. */
export const unlockLogin =
  ({ storage, clock }: Ports) =>
  ({ email }: Input): Promise<Outcome> =>
    storage.write(async ({ accounts, throttles }): Promise<Outcome> => {
      const known = await accounts.credentialsByEmail(email);
      if (!known) return refuse('ACCOUNT_NOT_FOUND');
      const key = loginOf(email);
      const counted = await throttles.find(key);
      await throttles.remove(key);
      const remembered = counted !== undefined && counted.forgottenAt > clock.now();
      return ok({ account: known.account, failuresForgotten: remembered ? counted.count : 0 });
    });
