import type { Password, PasswordHash } from '@health-case/domain/model/account';
import type { PasswordHasher } from '@health-case/domain/ports/security';
import { describe, expect, it } from 'vitest';

export const passwordHasherContract = (name: string, open: () => PasswordHasher): void => {
  describe(`${name} keeps the promises of a password hasher (D-08)`, () => {
    const password = (text: string) => text as Password;

    it('verifies the password that was hashed, and no other', async () => {
      const hasher = open();
      const hash = await hasher.hash(password('correct horse'));
      expect(await hasher.verify(password('correct horse'), hash)).toEqual({ matches: true, outdated: false });
      expect((await hasher.verify(password('Correct horse'), hash)).matches).toBe(false);
      expect((await hasher.verify(password('correct horse '), hash)).matches).toBe(false);
    });

    it('hashes one password differently each time, and never shows it', async () => {
      const hasher = open();
      const hashes = await Promise.all([1, 2].map(() => hasher.hash(password('correct horse'))));
      expect(hashes[0]).not.toBe(hashes[1]);
      expect(hashes.join()).not.toContain('correct horse');
    });

    it.each([
      ['after the 72nd byte', 'é'.repeat(36)],
      ['after a zero character', 'stop here\0'],
      ['at the 128th character', 'x'.repeat(127)],
    ])('tells passwords apart that differ only %s', async (_, start) => {
      const hasher = open();
      const hash = await hasher.hash(password(`${start}1`));
      expect((await hasher.verify(password(`${start}1`), hash)).matches).toBe(true);
      expect((await hasher.verify(password(`${start}2`), hash)).matches).toBe(false);
    });

    it('takes on as many at once as it has room for', async () => {
      const hasher = open();
      const hashes = await Promise.all(
        Array.from({ length: hasher.room }, () => hasher.hash(password('correct horse'))),
      );
      expect(new Set(hashes).size).toBe(hasher.room);
    });

    it('matches nothing where there is no account', async () => {
      const none: PasswordHash | undefined = undefined;
      expect(await open().verify(password('correct horse'), none)).toEqual({ matches: false, outdated: false });
    });
  });
};
