import type { AuditEntry, AuditLook, AuditQuery, AuditRecord, AuditVerdict, Checkpoint } from '../../model/audit.ts';
import type { PageRequest } from '../../model/pages.ts';
import type { Practice } from '../../model/practice.ts';
import type { TextsOf } from '../../model/texts.ts';
import type { AuditRecordId, ChildId } from '../../model/values.ts';
import type { SigningKey } from '../security.ts';

/** The audit trail, keys, and what concerns the store as a whole. */
export type RecordReads = {
  readonly ids: {
    /** D-10: the greatest id in the store. Of the audit records in the trail, it looks at the last one only. */
    newest(): Promise<string | undefined>;
  };
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
  readonly practice: {
    find(): Promise<Practice | undefined>;
  };
  readonly signingKeys: {
    /** In the order in which they were added. */
    all(): Promise<readonly SigningKey[]>;
  };
};

export type RecordStores = RecordReads & {
  readonly audit: {
    /**
     * The unit of work does not see its own records. If somebody has changed the trail in the database itself, new
     * records follow its last one, and it stays unsound.
     */
    append(record: AuditRecord): Promise<void>;
  };
  /** D-36: titles, reasons and statements. */
  readonly texts: {
    /** Encrypts the texts of a page of rows with the key in use, as `children.reencrypt` does. */
    reencrypt(
      of: TextsOf,
      request: PageRequest<string>,
    ): Promise<{ readonly last: string | undefined; readonly sealed: number }>;
  };
  /** From its commit on, every process encrypts with a new key. Texts of former keys stay readable. */
  readonly dataKeys: { rotate(): Promise<void> };
  readonly practice: {
    save(practice: Practice): Promise<void>;
  };
  readonly signingKeys: {
    add(): Promise<SigningKey>;
    /** Removes only a key that signs. */
    remove(id: SigningKey['id']): Promise<void>;
  };
};
