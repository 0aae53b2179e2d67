import * as account from '@health-case/domain/model/account';
import * as cases from '@health-case/domain/model/case';
import * as certificate from '@health-case/domain/model/certificate';
import * as child from '@health-case/domain/model/child';
import * as mail from '@health-case/domain/model/email';
import { parseNameSearch } from '@health-case/domain/model/names';
import { LIMIT_MOST, parseLimit } from '@health-case/domain/model/pages';
import { parseFactorAttempt } from '@health-case/domain/model/second-factor';
import * as values from '@health-case/domain/model/values';
import { oneOf, type Parser } from '@health-case/domain/result';
import type { Detail } from '@health-case/domain/use-cases/case-lists';
import { z } from 'zod';

/** D-06: 64 KiB for the body of a request, whatever the method. */
export const BODY_LIMIT = 64 * 1024;

/**
 * JSON Schema for the API document; nothing is checked against it. A pattern must mean the same to every engine and
 * match everything that the domain takes, so text in letters of any script has none.
 */
type Keywords = Pick<
  z.core.JSONSchema.JSONSchema,
  'minLength' | 'maxLength' | 'pattern' | 'format' | 'enum' | 'examples'
>;

const string = (description: string, keywords: Keywords) =>
  z
    .string({ error: ({ input }) => (input === undefined ? 'is missing' : 'must be a string') })
    .meta({ description, ...keywords });

/** A JSON string that a rule of the domain parses (D-04, D-06). `field.in`: before parsing, for an answer. */
export type Field<Value> = z.ZodPipe<z.ZodString, z.ZodTransform<Value, string>>;

export const field = <Value>(parse: Parser<Value>, description: string, keywords: Keywords = {}): Field<Value> =>
  string(description, { ...parse.bounds, ...keywords }).transform((text, context) => {
    const parsed = parse(text);
    if (parsed.ok) return parsed.value;
    context.addIssue({ code: 'custom', message: parsed.refusal.problem });
    return z.NEVER;
  });

export const firstName = field(values.parsePersonName, 'The first name.', { examples: ['Jan'] });
export const lastName = field(values.parsePersonName, 'The last name.', { examples: ['Jansen'] });

const EMAIL = { examples: ['jan@example.org'] };
export const email = field(mail.parseEmail, 'An e-mail address; case does not matter.', EMAIL);
export const newEmail = field(mail.parseNewEmail, 'An e-mail address; case does not matter.', EMAIL);

const A_PASSWORD = ['kW4!paper-rainbow'];
export const password = field(
  account.parsePassword,
  'A password that is none of the most common ones; any characters.',
  { format: 'password', examples: A_PASSWORD },
);
/** P-02: its length is not told, but it must fit into a request. */
export const passwordAttempt = field(account.parsePasswordAttempt, 'The present password of the account.', {
  format: 'password',
  minLength: 1,
  maxLength: BODY_LIMIT,
  examples: A_PASSWORD,
});
export const role = field(account.parseRole, 'The kind of account: doctor, assistant or parent.', {
  examples: ['Par'],
});
const A_CODE = '3f9c-08d1-77ae-4b52-c6e0-19fd-a284-5b3e';
export const code = field(account.parseCode, 'The code in the mail.', {
  minLength: 1,
  maxLength: BODY_LIMIT,
  examples: [A_CODE],
});
export const otp = field(parseFactorAttempt, 'The one-time password that the app shows, or a recovery code.', {
  minLength: 1,
  maxLength: BODY_LIMIT,
  examples: ['492039'],
});
export const factorSecret = string('What the app makes one-time passwords of, in base32. Secret.', {
  minLength: 32,
  maxLength: 32,
  pattern: '^[A-Z2-7]{32}$',
  examples: ['JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'],
});
export const factorUri = string('The same for an app, which reads it as a QR code. Secret.', {
  format: 'uri',
  minLength: 1,
  maxLength: 2000,
  examples: ['otpauth://totp/jan%40example.org?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'],
});
export const recoveryCode = string('Logs in once in place of a one-time password. Secret.', {
  minLength: 39,
  maxLength: 39,
  pattern: '^[0-9a-f-]{39}$',
  examples: [A_CODE],
});

export const birthDate = field(child.parseBirthDate, `A calendar day from ${child.FIRST_DAY} to today, YYYY-MM-DD.`, {
  format: 'date',
  examples: ['2019-02-28'],
});
export const socSecNum = field(
  child.parseSocSecNum,
  'The social security number: letters, digits, spaces, "-", "." and "/". It is compared without separators and case.',
  { examples: ['756.1234.5678.97'] },
);
/** D-30. D-06 makes a text that is empty one that is missing, so what is taken back is named. */
export const clear = field(
  child.parseClear,
  'What is not to be known any more: birthDate, socSecNum, or both with a space between them. It counts more than a value beside it.',
  { examples: ['birthDate'] },
);
export const maskedSocSecNum = string('The social security number. All but its last two characters are hidden.', {
  ...child.parseSocSecNum.bounds,
  examples: ['**************97'],
});
export const title = field(values.parseTitle, 'What it is about.', { examples: ['Asthma'] });
export const reason = field(values.parseReason, 'Why.', { examples: ['Opened by mistake.'] });
export const statement = field(values.parseStatement, 'What the certificates say.', {
  examples: ['Fit to attend school'],
});
export const validUntil = field(
  values.parseDay,
  'The last day on which it is valid, in the time zone of the service, YYYY-MM-DD.',
  { format: 'date' },
);
export const disclose = field(certificate.parseDisclosure, "What is shown of the child's name; by default the name.");
/** D-31. */
export const nameSearch = field(
  parseNameSearch,
  'Only those who have a name that begins so: one or more words. Case and accents do not matter.',
  { examples: ['jans'] },
);
export const caseStatus = field(cases.parseCaseStatus, 'Only such cases.');
export const taskStatus = field(cases.parseTaskStatus, 'Only such tasks.');
export const certificationStatus = field(
  cases.parseCertificationStatus,
  'Only cases of which the newest certification is so.',
);
export const detail = field(oneOf(['full'] as const satisfies Detail[]), 'With it the answer says more.');
export const limit = field(
  parseLimit,
  `At most so many entries, 1 to ${LIMIT_MOST}, in digits. Without it the list is whole.`,
  { minLength: 1, maxLength: 4, pattern: '^[0-9]{1,4}$', examples: ['50'] },
);

const uuid = (example: string): Keywords => {
  return { format: 'uuid', minLength: 36, maxLength: 36, pattern: values.UUID_V7.source, examples: [example] };
};
const id = <Id extends string>(whose: string, example: string) =>
  field(values.parseId<Id>, `The id of ${whose}.`, uuid(example));

const A_CASE = '01a1fcd5-131b-72d5-aa43-3d83a824c5c1';
export const accountId = id<values.AccountId>('an account', '01a1fcd5-0cd3-740a-9f1a-3f1a35f252b9');
export const doctorId = id<values.AccountId>('a doctor', '01a1fcd5-0b73-71e2-a15d-27ec6994fad6');
export const assistantId = id<values.AccountId>('an assistant', '01a1fcd5-0c1e-7b52-8a37-5b1e5d0f6c11');
export const parentId = id<values.AccountId>('a parent', '01a1fcd5-0cd3-740a-9f1a-3f1a35f252b9');
export const childId = id<values.ChildId>('a child', '01a1fcd5-0f92-7547-8d94-8a7896ab26f4');
export const caseId = id<values.CaseId>('a case', A_CASE);
export const taskId = id<values.TaskId>('a task', '01a1fcd5-1338-7111-957e-60ccebac331c');
export const caseOrTaskId = id<values.CaseOrTaskId>('a case, or of one of its tasks', A_CASE);
export const accessId = id<values.AuditRecordId>('an entry of the audit trail', '01a1fcd5-1402-7e1d-8f5a-92c6b7d0a4e8');
const AN_EVENT = '01a1fcd5-131c-7a05-9a51-0a2b6ec8f7d3';
export const caseEventId = id<values.CaseEventId>('an event in the history of a case', AN_EVENT);
export const documentId = string('The id of a certificate.', uuid('01a1fcd5-138b-7c1e-9a40-6d0c8f3b2e71'));
export const certificationId = id<values.CertificationId>('a certification', '01a1fcd5-138a-7716-bc7e-5da74cf733d2');

/** 32 bytes in base64url. */
const bytes = (example: string): Keywords => {
  return { minLength: 43, maxLength: 43, pattern: '^[A-Za-z0-9_-]{43}$', examples: [example] };
};
/** D-09. */
export const sessionId = string(
  'The id of a session, as logging in answers it. Secret.',
  bytes('mUzl2zFEr59BEDizN0e_m01Y2j4SEN90PPM5Q5dHC8s'),
);
/** D-28. */
export const loginId = field(
  account.parseSessionDigest,
  'The id of a login. Nobody can call by it.',
  bytes('Wc5vYx1r0mQ8bJ2nTz7kLhF4sGdE9aPuR3iOyXwVt6A'),
);

const A_TOKEN = `eyJhbGciOiJFUzI1NiIsImtpZCI6IjVkYTc0Y2Y3MzNkMiJ9.${'e30'.repeat(40)}.${'A'.repeat(86)}`;
export const token = string('A signed certificate: a JWT (RFC 7519).', {
  minLength: 200,
  maxLength: 4000,
  pattern: '^[A-Za-z0-9_-]*[.][A-Za-z0-9_-]*[.][A-Za-z0-9_-]{86}$',
  examples: [A_TOKEN],
});
export const verifyUrl = string('Where a browser verifies the certificate, and shows it for print.', {
  format: 'uri',
  minLength: 1,
  maxLength: 8000,
  examples: [`https://health.example.org/verify#${A_TOKEN}`],
});

/** D-13. */
export const instant = string('A moment, in UTC.', {
  format: 'date-time',
  minLength: 24,
  maxLength: 24,
  examples: ['2026-11-21T06:39:45.033Z'],
});
