import type { AccountId, AuditRecordId, CaseEventId, CaseId, CertificationId, ChildId, TaskId } from '../model/ids.ts';

/** D-10: UUIDv7. No identifier is given out twice, and within a process each sorts after all before it. */
export interface IdSource {
  account(): AccountId;
  child(): ChildId;
  case(): CaseId;
  task(): TaskId;
  certification(): CertificationId;
  caseEvent(): CaseEventId;
  auditRecord(): AuditRecordId;
}
