import type { Language } from '@health-case/domain/model/account';
import { accessWords } from './access.ts';
import { accessibilityWords } from './accessibility.ts';
import { accountWords } from './account.ts';
import { addressWords } from './address.ts';
import { caseWords } from './cases.ts';
import { childrenWords } from './children.ts';
import { commonWords } from './common.ts';
import { coverWords } from './covers.ts';
import { decisionWords } from './decisions.ts';
import { doneWords } from './done.ts';
import { fieldWords } from './fields.ts';
import { figureWords } from './figures.ts';
import { firstDayWords } from './first-day.ts';
import { importWords } from './imports.ts';
import { manageWords } from './manage.ts';
import { ownDataWords } from './own-data.ts';
import { passkeyWords } from './passkeys.ts';
import { patientWords } from './patients.ts';
import { phraseWords } from './phrases.ts';
import { problemWords } from './problems.ts';
import { refusalWords } from './refusals.ts';
import { staffWords } from './staff.ts';
import { wishWords } from './wishes.ts';

export const LANGUAGE_NAMES = { en: 'English', de: 'Deutsch', fr: 'Français', nl: 'Nederlands' } as const;

export const wordsIn = (language: Language) => ({
  language,
  common: commonWords[language],
  access: accessWords[language],
  accessibility: accessibilityWords[language],
  account: accountWords[language],
  address: addressWords[language],
  decisions: decisionWords[language],
  cases: caseWords[language],
  children: childrenWords[language],
  covers: coverWords[language],
  done: doneWords[language],
  fields: fieldWords[language],
  figures: figureWords[language],
  firstDay: firstDayWords[language],
  imports: importWords[language],
  manage: manageWords[language],
  ownData: ownDataWords[language],
  passkeys: passkeyWords[language],
  phrases: phraseWords[language],
  patients: patientWords[language],
  problems: problemWords[language],
  refusals: refusalWords[language],
  staff: staffWords[language],
  wishes: wishWords[language],
});

/** All texts of the portal in one language. */
export type Words = ReturnType<typeof wordsIn>;
