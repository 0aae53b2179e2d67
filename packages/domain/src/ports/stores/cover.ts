import type { Cover } from '../../model/cover.ts';
import type { AccountId, CaseId, CoverId, Day, Instant } from '../../model/values.ts';

/** D-41: who stands in for whom. */
export type CoverReads = {
  readonly covers: {
    find(id: CoverId): Promise<Cover | undefined>;
    /** Whether an agreed one counts on that day. Until a unit that has found one ends, nobody ends it. */
    counts(deputyId: AccountId, doctorId: AccountId, day: Day): Promise<boolean>;
    /** The doctors for whom the deputy stands in on that day, in the order of their ids. */
    doctorsOf(deputyId: AccountId, day: Day): Promise<readonly AccountId[]>;
    /** Who stands in for the doctor on that day. */
    deputiesOf(doctorId: AccountId, day: Day): Promise<readonly AccountId[]>;
    /**
     * Those in which the account is doctor or deputy and which end on that day or later, by their first day. A unit locks the
     * account: meanwhile nobody else adds or changes one of them behind this lock.
     */
    ofAccount(account: AccountId, from: Day): Promise<readonly Cover[]>;
    /** The agreed one of the case's doctor that counts on that day. */
    ofCase(caseId: CaseId, day: Day): Promise<Cover | undefined>;
  };
};

export type CoverStores = CoverReads & {
  readonly covers: {
    insert(cover: Cover): Promise<void>;
    agree(id: CoverId, at: Instant): Promise<void>;
    remove(id: CoverId): Promise<void>;
    /** Those of the doctor that ended before. */
    removePast(doctorId: AccountId, before: Day): Promise<void>;
  };
};
