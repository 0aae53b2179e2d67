import { type Child, comparableSocSecNum, type SocSecNum } from '../model/child.ts';
import type { AccountId } from '../model/values.ts';
import type { Stores } from '../ports/storage.ts';
import type { StoredChild, StoredParent, Tables } from '../ports/tables.ts';
import { ok } from '../result.ts';
import { type Keys, sealedField } from './fields.ts';

/** D-14: numbers are encrypted, and compared by fingerprints among the children of one parent. */
export const sealedChildren = (table: Tables['children'], keyTable: Tables['keys'], keys: Keys): Stores['children'] => {
  const numbers = sealedField(keys, keyTable, 'Child', 'socSecNum');

  /** Two parents' fingerprints of one number differ. */
  const toParent = (parentId: AccountId, number: SocSecNum | undefined): StoredParent => {
    const context = `Child:parent:${parentId}:socSecNum`;
    return { parentId, numberFingerprint: number && keys.cipher.fingerprint(comparableSocSecNum(number), context) };
  };

  const sealed = async ({ socSecNum, ...child }: Child): Promise<StoredChild> => ({
    ...child,
    encryptedNumber: socSecNum && (await numbers.seal(child.id, socSecNum)),
  });

  const opened = async <Stored extends StoredChild>(children: readonly Stored[]) => {
    const open = await numbers.opener(children.map(({ encryptedNumber }) => encryptedNumber));
    return children.map(({ encryptedNumber, ...child }) => {
      const number = encryptedNumber === undefined ? undefined : open(child.id, encryptedNumber);
      return { ...child, socSecNum: number as SocSecNum | undefined };
    });
  };

  const record: Stores['children']['record'] = async (id) => {
    const stored = await table.find(id);
    return stored && (await opened([stored]))[0];
  };

  return {
    ...table,
    record,
    all: async (request) => opened(await table.all(request)),
    insert: async (child, parentId) => table.insert(await sealed(child), toParent(parentId, child.socSecNum)),
    correct: async (child) => {
      const parents = await table.parents(child.id);
      return table.correct(
        await sealed(child),
        parents.map(({ id }) => toParent(id, child.socSecNum)),
      );
    },
    addParent: async (id, parentId) => {
      const child = await record(id);
      return child ? table.addParent(id, toParent(parentId, child.socSecNum)) : ok(undefined);
    },
    sameOfParent: async (id, parentId) => {
      const { numberFingerprint } = toParent(parentId, (await record(id))?.socSecNum);
      if (numberFingerprint === undefined) return undefined;
      const same = await table.ofParentByNumber(parentId, numberFingerprint);
      if (same === undefined || same === id) return undefined;
      // Locked: its number may just have been corrected.
      await table.find(same);
      return table.ofParentByNumber(parentId, numberFingerprint);
    },
    reencrypt: async (request) => {
      const children = await table.encryptedNumbers(request);
      const rows = children.map(({ id, encryptedNumber }) => ({ row: id, sealed: encryptedNumber }));
      return numbers.reencrypt(rows, table.setEncryptedNumber);
    },
  };
};
