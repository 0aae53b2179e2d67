import type { Certification, RequestedCertification } from '../model/certification.ts';
import type { CaseId, CertificationId, TaskId } from '../model/ids.ts';
import type { PageRequest } from '../model/paging.ts';

export interface CertificationReads {
  /** The one that was inserted last, whatever its id and its moment. */
  newestOf(taskId: TaskId): Promise<Certification | undefined>;
  ofCase(caseId: CaseId, request: PageRequest<CertificationId>): Promise<readonly Certification[]>;
}

export interface CertificationStore extends CertificationReads {
  /** D-22: at most one live certification per task. Of two that race, the first stays and both callers get it. */
  insertOnce(certification: RequestedCertification): Promise<Certification>;
  /** Replaces the state of a certification that is there. */
  save(certification: Certification): Promise<void>;
}
