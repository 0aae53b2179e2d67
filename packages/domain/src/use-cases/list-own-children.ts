import { type Refusal, refuse } from '../errors.ts';
import type { Account } from '../model/account.ts';
import type { ChildEntry } from '../model/child.ts';
import { type Pages, type Paging, pagesOf } from '../model/request-options.ts';
import type { ChildId } from '../model/values.ts';
import type { Ports } from '../ports/ports.ts';
import { ok, type Result } from '../result.ts';

type Input = { readonly actor: Account; readonly paging: Paging<ChildId> };
type Outcome = Result<Pages<ChildEntry>, Refusal<'ROLE_NOT_ALLOWED'>>;

export const listOwnChildren =
  ({ storage }: Ports) =>
  async ({ actor, paging }: Input): Promise<Outcome> =>
    actor.role === 'Par'
      ? ok(pagesOf((request) => storage.read.children.ofParent(actor.id, request), paging))
      : refuse('ROLE_NOT_ALLOWED');
