import { createCipheriv, createDecipheriv, createHmac, createSecretKey, hkdfSync, randomBytes } from 'node:crypto';
import { Fault, OperatorError } from '@health-case/domain/errors';
import { createdAt } from '@health-case/domain/model/values';
import type { FieldCipher, Keyring, SigningKey, TextCipher, WrappedKey } from '@health-case/domain/ports/security';
import { nextKeyId } from './system.ts';

type Key = { readonly id: string; readonly bytes: Uint8Array };

/**
 * D-14: AES-256-GCM, as `<key id>.<base64url>`, so that keys can follow one another: first a nonce of 12 random bytes,
 * last the tag of 16 bytes. A random nonce is safe for 2³² texts a key (NIST SP 800-38D, 8.3).
 */
const encrypt = ({ id, bytes }: Key, plaintext: Uint8Array, context: string): string => {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', bytes, nonce).setAAD(Buffer.from(context));
  const encrypted = Buffer.concat([nonce, cipher.update(plaintext), cipher.final(), cipher.getAuthTag()]);
  return `${id}.${encrypted.toString('base64url')}`;
};

const decrypt = ({ id, bytes }: Key, text: string, context: string): Buffer => {
  const encrypted = Buffer.from(text.slice(id.length + 1), 'base64url');
  const decipher = createDecipheriv('aes-256-gcm', bytes, encrypted.subarray(0, 12), { authTagLength: 16 });
  decipher.setAAD(Buffer.from(context)).setAuthTag(encrypted.subarray(-16));
  return Buffer.concat([decipher.update(encrypted.subarray(12, -16)), decipher.final()]);
};

/** As `FieldCipher` has it. A key object and one text take a third less time than bytes and three texts. */
export const fingerprintBy = (bytes: Uint8Array): FieldCipher['fingerprint'] => {
  const key = createSecretKey(bytes);
  return (text, context) => createHmac('sha256', key).update(`${context}\0${text}`).digest('base64url');
};

/** A wrapped key is bound to id, purpose and store, so that it cannot stand in for another. */
const contextOf = ({ id, purpose }: Pick<WrappedKey, 'id' | 'purpose'>, store: string): string =>
  `WrappedKey:${purpose}:${id}:${store}`;

/** The key is derived from the service's secret key, and stored nowhere. */
export const createTextCipher = (secretKey: Uint8Array, purpose: string): TextCipher => {
  const key = { id: 'text', bytes: new Uint8Array(hkdfSync('sha256', secretKey, '', `health-case/${purpose}/1`, 32)) };
  return {
    encrypt: (plaintext, context) => encrypt(key, Buffer.from(plaintext), context),
    decrypt: (encrypted, context) => {
      try {
        return decrypt(key, encrypted, context).toString();
      } catch {
        return undefined;
      }
    },
  };
};

/** Wraps the keys of a store by a key that is derived from the service's secret key of 32 bytes and stored nowhere. */
export const createAesGcmKeyring = (
  secretKeyOf: (store: 'new' | 'existing') => Promise<Uint8Array>,
  random: (size: number) => Uint8Array = randomBytes,
  store = '',
): Keyring => {
  let wrapping: Key | undefined;
  const signing = new Map<WrappedKey['id'], SigningKey>();

  const wrappingKey = async (store: 'new' | 'existing'): Promise<Key> => {
    if (wrapping) return wrapping;
    const derived = hkdfSync('sha256', await secretKeyOf(store), '', 'health-case/wrapping-key/1', 32);
    wrapping = { id: 'secret', bytes: new Uint8Array(derived) };
    return wrapping;
  };

  const unwrap = (wrapping: Key, { wrapped, ...key }: WrappedKey): Key => {
    try {
      return { id: key.id, bytes: decrypt(wrapping, wrapped, contextOf(key, store)) };
    } catch {
      throw new OperatorError(
        'The secret key does not fit the data: the database was written under another one, or has keys of another database. Give the one it was written under in SECRET_KEY or SECRET_KEY_FILE, or restore a backup.',
      );
    }
  };

  const wrappedNew = (wrapping: Key, purpose: WrappedKey['purpose']): WrappedKey => {
    const key = { id: nextKeyId(), purpose };
    let secret = random(32);
    // A private key is less than the order of P-256, which begins with ffffffff00000000 (SP 800-186, 3.2.1.3).
    while (secret.subarray(0, 4).every((byte) => byte === 0xff)) secret = random(32);
    return { ...key, wrapped: encrypt(wrapping, secret, contextOf(key, store)) };
  };

  return {
    boundTo: (other) => createAesGcmKeyring(secretKeyOf, random, other),

    create: async () => {
      const wrapping = await wrappingKey('new');
      return [wrappedNew(wrapping, 'seal'), wrappedNew(wrapping, 'fingerprint')];
    },

    createNext: async (purpose) => wrappedNew(await wrappingKey('existing'), purpose),

    unwrapSigning: async (key) => {
      const known = signing.get(key.id);
      if (known) return known;
      const { id, bytes } = unwrap(await wrappingKey('existing'), key);
      const unwrapped = { id, createdAt: createdAt(id), secret: bytes };
      signing.set(id, unwrapped);
      return unwrapped;
    },

    unlock: async (keys) => {
      const wrapping = await wrappingKey('existing');
      const unwrapped = (purpose: WrappedKey['purpose']): readonly Key[] =>
        keys.filter((key) => key.purpose === purpose).map((key) => unwrap(wrapping, key));
      const [encryptingKeys, fingerprintKey] = [unwrapped('seal'), unwrapped('fingerprint').at(-1)];
      const current = encryptingKeys.at(-1);
      if (!current || !fingerprintKey) throw new OperatorError('The database lacks one of its keys; restore a backup.');
      const keyOf = (encrypted: string) => encryptingKeys.find(({ id }) => encrypted.startsWith(`${id}.`));
      return {
        encrypt: (plaintext, context) => encrypt(current, Buffer.from(plaintext), context),
        decrypt: (encrypted, context) => {
          const key = keyOf(encrypted);
          if (!key) throw new Fault('A field was encrypted with a key that the store does not have.');
          return decrypt(key, encrypted, context).toString();
        },
        keyOf: (encrypted) => {
          const key = keyOf(encrypted);
          if (key === current) return 'current';
          return key ? 'former' : 'unknown';
        },
        fingerprint: fingerprintBy(fingerprintKey.bytes),
        fingerprinting: { module: import.meta.url, key: fingerprintKey.bytes },
      };
    },
  };
};
