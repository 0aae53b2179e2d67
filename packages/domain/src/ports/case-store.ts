import type { Case, OngoingCase } from '../model/case.ts';
import type { AccountId, CaseId, ChildId } from '../model/ids.ts';
import type { PageRequest } from '../model/paging.ts';

export interface CaseReads {
  find(id: CaseId): Promise<Case | undefined>;
  ofDoctor(doctorId: AccountId, request: PageRequest<CaseId>): Promise<readonly Case[]>;
  /** The cases of every doctor whom the assistant assists. */
  ofAssistant(assistantId: AccountId, request: PageRequest<CaseId>): Promise<readonly Case[]>;
  ofParent(parentId: AccountId, request: PageRequest<CaseId>): Promise<readonly Case[]>;
  ofChild(childId: ChildId, request: PageRequest<CaseId>): Promise<readonly Case[]>;
}

export interface CaseStore extends CaseReads {
  insert(facts: OngoingCase): Promise<void>;
  /** Replaces the state of a case that is there. */
  save(facts: Case): Promise<void>;
}
