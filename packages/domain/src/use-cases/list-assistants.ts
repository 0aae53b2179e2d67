import { type Refusal, refuse } from '../errors.ts';
import type { Person } from '../model/account.ts';
import { type Pages, type Paging, pagesOf } from '../model/request-options.ts';
import type { AccountId } from '../model/values.ts';
import type { Ports } from '../ports/ports.ts';
import { ok, type Result } from '../result.ts';
import { isDoctor } from './participation.ts';

type Input = { readonly doctorId: AccountId; readonly paging: Paging<AccountId> };
type Outcome = Result<Pages<Person>, Refusal<'DOCTOR_NOT_FOUND'>>;

/** D-23: any role may. */
export const listAssistants =
  ({ storage }: Ports) =>
  async ({ doctorId, paging }: Input): Promise<Outcome> => {
    const { accounts, assistants } = storage.read;
    if (!(await isDoctor(accounts, doctorId))) return refuse('DOCTOR_NOT_FOUND');
    return ok(pagesOf((request) => assistants.ofDoctor(doctorId, request), paging));
  };
