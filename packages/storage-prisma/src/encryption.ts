import { TEXTS } from '@health-case/domain/model/texts';
import type { FieldCipher, Keyring } from '@health-case/domain/ports/security';
import type { keyTable } from './stores/wrapped-keys.ts';

type KeyTable = ReturnType<typeof keyTable>;

/** The data keys as this process knows them: other processes may have added some since. */
export type Keys = {
  readonly keyring: Keyring;
  count: number;
  cipher: FieldCipher;
  /** Whether they are counted again before they encrypt. */
  areInDoubt: boolean;
};

export const unlock = async (keyring: Keyring, table: KeyTable): Promise<Keys> => {
  const encrypting = (await table.all()).filter(({ purpose }) => purpose !== 'sign');
  return { keyring, count: encrypting.length, cipher: await keyring.unlock(encrypting), areInDoubt: false };
};

const reload = async (keys: Keys, table: KeyTable): Promise<FieldCipher> => {
  Object.assign(keys, await unlock(keys.keyring, table));
  return keys.cipher;
};

const ENCRYPTED = { ...TEXTS, SecondFactor: ['secret'] } as const;
type Encrypted = typeof ENCRYPTED;

type Row = { readonly id: string };
/** Some are missing in some rows. */
type TextsOf<Field extends string> = { readonly [Name in Field]?: string | null | undefined };

/** D-14, D-29, D-36: encrypts and decrypts the texts of rows. `table`: the keys, as the connection sees them. */
export const createEncryption = (keys: Keys, table: KeyTable) => {
  /** Encrypts with the key in use, also if another process has added it. */
  const newestCipher = async (): Promise<FieldCipher> => {
    if ((await table.count()) !== keys.count) return reload(keys, table);
    keys.areInDoubt = false;
    return keys.cipher;
  };
  /** As `newestCipher`. Over a network it does not wait: if another key was added, the transaction fails, and runs again. */
  const expectedCipher = async (): Promise<FieldCipher> => {
    if (!table.isFar || keys.areInDoubt) return newestCipher();
    table.expect(keys.count).catch(() => {
      keys.areInDoubt = true;
    });
    return keys.cipher;
  };

  /** A text is decrypted only for the row and field that it was encrypted for. */
  const fieldsOf = <Entity extends keyof Encrypted>(entity: Entity) => {
    type Field = Encrypted[Entity][number];
    const fields: readonly Field[] = ENCRYPTED[entity];
    const contextOf = (id: string, field: string): string => `${entity}:${id}:${field}`;
    const changed = <Of extends Row & TextsOf<Field>>(row: Of, change: (text: string, context: string) => string) => {
      const texts: { [Name in Field]?: string } = {};
      for (const field of fields) {
        const text = row[field];
        if (typeof text === 'string') texts[field] = change(text, contextOf(row.id, field));
      }
      return { ...row, ...texts };
    };
    const textsOf = (row: TextsOf<Field>): readonly string[] => fields.flatMap((field) => row[field] ?? []);
    /** What the rows of a page say in the clear. It looks once whether another process has encrypted with a key that it has added. */
    const decrypted = async <Of extends Row & TextsOf<Field>, Model>(
      rows: readonly Of[],
      toModel: (row: Of) => Model,
    ): Promise<readonly Model[]> => {
      const hasUnknown = rows.some((row) => textsOf(row).some((text) => keys.cipher.keyOf(text) === 'unknown'));
      const { decrypt } = hasUnknown ? await reload(keys, table) : keys.cipher;
      return rows.map((row) => toModel(changed(row, decrypt)));
    };
    return {
      decrypted,
      decryptedOne: async <Of extends Row & TextsOf<Field>, Model>(
        row: Of | null | undefined,
        toModel: (row: Of) => Model,
      ): Promise<Model | undefined> => (row ? (await decrypted([row], toModel))[0] : undefined),
      encrypted: async <Of extends Row & TextsOf<Field>>(row: Of): Promise<Of> =>
        textsOf(row).length > 0 ? changed(row, (await expectedCipher()).encrypt) : row,
      encrypt: async (id: string, field: Field, text: string): Promise<string> =>
        (await expectedCipher()).encrypt(text, contextOf(id, field)),
      /** Encrypts with the key in use what another key encrypted. `encrypted`: of how many rows. */
      reencrypt: async <Id extends string, Texts extends TextsOf<Field>>(
        rows: readonly ({ readonly id: Id } & Texts)[],
        replace: (row: { readonly id: Id } & Texts) => Promise<void>,
      ) => {
        const { keyOf, decrypt, encrypt } = await newestCipher();
        let encrypted = 0;
        for (const row of rows) {
          if (textsOf(row).every((text) => keyOf(text) === 'current')) continue;
          await replace(changed(row, (text, context) => encrypt(decrypt(text, context), context)));
          encrypted += 1;
        }
        return { last: rows.at(-1)?.id, encrypted };
      },
    };
  };

  // The key of fingerprints is never replaced.
  return { fieldsOf, fingerprint: keys.cipher.fingerprint };
};

export type Encryption = ReturnType<typeof createEncryption>;
