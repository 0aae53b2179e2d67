import type { CertificateText } from '../model/certificate.ts';
import type { Instant } from '../model/values.ts';

/** A key as stored: encrypted under the secret key. Its id, a UUIDv7, tells when it was made. `seal`: for texts. */
export type WrappedKey = {
  readonly id: string;
  readonly purpose: 'seal' | 'fingerprint' | 'sign';
  readonly wrapped: string;
};

/** A key that signs certificates. `secret`: 32 random bytes, the private key of P-256. */
export type SigningKey = { readonly id: string; readonly createdAt: Instant; readonly secret: Uint8Array };

/** D-14: encrypts fields at rest. `context` names row and field: a text is decrypted only in the context it was encrypted for. */
export interface FieldCipher {
  encrypt(plaintext: string, context: string): string;
  decrypt(encrypted: string, context: string): string;
  /** Which key encrypted the text: the one in use, one before it, or one that this cipher was not given. */
  keyOf(encrypted: string): 'current' | 'former' | 'unknown';
  /** A keyed hash: equal for equal texts in one context; without the key it tells nothing of the text. */
  fingerprint(text: string, context: string): string;
  /** For another thread of the process, which has no functions of this one: the module exports `fingerprintBy(key)`. */
  readonly fingerprinting?: { readonly module: string; readonly key: Uint8Array };
}

/** For texts that clients hold. Each process with the secret key decrypts them in their context; else `undefined`. */
export interface TextCipher {
  encrypt(plaintext: string, context: string): string;
  decrypt(encrypted: string, context: string): string | undefined;
}

/** Makes and unlocks the keys of a store. Rejects with one sentence for the operator if its secret key does not fit. */
export interface Keyring {
  /** The keyring of one store: no other store can unlock the keys that it makes, and it unlocks no others. */
  boundTo(store: string): Keyring;
  create(): Promise<readonly WrappedKey[]>;
  createNext(purpose: 'seal' | 'sign'): Promise<WrappedKey>;
  unwrapSigning(key: WrappedKey): Promise<SigningKey>;
  /** Takes the keys in the order in which they were stored: the last one to encrypt with is the one in use. */
  unlock(keys: readonly WrappedKey[]): Promise<FieldCipher>;
}

/** A public key for verifiers, as JSON (RFC 7517). */
export type PublicKey = Readonly<Record<string, string>>;

/** D-26: signs so that anyone can verify with the public key. What was changed does not verify. */
export interface CertificateSigner {
  sign(certificate: CertificateText, key: SigningKey): Promise<string>;
  /** `bits`: one for each place, the lowest bit of a byte first; 1 is revoked. */
  signStatusList(list: { number: number; bits: Uint8Array; at: Instant }, key: SigningKey): Promise<string>;
  publicKey(key: SigningKey): PublicKey;
  /** Where a certificate is verified without the service's help: the page, with the signed certificate behind `#`. */
  url(signed: string): string;
}
