import { domainToASCII } from 'node:url';
import { datedIn, type Language, localeOf } from '@health-case/domain/model/account';
import { DAILY, type Letter } from '@health-case/domain/model/mail';
import { isolated } from '@health-case/domain/model/text-direction';
import type { SendMailOptions } from 'nodemailer';
import type { Sender } from './mailer.ts';
import { mailWords } from './words.ts';

/** A page of the portal; `:id` is a case or a child. */
const PAGES: Readonly<Record<Letter['kind'], string>> = {
  'new case': '/cases/:id',
  'certificate wanted': '/cases/:id',
  'certification requested': '/decisions',
  'certification decided': '/cases/:id',
  'certification revoked': '/cases/:id',
  'child corrected': '/children/:id',
  'certification to confirm': '/decisions',
  'certification to correct': '/decisions',
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
  'parents changed': '/children/:id/parents',
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
  'team changed': '/account',
  'managers changed': '/account',
  'account made': '/address',
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
  const page = PAGES[letter.kind];
  if ('code' in letter) return new URL(`${page}#${letter.code}`, publicUrl).href;
  const about = 'about' in letter ? letter.about : undefined;
  return new URL(about ? page.replace(':id', about) : page.replace(/\/:id.*/, ''), publicUrl).href;
};

type ProofLetter = Extract<Letter, { readonly kind: 'account made' }>;

type Paragraph = { readonly text: string; readonly as?: 'code' | 'link' };

const plain = (text: string): Paragraph => ({ text });

type Content = { readonly subject: string; readonly content: readonly Paragraph[] };

const proofOf = (letter: ProofLetter, { publicUrl, timeZone }: Sender): Content => {
  const { language, code, made } = letter;
  const { greeting, ending, mails } = mailWords[language];
  const words = mails['account made'];
  const format = new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'long', timeStyle: 'short', timeZone });
  const maker = words.makers[made.madeThrough];
  const content: readonly Paragraph[] = [
    ...[
      greeting,
      words.made(words.roles[made.role], datedIn(language, format.format(made.registeredAt)), maker),
      words.before,
    ].map(plain),
    { text: linkOf(letter, publicUrl), as: 'link' },
    ...[...words.after, words.code].map(plain),
    { text: code, as: 'code' },
    plain(ending),
  ];
  return { subject: words.subject, content };
};

const OF_STAFF: readonly Letter['kind'][] = ['staff invited', 'has an account'];

const contentOf = (letter: Letter, sender: Sender): Content => {
  const { greeting, service, ending, mails, invitations, somebody, colleague } = mailWords[letter.language];
  const unnamed = OF_STAFF.includes(letter.kind) ? colleague : somebody;
  const canLogIn = !('canLogIn' in letter) || letter.canLogIn !== false;
  const around = (subject: string, ...middle: readonly Paragraph[]) => {
    const link: Paragraph = { text: linkOf(letter, sender.publicUrl), as: 'link' };
    return {
      subject,
      content: [plain(greeting), ...middle, ...(canLogIn ? [plain(service), link] : []), plain(ending)],
    };
  };
  if (letter.kind === 'account made') return proofOf(letter, sender);
  if (letter.kind === DAILY) {
    const { subject, before, after } = mails.daily;
    const told = letter.kinds.map((kind) => mails[kind]).map(([one]) => plain(`\u2013 ${one}`));
    return around(subject, plain(before), ...told, plain(after));
  }
  if (!('code' in letter)) {
    const [subject, ...paragraphs] =
      'inviter' in letter ? invitations[letter.kind](isolated(letter.inviter ?? unnamed)) : mails[letter.kind];
    const told = paragraphs.flatMap((one) => (typeof one === 'string' ? one : canLogIn ? one.toSignIn : []));
    return around(subject, ...told.map(plain));
  }
  const { subject, before, after } =
    'inviter' in letter
      ? invitations[letter.kind](isolated(letter.inviter ?? unnamed), letter.days)
      : mails[letter.kind];
  return around(subject, plain(before), { text: letter.code, as: 'code' }, ...after.map(plain));
};

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replace(/[&<>"]/g, (character) => ESCAPES[character] ?? '');

const htmlParagraph = ({ text, as }: Paragraph): string => {
  const inner = escaped(text);
  if (as === 'code') return `<p><code style="font-size:1.25em">${inner}</code></p>`;
  return as === 'link' ? `<p><a href="${inner}">${inner}</a></p>` : `<p>${inner}</p>`;
};

const htmlOf = (language: Language, subject: string, content: readonly Paragraph[]): string =>
  [
    '<!doctype html>',
    `<html lang="${language}">`,
    `<head><meta charset="utf-8"><title>${escaped(subject)}</title></head>`,
    '<body>',
    ...content.map(htmlParagraph),
    '</body>',
    '</html>',
    '',
  ].join('\n');

/**
 * D-27: what nodemailer makes a mail of. Addresses are objects: nodemailer would read a text as a list of addresses
 * with names. It encodes the domain, and quotes what is no address, so that one address is always one recipient.
 */
export const messageOf = (letter: Letter, sender: Sender): SendMailOptions => {
  const { practice = '' } = letter;
  const { subject, content: unsigned } = contentOf(letter, sender);
  const content = practice ? [...unsigned, plain(isolated(practice))] : unsigned;
  const { from } = sender;
  return {
    from: { name: practice, address: from },
    to: { name: '', address: letter.to },
    subject,
    messageId: `<${letter.id}@${domainToASCII(from.slice(from.lastIndexOf('@') + 1))}>`,
    headers: {
      'Content-Language': letter.language,
      // RFC 3834 and its likeness at Microsoft: no program answers, so no holiday notice tells that an account exists.
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
    },
    text: `${content.map(({ text }) => text).join('\n\n')}\n`,
    html: htmlOf(letter.language, subject, content),
    textEncoding: 'quoted-printable',
    disableFileAccess: true,
    disableUrlAccess: true,
  };
};
