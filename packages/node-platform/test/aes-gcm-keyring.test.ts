import { keyringContract } from '@health-case/domain/contracts/security-contract';
import { OperatorError } from '@health-case/domain/errors';
import { describe, expect, it } from 'vitest';
import { createAesGcmKeyring } from '../src/aes-gcm-keyring.ts';

const keyring = (secret: number) => createAesGcmKeyring(async () => new Uint8Array(32).fill(secret));

keyringContract('the AES-GCM keyring', keyring);

describe('the AES-GCM keyring (D-14)', () => {
  it('names the key in front of what it sealed, and the text nowhere in it', async () => {
    const [key, ...keys] = await keyring(1).create();
    if (!key) throw new Error('two keys were expected');
    const sealed = (await keyring(1).unlock([key, ...keys])).seal('756.1234.5678.97', 'row');
    const [keyId, text] = sealed.split('.');
    expect(keyId).toBe(key.id);
    expect(Buffer.from(text ?? '', 'base64url').includes('1234.5678')).toBe(false);
  });

  it('refuses a key in the place of one of another purpose, and keys under another secret key', async () => {
    const [sealing, fingerprinting] = await keyring(1).create();
    if (!sealing || !fingerprinting) throw new Error('two keys were expected');
    const swapped = [
      { ...sealing, wrapped: fingerprinting.wrapped },
      { ...fingerprinting, wrapped: sealing.wrapped },
    ];
    await expect(keyring(1).unlock(swapped)).rejects.toThrow(OperatorError);
    await expect(keyring(1).unlock([sealing])).rejects.toThrow(OperatorError);
    await expect(keyring(2).unlock([sealing, fingerprinting])).rejects.toThrow(OperatorError);
  });
});
