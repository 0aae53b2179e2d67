import type { Password } from '@health-case/domain/model/account';
import type { CommonPasswords } from '@health-case/domain/ports/security';
import { describe, expect, it } from 'vitest';

export const commonPasswordsContract = (name: string, open: () => CommonPasswords): void => {
  describe(`${name} keeps the promises of common passwords (D-08)`, () => {
    const KNOWN = ['password', '12345678', 'qwertyuiop', 'iloveyou', 'football', '1q2w3e4r', 'sunshine', 'trustno1'];
    const PATTERNS = ['88888888', '987654321', '12341234', '123123123', '0123456789', 'abcdefgh'];

    const passwords = open();

    it.each([...KNOWN, ...PATTERNS])('knows %s, whatever the case of its letters', async (known) => {
      expect(await passwords.includes(known as Password)).toBe(true);
      expect(await passwords.includes(known.toUpperCase() as Password)).toBe(true);
    });

    it('does not know what nobody would think of', async () => {
      expect(await passwords.includes('vT9#mossy-lantern' as Password)).toBe(false);
    });
  });
};
