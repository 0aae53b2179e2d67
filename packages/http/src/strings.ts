import { PASSWORD_LEAST, PASSWORD_MOST, ROLES } from '@health-case/domain/model/account';
import { FIRST_DAY, NUMBER_LEAST, NUMBER_MOST } from '@health-case/domain/model/child';
import { EMAIL_MOST } from '@health-case/domain/model/email';
import { LIMIT_MOST } from '@health-case/domain/model/request-options';
import { NAME_MOST, REASON_MOST, TITLE_MOST, UUID_V7 } from '@health-case/domain/model/values';
import { z } from 'zod';
import { BODY_LIMIT } from './request-object.ts';

/**
 * What the API document says of a string: the keywords of JSON Schema. The rule itself is the domain's. A pattern must mean
 * the same to every engine, and match all that the domain takes; so what is written in letters of any script has none.
 */
type Facts = {
  readonly description: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly format?: string;
  readonly enum?: readonly string[];
  readonly examples?: readonly string[];
};

const string = (facts: Facts) =>
  z.string({ error: ({ input }) => (input === undefined ? 'is missing' : 'must be a string') }).meta(facts);

/** D-06. */
const visible = (maxLength: number) => ({ minLength: 1, maxLength });

const id = (whose: string, example: string) =>
  string({
    description: `The id of ${whose}.`,
    format: 'uuid',
    minLength: 36,
    maxLength: 36,
    pattern: UUID_V7.source,
    examples: [example],
  });

export const firstName = string({ description: 'The first name.', ...visible(NAME_MOST), examples: ['Jan'] });
export const lastName = string({ description: 'The last name.', ...visible(NAME_MOST), examples: ['Jansen'] });
export const email = string({
  description: 'An e-mail address; case does not matter.',
  maxLength: EMAIL_MOST,
  examples: ['jan@example.org'],
});
export const password = string({
  description: 'A password that is none of the most common ones; any characters.',
  format: 'password',
  minLength: PASSWORD_LEAST,
  maxLength: PASSWORD_MOST,
  examples: ['kW4!paper-rainbow'],
});
/** P-02: how long it is, is not judged; but it must fit into a request. */
export const passwordAttempt = string({
  description: 'The present password of the account.',
  format: 'password',
  minLength: 1,
  maxLength: BODY_LIMIT,
  examples: ['kW4!paper-rainbow'],
});
export const role = string({
  description: 'The kind of account: doctor, assistant or parent.',
  enum: ROLES,
  examples: ['Par'],
});
export const invitation = string({
  description: 'The code of an invitation, where registering in this role takes one.',
  minLength: 1,
  maxLength: BODY_LIMIT,
});
export const birthDate = string({
  description: `A calendar day from ${FIRST_DAY} to today, YYYY-MM-DD.`,
  format: 'date',
  examples: ['2019-02-28'],
});
export const socSecNum = string({
  description:
    'The social security number: letters, digits, spaces, "-", "." and "/". It is compared without separators and case, and answered nowhere.',
  minLength: NUMBER_LEAST,
  maxLength: NUMBER_MOST,
  examples: ['756.1234.5678.97'],
});
export const title = string({ description: 'What it is about.', ...visible(TITLE_MOST), examples: ['Asthma'] });
export const reason = string({ description: 'Why.', ...visible(REASON_MOST), examples: ['Opened by mistake.'] });
export const limit = string({
  description: `At most so many entries, 1 to ${LIMIT_MOST}, in digits. Without it the list is whole.`,
  minLength: 1,
  maxLength: 4,
  pattern: '^[0-9]{1,4}$',
  examples: ['50'],
});

export const accountId = id('an account', '01a1fcd5-0cd3-740a-9f1a-3f1a35f252b9');
export const doctorId = id('a doctor', '01a1fcd5-0b73-71e2-a15d-27ec6994fad6');
export const assistantId = id('an assistant', '01a1fcd5-0c1e-7b52-8a37-5b1e5d0f6c11');
export const childId = id('a child', '01a1fcd5-0f92-7547-8d94-8a7896ab26f4');
export const caseId = id('a case', '01a1fcd5-131b-72d5-aa43-3d83a824c5c1');
export const taskId = id('a task', '01a1fcd5-1338-7111-957e-60ccebac331c');
export const caseOrTaskId = id('a case, or of one of its tasks', '01a1fcd5-131b-72d5-aa43-3d83a824c5c1');
export const certificationId = id('a certification', '01a1fcd5-138a-7716-bc7e-5da74cf733d2');
export const caseEventId = id('an event in the history of a case', '01a1fcd5-131c-7a05-9a51-0a2b6ec8f7d3');

/** D-09: 32 bytes in base64url. */
export const sessionId = string({
  description: 'The id of a session, as logging in answers it. Secret.',
  minLength: 43,
  maxLength: 43,
  pattern: '^[A-Za-z0-9_-]{43}$',
  examples: ['mUzl2zFEr59BEDizN0e_m01Y2j4SEN90PPM5Q5dHC8s'],
});

/** D-13. */
export const instant = string({
  description: 'A moment, in UTC.',
  format: 'date-time',
  minLength: 24,
  maxLength: 24,
  examples: ['2026-11-21T06:39:45.033Z'],
});
