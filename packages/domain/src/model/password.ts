import { ok } from '../result.ts';
import type { Brand } from './brand.ts';
import { characters, missing, type Parsed, problem } from './parsed.ts';

/** What a person typed to prove who they are: NFKC, otherwise untouched. It may break rules that are younger than the account. */
export type PasswordAttempt = Brand<string, 'PasswordAttempt'>;
/** D-08: a password that may be set: 8–128 characters (code points, after NFKC), any characters, never trimmed. */
export type Password = PasswordAttempt & Brand<string, 'Password'>;

export const PASSWORD_LEAST = 8;
export const PASSWORD_MOST = 128;

export const parsePasswordAttempt = (text: string): Parsed<PasswordAttempt> => {
  if (text.trim() === '') return missing;
  // Every lone surrogate becomes the same bytes in UTF-8, so different passwords would open the same account.
  if (!text.isWellFormed()) return problem('must be well-formed Unicode');
  return ok(text.normalize('NFKC') as PasswordAttempt);
};

export const parsePassword = (text: string): Parsed<Password> => {
  const attempt = parsePasswordAttempt(text);
  if (!attempt.ok) return attempt;
  const length = characters(attempt.value);
  return length >= PASSWORD_LEAST && length <= PASSWORD_MOST
    ? ok(attempt.value as Password)
    : problem(`must have ${PASSWORD_LEAST} to ${PASSWORD_MOST} characters`);
};
