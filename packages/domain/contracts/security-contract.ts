import type { Password } from '@health-case/domain/model/account';
import type {
  CommonPasswords,
  InvitationCodes,
  PasswordHasher,
  SessionTokens,
} from '@health-case/domain/ports/security';
import { describe, expect, it } from 'vitest';

const password = (text: string) => text as Password;

export const commonPasswordsContract = (name: string, open: () => CommonPasswords): void => {
  describe(`${name} keeps the promises of common passwords (D-08)`, () => {
    const KNOWN = ['password', '12345678', 'qwertyuiop', 'iloveyou', 'football', '1q2w3e4r', 'sunshine', 'trustno1'];
    const PATTERNS = ['88888888', '987654321', '12341234', '123123123', '0123456789', 'abcdefgh'];
    const passwords = open();

    it.each([...KNOWN, ...PATTERNS])('knows %s, whatever the case of its letters', async (known) => {
      expect(await passwords.includes(password(known))).toBe(true);
      expect(await passwords.includes(password(known.toUpperCase()))).toBe(true);
    });

    it('does not know an uncommon password', async () => {
      expect(await passwords.includes(password('vT9#mossy-lantern'))).toBe(false);
    });
  });
};

export const passwordHasherContract = (name: string, open: () => PasswordHasher): void => {
  describe(`${name} keeps the promises of a password hasher (D-08)`, () => {
    const hasher = open();

    it('verifies the password that was hashed, and no other', async () => {
      const hash = await hasher.hash(password('correct horse'));
      expect(await hasher.verify(password('correct horse'), hash)).toEqual({ matches: true, outdated: false });
      expect((await hasher.verify(password('Correct horse'), hash)).matches).toBe(false);
      expect((await hasher.verify(password('correct horse '), hash)).matches).toBe(false);
    });

    it.each([
      ['after the 72nd byte', 'é'.repeat(36)],
      ['after a zero character', 'stop here\0'],
      ['at the 128th character', 'x'.repeat(127)],
    ])('tells passwords apart that differ only %s', async (_, start) => {
      const hash = await hasher.hash(password(`${start}1`));
      expect((await hasher.verify(password(`${start}1`), hash)).matches).toBe(true);
      expect((await hasher.verify(password(`${start}2`), hash)).matches).toBe(false);
    });

    it('takes on as many at once as it has room for; the hashes of one password differ and do not show it', async () => {
      const calls = Array.from({ length: hasher.room }, () => hasher.hash(password('correct horse')));
      const hashes = await Promise.all(calls);
      expect(new Set(hashes).size).toBe(hasher.room);
      expect(hashes.join()).not.toContain('correct horse');
    });

    it('matches nothing where there is no account', async () => {
      const verified = await hasher.verify(password('correct horse'), undefined);
      expect(verified).toEqual({ matches: false, outdated: false });
    });
  });
};

export const sessionTokensContract = (name: string, tokens: SessionTokens): void => {
  describe(`${name} keep the promises of session tokens (D-09)`, () => {
    it('are 32 bytes in base64url, never the same twice', () => {
      const issued = Array.from({ length: 1000 }, () => tokens.issue());
      expect(new Set(issued).size).toBe(1000);
      for (const token of issued) expect(Buffer.from(token, 'base64url')).toHaveLength(32);
      for (const token of issued) expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/);
    });

    it('have one digest each, which does not contain the token', () => {
      const [one, other] = [tokens.issue(), tokens.issue()];
      expect(tokens.digestOf(one)).toBe(tokens.digestOf(one));
      expect(tokens.digestOf(one)).not.toBe(tokens.digestOf(other));
      expect(tokens.digestOf(one)).not.toContain(one);
    });

    it.each([
      ['an empty text', () => ''],
      ['a word', () => 'session'],
      ['a token cut short', (token: string) => token.slice(0, -1)],
      ['a token with a character too many', (token: string) => `${token}A`],
      ['a token with a character that base64url lacks', (token: string) => `${token.slice(0, -2)}+A`],
      ['a token between spaces', (token: string) => ` ${token} `],
      // Four bits are left in the last character, so 48 of its 64 forms stand for no token.
      ['a second spelling of the same bytes', (token: string) => `${token.slice(0, -1)}B`],
    ])('have no digest for %s', (_, garble) => {
      expect(tokens.digestOf(garble(tokens.issue()))).toBeUndefined();
    });
  });
};

export const invitationCodesContract = (name: string, codes: InvitationCodes): void => {
  describe(`${name} keep the promises of invitation codes (D-15)`, () => {
    it('are never the same twice, each with a digest of its own that does not contain it', () => {
      const issued = Array.from({ length: 1000 }, () => codes.issue());
      expect(new Set(issued).size).toBe(1000);
      expect(new Set(issued.map((code) => codes.digestOf(code))).size).toBe(1000);
      for (const code of issued) expect(codes.digestOf(code)).not.toContain(code.slice(0, 8));
    });

    it('have the same digest with white space around them', () => {
      const code = codes.issue();
      expect(codes.digestOf(` ${code}\n`)).toBe(codes.digestOf(code));
    });

    it.each([
      ['an empty text', () => ''],
      ['a word', () => 'invitation'],
      ['one group', () => '0000'],
      ['a code cut short', (code: string) => code.slice(0, -1)],
      ['a code with a character too many', (code: string) => `${code}0`],
    ])('have no digest for %s', (_, garble) => {
      expect(codes.digestOf(garble(codes.issue()))).toBeUndefined();
    });
  });
};
