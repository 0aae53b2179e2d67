import { ok, oneOf, type Parser, parser, problem } from '../result.ts';
import type { CodeDigest } from './account.ts';
import { parseNewEmail } from './email.ts';
import { type Instant, parseStatement, parseTitle, type Statement } from './values.ts';

const PRIVACY = problem('must be a URL that begins with https://');
const parsePrivacy = parser(1000, PRIVACY, (text) => {
  // Telephones begin a text with a capital.
  const url = text.trim().replace(/^https:/i, 'https:');
  return /^https:\/\/[^\s"<>/]+[^\s"<>]*$/.test(url) ? ok(url) : PRIVACY;
});

/** D-39: what is known of the practice, and how each fact is read. */
export const PRACTICE = {
  name: parseTitle,
  address: parseTitle,
  telephone: parseTitle,
  email: parseNewEmail,
  /** The address of the privacy notice. */
  privacy: parsePrivacy,
  /** D-39: what a doctor certifies who says nothing else. */
  statement: parseStatement,
  /** A sentence for parents in each language: the hours, what to do in an emergency. */
  sentenceEn: parseTitle,
  sentenceDe: parseTitle,
  sentenceFr: parseTitle,
  sentenceNl: parseTitle,
  /** Whether mails name it, by default not: a name can tell of health. */
  namedInMails: oneOf(['yes', 'no']),
} as const satisfies Readonly<Record<string, Parser<string>>>;

/** D-39: the code that makes the practice and its first manager, once. */
export type SetupCode = { readonly digest: CodeDigest; readonly expiresAt: Instant };

export type PracticeFact = keyof typeof PRACTICE;
export type Practice = { readonly name: string; readonly statement?: Statement | undefined } & {
  readonly [Fact in Exclude<PracticeFact, 'name' | 'statement'>]?: string | undefined;
};
