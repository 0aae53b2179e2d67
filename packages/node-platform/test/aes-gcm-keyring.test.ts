import { keyringContract } from '@health-case/domain/contracts/security-contract';
import { OperatorError } from '@health-case/domain/errors';
import type { WrappedKey } from '@health-case/domain/ports/security';
import { describe, expect, it, vi } from 'vitest';
import { createAesGcmKeyring, createTextCipher } from '../src/aes-gcm-keyring.ts';

const keyring = (secret: number) => createAesGcmKeyring(async () => new Uint8Array(32).fill(secret));

keyringContract('the AES-GCM keyring', keyring);

describe('the AES-GCM keyring (D-14)', () => {
  const createKeys = async () => (await keyring(1).create()) as [WrappedKey, WrappedKey];

  it('names the key in front of what it encrypted, and the text nowhere in it', async () => {
    const [encrypting, fingerprinting] = await createKeys();
    const encrypted = (await keyring(1).unlock([encrypting, fingerprinting])).encrypt('756.1234.5678.97', 'row');
    const [keyId, text = ''] = encrypted.split('.');
    expect(keyId).toBe(encrypting.id);
    expect(Buffer.from(text, 'base64url').includes('1234.5678')).toBe(false);
  });

  it('refuses a key in the place of one of another purpose, and keys under another secret key', async () => {
    const [encrypting, fingerprinting] = await createKeys();
    const swapped = [
      { ...encrypting, wrapped: fingerprinting.wrapped },
      { ...fingerprinting, wrapped: encrypting.wrapped },
    ];
    for (const keys of [swapped, [encrypting]]) await expect(keyring(1).unlock(keys)).rejects.toThrow(OperatorError);
    await expect(keyring(2).unlock([encrypting, fingerprinting])).rejects.toThrow(OperatorError);
    const [signing, another] = [await keyring(1).createNext('sign'), await keyring(1).createNext('sign')];
    for (const { wrapped } of [encrypting, another]) {
      await expect(keyring(1).unwrapSigning({ ...signing, wrapped })).rejects.toThrow(OperatorError);
    }
  });

  it('reads the secret key once, however often it unwraps keys', async () => {
    let reads = 0;
    const { create, createNext, unlock, unwrapSigning } = createAesGcmKeyring(async () => {
      reads += 1;
      return new Uint8Array(32);
    });
    await unlock(await create());
    const key = await createNext('sign');
    expect(await unwrapSigning(key)).toBe(await unwrapSigning(key));
    expect(reads).toBe(1);
  });

  it('reads the secret key again after that has failed', async () => {
    const secretKeyOf = vi.fn(async () => new Uint8Array(32)).mockRejectedValueOnce(new Error('no file'));
    const { create } = createAesGcmKeyring(secretKeyOf);
    await expect(create()).rejects.toThrow('no file');
    expect(await create()).toHaveLength(2);
  });

  it('draws a key that signs again if it could be no private key of P-256', async () => {
    const order = Buffer.from('ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551', 'hex');
    const draws = [order, new Uint8Array(32).fill(0xff), new Uint8Array(32).fill(0xfe)];
    const { createNext, unwrapSigning } = createAesGcmKeyring(
      async () => new Uint8Array(32),
      () => draws.shift() ?? new Uint8Array(32),
    );
    const { secret } = await unwrapSigning(await createNext('sign'));
    expect([...secret]).toEqual(Array(32).fill(0xfe));
  });

  it('stores nothing of a key that signs in the clear', async () => {
    const key = await keyring(1).createNext('sign');
    const { secret } = await keyring(1).unwrapSigning(key);
    const [, encrypted = ''] = key.wrapped.split('.');
    expect(Buffer.from(encrypted, 'base64url').includes(secret)).toBe(false);
  });
});

describe('the cipher of texts that clients hold', () => {
  const cipherOf = (secret: number, purpose = 'forms') => createTextCipher(new Uint8Array(32).fill(secret), purpose);

  it('opens in each process with the secret key, in its context alone, and never a text that was changed', () => {
    const encrypted = cipherOf(1).encrypt('756.1234.5678.97', 'a form of Mia');
    expect(Buffer.from(encrypted.slice(5), 'base64url').includes('1234')).toBe(false);
    expect(cipherOf(1).decrypt(encrypted, 'a form of Mia')).toBe('756.1234.5678.97');
    for (const [cipher, text, context] of [
      [cipherOf(1), encrypted, 'a form of Noa'],
      [cipherOf(2), encrypted, 'a form of Mia'],
      [cipherOf(1, 'others'), encrypted, 'a form of Mia'],
      [cipherOf(1), `${encrypted.slice(0, -2)}AA`, 'a form of Mia'],
      [cipherOf(1), '', 'a form of Mia'],
    ] as const)
      expect(cipher.decrypt(text, context)).toBeUndefined();
  });
});
