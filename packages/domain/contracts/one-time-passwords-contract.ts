import type { EmailAddress } from '@health-case/domain/model/email';
import type { FactorSecret } from '@health-case/domain/model/second-factor';
import type { Instant } from '@health-case/domain/model/values';
import type { Ports } from '@health-case/domain/ports/ports';
import { describe, expect, it } from 'vitest';

/** RFC 6238, appendix B: "12345678901234567890" in base32. */
const RFC_SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ' as FactorSecret;
/** Of its rows with SHA-1: seconds, the step, and the last six of eight digits (RFC 4226, 5.3: the lower ones). */
const RFC_ROWS = [
  [59, 0x1, '287082'],
  [1_111_111_109, 0x23523ec, '081804'],
  [1_111_111_111, 0x23523ed, '050471'],
  [1_234_567_890, 0x273ef07, '005924'],
  [2_000_000_000, 0x3f940aa, '279037'],
  [20_000_000_000, 0x27bc86aa, '353130'],
] as const;

const STEP = 30_000;
const SECONDS = 1_234_567_890;
const STEP_THEN = 0x273ef07;
const PASSWORD = '005924';
const AT = (SECONDS * 1000) as Instant;
const stepsLater = (steps: number): Instant => (AT + steps * STEP) as Instant;

/** What apps read of a URI (the Key URI Format). */
const readUri = (uri: string) => {
  const { protocol, host, pathname, searchParams } = new URL(uri);
  return { protocol, host, label: decodeURIComponent(pathname), ...Object.fromEntries(searchParams) };
};

export const oneTimePasswordsContract = (name: string, open: () => Ports['oneTimePasswords']): void => {
  describe(`${name} keep the promises of one-time passwords (D-29)`, () => {
    const { issue, stepOf } = open();

    it.each(RFC_ROWS)(
      'accept at second %i the password of step %i of RFC 6238, to its last millisecond',
      (second, step, password) => {
        expect(stepOf(password, RFC_SECRET, (second * 1000) as Instant)).toBe(step);
        expect(stepOf(password, RFC_SECRET, (step * STEP) as Instant)).toBe(step);
        expect(stepOf(password, RFC_SECRET, ((step + 1) * STEP - 1) as Instant)).toBe(step);
      },
    );

    it('accept a password one step early or late, as one of its own step, and none two steps away', () => {
      const steps = [-2, -1, 0, 1, 2].map((later) => stepOf(PASSWORD, RFC_SECRET, stepsLater(later)));
      expect(steps).toEqual([undefined, STEP_THEN, STEP_THEN, STEP_THEN, undefined]);
    });

    it('refuse the password of another secret', () => {
      expect(stepOf(PASSWORD, RFC_SECRET.replace('G', 'H') as FactorSecret, AT)).toBeUndefined();
    });

    it.each([
      ['nothing', ''],
      ['five digits', PASSWORD.slice(1)],
      ['seven digits', `0${PASSWORD}`],
      ['the number without its zeros', String(Number(PASSWORD))],
      ['a space before', ` ${PASSWORD}`],
      ['a line break behind', `${PASSWORD}\n`],
      ['a space in place of a digit', PASSWORD.replace('0', ' ')],
      ['a letter in place of a digit', PASSWORD.replaceAll('0', 'O')],
      ['a sign', `+${PASSWORD.slice(1)}`],
      ['digits of another script', PASSWORD.replace(/\d/g, (digit) => String.fromCodePoint(0x660 + Number(digit)))],
      ['six characters of several bytes', 'éééééé'],
      ['six surrogates', '\ud800'.repeat(6)],
      ['a long text', PASSWORD.repeat(10_000)],
    ])('refuse what is not six digits: %s', (_, text) => expect(stepOf(text, RFC_SECRET, AT)).toBeUndefined());

    it('issue a secret of 160 bits in base32, none twice', () => {
      const secrets = Array.from({ length: 1000 }, () => issue('parent@example.org' as EmailAddress).secret);
      expect(new Set(secrets).size).toBe(1000);
      for (const secret of secrets) expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    });

    it.each([
      'parent@example.org',
      "o'neil+a&b=c?%41/x!*@example.org",
      '!#$%&*+/=?^_`{|}~-@example.org',
      'jürgen@bücher.example',
      'दीपक@उदाहरण.example',
    ])('issue a URI of which an app reads secret, form and the address %s', (account) => {
      const { secret, uri } = issue(account as EmailAddress);
      const read = readUri(uri);
      expect(read).toMatchObject({ protocol: 'otpauth:', host: 'totp', secret, algorithm: 'SHA1', digits: '6' });
      expect(read).toMatchObject({ period: '30', issuer: 'Health case service' });
      expect(read.label).toBe(`/Health case service:${account}`);
    });
  });
};
