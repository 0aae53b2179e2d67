import type { Account } from '../../model/account.ts';
import type {
  Case,
  CaseEvent,
  CaseFilter,
  Certification,
  ClosedTask,
  FinishedCase,
  IssuedCertification,
  IssuedList,
  ListedCase,
  ListedTask,
  OngoingCase,
  OpenTask,
  RequestedCertification,
  Task,
  ToConfirm,
  Work,
} from '../../model/case.ts';
import type { Certificate, NamedWrong, StatusPlace } from '../../model/certificate.ts';
import type { PageRequest } from '../../model/pages.ts';
import type {
  AccountId,
  CaseEventId,
  CaseId,
  CaseOrTaskId,
  CertificateId,
  CertificationId,
  ChildId,
  Day,
  Instant,
  TaskId,
} from '../../model/values.ts';

/** Cases and all that belongs to them. */
export type CaseReads = {
  readonly cases: {
    find(id: CaseId): Promise<Case | undefined>;
    /** D-21: the case, or that of the task. */
    locate(id: CaseOrTaskId): Promise<Case | undefined>;
    /** The parents of the child whose case it is, or the task's, in any order. Locks nothing, as `children.ofCase`. */
    parentsOf(id: CaseOrTaskId): Promise<readonly AccountId[]>;
    /** Those that are there, in any order. Locks nothing. */
    titlesOf(ids: readonly CaseId[]): Promise<readonly Pick<Case, 'id' | 'childId' | 'title'>[]>;
    ofDoctor(doctorId: AccountId, request: PageRequest<CaseId>, filter?: CaseFilter): Promise<readonly ListedCase[]>;
    ofAssistant(
      assistantId: AccountId,
      request: PageRequest<CaseId>,
      filter?: CaseFilter,
    ): Promise<readonly ListedCase[]>;
    ofParent(parentId: AccountId, request: PageRequest<CaseId>, filter?: CaseFilter): Promise<readonly ListedCase[]>;
    ofChild(childId: ChildId, request: PageRequest<CaseId>): Promise<readonly Case[]>;
    /**
     * D-43: what waits for a doctor, or for an assistant, who decides nothing. `from`: what has to be confirmed counts if it is
     * valid until that day or longer.
     */
    workOf(account: Pick<Account, 'id' | 'role'>, from: Day, atMost: number): Promise<Work>;
    /** The first ones by id. */
    ongoingOf(doctorId: AccountId, size: number): Promise<readonly CaseId[]>;
    /** D-35: in the order in which they were finished. */
    finishedBefore(moment: Instant, request: PageRequest<CaseId>): Promise<readonly FinishedCase[]>;
  };
  readonly tasks: {
    find(id: TaskId): Promise<Task | undefined>;
    /**
     * D-21: the task, or the one of the case that was closed last, whatever the ids and moments. Locks nothing: a unit
     * must have asked for the case before.
     */
    meantBy(id: CaseOrTaskId): Promise<Task | undefined>;
    ofCase(caseId: CaseId, request: PageRequest<TaskId>): Promise<readonly Task[]>;
    anyOpenIn(caseId: CaseId): Promise<boolean>;
    /** D-31: the tasks of the doctor's cases. */
    ofDoctor(
      doctorId: AccountId,
      request: PageRequest<TaskId>,
      status?: Task['status'],
    ): Promise<readonly ListedTask[]>;
    /** D-31: the tasks of the cases of all doctors whom the account assists. */
    ofAssistant(
      assistantId: AccountId,
      request: PageRequest<TaskId>,
      status?: Task['status'],
    ): Promise<readonly ListedTask[]>;
  };
  readonly certifications: {
    find(id: CertificationId): Promise<Certification | undefined>;
    /** The certification inserted last of the task that `meantBy` finds, whatever the ids and moments. Locks nothing, as that. */
    newestOf(id: CaseOrTaskId): Promise<Certification | undefined>;
    /** The certification inserted last of each task that has one, in any order. */
    newestOfEach(taskIds: readonly TaskId[]): Promise<readonly Certification[]>;
    ofCase(caseId: CaseId, request: PageRequest<CertificationId>): Promise<readonly Certification[]>;
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
    /** Those that are requested, and not decided, in the doctor's cases. */
    waitingFor(doctorId: AccountId, request: PageRequest<CertificationId>): Promise<readonly RequestedCertification[]>;
  };
  /** Erasing a child revokes its certificates and removes them; their places stay taken and revoked. */
  readonly certificates: {
    /** One that was not revoked. */
    find(id: CertificateId): Promise<Certificate | undefined>;
    ofCase(caseId: CaseId, request: PageRequest<CertificateId>): Promise<readonly Certificate[]>;
  };
  readonly statusLists: {
    /** The highest number of a list with a certificate in it, 0 without one. */
    newest(): Promise<number>;
    /** The count only grows, so it tells whether something was revoked since. */
    countRevoked(list: StatusPlace['list']): Promise<number>;
    /** At most `size` revoked places that follow `after`, in their order. */
    revoked(list: StatusPlace['list'], request: { after: number; size: number }): Promise<readonly number[]>;
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
    handOver(facts: OngoingCase, from: AccountId): Promise<void>;
    /** D-35: removes at most so many, with their parts, and revokes their certificates. Returns how many. */
    eraseFinished(before: Instant, atMost: number): Promise<number>;
  };
  readonly tasks: {
    insert(task: OpenTask): Promise<void>;
    rename(task: OpenTask): Promise<void>;
    /** Closes it. */
    save(task: ClosedTask): Promise<void>;
    /** D-46: once it is closed again, it is closed last. */
    reopen(task: OpenTask): Promise<void>;
    /** D-44: one that was never closed. */
    remove(id: TaskId): Promise<void>;
  };
  readonly certifications: {
    /** D-22: at most one live certification per task. Of two that race, the first stays and both callers get it. */
    insertOnce(certification: RequestedCertification): Promise<Certification>;
    /** D-46: as if it had not been requested. */
    remove(certification: Certification): Promise<void>;
    save(certification: Certification): Promise<void>;
  };
  readonly certificates: {
    /** False, and nothing is inserted, if its place in the list is taken. */
    insert(certificate: Certificate): Promise<boolean>;
    countOf(id: CertificationId): Promise<number>;
    revokeAllOf(id: CertificationId): Promise<void>;
    /** D-30: revokes the child's certificates that name one of these and are still valid. Returns how many. */
    revokeNaming(child: ChildId, wrong: NamedWrong, now: Instant): Promise<number>;
  };
  readonly history: {
    /** Its unit throws `ActorErased` if the account whose event it is was erased, and nobody erases it meanwhile. */
    append(event: CaseEvent): Promise<void>;
  };
};
