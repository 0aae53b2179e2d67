import { ok } from '../result.ts';
import type { Brand } from './brand.ts';
import { characters, missing, type Parsed, problem } from './parsed.ts';

/** D-06: 1–100 characters, trimmed, NFC, no control characters. */
export type PersonName = Brand<string, 'PersonName'>;
/** D-06: 1–500 characters, trimmed, NFC, no control characters. */
export type Title = Brand<string, 'Title'>;
/** D-06: 1–500 characters, trimmed, NFC, no control characters. */
export type Reason = Brand<string, 'Reason'>;

/** The most characters that each may have. */
export const NAME_MOST = 100;
export const TITLE_MOST = 500;
export const REASON_MOST = 500;

/** P-23: also what breaks the line, and what turns round the text beside it (UAX 9: embeddings, overrides, isolates). */
const CONTROLS = '\\p{Cc}\\p{Zl}\\p{Zp}\\u202a-\\u202e\\u2066-\\u2069';
/** What alone makes no text that could be seen. */
const INVISIBLES = '\\p{Default_Ignorable_Code_Point}\\s';
const CONTROL = new RegExp(`[${CONTROLS}]`, 'u');
const INVISIBLE = new RegExp(`^[${INVISIBLES}]*$`, 'u');

const parserOf =
  <Text extends string>(most: number) =>
  (text: string): Parsed<Text> => {
    if (!text.isWellFormed()) return problem('must be well-formed Unicode');
    const tidy = text.trim().normalize('NFC');
    if (INVISIBLE.test(tidy)) return missing;
    if (characters(tidy) > most) return problem(`must have at most ${most} characters`);
    if (CONTROL.test(tidy)) return problem('must not contain control characters');
    return ok(tidy as Text);
  };

export const parsePersonName = parserOf<PersonName>(NAME_MOST);
export const parseTitle = parserOf<Title>(TITLE_MOST);
export const parseReason = parserOf<Reason>(REASON_MOST);
