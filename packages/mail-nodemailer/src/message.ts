import { domainToASCII } from 'node:url';
import { type Language, localeOf } from '@health-case/domain/model/account';
import { isolated } from '@health-case/domain/model/isolated';
import { DAILY, isOfStaff, type Letter } from '@health-case/domain/model/mail';
import type { SendMailOptions } from 'nodemailer';
import { linkOf } from './links.ts';
import type { Sender } from './mailer.ts';
import { mailWords } from './words.ts';

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
    ...[greeting, words.made(words.roles[made.role], format.format(made.registeredAt), maker), words.before].map(plain),
    { text: linkOf(letter, publicUrl), as: 'link' },
    ...[...words.after, words.code].map(plain),
    { text: code, as: 'code' },
    plain(ending),
  ];
  return { subject: words.subject, content };
};

const contentOf = (letter: Letter, sender: Sender): Content => {
  const { greeting, service, ending, mails, invitations, somebody, colleague } = mailWords[letter.language];
  const unnamed = isOfStaff(letter.kind) ? colleague : somebody;
  const around = (subject: string, ...middle: readonly Paragraph[]) => {
    const link: Paragraph = { text: linkOf(letter, sender.publicUrl), as: 'link' };
    return { subject, content: [plain(greeting), ...middle, plain(service), link, plain(ending)] };
  };
  if (letter.kind === 'account made') return proofOf(letter, sender);
  if (letter.kind === DAILY) {
    const { subject, before, after } = mails.daily;
    const told = letter.kinds.map((kind) => plain(`\u2013 ${mails[kind].subject}`));
    return around(subject, plain(before), ...told, plain(after));
  }
  if (!('code' in letter)) {
    const { subject, paragraphs } =
      'inviter' in letter ? invitations[letter.kind](isolated(letter.inviter ?? unnamed)) : mails[letter.kind];
    return around(subject, ...paragraphs.map(plain));
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
  const { subject, content } = contentOf(letter, sender);
  const { from } = sender;
  return {
    from: { name: '', address: from },
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
