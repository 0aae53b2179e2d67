import type { AnyForm, AnyPage } from '../kit/form.ts';
import { accessibilityPages } from './accessibility.tsx';
import { accountForms, accountPages } from './account.tsx';
import { accessOfAccountPages } from './account-access.tsx';
import { addressForms } from './address.tsx';
import { shownCasePages } from './case.tsx';
import { caseForms } from './case-forms.tsx';
import { casePages, openingForms } from './cases.tsx';
import { certificateForms, certificatePages } from './certificate.tsx';
import { accessPages } from './child-access.tsx';
import { childCertificatePages } from './child-certificates.tsx';
import { correctionForms } from './child-corrections.tsx';
import { parentForms } from './child-parents.tsx';
import { childForms, childPages } from './children.tsx';
import { confirmationForms, confirmationPages } from './confirmations.tsx';
import { coverForms, coverPages } from './covers.tsx';
import { decisionForms, decisionPages } from './decisions.tsx';
import { factorForms, factorPages } from './factor.tsx';
import { figurePages } from './figures.tsx';
import { findForms } from './find.tsx';
import { forgottenForms } from './forgotten.tsx';
import { handoverForms } from './handover.tsx';
import { importForms, importPages } from './imports.tsx';
import { issuedForms, issuedPages } from './issued.tsx';
import { leavingForms } from './leaving.tsx';
import { loginForms, loginPages } from './logins.tsx';
import { managePages } from './manage.tsx';
import { newCasePages } from './new-cases.tsx';
import { noteForms, notePages } from './notes.tsx';
import { ownDataForms, ownDataPages } from './own-data.tsx';
import { passkeyForms, passkeyPages } from './passkeys.tsx';
import { patientForms, patientPages } from './patients.tsx';
import { phraseForms, phrasePages } from './phrases.tsx';
import { practiceForms, practicePages } from './practice.tsx';
import { register } from './register.tsx';
import { setupForms } from './setup.tsx';
import { signInForms } from './sign-in.tsx';
import { staffForms, staffPages } from './staff.tsx';
import { staffInvitationForms } from './staff-invitations.tsx';
import { chooseLanguage, signOut, start } from './start.tsx';
import { taskForms } from './tasks.tsx';
import { unreachedPages } from './unreached.tsx';
import { waitingPages } from './waiting.tsx';
import { wishForms } from './wishes.tsx';

/** All pages. */
export const PAGES: readonly AnyPage[] = [
  ...[
    start,
    ...chooseLanguage,
    ...accessibilityPages,
    ...accountPages,
    ...unreachedPages,
    ...waitingPages,
    ...accessOfAccountPages,
    ...loginPages,
    ...factorPages,
    ...passkeyPages,
    ...phrasePages,
    ...ownDataPages,
  ],
  ...[...childPages, ...accessPages, ...patientPages],
  ...[...casePages, ...newCasePages, ...shownCasePages, ...notePages, ...decisionPages, ...issuedPages],
  ...[
    ...certificatePages,
    ...childCertificatePages,
    ...practicePages,
    ...managePages,
    ...figurePages,
    ...staffPages,
    ...coverPages,
    ...confirmationPages,
    ...importPages,
  ],
];

/** All forms. */
export const FORMS: readonly AnyForm[] = [
  ...[
    ...signInForms,
    register,
    signOut,
    ...forgottenForms,
    ...addressForms,
    ...accountForms,
    ...loginForms,
    ...factorForms,
    ...passkeyForms,
    ...phraseForms,
    ...ownDataForms,
  ],
  ...[...childForms, ...correctionForms, ...parentForms, ...patientForms],
  ...[...openingForms, ...caseForms, ...taskForms, ...wishForms, ...noteForms],
  ...[
    ...decisionForms,
    ...issuedForms,
    ...certificateForms,
    ...handoverForms,
    ...practiceForms,
    ...coverForms,
    ...leavingForms,
    ...findForms,
    ...importForms,
    ...confirmationForms,
    ...staffForms,
    ...staffInvitationForms,
    ...setupForms,
  ],
];
