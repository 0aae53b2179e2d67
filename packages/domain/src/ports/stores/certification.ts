import type {
  Case,
  Certification,
  IssuedCertification,
  IssuedList,
  RequestedCertification,
  ToConfirm,
  WaitingFilter,
} from '../../model/case.ts';
import type { PageRequest } from '../../model/pages.ts';
import type { AccountId, CaseId, CaseOrTaskId, CertificationId, ChildId, Day, TaskId } from '../../model/values.ts';

export type CertificationReads = {
  readonly certifications: {
    find(id: CertificationId): Promise<Certification | undefined>;
    /** The certification inserted last of the task that `meantBy` finds, whatever the ids and moments. Locks nothing, as that. */
    newestOf(id: CaseOrTaskId): Promise<Certification | undefined>;
    /** The certification inserted last of each task that has one, in any order. */
    newestOfEach(taskIds: readonly TaskId[]): Promise<readonly Certification[]>;
    ofCase(caseId: CaseId, request: PageRequest<CertificationId>): Promise<readonly Certification[]>;
    /**
     * D-44: what was issued for the parent's children and is valid until `from` or longer, of which nobody has made a
     * certificate, but can; in any order, at most so many.
     */
    readyFor(parentId: AccountId, from: Day, atMost: number): Promise<readonly IssuedCertification[]>;
    /**
     * What the doctor has issued that is valid until `from` or longer, in the order of that day: in a case that is
     * another doctor's by now (D-32), or of a child that is named otherwise by now (D-30).
     */
    issuedBy(
      doctorId: AccountId,
      list: IssuedList,
      from: Day,
      request: PageRequest<CertificationId>,
    ): Promise<readonly IssuedCertification[]>;
    /** D-30: those of a child that is named otherwise by now, in any order. Locks nothing. */
    toConfirmOf(childId: ChildId): Promise<readonly ToConfirm[]>;
    /** Those that are requested, and not decided, in the doctors' cases. */
    waitingFor(
      doctorIds: readonly AccountId[],
      request: PageRequest<CertificationId>,
      filter?: WaitingFilter,
    ): Promise<readonly RequestedCertification[]>;
    countWaiting(doctorIds: readonly AccountId[], filter: WaitingFilter, atMost: number): Promise<number>;
  };
};

export type CertificationStores = CertificationReads & {
  readonly certifications: {
    /** D-22: at most one live certification per task. Of two that race, the first stays and both callers get it. */
    insertOnce(certification: RequestedCertification): Promise<Certification>;
    /** D-46: as if it had not been requested. */
    remove(certification: Certification): Promise<void>;
    /** `of`: its case, when it is issued: D-32 may hold from the beginning (D-41). */
    save(certification: Certification, of?: Pick<Case, 'doctorId'>): Promise<void>;
  };
};
