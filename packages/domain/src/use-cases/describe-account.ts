import type { Account } from '../model/account.ts';
import { ok, type Result } from '../result.ts';

type Input = { readonly actor: Account };

/** The account behind the session, as resuming the session found it. */
export const describeAccount =
  () =>
  async ({ actor }: Input): Promise<Result<Account, never>> =>
    ok(actor);
