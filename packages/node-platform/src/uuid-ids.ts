import type {
  AccountId,
  AuditRecordId,
  CaseEventId,
  CaseId,
  CertificationId,
  ChildId,
  TaskId,
} from '@health-case/domain/model/values';
import type { IdSource } from '@health-case/domain/ports/platform';
import { v7 } from 'uuid';

/** RFC 9562 UUIDv7, with the counter that keeps those of one millisecond in order (Node's own has none). */
export const uuidIds: IdSource = {
  account: () => v7() as AccountId,
  child: () => v7() as ChildId,
  case: () => v7() as CaseId,
  task: () => v7() as TaskId,
  certification: () => v7() as CertificationId,
  caseEvent: () => v7() as CaseEventId,
  auditRecord: () => v7() as AuditRecordId,
};
