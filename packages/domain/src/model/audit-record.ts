import type { RefusalCode } from '../errors.ts';
import type { AccountId, AuditRecordId, ChildId } from './ids.ts';
import type { Instant } from './instant.ts';

export type AuditAction =
  | 'account registered'
  | 'account created'
  | 'account disabled'
  | 'account enabled'
  | 'invitation issued'
  | 'logged in'
  | 'logged out'
  | 'password changed'
  | 'password set'
  | 'sessions ended'
  | 'login unlocked'
  | 'assistant linked'
  | 'assistant unlinked'
  | 'child added'
  | 'child erased'
  | 'child exported'
  | 'data key rotated'
  | 'store restored'
  | "doctor's children listed"
  | 'own children listed'
  | 'cases listed'
  | 'case shown'
  | 'history shown'
  | 'case opened'
  | 'case finished'
  | 'case reopened'
  | 'task added'
  | 'task closed'
  | 'certification requested'
  | 'certification checked'
  | 'certification issued'
  | 'certification rejected'
  | 'certification revoked';

/** Who did what on what, when, in which request, and how it ended. Holds identifiers only, never data and no secret. */
export type AuditRecord = {
  readonly id: AuditRecordId;
  readonly at: Instant;
  readonly requestId: string;
  /** Unknown where nobody has logged in and the e-mail address is nobody's. */
  readonly by: AccountId | undefined;
  readonly action: AuditAction;
  /** The identifier of the account, child, case or task that the action is about, or the name of the backup. */
  readonly on: string | undefined;
  readonly outcome: 'OK' | RefusalCode;
  /** The child whose data the action is about, if it is one child's. It is found by this after the child is erased. */
  readonly child: ChildId | undefined;
};

/** A record at its place in the trail; places are counted from 1 without a gap. */
export type AuditEntry = AuditRecord & { readonly place: number };

/** Which records are wanted; all conditions hold together. */
export type AuditQuery = {
  readonly by?: AccountId | undefined;
  /** Those that name the child. Of those from before records named one: on the child, and on the cases that it still has. */
  readonly child?: ChildId | undefined;
  readonly from?: Instant | undefined;
  /** Exclusive. */
  readonly until?: Instant | undefined;
};
