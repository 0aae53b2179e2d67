import type { AuditRecord } from '../model/audit.ts';
import type {
  AccountId,
  AuditRecordId,
  CaseEventId,
  CaseId,
  CertificationId,
  ChildId,
  Instant,
  TaskId,
} from '../model/values.ts';

/**
 * Stores records of calls that changed nothing: reads and refusals. A record reaches the audit store within a second, once
 * and in order; the caller does not wait. During an outage of the store records wait. Throws `Unavailable` when too many wait.
 */
export interface AuditTrail {
  note(record: AuditRecord): void;
}

export interface Clock {
  now(): Instant;
  /** Resolves after about so many milliseconds. */
  sleep(milliseconds: number): Promise<void>;
}

/** D-10: UUIDv7. Never returns an identifier twice. Within a process each identifier sorts after all earlier ones. */
export interface IdSource {
  account(): AccountId;
  child(): ChildId;
  case(): CaseId;
  task(): TaskId;
  certification(): CertificationId;
  caseEvent(): CaseEventId;
  auditRecord(): AuditRecordId;
}
