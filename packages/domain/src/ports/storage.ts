import type { NotedRecord } from '../model/audit.ts';
import type { Result } from '../result.ts';
import type { AccountReads, AccountStores } from './stores/account.ts';
import type { AuditReads, AuditStores } from './stores/audit.ts';
import type { CaseReads, CaseStores } from './stores/case.ts';
import type { CertificateReads, CertificateStores } from './stores/certificate.ts';
import type { CertificationReads, CertificationStores } from './stores/certification.ts';
import type { ChildReads, ChildStores } from './stores/child.ts';
import type { CoverReads, CoverStores } from './stores/cover.ts';
import type { FigureReads } from './stores/figures.ts';
import type { ImportReads, ImportStores } from './stores/import.ts';
import type { KeyReads, KeyStores } from './stores/keys.ts';
import type { LimitReads, LimitStores } from './stores/limits.ts';
import type { LoginReads, LoginStores } from './stores/login.ts';
import type { MailReads, MailStores } from './stores/mail.ts';
import type { NoteReads, NoteStores } from './stores/note.ts';
import type { ParentsReads, ParentsStores } from './stores/parents.ts';
import type { PasskeyReads, PasskeyStores } from './stores/passkey.ts';
import type { PhraseReads, PhraseStores } from './stores/phrase.ts';
import type { PracticeReads, PracticeStores } from './stores/practice.ts';
import type { StaffReads, StaffStores } from './stores/staff.ts';
import type { TaskReads, TaskStores } from './stores/task.ts';

/**
 * What a unit of work may call. `save` replaces. `sweep` removes at most `atMost` entries that are older than the
 * instant, and returns how many. A method that changes or removes an entry does nothing if there is none.
 */
export type Stores = AccountStores &
  AuditStores &
  CaseStores &
  CertificateStores &
  CertificationStores &
  ChildStores &
  ImportStores &
  CoverStores &
  FigureReads &
  KeyStores &
  LimitStores &
  LoginStores &
  MailStores &
  NoteStores &
  ParentsStores &
  PasskeyStores &
  PhraseStores &
  PracticeStores &
  StaffStores &
  TaskStores;

/** Those whose entries go some time after nobody asks for them any more. */
export type SweptStore = { [Name in keyof Stores]: 'sweep' extends keyof Stores[Name] ? Name : never }[keyof Stores];

/** What may be called outside a unit of work. */
export type Reads = AccountReads &
  AuditReads &
  CaseReads &
  CertificateReads &
  CertificationReads &
  ChildReads &
  ImportReads &
  CoverReads &
  FigureReads &
  KeyReads &
  LimitReads &
  LoginReads &
  MailReads &
  NoteReads &
  ParentsReads &
  PasskeyReads &
  PhraseReads &
  PracticeReads &
  StaffReads &
  TaskReads;

/** A store that cannot do its work throws `Unavailable`. Lists are in the order of ids unless they say otherwise. */
export interface Storage {
  /** A read sees everything that was committed before the call, and nothing that is not committed. */
  readonly read: Reads;

  /**
   * One unit of work. If it resolves to `ok`, all of it is committed, and survives a crash and a power loss. If `work`
   * refuses or throws, all of it is rolled back. Units may run at once, and have the effect of running one after
   * another: what a unit finds by its id, and what belongs to a case that it has found, stays the same until it ends.
   * Each reads its own writes. A refusal by a store does not end the unit. `work` may be run more than once, so its
   * only effects are those on `stores`. If this throws `Unavailable`, the unit was rolled back, unless the store did
   * not answer the commit: then nobody can know (P-16).
   */
  write<T, R>(work: (stores: Stores) => Promise<Result<T, R>>): Promise<Result<T, R>>;

  /**
   * Extends the audit trail with all committed records, in this order:
   * 1. a page of the records of units of work that have no place yet, by id;
   * 2. the given records, of calls that changed nothing, in the given order;
   * 3. the other records of units of work, by id, unless another process does so at this moment.
   *
   * So places need not follow ids or moments. Call it often: if somebody removes a record without a place from the
   * database, nobody notices. Reads of the trail call it, too. If it throws, some of the given records may be stored (P-16):
   * call it again with the same records and `isAgain`.
   */
  sequence(records: readonly NotedRecord[], isAgain?: boolean): Promise<void>;

  /**
   * Clears the data of erased children or accounts from the store's own files, except a log that the database keeps.
   * Throws `Unavailable` while another transaction or process prevents it, `OperatorError` if the service may not do
   * it. Both say that the data is still there.
   */
  scrub(of: 'child' | 'account'): Promise<void>;
  /** Throws `NotReady`, or another `Unavailable`, while calls would fail: if the store cannot be reached or written. */
  ready(): Promise<void>;
  /** Waits for the units of work that have begun. Afterwards only `close` may be called, which does nothing. */
  close(): Promise<void>;
}
