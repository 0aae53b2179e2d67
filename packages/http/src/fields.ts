import { parseRole, ROLES } from '@health-case/domain/model/account';
import { parseBirthDate } from '@health-case/domain/model/birth-date';
import { parseEmail } from '@health-case/domain/model/email';
import {
  parseAccountId,
  parseCaseEventId,
  parseCaseId,
  parseChildId,
  parseTaskId,
} from '@health-case/domain/model/ids';
import { parseLimit } from '@health-case/domain/model/paging';
import type { Parsed } from '@health-case/domain/model/parsed';
import { parsePassword, parsePasswordAttempt } from '@health-case/domain/model/password';
import { parseSocSecNum } from '@health-case/domain/model/soc-sec-num';
import { parsePersonName, parseReason, parseTitle } from '@health-case/domain/model/text';
import { ok } from '@health-case/domain/result';
import { z } from 'zod';

/**
 * A field is a JSON string that the domain's own rule makes a value of (D-04, D-06). The schema adds no rule: what it
 * says of lengths and forms is there to be read in the API document.
 */
const field = <Value>(parse: (text: string) => Parsed<Value>, facts: { description: string; examples?: string[] }) =>
  z
    .string({ error: ({ input }) => (input === undefined ? 'is missing' : 'must be a string') })
    .meta(facts)
    .transform((text, context) => {
      const parsed = parse(text);
      if (parsed.ok) return parsed.value;
      context.addIssue({ code: 'custom', message: parsed.refusal.problem });
      return z.NEVER;
    });

export const firstName = field(parsePersonName, { description: '1 to 100 characters.', examples: ['Mia'] });
export const lastName = field(parsePersonName, { description: '1 to 100 characters.', examples: ['Jansen'] });
export const email = field(parseEmail, {
  description: 'At most 254 characters; case does not matter.',
  examples: ['mia.jansen@example.org'],
});
export const password = field(parsePassword, {
  description: '8 to 128 characters, none of the most common passwords.',
  examples: ['vT9#mossy-lantern'],
});
export const passwordAttempt = field(parsePasswordAttempt, {
  description: 'The password of the account.',
  examples: ['vT9#mossy-lantern'],
});
export const role = field(parseRole, { description: `One of ${ROLES.join(', ')}.`, examples: [...ROLES] });
export const invitation = field((text) => ok(text.trim()), {
  description: 'The code of an invitation, where registering takes one.',
});
export const birthDate = field(parseBirthDate, {
  description: 'A calendar day, YYYY-MM-DD, from 1900-01-01 to today.',
  examples: ['2019-02-28'],
});
export const socSecNum = field(parseSocSecNum, {
  description: '4 to 32 letters, digits, spaces, "-", "." and "/".',
  examples: ['756.1234.5678.97'],
});
export const title = field(parseTitle, { description: '1 to 500 characters.', examples: ['Asthma'] });
export const reason = field(parseReason, { description: '1 to 500 characters.', examples: ['Opened by mistake.'] });
export const limit = field(parseLimit, { description: 'At most so many entries, 1 to 1000.', examples: ['50'] });
export const accountId = field(parseAccountId, { description: 'The id of an account.' });
export const childId = field(parseChildId, { description: 'The id of a child.' });
export const caseId = field(parseCaseId, { description: 'The id of a case.' });
export const caseEventId = field(parseCaseEventId, { description: 'The id of an event in the history of a case.' });
export const taskId = field(parseTaskId, { description: 'The id of a task.' });
