import { domainToASCII } from 'node:url';
import { CASE, CODE, INVITER, letterOf, PUBLIC_URL } from '@health-case/domain/contracts/mailer-contract';
import { LANGUAGES, type Language } from '@health-case/domain/model/account';
import { type EmailAddress, parseEmail } from '@health-case/domain/model/email';
import {
  hasCode,
  isOfInvitation,
  isToldAnyway,
  LETTER_KINDS,
  type Letter,
  type LetterKind,
} from '@health-case/domain/model/mail';
import { character, grapheme } from '@health-case/domain/testing/characters';
import { OTHER_WORDS } from '@health-case/domain/testing/wording';
import fc from 'fast-check';
import MailComposer from 'nodemailer/lib/mail-composer';
import { addressParser } from 'postal-mime';
import { expect, it } from 'vitest';
import { linkOf, messageOf } from '../src/message.ts';
import { readMail } from './support/mail-text.ts';

const SENDER = { from: 'no-reply@clinic.example.org' as EmailAddress, publicUrl: PUBLIC_URL };
const composed = (kind: LetterKind, more: Parameters<typeof letterOf>[1] = {}, sender = SENDER) =>
  new MailComposer(messageOf(letterOf(kind, more), sender)).compile();

const ALL = LANGUAGES.flatMap((language) => LETTER_KINDS.map((kind) => [language, kind] as const));
const mailOf = async (language: Language, kind: LetterKind) => readMail(await composed(kind, { language }).build());

/** The words of an HTML page, as a reader sees them. */
const wordsOf = (html: string): string =>
  html
    .replace(/^[\s\S]*<body>/, '')
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');
const tidy = (text: string): readonly string[] => text.split(/\s+/).filter((word) => word !== '');

it.each(ALL)('in %s, the mail "%s" says the same as plain text and as HTML', async (language, kind) => {
  const { text, html } = await mailOf(language, kind);
  expect(tidy(wordsOf(html))).toEqual(tidy(text));
  expect(html).toContain(`<html lang="${language}">`);
});

it.each(ALL)('in %s, the mail "%s" calls everything as the pages do', async (language, kind) => {
  const { subject, text } = await mailOf(language, kind);
  expect(`${subject}\n${text}`).not.toMatch(OTHER_WORDS[language]);
});

it('a name that runs from right to left moves nothing around it', async () => {
  for (const kind of LETTER_KINDS.filter(isOfInvitation)) {
    const letter = { ...letterOf(kind, { language: 'en' }), inviter: 'محمد Jansen' } as Letter;
    const { text, html } = await readMail(await new MailComposer(messageOf(letter, SENDER)).compile().build());
    for (const told of [text, html]) expect(told).toContain('\u2068محمد Jansen\u2069');
  }
});

/** Of these subjects a mail says nothing, in no language, as a mail passes many hands. */
const TELLING =
  /\b(health|child|patient|doctor|medic|case|task|certif|gesundheit|kind|ärzt|arzt|fall\b|aufgabe|bescheinig|zertifi|attest|santé|enfant|médec|docteur|cas\b|dossier|tâche|gezond|arts|zaak|taak|verklaring|certific)/i;

it.each(ALL)('in %s, the mail "%s" names no child, no case and nothing of health (D-27)', async (language, kind) => {
  const { subject, text } = await mailOf(language, kind);
  expect(`${subject}\n${text.replace(linkOf(letterOf(kind), PUBLIC_URL), '')}`).not.toMatch(TELLING);
});

it.each(ALL)('in %s, the mail "%s" fetches nothing and links to the service alone', async (language, kind) => {
  const { html } = await mailOf(language, kind);
  expect(html.match(/href="[^"]*"/g)).toEqual([`href="${linkOf(letterOf(kind), PUBLIC_URL)}"`]);
  expect(html).not.toMatch(/<(img|script|link|style|iframe|object|form)|src=|url\(|@import/i);
  expect(html.replaceAll(/href="[^"]*"|>https:[^<]*</g, '')).not.toContain('//');
});

it.each(ALL.filter(([, kind]) => hasCode(kind)))(
  'in %s, the mail "%s" has its code on a line of its own, and says for how long it is valid',
  async (language, kind) => {
    const { text, html } = await mailOf(language, kind);
    expect(
      text
        .split('\n')
        .filter((line) => line.includes(CODE))
        .toSorted(),
    ).toEqual([CODE, linkOf(letterOf(kind), PUBLIC_URL)].toSorted());
    expect(html.replace(/href="[^"]*"/, '').split(CODE)).toHaveLength(3);
    const isShort = kind === 'reset' || kind === 'new address';
    expect(text).toMatch(isShort ? / 30 (minutes|Minuten|minuten) / : / 7 (days|Tage|jours|dagen)[ .,]/);
  },
);

it.each([
  ['en', 'as a parent or guardian, on 21 September 2026 at 16:13, in the portal.'],
  ['de', 'als Elternteil oder Vormund, am 21. September 2026 um 16:13, im Portal.'],
  ['fr', 'comme parent ou tuteur, le 21 septembre 2026 à 16:13, sur le portail.'],
  ['nl', 'als ouder of voogd, op 21 september 2026 om 16:13, in het portaal.'],
] as const)('in %s, says as what, when and where an account was made: %s (D-28)', async (language, made) => {
  const sender = { ...SENDER, timeZone: 'Europe/Berlin' };
  const { text } = await readMail(await composed('account made', { language }, sender).build());
  expect(text).toContain(made);
});

it.each(ALL.filter(([, kind]) => isOfInvitation(kind)))(
  'in %s, the mail "%s" begins with who invites, or says that a parent does (D-33)',
  async (language, kind) => {
    const { subject, text } = await mailOf(language, kind);
    expect(text.split('\n\n')[1]).toMatch(new RegExp(`^${INVITER} .`));
    expect(subject).not.toContain(INVITER);
    const unnamed = { ...letterOf(kind, { language }), inviter: undefined } as Letter;
    const built = await readMail(await new MailComposer(messageOf(unnamed, SENDER)).compile().build());
    expect(built.text.split('\n\n')[1]).toMatch(
      /^(A parent|Ein Elternteil|Un parent|Een ouder|Somebody who|Die Praxisleitung|Un responsable|Een beheerder) .+ /,
    );
  },
);

it('names sender, receiver and moment, tells programs not to answer, and has a Message-ID of the letter', async () => {
  const before = Math.floor(Date.now() / 1000) * 1000;
  const { header, from, recipients, messageId, date } = await mailOf('en', 'reset');
  expect(from).toEqual({ name: '', address: SENDER.from });
  expect(recipients).toEqual(['parent@example.org']);
  expect(messageId).toBe('<01980000-0000-7000-8000-000000000001@clinic.example.org>');
  expect(Date.parse(date ?? '')).toBeGreaterThanOrEqual(before);
  expect(header('auto-submitted')).toBe('auto-generated');
  expect(header('x-auto-response-suppress')).toBe('All');
});

it('comes from the practice, and ends with its name, where a manager chose so (D-39)', async () => {
  for (const kind of LETTER_KINDS) {
    const letter = { ...letterOf(kind), practice: 'Praxis “Łukasz” <عيادة>' } as Letter;
    const { from, recipients, text, html } = await readMail(
      await new MailComposer(messageOf(letter, SENDER)).compile().build(),
    );
    expect(from).toEqual({ name: 'Praxis “Łukasz” <عيادة>', address: SENDER.from });
    expect(recipients).toEqual(['parent@example.org']);
    expect(text.trimEnd().split('\n\n').at(-1)).toBe('\u2068Praxis “Łukasz” <عيادة>\u2069');
    expect(html).toContain('<p>\u2068Praxis “Łukasz” &lt;عيادة&gt;\u2069</p>');
  }
});

it('writes the Message-ID in ASCII, also if the domain of the sender has other letters', async () => {
  const sender = { ...SENDER, from: 'post@bücher.example' as EmailAddress };
  const { messageId } = await readMail(await composed('reset', {}, sender).build());
  expect(messageId).toBe('<01980000-0000-7000-8000-000000000001@xn--bcher-kva.example>');
});

it('leads to the page that it is about, and to the list before it where a case is not known any more', () => {
  const page = (kind: LetterKind, more: object = {}) =>
    linkOf({ ...letterOf(kind), ...more } as Letter, PUBLIC_URL).slice('https://clinic.example.org'.length);
  expect(page('new case')).toBe(`/cases/${CASE}`);
  expect(page('certification requested')).toBe('/decisions');
  expect(page('case refused', { about: undefined })).toBe('/cases');
  // The child's own page does not say who its parents are.
  expect(page('parents changed', { about: 'a-child' })).toBe('/children/a-child/parents');
  expect(page('parents changed', { about: undefined })).toBe('/children');
  expect(page('password changed')).toBe('/account');
  // Not all who get them may open the pages of doctors, or of managers.
  expect([page('team changed'), page('managers changed')]).toEqual(['/account', '/account']);
  for (const kind of LETTER_KINDS) {
    const [path = '', code] = page(kind).split('#');
    expect(path.replace(CASE, '')).toMatch(/^(\/[a-z-]*)+$/);
    expect(code).toBe(hasCode(kind) ? CODE : undefined);
  }
});

/** In each language, what asks somebody to sign in. */
const TO_SIGN_IN =
  /[Pp]lease sign in|melden Sie sich bitte an|Bitte melden Sie sich an|Veuillez (alors )?vous connecter|[Mm]eld u /;

it.each(ALL.filter(([, kind]) => isToldAnyway(kind)))(
  'in %s, the mail "%s" does not ask somebody who cannot sign in to do so',
  async (language, kind) => {
    const letter = { ...letterOf(kind, { language }), canLogIn: false };
    const { text } = await readMail(await new MailComposer(messageOf(letter, SENDER)).compile().build());
    expect(text).not.toContain(PUBLIC_URL);
    if (kind !== 'account enabled') expect(text).not.toMatch(TO_SIGN_IN);
  },
);

it('escapes what has a meaning in HTML', async () => {
  const letter = { ...letterOf('parent invited'), inviter: 'A <script>"&' } as Letter;
  const { html } = await readMail(await new MailComposer(messageOf(letter, SENDER)).compile().build());
  expect(html).toContain('A &lt;script&gt;&quot;&amp;');
  expect(html).not.toContain('<script');
});

/** What the domain accepts as an address, made of what could break out of a header or an envelope. */
const ADDRESS = fc
  .tuple(
    fc.string({
      unit: fc.oneof(fc.constantFrom(..."!#$%&'*+/=?^_`{|}~-.a0ü"), character),
      minLength: 1,
      maxLength: 20,
    }),
    fc.array(
      fc.oneof(
        fc.stringMatching(/^[a-zäß0-9-]{1,12}$/),
        fc.stringMatching(/^xn--[a-z0-9-]{1,12}$/),
        fc.string({ unit: grapheme, minLength: 1, maxLength: 5 }),
      ),
      { minLength: 2, maxLength: 3 },
    ),
  )
  .map(([local, labels]) => parseEmail(`${local}@${labels.join('.')}`))
  .filter((parsed) => parsed.ok)
  .map((parsed) => (parsed.ok ? parsed.value : ('' as EmailAddress)));

const oneRecipientOf = (to: EmailAddress): string => {
  const [recipient, ...others] = composed('reset', { to }).getEnvelope().to;
  expect(others).toEqual([]);
  return recipient ?? '';
};

it('each address that the domain accepts is one recipient, the same in the envelope and in the header', async () => {
  await fc.assert(
    fc.asyncProperty(ADDRESS, async (to) => {
      const head = (await composed('reset', { to }).build()).toString().split(/\r?\n\r?\n/)[0] ?? '';
      const lines = head.replaceAll(/\r?\n[ \t]+/g, ' ').split(/\r?\n/);
      const [header, ...others] = lines.filter((line) => /^(to|cc|bcc):/i.test(line));
      expect(others).toEqual([]);
      const named = addressParser((header ?? '').replace(/^To: /, ''));
      // What is no punycode nodemailer may decode to half a surrogate pair, which is sent as U+FFFD.
      expect(named).toEqual([{ name: '', address: oneRecipientOf(to).toWellFormed() }]);
    }),
    { examples: [['à!@xn--0aaa-000u.à.à' as EmailAddress]] },
  );
});

/** The domain in ASCII, as name servers know it. Empty if it cannot be written so. */
const inAscii = (address: string): readonly string[] => {
  const at = address.lastIndexOf('@');
  return [address.slice(0, at), domainToASCII(address.slice(at + 1))];
};

it('the recipient is the address that was meant', () => {
  // The domain has left punycode that stands for no letters as it is: no name server knows such a host.
  const leadsSomewhere = ADDRESS.filter((to) => !/[@.]xn--/.test(to) && inAscii(to)[1] !== '');
  fc.assert(
    fc.property(leadsSomewhere, (to) => {
      expect(inAscii(oneRecipientOf(to))).toEqual(inAscii(to));
    }),
  );
});

it('what the domain would not accept as an address is one recipient, too', () => {
  const HOSTILE = [
    'a@example.org, b@example.net',
    'a@example.org\r\nBcc: b@example.net',
    'a@example.org>\r\nRCPT TO:<b@example.net',
    '"a" <b@example.net>, c@example.org',
    'group: b@example.net;',
    'a@example.org;b@example.net',
  ];
  for (const to of HOSTILE) {
    expect(oneRecipientOf(to as EmailAddress)).not.toMatch(/[\r\n<>]/);
    expect(composed('reset', { to: to as EmailAddress }).buildHeaders()).not.toMatch(/^b?cc:/im);
  }
});
