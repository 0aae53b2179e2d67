import type { AccountId, CaseEventId, CaseId } from './ids.ts';
import type { Instant } from './instant.ts';
import type { Reason } from './text.ts';

export type CaseAction =
  | 'case opened'
  | 'case finished'
  | 'case reopened'
  | 'task added'
  | 'task closed'
  | 'certification requested'
  | 'certification issued'
  | 'certification rejected'
  | 'certification revoked';

/** One change of a case, its tasks or their certifications: when, by whom, what, and why where a reason is asked for. */
export type CaseEvent = {
  readonly id: CaseEventId;
  readonly caseId: CaseId;
  readonly at: Instant;
  readonly by: AccountId;
  readonly action: CaseAction;
  readonly reason: Reason | undefined;
};
