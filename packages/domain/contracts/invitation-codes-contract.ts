import type { InvitationCodes } from '@health-case/domain/ports/security';
import { describe, expect, it } from 'vitest';

export const invitationCodesContract = (name: string, open: () => InvitationCodes): void => {
  describe(`${name} keeps the promises of invitation codes (D-15)`, () => {
    it('issues no code twice, each with a digest of its own that does not contain it', () => {
      const codes = open();
      const issued = Array.from({ length: 1000 }, () => codes.issue());
      expect(new Set(issued).size).toBe(1000);
      expect(new Set(issued.map((code) => codes.digestOf(code))).size).toBe(1000);
      for (const code of issued) expect(codes.digestOf(code)).not.toContain(code.slice(0, 8));
    });

    it('digests a code however it is copied: with white space around it', () => {
      const codes = open();
      const code = codes.issue();
      expect(codes.digestOf(` ${code}\n`)).toBe(codes.digestOf(code));
    });

    it.each(['', 'invitation', '0000'])('has no digest for "%s", which can be no code', (text) => {
      expect(open().digestOf(text)).toBeUndefined();
    });

    it('has no digest for a code that is cut short or too long', () => {
      const codes = open();
      const code = codes.issue();
      expect([codes.digestOf(code.slice(0, -1)), codes.digestOf(`${code}0`)]).toEqual([undefined, undefined]);
    });
  });
};
