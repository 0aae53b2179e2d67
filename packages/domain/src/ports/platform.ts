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
 * Takes records of what changed nothing: reads and refusals. They reach the audit store within a second, without the
 * caller waiting. Throws `Unavailable` if so many wait that a store must have been gone for long.
 */
export interface AuditTrail {
  note(record: AuditRecord): void;
}

export interface Clock {
  now(): Instant;
  /** Fulfilled after about so many milliseconds. */
  sleep(milliseconds: number): Promise<void>;
}

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
