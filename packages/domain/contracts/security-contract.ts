import { Fault } from '@health-case/domain/errors';
import type { Password, PasswordHash } from '@health-case/domain/model/account';
import type { Ports } from '@health-case/domain/ports/ports';
import type { Keyring } from '@health-case/domain/ports/security';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { grapheme } from '../testing/characters.ts';

const password = (text: string) => text as Password;

export const commonPasswordsContract = (name: string, open: () => Ports['commonPasswords']): void => {
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

export const passwordHasherContract = (name: string, open: () => Ports['passwords']): void => {
  describe(`${name} keeps the promises of a password hasher (D-08)`, () => {
    const hasher = open();

    it.each([
      ['in the case of a letter', 'correct horse', 'Correct horse'],
      ['in a space at the end', 'correct horse', 'correct horse '],
      ['after the 72nd byte', `${'é'.repeat(36)}1`, `${'é'.repeat(36)}2`],
      ['after a zero character', 'stop here\x001', 'stop here\x002'],
      ['at the 128th character', `${'x'.repeat(127)}1`, `${'x'.repeat(127)}2`],
    ])('verifies the password that was hashed, and none that differs %s', async (_, right, wrong) => {
      const hash = await hasher.hash(password(right));
      expect(await hasher.verify(password(right), hash)).toEqual({ matches: true, outdated: false });
      expect((await hasher.verify(password(wrong), hash)).matches).toBe(false);
    });

    it('verifies none where there is no account', async () => {
      expect(await hasher.verify(password('correct horse'))).toEqual({ matches: false, outdated: false });
    });

    it('says so where a hash is of a kind that it does not verify', async () => {
      await expect(hasher.verify(password('correct horse'), '$other$1' as PasswordHash)).rejects.toBeInstanceOf(Fault);
    });

    it('takes on as many at once as it has room for; the hashes of one password differ and do not show it', async () => {
      const rooms = Array.from({ length: hasher.room }, () => password('correct horse'));
      const hashes = await Promise.all(rooms.map((text) => hasher.hash(text)));
      expect(new Set(hashes).size).toBe(hasher.room);
      expect(hashes.join()).not.toContain('correct horse');
    });
  });
};

type Secrets = { readonly issue: () => string; readonly digestOf: (text: string) => string | undefined };

const expectSecrets = ({ issue, digestOf }: Secrets, spell: (secret: string) => string): void => {
  const issued = Array.from({ length: 1000 }, () => issue());
  expect(new Set(issued).size).toBe(1000);
  expect(new Set(issued.map(digestOf)).size).toBe(1000);
  expect(issued.map(spell).map(digestOf)).toEqual(issued.map(digestOf));
  for (const secret of issued) expect(digestOf(secret)).not.toContain(secret.slice(0, 8));
};

export const sessionTokensContract = (name: string, tokens: Ports['sessionTokens']): void => {
  describe(`${name} keep the promises of session tokens (D-09)`, () => {
    it('are 32 bytes in base64url, never the same twice, each with one digest that does not contain it', () => {
      expectSecrets(tokens, (token) => token);
      expect(tokens.issue()).toMatch(/^[A-Za-z0-9_-]{43}$/);
    });

    it.each<[string, (token: string) => string]>([
      ['an empty text', () => ''],
      ['a word', () => 'session'],
      ['a token cut short', (token) => token.slice(0, -1)],
      ['a token with a character too many', (token) => `${token}A`],
      ['a token with a character that base64url lacks', (token) => `${token.slice(0, -2)}+A`],
      ['a token between spaces', (token) => ` ${token} `],
      // Four bits are left in the last character, so 48 of its 64 forms stand for no token.
      ['a second spelling of the same bytes', (token) => `${token.slice(0, -1)}B`],
    ])('have no digest for %s', (_, garble) => expect(tokens.digestOf(garble(tokens.issue()))).toBeUndefined());
  });
};

export const secretCodesContract = (name: string, codes: Ports['secretCodes']): void => {
  describe(`${name} keep the promises of invitation codes (D-15)`, () => {
    it('are never the same twice, each with one digest that does not contain it, also with white space around it', () =>
      expectSecrets(codes, (code) => ` ${code}\n`));

    it.each<[string, (code: string) => string]>([
      ['an empty text', () => ''],
      ['a word', () => 'invitation'],
      ['one group', () => '0000'],
      ['a code cut short', (code) => code.slice(0, -1)],
      ['a code with a character too many', (code) => `${code}0`],
    ])('have no digest for %s', (_, garble) => expect(codes.digestOf(garble(codes.issue()))).toBeUndefined());
  });
};

/** `open` gives a keyring of the same secret key for the same number. */
export const keyringContract = (name: string, open: (secret: number) => Keyring): void => {
  describe(`${name} keeps the promises of a keyring (D-14)`, () => {
    const newCipher = async (keyring = open(1)) => keyring.unlock(await keyring.create());

    it('decrypts what it encrypted, whatever the text, and encrypts it differently each time', async () => {
      const cipher = await newCipher();
      fc.assert(
        fc.property(fc.string({ unit: grapheme }), fc.string(), (text, context) => {
          const encrypted = cipher.encrypt(text, context);
          expect(cipher.decrypt(encrypted, context)).toBe(text);
          expect(cipher.encrypt(text, context)).not.toBe(encrypted);
        }),
      );
    });

    it('opens nothing in another context, and nothing of which any one character was altered', async () => {
      const cipher = await newCipher();
      // 12 bytes of nonce, 14 of text and 16 of tag fill base64url to its last bit, so that every character counts.
      const encrypted = cipher.encrypt('75612345678901', 'Child:1');
      expect(() => cipher.decrypt(encrypted, 'Child:2')).toThrow();
      for (let at = 0; at < encrypted.length; at += 1) {
        const altered = `${encrypted.slice(0, at)}${encrypted[at] === 'A' ? 'B' : 'A'}${encrypted.slice(at + 1)}`;
        expect(() => cipher.decrypt(altered, 'Child:1')).toThrow();
      }
    });

    it('gives equal texts of one context equal fingerprints, and different ones across contexts and stores', async () => {
      const [one, other] = [await newCipher(), await newCipher()];
      const print = one.fingerprint('1', 'parent');
      expect(one.fingerprint('1', 'parent')).toBe(print);
      const others = [one.fingerprint('2', 'parent'), one.fingerprint('1', 'other'), other.fingerprint('1', 'parent')];
      expect(others).not.toContain(print);
      expect(() => other.decrypt(one.encrypt('text', 'row'), 'row')).toThrow();
    });

    it('unlocks with the secret key under which the keys were made, and with no other', async () => {
      const keys = await open(1).create();
      const [one, again] = [await open(1).unlock(keys), await open(1).unlock(keys)];
      expect(again.decrypt(one.encrypt('text', 'row'), 'row')).toBe('text');
      await expect(open(2).unlock(keys)).rejects.toThrow();
    });

    it('unlocks the keys that were made for its store, and none of another store', async () => {
      const [one, other] = [open(1).boundTo('one'), open(1).boundTo('other')];
      const keys = await one.create();
      await expect(other.unlock(keys)).rejects.toThrow();
      const signing = await one.createNext('sign');
      await expect(other.unwrapSigning(signing)).rejects.toThrow();
      const encrypted = (await one.unlock(keys)).encrypt('text', 'row');
      expect((await open(1).boundTo('one').unlock(keys)).decrypt(encrypted, 'row')).toBe('text');
    });

    it('encrypts with the key that was made last, decrypts what those before it encrypted, and compares as ever', async () => {
      const keys = await open(1).create();
      const former = await open(1).unlock(keys);
      const current = await open(1).unlock([...keys, await open(1).createNext('seal')]);
      const [old, fresh] = [former.encrypt('text', 'row'), current.encrypt('text', 'row')];
      expect([old, fresh].map((encrypted) => current.decrypt(encrypted, 'row'))).toEqual(['text', 'text']);
      expect([old, fresh].map(current.keyOf)).toEqual(['former', 'current']);
      expect([old, fresh].map(former.keyOf)).toEqual(['current', 'unknown']);
      expect(() => former.decrypt(fresh, 'row')).toThrow();
      expect(current.fingerprint('1', 'parent')).toBe(former.fingerprint('1', 'parent'));
    });

    it('makes keys that sign: 32 bytes, none twice, alike each time, and for nobody with another secret key', async () => {
      const keys = [await open(1).createNext('sign'), await open(1).createNext('sign')] as const;
      const [one, again, other] = await Promise.all([keys[0], keys[0], keys[1]].map(open(1).unwrapSigning));
      expect(one).toEqual(again);
      expect([one?.id, one?.secret.length, other?.secret.length]).toEqual([keys[0].id, 32, 32]);
      expect(other?.secret).not.toEqual(one?.secret);
      await expect(open(2).unwrapSigning(keys[0])).rejects.toThrow();
    });
  });
};
