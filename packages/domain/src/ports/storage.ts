import type { Result } from '../result.ts';
import type { AccountReads, AccountStore } from './account-store.ts';
import type { AssistantReads, AssistantStore } from './assistant-store.ts';
import type { AuditReads, AuditStore } from './audit-store.ts';
import type { CaseReads, CaseStore } from './case-store.ts';
import type { CertificationReads, CertificationStore } from './certification-store.ts';
import type { ChildReads, ChildStore } from './child-store.ts';
import type { DataKeyStore } from './data-key-store.ts';
import type { HistoryReads, HistoryStore } from './history-store.ts';
import type { InvitationReads, InvitationStore } from './invitation-store.ts';
import type { RetryReads, RetryStore } from './retry-store.ts';
import type { SessionReads, SessionStore } from './session-store.ts';
import type { TaskReads, TaskStore } from './task-store.ts';
import type { ThrottleReads, ThrottleStore } from './throttle-store.ts';

export type Reads = {
  readonly accounts: AccountReads;
  readonly assistants: AssistantReads;
  readonly audit: AuditReads;
  readonly cases: CaseReads;
  readonly certifications: CertificationReads;
  readonly children: ChildReads;
  readonly history: HistoryReads;
  readonly invitations: InvitationReads;
  readonly retries: RetryReads;
  readonly sessions: SessionReads;
  readonly tasks: TaskReads;
  readonly throttles: ThrottleReads;
};

export type Stores = {
  readonly accounts: AccountStore;
  readonly assistants: AssistantStore;
  readonly audit: AuditStore;
  readonly cases: CaseStore;
  readonly certifications: CertificationStore;
  readonly children: ChildStore;
  readonly dataKeys: DataKeyStore;
  readonly history: HistoryStore;
  readonly invitations: InvitationStore;
  readonly retries: RetryStore;
  readonly sessions: SessionStore;
  readonly tasks: TaskStore;
  readonly throttles: ThrottleStore;
};

/**
 * Where everything is kept. A refusal is a value; a store that cannot do its work at present throws `Unavailable`.
 * Listing methods hand out entries in the order of their ids, unless they say otherwise, at most as many as asked for.
 */
export interface Storage {
  /** Sees what was committed before the call, including everything acknowledged to anyone; never a part of a unit of work. */
  readonly read: Reads;

  /**
   * One unit of work: all of it is kept once the promise is fulfilled with an `ok`, and survives a crash and a power
   * loss from then on. Nothing of it is kept if `work` refuses or throws. Units have the effect of running one after
   * another, and each reads its own writes; it may go on after a store refused it something. `work` may be run more than
   * once, so its only effects are those on `stores`. If it throws `Unavailable`, nothing was kept, unless the store was lost
   * in the very moment of keeping: then nobody can know (P-16).
   */
  write<T, R>(work: (stores: Stores) => Promise<Result<T, R>>): Promise<Result<T, R>>;

  /**
   * Clears what was removed before the call out of the files that the store itself writes, as far as it can decide
   * that. Rejected with `Unavailable` while somebody is in the way; another call does then what is left to do.
   */
  scrub(): Promise<void>;

  /** Fulfilled when the store can be reached, otherwise rejected with `Unavailable`. */
  ready(): Promise<void>;

  /** Waits for the units of work under way, then lets go of the store; nothing may be asked of it afterwards. Again, it does nothing. */
  close(): Promise<void>;
}
