import type { AnyForm, AnyPage } from '../kit/form.ts';
import { accessibilityPages } from './accessibility.tsx';
import { accountPages } from './account.tsx';
import { accessOfAccountPages } from './account-access.tsx';
import { addressPages } from './address.tsx';
import { shownCasePages } from './case.tsx';
import { caseFormPages } from './case-forms.tsx';
import { casePages } from './cases.tsx';
import { certificatePages } from './certificate.tsx';
import { accessPages } from './child-access.tsx';
import { childCertificatePages } from './child-certificates.tsx';
import { correctionPages } from './child-corrections.tsx';
import { parentPages } from './child-parents.tsx';
import { childPages } from './children.tsx';
import { confirmationPages } from './confirmations.tsx';
import { coverForms, coverPages } from './covers.tsx';
import { decisionPages } from './decisions.tsx';
import { factorPages } from './factor.tsx';
import { figurePages } from './figures.tsx';
import { findPages } from './find.tsx';
import { handoverPages } from './handover.tsx';
import { importForms, importPages } from './imports.tsx';
import { issuedPages } from './issued.tsx';
import { leavingForms } from './leaving.tsx';
import { loginPages } from './logins.tsx';
import { managePages } from './manage.tsx';
import { newCasePages } from './new-cases.tsx';
import { notePages } from './notes.tsx';
import { ownDataPages } from './own-data.tsx';
import { passkeyPages } from './passkeys.tsx';
import { patientPages } from './patients.tsx';
import { phrasePages } from './phrases.tsx';
import { practicePages } from './practice.tsx';
import { register } from './register.tsx';
import { setupPages } from './setup.tsx';
import { signInPages } from './sign-in.tsx';
import { staffForms, staffPages } from './staff.tsx';
import { staffInvitationPages } from './staff-invitations.tsx';
import { startPages } from './start.tsx';
import { taskPages } from './tasks.tsx';
import { wishPages } from './wishes.tsx';

const ALL: readonly (AnyPage | AnyForm)[] = [
  ...[...startPages, ...accessibilityPages],
  ...[...accountPages, ...accessOfAccountPages],
  ...[...loginPages, ...factorPages, ...passkeyPages, ...phrasePages],
  ...[...ownDataPages, ...childPages, ...accessPages, ...patientPages],
  ...[...casePages, ...newCasePages, ...shownCasePages, ...notePages],
  ...[...decisionPages, ...issuedPages, ...certificatePages, ...childCertificatePages],
  ...[...practicePages, ...managePages, ...figurePages, ...staffPages],
  ...[...staffForms, ...coverPages, ...coverForms, ...confirmationPages],
  ...[...importPages, ...importForms, ...signInPages, register],
  ...[...addressPages, ...correctionPages, ...parentPages],
  ...[...caseFormPages, ...taskPages, ...wishPages, ...handoverPages],
  ...[...leavingForms, ...findPages, ...staffInvitationPages, ...setupPages],
];

const isForm = (one: AnyPage | AnyForm): one is AnyForm => 'steps' in one;
export const FORMS: readonly AnyForm[] = ALL.filter((one) => isForm(one));
export const PAGES: readonly AnyPage[] = ALL.filter((one): one is AnyPage => !isForm(one));
