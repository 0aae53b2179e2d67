import type { FieldCipher, Keyring } from '../ports/security.ts';
import type { Tables } from '../ports/tables.ts';

/** The data keys as this process knows them: other processes may have added some since. */
export type Keys = { readonly keyring: Keyring; count: number; cipher: FieldCipher };

export const unlock = async (keyring: Keyring, table: Tables['keys']): Promise<Keys> => {
  const stored = await table.all();
  const encrypting = stored.filter(({ purpose }) => purpose !== 'sign');
  return { keyring, count: encrypting.length, cipher: await keyring.unlock(encrypting) };
};

const reload = async (keys: Keys, table: Tables['keys']): Promise<Keys> => {
  const unlocked = await unlock(keys.keyring, table);
  Object.assign(keys, unlocked);
  return unlocked;
};

/** Encrypts with the key in use, also if another process has added it. */
export const newestCipher = async (keys: Keys, table: Tables['keys']): Promise<FieldCipher> =>
  (await table.count()) === keys.count ? keys.cipher : (await reload(keys, table)).cipher;

/** A text opens only in the context that it was sealed for. */
export const contextOf = (entity: string, row: string, field: string): string => `${entity}:${row}:${field}`;

/** D-14, D-29, D-36: the texts of one field, each of which opens for its own row only. */
export const sealedField = <Text extends string>(
  keys: Keys,
  keyTable: Tables['keys'],
  entity: string,
  field: string,
) => ({
  seal: async (row: string, text: Text): Promise<string> => {
    const { seal } = await newestCipher(keys, keyTable);
    return seal(text, contextOf(entity, row, field));
  },
  /** What opens the texts of a page. It looks once whether another process has sealed with a key that it has added. */
  opener: async (texts: readonly (string | undefined)[]) => {
    const isUnknown = (text: string | undefined) => text !== undefined && keys.cipher.keyOf(text) === 'unknown';
    const { cipher } = texts.some(isUnknown) ? await reload(keys, keyTable) : keys;
    return (row: string, sealed: string): Text => cipher.open(sealed, contextOf(entity, row, field)) as Text;
  },
  /** Encrypts with the key in use what another key encrypted, and returns how many texts that were. */
  reencrypt: async <Row extends string>(
    rows: readonly { readonly row: Row; readonly sealed: string | undefined }[],
    replace: (row: Row, sealed: string) => Promise<void>,
  ) => {
    const { keyOf, open, seal } = await newestCipher(keys, keyTable);
    let count = 0;
    for (const { row, sealed } of rows) {
      if (sealed === undefined || keyOf(sealed) === 'current') continue;
      const context = contextOf(entity, row, field);
      await replace(row, seal(open(sealed, context), context));
      count += 1;
    }
    return { last: rows.at(-1)?.row, sealed: count };
  },
});
