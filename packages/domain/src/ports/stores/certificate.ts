import type { Certificate, NamedWrong, StatusPlace } from '../../model/certificate.ts';
import type { PageRequest } from '../../model/pages.ts';
import type { CaseId, CertificateId, CertificationId, ChildId, Instant } from '../../model/values.ts';

/** Certificates and the lists of their status. */
export type CertificateReads = {
  /** Erasing a child revokes its certificates and removes them; their places stay taken and revoked. */
  readonly certificates: {
    /** One that was not revoked. */
    find(id: CertificateId): Promise<Certificate | undefined>;
    ofCase(caseId: CaseId, request: PageRequest<CertificateId>): Promise<readonly Certificate[]>;
    /** Those of the case that were not revoked, in the order of their ids. */
    validOf(caseId: CaseId): Promise<readonly Certificate[]>;
  };
  readonly statusLists: {
    /** The highest number of a list with a certificate in it, 0 without one. */
    newest(): Promise<number>;
    /** The count only grows, so it tells whether something was revoked since. */
    countRevoked(list: StatusPlace['list']): Promise<number>;
    /** At most `size` revoked places that follow `after`, in their order. */
    revoked(list: StatusPlace['list'], request: { after: number; size: number }): Promise<readonly number[]>;
  };
};

export type CertificateStores = CertificateReads & {
  readonly certificates: {
    /** False, and nothing is inserted, if its place in the list is taken. */
    insert(certificate: Certificate): Promise<boolean>;
    countOf(id: CertificationId): Promise<number>;
    revoke(id: CertificateId): Promise<void>;
    revokeAllOf(id: CertificationId): Promise<void>;
    /** D-30: revokes the child's certificates that name one of these and are still valid. Returns how many. */
    revokeNaming(child: ChildId, wrong: NamedWrong, now: Instant): Promise<number>;
  };
};
