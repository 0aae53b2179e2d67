import { PRACTICE, type Practice, type PracticeFact } from '@health-case/domain/model/practice';
import { longText, optional, text } from './fields.ts';
import type { Typed } from './form.ts';

/** What a form asks about the practice (D-39). */
const FACTS = {
  practiceName: 'name',
  practiceAddress: 'address',
  telephone: 'telephone',
  practiceEmail: 'email',
  privacy: 'privacy',
  sentenceEn: 'sentenceEn',
  sentenceDe: 'sentenceDe',
  sentenceFr: 'sentenceFr',
  sentenceNl: 'sentenceNl',
} as const satisfies Readonly<Record<string, PracticeFact>>;
type FieldOfPractice = keyof typeof FACTS;

export const practiceFields = {
  practiceName: text(PRACTICE.name, { autocomplete: 'organization' }),
  practiceAddress: optional(text(PRACTICE.address)),
  telephone: optional(text(PRACTICE.telephone)),
  practiceEmail: optional(text(PRACTICE.email, { type: 'email' })),
  privacy: optional(text(PRACTICE.privacy)),
  sentenceEn: optional(longText(PRACTICE.sentenceEn, 2)),
  sentenceDe: optional(longText(PRACTICE.sentenceDe, 2)),
  sentenceFr: optional(longText(PRACTICE.sentenceFr, 2)),
  sentenceNl: optional(longText(PRACTICE.sentenceNl, 2)),
};

const EACH = Object.entries(FACTS) as [FieldOfPractice, PracticeFact][];
export const PRACTICE_FIELDS = EACH.map(([field]) => field);

export const typedOf = (practice: Practice | undefined): Typed =>
  Object.fromEntries(EACH.map(([field, fact]) => [field, practice?.[fact] ?? '']));

type Values = { readonly practiceName: string } & {
  readonly [Field in Exclude<FieldOfPractice, 'practiceName'>]: string | undefined;
};

/** What is left empty is taken away. */
export const factsOf = (values: Values): Practice => ({
  ...Object.fromEntries(EACH.map(([field, fact]) => [fact, values[field] ?? ''])),
  name: values.practiceName,
});
