import { parsePassword, parsePasswordAttempt, parseRole } from '@health-case/domain/model/account';
import { parseBirthDate, parseSocSecNum } from '@health-case/domain/model/child';
import { parseEmail, parseNewEmail } from '@health-case/domain/model/email';
import { parseLimit } from '@health-case/domain/model/request-options';
import {
  type Parsed,
  parseAccountId,
  parseCaseEventId,
  parseCaseId,
  parseChildId,
  parsePersonName,
  parseReason,
  parseTaskId,
  parseTitle,
} from '@health-case/domain/model/values';
import { ok } from '@health-case/domain/result';
import { z } from 'zod';
import * as strings from './strings.ts';

/**
 * A field is a JSON string that the domain's own rule makes a value of (D-04, D-06). The schema adds no rule: what it
 * says of lengths and forms is there to be read in the API document.
 */
const field = <Value>(string: z.ZodString, parse: (text: string) => Parsed<Value>) =>
  string.transform((text, context) => {
    const parsed = parse(text);
    if (parsed.ok) return parsed.value;
    context.addIssue({ code: 'custom', message: parsed.refusal.problem });
    return z.NEVER;
  });

export const firstName = field(strings.firstName, parsePersonName);
export const lastName = field(strings.lastName, parsePersonName);
export const email = field(strings.email, parseEmail);
export const newEmail = field(strings.email, parseNewEmail);
export const password = field(strings.password, parsePassword);
export const passwordAttempt = field(strings.passwordAttempt, parsePasswordAttempt);
export const role = field(strings.role, parseRole);
export const invitation = field(strings.invitation, (text) => ok(text.trim()));
export const birthDate = field(strings.birthDate, parseBirthDate);
export const socSecNum = field(strings.socSecNum, parseSocSecNum);
export const title = field(strings.title, parseTitle);
export const reason = field(strings.reason, parseReason);
export const limit = field(strings.limit, parseLimit);
export const accountId = field(strings.accountId, parseAccountId);
export const doctorId = field(strings.doctorId, parseAccountId);
export const childId = field(strings.childId, parseChildId);
export const caseId = field(strings.caseId, parseCaseId);
export const caseEventId = field(strings.caseEventId, parseCaseEventId);
export const taskId = field(strings.taskId, parseTaskId);
