import type { Account } from '../model/account.ts';
import type { CaseAction } from '../model/case.ts';
import type { CaseId, Instant, Reason } from '../model/values.ts';
import type { IdSource } from '../ports/platform.ts';
import type { Stores } from '../ports/storage.ts';

type Change = {
  readonly caseId: CaseId;
  readonly actor: Account;
  readonly action: CaseAction;
  readonly at: Instant;
  readonly reason?: Reason;
};

/** Adds a change to the history of its case, in the unit of work that makes the change. */
export const remember = (
  { history }: Stores,
  ids: IdSource,
  { caseId, actor, action, at, reason }: Change,
): Promise<void> => history.append({ id: ids.caseEvent(), caseId, at, by: actor.id, action, reason });
