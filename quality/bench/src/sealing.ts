import { createCipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { Environment } from '@health-case/harness/processes';

type Key = { readonly id: string; readonly bytes: Uint8Array };

/** As the service encrypts (D-14): AES-256-GCM; nonce, ciphertext and tag behind the id of the key. */
const seal = ({ id, bytes }: Key, plaintext: Uint8Array, context: string): string => {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', bytes, nonce).setAAD(Buffer.from(context));
  return `${id}.${Buffer.concat([nonce, cipher.update(plaintext), cipher.final(), cipher.getAuthTag()]).toString('base64url')}`;
};

/** Data keys for a store that has none yet (P-04), as its rows, and what encrypts the title of a case (D-36). */
export const keysOf = (store: string, { SECRET_KEY = '' }: Environment) => {
  const derived = hkdfSync('sha256', Buffer.from(SECRET_KEY, 'base64'), '', 'health-case/wrapping-key/1', 32);
  const wrapping = { id: 'secret', bytes: new Uint8Array(derived) };
  const keys = ['seal', 'fingerprint'].map((purpose) => ({ id: `bench-${purpose}`, purpose, bytes: randomBytes(32) }));
  const rows = keys.map(({ id, purpose, bytes }, nth) => {
    return { id, place: nth + 1, purpose, wrapped: seal(wrapping, bytes, `WrappedKey:${purpose}:${id}:${store}`) };
  });
  const [sealing = wrapping] = keys;
  return { rows, sealTitle: (id: string, title: string) => seal(sealing, Buffer.from(title), `Case:${id}:title`) };
};
