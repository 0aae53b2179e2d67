import { type Child, comparableSocSecNum, type SocSecNum } from '../model/child.ts';
import type { AccountId, ChildId } from '../model/values.ts';
import type { Stores } from '../ports/storage.ts';
import type { StoredChild, StoredParent, Tables } from '../ports/tables.ts';
import { type Keys, sealedField } from './fields.ts';

/** D-14: numbers are encrypted, and compared by fingerprints among the children of one parent. */
export const sealedChildren = (table: Tables['children'], keyTable: Tables['keys'], keys: Keys): Stores['children'] => {
  const numbers = sealedField<SocSecNum>(keys, keyTable, 'Child', 'socSecNum');

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
      return { ...child, socSecNum: encryptedNumber === undefined ? undefined : open(child.id, encryptedNumber) };
    });
  };

  const record: Stores['children']['record'] = async (id) => {
    const stored = await table.find(id);
    return stored && (await opened([stored]))[0];
  };

  const uncompared = async (parentId: AccountId) => {
    const children = await table.uncompared(parentId);
    const open = await numbers.opener(children.map(({ encryptedNumber }) => encryptedNumber));
    return children.flatMap(({ id, encryptedNumber }) =>
      encryptedNumber === undefined ? [] : [{ id, parent: toParent(parentId, open(id, encryptedNumber)) }],
    );
  };

  /** After a change by which numbers may have become free: other children of the parents may have them. */
  const compareOthers = async (parentIds: readonly AccountId[]): Promise<void> => {
    for (const parentId of parentIds) {
      for (const { id, parent } of await uncompared(parentId)) await table.compare(id, parent);
    }
  };

  const parentsOf = async (id: ChildId) => (await table.parents(id)).map((parent) => parent.id);

  const replace = async (child: Child, by?: AccountId) => {
    const parents = await parentsOf(child.id);
    const numbered = parents.map((id) => toParent(id, child.socSecNum));
    const replaced = await table.correct(await sealed(child), numbered, by);
    if (replaced.ok) await compareOthers(parents);
    return replaced;
  };

  return {
    ...table,
    record,
    all: async (request) => opened(await table.all(request)),
    insert: async (child, parentId) => table.insert(await sealed(child), toParent(parentId, child.socSecNum)),
    correct: async (child) => void (await replace(child)),
    renumber: replace,
    addParent: async (id, parentId) => {
      const child = await record(id);
      if (child) await table.addParent(id, toParent(parentId, child.socSecNum));
    },
    removeParent: async (id, parentId) => {
      await table.removeParent(id, parentId);
      await compareOthers([parentId]);
    },
    merge: async (from, into) => {
      const parents = await parentsOf(from);
      const moved = await table.merge(from, into);
      await compareOthers(parents);
      return moved;
    },
    erase: async (id) => {
      const parents = await parentsOf(id);
      const isErased = await table.erase(id);
      await compareOthers(parents);
      return isErased;
    },
    sameOfParent: async (id, parentId) => {
      const { numberFingerprint } = toParent(parentId, (await record(id))?.socSecNum);
      if (numberFingerprint === undefined) return undefined;
      const same = await table.ofParentByNumber(parentId, numberFingerprint);
      if (same === undefined) return undefined;
      if (same === id) {
        const others = (await uncompared(parentId)).filter((other) => other.id !== id);
        return others.find(({ parent }) => parent.numberFingerprint === numberFingerprint)?.id;
      }
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
