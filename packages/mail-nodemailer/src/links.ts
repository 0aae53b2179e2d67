import type { Letter } from '@health-case/domain/model/mail';

/** A page of the portal; `:id` is a case or a child. */
const PAGES: Readonly<Record<Exclude<Letter['kind'], 'account made'>, string>> = {
  'new case': '/cases/:id',
  'certificate wanted': '/cases/:id',
  'certification requested': '/decisions',
  'certification decided': '/cases/:id',
  'certification revoked': '/cases/:id',
  'certification to confirm': '/decisions',
  'account to confirm': '/manage/confirmations',
  // Its reader sees of the case what is listed there, and no more.
  'case handed over': '/issued',
  'case received': '/cases/:id',
  'doctor changed': '/cases/:id',
  'case opened': '/cases/:id',
  'case finished': '/cases/:id',
  'case refused': '/cases/:id/history',
  'task due': '/tasks',
  'note written': '/cases/:id/notes',
  daily: '/',
  'password changed': '/account',
  'address wanted': '/account',
  'address changed': '/account',
  'second factor on': '/account/factor',
  'second factor off': '/account/factor',
  'recovery code used': '/account/factor',
  'recovery codes renewed': '/account/factor',
  'passkey added': '/account/passkeys',
  'passkey removed': '/account/passkeys',
  'passkey in doubt': '/account/passkeys',
  'parents changed': '/children/:id',
  'parent removed': '/children',
  'device trusted': '/account/logins',
  'own data shown': '/account/data',
  'account closed': '/',
  'account confirmed': '/',
  'account declined': '/',
  'cover wanted': '/practice/cover',
  'cover changed': '/practice/cover',
  'account disabled': '/',
  'account enabled': '/',
  'staff disabled': '/manage/staff',
  'address given': '/account',
  'address kept': '/account',
  'team changed': '/practice/assistants',
  'managers changed': '/manage',
  reset: '/reset',
  'new address': '/account/email/confirm',
  'parent invited': '/join',
  'already a parent': '/children',
  'no parent account': '/',
  'staff invited': '/invited',
  'has an account': '/',
};

/**
 * The page that a mail is about. Whoever opens it signs in first. Beside the page its address has at most the id of a case or
 * a child, which tells nothing to whoever may not read that. The code of D-28 stands behind `#`, so that no server logs it.
 */
export const linkOf = (letter: Letter, publicUrl: string): string => {
  if (letter.kind === 'account made') return new URL(`/address#${letter.code}`, publicUrl).href;
  if (letter.kind === 'staff invited') return new URL(`${PAGES[letter.kind]}#${letter.code}`, publicUrl).href;
  const page = PAGES[letter.kind];
  const about = 'about' in letter ? letter.about : undefined;
  return new URL(about ? page.replace(':id', about) : page.replace(/\/:id.*/, ''), publicUrl).href;
};
