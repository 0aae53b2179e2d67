import type { AuditVerdict, Checkpoint, Verification } from '../model/audit-chain.ts';
import type { AuditEntry, AuditQuery, AuditRecord } from '../model/audit-record.ts';

export interface AuditReads {
  /** At most `size` records that follow the place, in the order in which they were written. */
  records(
    query: AuditQuery,
    request: { readonly after: number; readonly size: number },
  ): Promise<readonly AuditEntry[]>;
  /** Where the trail ends; nothing if its end is not what was written. */
  checkpoint(): Promise<Checkpoint | undefined>;
  /** Reads the whole trail in bounded memory, and checks that it is what was written since the store was made. */
  verify(verification?: Verification): Promise<AuditVerdict>;
}

export interface AuditStore extends AuditReads {
  /**
   * Is kept with the unit of work, or not at all; a unit does not see its own records. There is no way to change or remove
   * one. If the trail was changed past the port, it goes on behind its last record and never becomes sound again.
   */
  append(record: AuditRecord): Promise<void>;
}
