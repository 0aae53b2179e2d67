import { type Refusal, refuse } from '../errors.ts';
import type { Account } from '../model/account.ts';
import type { EmailAddress } from '../model/email.ts';
import type { Ports } from '../ports/ports.ts';
import { ok, type Result } from '../result.ts';

type Input = { readonly email: EmailAddress };
type Output = { readonly account: Account };
type Outcome = Result<Output, Refusal<'ACCOUNT_NOT_FOUND'>>;

/** For the operator: lets a disabled account log in again, with the password it had. */
export const enableAccount =
  ({ storage }: Ports) =>
  ({ email }: Input): Promise<Outcome> =>
    storage.write(async ({ accounts }): Promise<Outcome> => {
      const known = await accounts.credentialsByEmail(email);
      if (!known) return refuse('ACCOUNT_NOT_FOUND');
      await accounts.setDisabled(known.account.id, undefined);
      return ok({ account: known.account });
    });
