import type { SessionLifetimes } from '../model/account.ts';
import type { AuditTrail, Clock, IdSource } from './platform.ts';
import type { CommonPasswords, InvitationCodes, PasswordHasher, SessionTokens } from './security.ts';
import type { Storage } from './storage.ts';

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
