import { ok } from '../result.ts';
import type { Brand } from './brand.ts';
import { type Parsed, problem } from './parsed.ts';

/** D-10: identifiers are UUIDv7 in lower case, opaque to clients. They sort by the clocks that made them, so no rule goes by their order. */
export type AccountId = Brand<string, 'AccountId'>;
export type ChildId = Brand<string, 'ChildId'>;
export type CaseId = Brand<string, 'CaseId'>;
export type TaskId = Brand<string, 'TaskId'>;
export type CertificationId = Brand<string, 'CertificationId'>;
export type CaseEventId = Brand<string, 'CaseEventId'>;
export type AuditRecordId = Brand<string, 'AuditRecordId'>;

/** D-21: the place where either is accepted. The two cannot collide, as no identifier is given out twice. */
export type CaseOrTaskId = CaseId | TaskId;

export const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

const parserOf =
  <Id extends string>() =>
  (text: string): Parsed<Id> =>
    UUID_V7.test(text) ? ok(text as Id) : problem('is no identifier that this service gave out');

export const parseAccountId = parserOf<AccountId>();
export const parseChildId = parserOf<ChildId>();
export const parseCaseId = parserOf<CaseId>();
export const parseTaskId = parserOf<TaskId>();
export const parseCaseEventId = parserOf<CaseEventId>();
export const parseCaseOrTaskId = parserOf<CaseOrTaskId>();
