import { type Refusal, refuse } from '../errors.ts';
import type { Account } from '../model/account.ts';
import type { EmailAddress } from '../model/email.ts';
import type { Ports } from '../ports/ports.ts';
import { ok, type Result } from '../result.ts';

type Input = { readonly email: EmailAddress };
type Output = { readonly account: Account; readonly sessionsEnded: number };
type Outcome = Result<Output, Refusal<'ACCOUNT_NOT_FOUND'>>;

/** For the operator: logs the account out everywhere and lets nobody log in to it. What it has done and has stays. */
export const disableAccount =
  ({ storage, clock }: Ports) =>
  ({ email }: Input): Promise<Outcome> =>
    storage.write(async ({ accounts, sessions }): Promise<Outcome> => {
      const known = await accounts.credentialsByEmail(email);
      if (!known) return refuse('ACCOUNT_NOT_FOUND');
      await accounts.setDisabled(known.account.id, known.disabledAt ?? clock.now());
      return ok({ account: known.account, sessionsEnded: await sessions.endAll(known.account.id) });
    });
