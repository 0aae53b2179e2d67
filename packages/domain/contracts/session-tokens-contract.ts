import type { SessionTokens } from '@health-case/domain/ports/security';
import { describe, expect, it } from 'vitest';

export const sessionTokensContract = (name: string, open: () => SessionTokens): void => {
  describe(`${name} keeps the promises of session tokens (D-09)`, () => {
    it('issues 32 bytes in base64url, never the same twice', () => {
      const tokens = open();
      const issued = Array.from({ length: 1000 }, () => tokens.issue());
      expect(new Set(issued).size).toBe(1000);
      for (const token of issued) expect(Buffer.from(token, 'base64url')).toHaveLength(32);
      for (const token of issued) expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/);
    });

    it('digests a token always to the same text, which does not contain it, and another to another', () => {
      const tokens = open();
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
    ])('has no digest for %s', (_, garble) => {
      const tokens = open();
      expect(tokens.digestOf(garble(tokens.issue()))).toBeUndefined();
    });
  });
};
