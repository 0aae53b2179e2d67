import type { SessionLifetimes } from '../model/account.ts';
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
import type { CommonPasswords, InvitationCodes, PasswordHasher, SessionTokens } from './security.ts';
import type { Storage } from './storage.ts';

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

/** What the domain needs from outside. */
export type Ports = {
  readonly auditTrail: AuditTrail;
  readonly clock: Clock;
  readonly commonPasswords: CommonPasswords;
  readonly ids: IdSource;
  readonly invitationCodes: InvitationCodes;
  readonly passwords: PasswordHasher;
  /** D-15: whether doctors and assistants may register without an invitation. */
  readonly registration: 'open' | 'invited';
  /** Failed logins and registrations of a client address; calls of an account in this process. 0 for no limit. */
  readonly ratesPerMinute: { readonly loginFailures: number; readonly registrations: number; readonly calls: number };
  readonly sessionLifetimes: SessionLifetimes;
  readonly sessionTokens: SessionTokens;
  readonly storage: Storage;
};
