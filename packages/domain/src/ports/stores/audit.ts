import type { AuditEntry, AuditLook, AuditQuery, AuditRecord, AuditVerdict, Checkpoint } from '../../model/audit.ts';
import type { PageRequest } from '../../model/pages.ts';
import type { AuditRecordId, ChildId } from '../../model/values.ts';

/** The audit trail, and the ids of the whole store. */
export type AuditReads = {
  readonly audit: {
    /** At most `size` records that follow the place, in the order of their places. */
    records(query: AuditQuery, request: { after: number; size: number }): Promise<readonly AuditEntry[]>;
    /** D-34: of calls that were answered, newest first, those about children that were merged into this one included. */
    aboutChild(child: ChildId, request: PageRequest<AuditRecordId>): Promise<readonly AuditLook[]>;
    /** Where the trail ends. `undefined` if its end is not what was written. */
    checkpoint(): Promise<Checkpoint | undefined>;
    /** Checks in bounded memory that the whole trail is what was written, and still contains the checkpoint. */
    verify(since?: Checkpoint): Promise<AuditVerdict>;
  };
  readonly ids: {
    /** D-10: the greatest id in the store. Of the audit records in the trail, it looks at the last one only. */
    newest(): Promise<string | undefined>;
  };
};

export type AuditStores = AuditReads & {
  readonly audit: {
    /**
     * The unit of work does not see its own records. If somebody has changed the trail in the database itself, new
     * records follow its last one, and it stays unsound.
     */
    append(record: AuditRecord): Promise<void>;
  };
};
