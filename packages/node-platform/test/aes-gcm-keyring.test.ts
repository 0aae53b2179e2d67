import { keyringContract } from '@health-case/domain/contracts/security-contract';
import { OperatorError } from '@health-case/domain/errors';
import type { WrappedKey } from '@health-case/domain/ports/security';
import { describe, expect, it } from 'vitest';
import { createAesGcmKeyring } from '../src/aes-gcm-keyring.ts';

const keyring = (secret: number) => createAesGcmKeyring(async () => new Uint8Array(32).fill(secret));

keyringContract('the AES-GCM keyring', keyring);

describe('the AES-GCM keyring (D-14)', () => {
  const createKeys = async () => (await keyring(1).create()) as [WrappedKey, WrappedKey];

  it('names the key in front of what it sealed, and the text nowhere in it', async () => {
    const [sealing, fingerprinting] = await createKeys();
    const sealed = (await keyring(1).unlock([sealing, fingerprinting])).seal('756.1234.5678.97', 'row');
    const [keyId, text = ''] = sealed.split('.');
    expect(keyId).toBe(sealing.id);
    expect(Buffer.from(text, 'base64url').includes('1234.5678')).toBe(false);
  });

  it('refuses a key in the place of one of another purpose, and keys under another secret key', async () => {
    const [sealing, fingerprinting] = await createKeys();
    const swapped = [
      { ...sealing, wrapped: fingerprinting.wrapped },
      { ...fingerprinting, wrapped: sealing.wrapped },
    ];
    for (const keys of [swapped, [sealing]]) await expect(keyring(1).unlock(keys)).rejects.toThrow(OperatorError);
    await expect(keyring(2).unlock([sealing, fingerprinting])).rejects.toThrow(OperatorError);
    const [signing, another] = [await keyring(1).createNext('sign'), await keyring(1).createNext('sign')];
    for (const { wrapped } of [sealing, another]) {
      await expect(keyring(1).unwrapSigning({ ...signing, wrapped })).rejects.toThrow(OperatorError);
    }
  });

  it('stores nothing of a key that signs in the clear', async () => {
    const key = await keyring(1).createNext('sign');
    const { secret } = await keyring(1).unwrapSigning(key);
    const [, sealed = ''] = key.wrapped.split('.');
    expect(Buffer.from(sealed, 'base64url').includes(secret)).toBe(false);
  });
});
