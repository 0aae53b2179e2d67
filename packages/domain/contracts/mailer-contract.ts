import { inspect } from 'node:util';
import { MailDeferred, MailRefused } from '@health-case/domain/errors';
import { LANGUAGES, type SecretCode } from '@health-case/domain/model/account';
import { type EmailAddress, parseEmail } from '@health-case/domain/model/email';
import {
  DAILY,
  hasCode,
  isOfInvitation,
  LETTER_KINDS,
  type Letter,
  type LetterKind,
} from '@health-case/domain/model/mail';
import type { CaseId, Instant, MailId } from '@health-case/domain/model/values';
import type { Ports } from '@health-case/domain/ports/ports';
import { describe, expect, it } from 'vitest';

/** What there is of a mail after it was taken. */
type ArrivedMail = {
  /** Whom it was delivered to, not only whom it names. */
  readonly recipients: readonly string[];
  readonly messageId: string;
  readonly language: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
};

/** `open` gives a mailer that has sent nothing, for a service at `PUBLIC_URL`. */
type Opened = {
  readonly mailer: Ports['mailer'];
  /** Whatever has arrived by now, in any order. */
  arrived(): Promise<readonly ArrivedMail[]>;
  /** From now on, nothing can be delivered. */
  breakDown(): Promise<void>;
  mend(): Promise<void>;
};

export const PUBLIC_URL = 'https://clinic.example.org/service?a=1&b=2';
export const INVITER = 'Paula Example';
export const CODE = '0123-4567-89ab-cdef-0123-4567-89ab-cdef' as SecretCode;

export const CASE = '01980000-0000-7000-8000-0000000000ca' as CaseId;

/** Addresses that the domain accepts, and that a careless mailer takes for several, or for another. */
const ADDRESSES = [
  'parent@example.org',
  `${'a'.repeat(64)}@${`${'b'.repeat(61)}.`.repeat(3)}de`,
  "o'neil+tag@example.org",
  "!#$%&'*+/=?^_`{|}~-@example.org",
  'a%b.example@example.org',
  '=?utf-8?q?a?=@example.org',
  'x=0d=0abcc=3a@example.org',
  '-flag@example.org',
  'info@bücher.example',
  'jürgen@bücher.example',
  'दीपक@उदाहरण.example',
  'e\u0301\u0301@example.org',
] as const;

/** A letter of each kind, with an id of its own. */
export const letterOf = (kind: LetterKind, more: Partial<Pick<Letter, 'id' | 'to' | 'language'>> = {}): Letter => {
  const to = 'parent@example.org' as EmailAddress;
  const common = { id: '01980000-0000-7000-8000-000000000001' as MailId, to, language: 'en', ...more } as const;
  if (kind === 'account made') {
    const made = { role: 'Par', registeredAt: 1_790_000_000_000 as Instant, madeThrough: 'portal' } as const;
    return { ...common, kind, code: CODE, made };
  }
  if (kind === DAILY) return { ...common, kind, kinds: ['new case', 'note written'] };
  if (isOfInvitation(kind)) {
    const invited = { ...common, inviter: INVITER };
    return hasCode(kind) ? { ...invited, kind, code: CODE } : { ...invited, kind };
  }
  return hasCode(kind) ? { ...common, kind, code: CODE } : { ...common, kind, about: CASE };
};

export const mailerContract = (name: string, open: () => Promise<Opened>): void => {
  describe(`${name} keeps the promises of a mailer (D-27)`, () => {
    const soleMail = async ({ arrived }: Opened): Promise<ArrivedMail> => {
      const [mail, ...others] = await arrived();
      expect(others).toEqual([]);
      return mail as ArrivedMail;
    };

    it.each(LANGUAGES)(
      'has delivered each kind of mail in the language %s when it resolves, with code and link',
      async (language) => {
        const { mailer, arrived } = await open();
        const subjects = new Set<string>();
        for (const kind of LETTER_KINDS) {
          const letter = letterOf(kind, { language, to: `${kind.replaceAll(' ', '-')}@example.org` as EmailAddress });
          await mailer.send(letter);
          const [mail] = (await arrived()).filter(({ recipients }) => recipients.includes(letter.to));
          expect(mail).toMatchObject({ recipients: [letter.to], language });
          const lines = mail?.text.split(/\r?\n/);
          const links = lines?.filter((line) => line.startsWith(new URL('/', PUBLIC_URL).href));
          expect(links).toHaveLength(1);
          expect(mail?.html).toContain(`href="${links?.[0]}"`);
          expect([lines?.includes(CODE), mail?.html.includes(CODE)]).toEqual([hasCode(kind), hasCode(kind)]);
          expect(mail?.subject).not.toContain(CODE);
          subjects.add(mail?.subject ?? '');
        }
        expect(subjects.size).toBe(LETTER_KINDS.length);
      },
    );

    it.each(ADDRESSES)('delivers to %s, and to nobody else', async (text) => {
      const parsed = parseEmail(text);
      const to = (parsed.ok && parsed.value) as EmailAddress;
      const opened = await open();
      await opened.mailer.send(letterOf('reset', { to }));
      const { recipients } = await soleMail(opened);
      expect(recipients.map(parseEmail)).toEqual([parsed]);
    });

    it('gives a letter the same Message-ID each time, and each letter another', async () => {
      const { mailer, arrived } = await open();
      const other = letterOf('reset', { id: '01980000-0000-7000-8000-000000000002' as MailId });
      for (const letter of [letterOf('reset'), letterOf('reset'), other]) await mailer.send(letter);
      const ids = (await arrived()).map(({ messageId }) => messageId);
      expect(new Set(ids).size).toBe(2);
      for (const id of ids) expect(id).toMatch(/^<[^<>@\s]+@[^<>@\s]+>$/);
    });

    it('delivers letters that are sent at the same time', async () => {
      const { mailer, arrived } = await open();
      const letters = Array.from({ length: 20 }, (_, n) =>
        letterOf('reset', {
          id: `01980000-0000-7000-8000-${String(n).padStart(12, '0')}` as MailId,
          to: `parent-${n}@example.org` as EmailAddress,
        }),
      );
      await Promise.all(letters.map((letter) => mailer.send(letter)));
      const recipients = (await arrived()).flatMap((mail) => mail.recipients);
      expect(recipients.toSorted()).toEqual(letters.map(({ to }) => to).toSorted());
    });

    it('rejects what it cannot deliver, without a word of address and code, and delivers it later', async () => {
      const opened = await open();
      const letter = letterOf('reset');
      await opened.breakDown();
      const error: unknown = await opened.mailer.send(letter).catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(Error);
      // An outage: it takes no mail.
      for (const ofLetter of [MailDeferred, MailRefused]) expect(error).not.toBeInstanceOf(ofLetter);
      for (const secret of [letter.to, 'example.org', CODE]) expect(inspect(error)).not.toContain(secret);
      expect(await opened.arrived()).toEqual([]);
      await opened.mend();
      await opened.mailer.send(letter);
      expect((await soleMail(opened)).recipients).toEqual([letter.to]);
    });
  });
};
