import type { Account } from '../model/account.ts';
import type { CaseAction } from '../model/case-event.ts';
import type { CaseId } from '../model/ids.ts';
import type { Instant } from '../model/instant.ts';
import type { Reason } from '../model/text.ts';
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
