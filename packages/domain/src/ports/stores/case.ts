import type { Account } from '../../model/account.ts';
import type {
  Case,
  CaseAction,
  CaseEvent,
  CaseFilter,
  FinishedCase,
  ListedCase,
  OngoingCase,
  Work,
} from '../../model/case.ts';
import type { Counted } from '../../model/figures.ts';
import type { PageRequest } from '../../model/pages.ts';
import type { AccountId, CaseEventId, CaseId, CaseOrTaskId, ChildId, Day, Instant } from '../../model/values.ts';

/** Cases and their history. */
export type CaseReads = {
  readonly cases: {
    find(id: CaseId): Promise<Case | undefined>;
    /** D-21: the case, or that of the task. */
    locate(id: CaseOrTaskId): Promise<Case | undefined>;
    /** The parents of the child whose case it is, or the task's, in any order. Locks nothing, as `children.ofCase`. */
    parentsOf(id: CaseOrTaskId): Promise<readonly AccountId[]>;
    /** Those that are there, in any order. Locks nothing. */
    titlesOf(ids: readonly CaseId[]): Promise<readonly Pick<Case, 'id' | 'childId' | 'doctorId' | 'title'>[]>;
    ofDoctors(
      doctorIds: readonly AccountId[],
      request: PageRequest<CaseId>,
      filter?: CaseFilter,
    ): Promise<readonly ListedCase[]>;
    ofParent(parentId: AccountId, request: PageRequest<CaseId>, filter?: CaseFilter): Promise<readonly ListedCase[]>;
    /** D-46: how many cases these doctors have, which fit; by doctor the filter says nothing. */
    count(doctors: readonly AccountId[], filter: CaseFilter, atMost: number): Promise<number>;
    ofChild(childId: ChildId, request: PageRequest<CaseId>): Promise<readonly Case[]>;
    /**
     * D-43: what waits for an account: decisions for a doctor alone, for a parent only notes; for a deputy (D-41) also what waits
     * for the doctor. What has to be confirmed counts if it is valid today or longer.
     */
    workOf(account: Pick<Account, 'id' | 'role'>, today: Day, atMost: number): Promise<Work>;
    /** How many cases the doctor has. */
    countOf(doctorId: AccountId): Promise<{ readonly ongoing: number; readonly finished: number }>;
    /** The first ones by id. */
    ongoingOf(doctorId: AccountId, size: number): Promise<readonly CaseId[]>;
    /** D-35: in the order in which they were finished. */
    finishedBefore(moment: Instant, request: PageRequest<CaseId>): Promise<readonly FinishedCase[]>;
  };
  readonly history: {
    /** In the order of appending, whatever their ids and moments. Empty if `after` is no event of the case. */
    ofCase(caseId: CaseId, request: PageRequest<CaseEventId>): Promise<readonly CaseEvent[]>;
  };
};

export type CaseStores = CaseReads & {
  readonly cases: {
    insert(facts: OngoingCase): Promise<void>;
    rename(facts: OngoingCase): Promise<void>;
    /** Its status, and whether it is new. */
    save(facts: Case): Promise<void>;
    /** D-43: it is not new any more, unless it was handed over since it was found. */
    open(found: Case): Promise<void>;
    /** D-32: `facts` names the new doctor. */
    handOver(facts: Case, from: AccountId): Promise<void>;
    /**
     * D-35: removes at most so many, with their parts, and revokes their certificates. A child that then has neither a case nor
     * a parent (D-42) goes with them: nobody would find it. Returns how many cases.
     */
    eraseFinished(before: Instant, atMost: number): Promise<number>;
  };
  readonly history: {
    /** Its unit throws `ActorErased` if the account whose event it is was erased, and nobody erases it meanwhile. */
    append(event: CaseEvent, counted?: Counted): Promise<void>;
    /** D-49: the last event of the case of that action and moment does not count any more, as it was undone. */
    uncount(caseId: CaseId, action: CaseAction, at: Instant): Promise<void>;
  };
};
