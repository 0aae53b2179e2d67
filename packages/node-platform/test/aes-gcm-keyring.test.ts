import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createAesGcmKeyring, SecretKeyMismatch } from '../src/aes-gcm-keyring.ts';

const secretKey = (fill: number) => async () => new Uint8Array(32).fill(fill);
const newCipher = async () => {
  const keyring = createAesGcmKeyring(secretKey(1));
  return keyring.unlock(await keyring.create());
};

describe('the AES-GCM keyring (D-14)', () => {
  it('opens what it sealed, whatever the text', async () => {
    const cipher = await newCipher();
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (text, context) => {
        expect(cipher.open(cipher.seal(text, context), context)).toBe(text);
      }),
    );
  });

  it('seals one text differently each time, with the key named in front and the text nowhere in it', async () => {
    const cipher = await newCipher();
    const [one, other] = [cipher.seal('756.1234.5678.97', 'row'), cipher.seal('756.1234.5678.97', 'row')];
    expect(one).not.toBe(other);
    expect(one?.split('.')[0]).toBe(other?.split('.')[0]);
    expect(Buffer.from(one.split('.')[1] ?? '', 'base64url').includes('1234.5678')).toBe(false);
  });

  it('opens nothing for another row than it was sealed for, and nothing that was altered', async () => {
    const cipher = await newCipher();
    const sealed = cipher.seal('756.1234.5678.97', 'Child:1');
    expect(() => cipher.open(sealed, 'Child:2')).toThrow();
    const start = sealed.indexOf('.') + 1;
    for (let at = start; at < sealed.length - 1; at += 1) {
      const altered = `${sealed.slice(0, at)}${sealed[at] === 'A' ? 'B' : 'A'}${sealed.slice(at + 1)}`;
      expect(() => cipher.open(altered, 'Child:1')).toThrow();
    }
  });

  it('finds equal texts of one context by their fingerprint, and tells nothing across contexts', async () => {
    const cipher = await newCipher();
    expect(cipher.fingerprint('1', 'parent')).toBe(cipher.fingerprint('1', 'parent'));
    expect(cipher.fingerprint('1', 'parent')).not.toBe(cipher.fingerprint('2', 'parent'));
    expect(cipher.fingerprint('1', 'parent')).not.toBe(cipher.fingerprint('1', 'other parent'));
  });

  it('gives two stores different keys, so that a fingerprint of one says nothing in the other', async () => {
    const [one, other] = [await newCipher(), await newCipher()];
    expect(one.fingerprint('1', 'parent')).not.toBe(other.fingerprint('1', 'parent'));
    expect(() => other.open(one.seal('text', 'row'), 'row')).toThrow();
  });

  it('unlocks with the secret key that wrapped the keys, and with no other', async () => {
    const keys = await createAesGcmKeyring(secretKey(1)).create();
    const one = await createAesGcmKeyring(secretKey(1)).unlock(keys);
    const again = await createAesGcmKeyring(secretKey(1)).unlock(keys);
    expect(again.open(one.seal('text', 'row'), 'row')).toBe('text');
    await expect(createAesGcmKeyring(secretKey(2)).unlock(keys)).rejects.toThrow(SecretKeyMismatch);
  });

  it('seals with the key that was made last, opens what those before it sealed, and compares as ever', async () => {
    const keyring = createAesGcmKeyring(secretKey(1));
    const keys = await keyring.create();
    const next = await keyring.createNext();
    const [former, current] = [await keyring.unlock(keys), await keyring.unlock([...keys, next])];
    const [old, fresh] = [former.seal('text', 'row'), current.seal('text', 'row')];
    expect([old, fresh].map((sealed) => current.open(sealed, 'row'))).toEqual(['text', 'text']);
    expect([old, fresh].map(current.keyOf)).toEqual(['former', 'current']);
    expect([old, fresh].map(former.keyOf)).toEqual(['current', 'unknown']);
    expect(() => former.open(fresh, 'row')).toThrow();
    expect(fresh.startsWith(`${next.id}.`)).toBe(true);
    expect(current.fingerprint('1', 'parent')).toBe(former.fingerprint('1', 'parent'));
  });

  it('takes no key for one of another purpose', async () => {
    const keyring = createAesGcmKeyring(secretKey(1));
    const [sealing, fingerprinting] = await keyring.create();
    if (!sealing || !fingerprinting) throw new Error('two keys were expected');
    const swapped = [
      { ...sealing, wrapped: fingerprinting.wrapped },
      { ...fingerprinting, wrapped: sealing.wrapped },
    ];
    await expect(keyring.unlock(swapped)).rejects.toThrow(SecretKeyMismatch);
  });
});
