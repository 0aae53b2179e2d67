import { type Refusal, refuse } from '../errors.ts';
import { ok, type Result } from '../result.ts';
import type { AccountId, CaseId, ChildId } from './ids.ts';
import type { Instant } from './instant.ts';
import type { Title } from './text.ts';

type CaseFacts = {
  readonly id: CaseId;
  readonly childId: ChildId;
  /** The child's parent. A child never changes its parent, so this cannot grow stale. */
  readonly parentId: AccountId;
  readonly doctorId: AccountId;
  readonly title: Title;
  readonly openedAt: Instant;
};
export type OngoingCase = CaseFacts & { readonly status: 'ongoing' };
export type FinishedCase = CaseFacts & { readonly status: 'finished'; readonly finishedAt: Instant };
export type Case = OngoingCase | FinishedCase;

export const openCase = (facts: CaseFacts): OngoingCase => ({ ...facts, status: 'ongoing' });

/** ongoing → finished. That no task is open must be known before. */
export const finishCase = (facts: Case, finishedAt: Instant): Result<FinishedCase, Refusal<'CASE_FINISHED'>> =>
  facts.status === 'ongoing' ? ok({ ...facts, status: 'finished', finishedAt }) : refuse('CASE_FINISHED');

/** finished → ongoing. */
export const reopenCase = (facts: Case): Result<OngoingCase, Refusal<'CASE_ONGOING'>> => {
  if (facts.status === 'ongoing') return refuse('CASE_ONGOING');
  const { finishedAt: _, ...rest } = facts;
  return ok({ ...rest, status: 'ongoing' });
};
