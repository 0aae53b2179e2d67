import type { PageRequest } from '../../model/pages.ts';
import type { TextsOf } from '../../model/texts.ts';
import type { SigningKey } from '../security.ts';

/** Keys, and what they encrypt. */
export type KeyReads = {
  readonly signingKeys: {
    /** In the order in which they were added. */
    all(): Promise<readonly SigningKey[]>;
  };
};

export type KeyStores = KeyReads & {
  readonly signingKeys: {
    add(): Promise<SigningKey>;
    /** Removes only a key that signs. */
    remove(id: SigningKey['id']): Promise<void>;
  };
  /** From its commit on, every process encrypts with a new key. Texts of former keys stay readable. */
  readonly dataKeys: { rotate(): Promise<void> };
  /** D-36: titles, reasons and statements. */
  readonly texts: {
    /** Encrypts the texts of a page of rows with the key in use, as `children.reencrypt` does. */
    reencrypt(
      of: TextsOf,
      request: PageRequest<string>,
    ): Promise<{ readonly last: string | undefined; readonly sealed: number }>;
  };
};
