import type { AnyForm, AnyPage } from '../kit/form.ts';
import { accountForms, accountPages } from './account.tsx';
import { certificateForms } from './certificate.tsx';
import { decisionForms, decisionPages } from './decisions.tsx';
import { factorForms } from './factor.tsx';
import { forgottenForms } from './forgotten.tsx';
import { handoverForms } from './handover.tsx';
import { passkeyForms, passkeyPages } from './passkeys.tsx';
import { practiceForms } from './practice.tsx';
import { register } from './register.tsx';
import { signIn } from './sign-in.tsx';
import { chooseLanguage, signOut, start } from './start.tsx';

/** All pages. */
export const PAGES: readonly AnyPage[] = [start, ...chooseLanguage, ...accountPages, ...passkeyPages, ...decisionPages];

/** All forms. */
export const FORMS: readonly AnyForm[] = [
  signIn,
  register,
  signOut,
  ...forgottenForms,
  ...accountForms,
  ...factorForms,
  ...passkeyForms,
  ...practiceForms,
  ...decisionForms,
  ...certificateForms,
  ...handoverForms,
];
