/** A key as a store keeps it: encrypted under the service's secret key. */
export type WrappedKey = { readonly id: string; readonly purpose: 'seal' | 'fingerprint'; readonly wrapped: string };

/** D-14: encrypts fields at rest. `context` names the row and the field: a text opens only in the context it was sealed for. */
export interface FieldCipher {
  seal(plaintext: string, context: string): string;
  open(sealed: string, context: string): string;
  /** Which key sealed the text: the one in use, one before it, or one that this cipher was not given. */
  keyOf(sealed: string): 'current' | 'former' | 'unknown';
  /** A keyed hash: equal for equal texts in one context; without the key it tells nothing of the text. */
  fingerprint(text: string, context: string): string;
}

/** Makes and unlocks the keys of a store. Rejects with one sentence for the operator if its secret key does not fit. */
export interface Keyring {
  create(): Promise<readonly WrappedKey[]>;
  createNext(): Promise<WrappedKey>;
  /** Takes the keys in the order in which they were stored: the last one to seal with is the one in use. */
  unlock(keys: readonly WrappedKey[]): Promise<FieldCipher>;
}
