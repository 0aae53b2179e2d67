import type { AuditRecord } from '../model/audit-record.ts';

/**
 * Takes records of what changed nothing: reads and refusals. They reach the audit store within a second, without the
 * caller waiting. Throws `Unavailable` if so many wait that a store must have been gone for long.
 */
export interface AuditTrail {
  note(record: AuditRecord): void;
}
