import { LANGUAGES, type Language } from '@health-case/domain/model/account';
import { accessWords } from './access.ts';
import { accountWords } from './account.ts';
import { childrenWords } from './children.ts';
import { commonWords } from './common.ts';
import { fieldWords } from './fields.ts';
import { refusalWords } from './refusals.ts';

const inLanguage = (language: Language) => ({
  language,
  common: commonWords[language],
  access: accessWords[language],
  account: accountWords[language],
  children: childrenWords[language],
  fields: fieldWords[language],
  refusals: refusalWords[language],
});

/** All texts of the portal in one language. */
export type Words = ReturnType<typeof inLanguage>;

const ALL = new Map(LANGUAGES.map((language) => [language, inLanguage(language)]));

export const wordsIn = (language: Language): Words => ALL.get(language) as Words;
