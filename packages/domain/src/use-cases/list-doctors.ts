import type { Person } from '../model/account.ts';
import { type Pages, type Paging, pagesOf } from '../model/request-options.ts';
import type { AccountId } from '../model/values.ts';
import type { Ports } from '../ports/ports.ts';
import { ok, type Result } from '../result.ts';

type Input = { readonly paging: Paging<AccountId> };

/** D-23: any role may. */
export const listDoctors =
  ({ storage }: Ports) =>
  async ({ paging }: Input): Promise<Result<Pages<Person>, never>> =>
    ok(pagesOf((request) => storage.read.accounts.doctors(request), paging));
