import { keyringContract } from '@health-case/domain/contracts/security-contract';
import { OperatorError } from '@health-case/domain/errors';
import type { WrappedKey } from '@health-case/domain/ports/security';
import { describe, expect, it, vi } from 'vitest';
import { createAesGcmKeyring, createTextSeal } from '../src/aes-gcm-keyring.ts';

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
    const [, sealed = ''] = key.wrapped.split('.');
    expect(Buffer.from(sealed, 'base64url').includes(secret)).toBe(false);
  });
});

describe('the seal of texts that clients hold', () => {
  const sealOf = (secret: number, purpose = 'forms') => createTextSeal(new Uint8Array(32).fill(secret), purpose);

  it('opens in each process with the secret key, in its context alone, and never a text that was changed', () => {
    const sealed = sealOf(1).seal('756.1234.5678.97', 'a form of Mia');
    expect(Buffer.from(sealed.slice(5), 'base64url').includes('1234')).toBe(false);
    expect(sealOf(1).open(sealed, 'a form of Mia')).toBe('756.1234.5678.97');
    for (const [seal, text, context] of [
      [sealOf(1), sealed, 'a form of Noa'],
      [sealOf(2), sealed, 'a form of Mia'],
      [sealOf(1, 'others'), sealed, 'a form of Mia'],
      [sealOf(1), `${sealed.slice(0, -2)}AA`, 'a form of Mia'],
      [sealOf(1), '', 'a form of Mia'],
    ] as const)
      expect(seal.open(text, context)).toBeUndefined();
  });
});
