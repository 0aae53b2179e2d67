import { Fault } from '@health-case/domain/errors';
import {
  type Account,
  type Invitation,
  type InvitationDigest,
  type PasswordHash,
  type Person,
  parseRole,
  type Role,
  type Session,
  type SessionDigest,
} from '@health-case/domain/model/account';
import type { AuditAction, AuditEntry, SealedEntry } from '@health-case/domain/model/audit';
import type { Case, CaseAction, CaseEvent, Certification, Task } from '@health-case/domain/model/case';
import type { ChildEntry } from '@health-case/domain/model/child';
import type { EmailAddress } from '@health-case/domain/model/email';
import type {
  AccountId,
  AuditRecordId,
  CaseEventId,
  CaseId,
  CertificationId,
  ChildId,
  Instant,
  PersonName,
  Reason,
  TaskId,
  Title,
} from '@health-case/domain/model/values';
import type * as Row from './generated/sqlite/client.ts';

/*
 * Row to model. What is stored was parsed before it was stored, so a text is taken for what its column holds; a row that
 * cannot be (an unknown role, a decision without its moment) is a fault that is thrown, never a default.
 */

/** A moment as Prisma reads it, or as a statement of our own does: a number in SQLite, a text in PostgreSQL. */
type Moment = Date | number | string;
/** A row whose moments are of either kind. */
type Read<Row> = {
  readonly [Name in keyof Row]: Date extends Row[Name] ? Exclude<Row[Name], Date> | Moment : Row[Name];
};

export const toInstant = (moment: Moment): Instant =>
  (typeof moment === 'string' ? Date.parse(moment) : Number(moment)) as Instant;
export const toDate = (instant: Instant): Date => new Date(instant);
export const toDateOrNull = (instant: Instant | undefined): Date | null =>
  instant === undefined ? null : toDate(instant);

const broken = (what: string, id: string): Fault => new Fault(`The store holds ${what} that cannot be: ${id}.`);

const toRole = (text: string, id: string): Role => {
  const role = parseRole(text);
  if (!role.ok) throw broken('an account with a role', id);
  return role.value;
};

export type AccountRow = Read<Row.Account>;

export const toAccount = (row: Omit<AccountRow, 'passwordHash' | 'disabledAt'>): Account => ({
  id: row.id as AccountId,
  firstName: row.firstName as PersonName,
  lastName: row.lastName as PersonName,
  email: row.email as EmailAddress,
  role: toRole(row.role, row.id),
  registeredAt: toInstant(row.registeredAt),
});

export const toCredentials = (row: AccountRow) => ({
  account: toAccount(row),
  passwordHash: row.passwordHash as PasswordHash,
  disabledAt: row.disabledAt === null ? undefined : toInstant(row.disabledAt),
});

export type NameRow = { readonly id: string; readonly firstName: string; readonly lastName: string };

export const toPerson = ({ id, firstName, lastName }: NameRow): Person => ({
  id: id as AccountId,
  firstName: firstName as PersonName,
  lastName: lastName as PersonName,
});

export const toChildEntry = ({ id, firstName, lastName }: NameRow): ChildEntry => ({
  id: id as ChildId,
  firstName: firstName as PersonName,
  lastName: lastName as PersonName,
});

export type SessionRow = Read<Row.Session>;

export const toSession = (row: SessionRow): Session => ({
  digest: row.digest as SessionDigest,
  accountId: row.accountId as AccountId,
  startedAt: toInstant(row.startedAt),
  lastUsedAt: toInstant(row.lastUsedAt),
});

export const toCase = (row: Row.Case): Case => {
  const facts = {
    id: row.id as CaseId,
    childId: row.childId as ChildId,
    parentId: row.parentId as AccountId,
    doctorId: row.doctorId as AccountId,
    title: row.title as Title,
    openedAt: toInstant(row.openedAt),
  };
  if (row.finishedAt === null) return { ...facts, status: 'ongoing' };
  return { ...facts, status: 'finished', finishedAt: toInstant(row.finishedAt) };
};

export const toInvitation = (row: Row.Invitation): Invitation => ({
  digest: row.digest as InvitationDigest,
  role: toRole(row.role, row.digest),
  issuedAt: toInstant(row.issuedAt),
  expiresAt: toInstant(row.expiresAt),
  usedBy: row.usedById === null ? undefined : (row.usedById as AccountId),
});

export type CaseEventRow = Read<Omit<Row.CaseEvent, 'place'>>;

export const toCaseEvent = (row: CaseEventRow): CaseEvent => ({
  id: row.id as CaseEventId,
  caseId: row.caseId as CaseId,
  at: toInstant(row.at),
  by: row.byId as AccountId,
  action: row.action as CaseAction,
  reason: row.reason === null ? undefined : (row.reason as Reason),
});

export type AuditRecordRow = Read<Row.AuditRecord>;

export const toSealedEntry = (row: AuditRecordRow): SealedEntry => ({ ...toAuditEntry(row), seal: row.seal });

export const toAuditEntry = (row: AuditRecordRow): AuditEntry => ({
  place: Number(row.place),
  id: row.id as AuditRecordId,
  at: toInstant(row.at),
  requestId: row.requestId,
  by: (row.byId ?? undefined) as AccountId | undefined,
  action: row.action as AuditAction,
  on: row.on ?? undefined,
  outcome: row.outcome as AuditEntry['outcome'],
  child: (row.childId ?? undefined) as ChildId | undefined,
});

export const toTask = (row: Row.Task): Task => {
  const facts = { id: row.id as TaskId, caseId: row.caseId as CaseId, title: row.title as Title };
  if (row.closedAt === null) return { ...facts, status: 'open' };
  return { ...facts, status: 'closed', closedAt: toInstant(row.closedAt) };
};

export const toCertification = (row: Row.Certification): Certification => {
  const facts = {
    id: row.id as CertificationId,
    caseId: row.caseId as CaseId,
    taskId: row.taskId as TaskId,
    requestedBy: row.requestedById as AccountId,
    requestedAt: toInstant(row.requestedAt),
  };
  const { status, decidedAt, reason } = row;
  if (status === 'requested' && decidedAt === null) return { ...facts, status };
  if (status === 'issued' && decidedAt !== null) return { ...facts, status, decidedAt: toInstant(decidedAt) };
  if ((status === 'rejected' || status === 'revoked') && decidedAt !== null && reason !== null) {
    return { ...facts, status, decidedAt: toInstant(decidedAt), reason: reason as Reason };
  }
  throw broken('a certification', row.id);
};
