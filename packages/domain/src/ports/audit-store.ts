import type { AuditEntry, AuditQuery, AuditRecord } from '../model/audit-record.ts';

export type AuditVerdict =
  | { readonly sound: true; readonly records: number }
  /** The first place at which the trail is not what was written: altered, removed, added, or out of order. */
  | { readonly sound: false; readonly place: number; readonly problem: string };

export interface AuditReads {
  /** At most `size` records that follow the place, in the order in which they were written. */
  records(
    query: AuditQuery,
    request: { readonly after: number; readonly size: number },
  ): Promise<readonly AuditEntry[]>;
  /**
   * Reads the whole trail and checks that it is what was written. `report` hears now and then how many records have been
   * checked, and how many there were at the beginning.
   */
  verify(report?: (checked: number, all: number) => void): Promise<AuditVerdict>;
}

export interface AuditStore extends AuditReads {
  /**
   * Is kept with the unit of work, or not at all; a unit does not see its own records. There is no way to change or remove
   * one.
   */
  append(record: AuditRecord): Promise<void>;
}
