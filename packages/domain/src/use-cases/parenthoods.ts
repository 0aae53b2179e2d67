import type { AccountId, ChildId } from '../model/values.ts';
import type { Reads, Stores } from '../ports/storage.ts';
import type { Platform } from './declaration.ts';
import { putMail, tellOthers } from './mails.ts';

// D-33: nothing else changes who the parents of a child are, once it was added. Whoever becomes or stops being one is
// told, also by whose own doing: it may have been another who used the account. The other parents are told, but not `by`,
// who does it; the operator is no account.

type Change = { readonly childId: ChildId; readonly by: AccountId | undefined };

export const addParents = async (
  stores: Stores,
  ports: Platform,
  { childId, added, by }: Change & { readonly added: readonly AccountId[] },
): Promise<void> => {
  if (added.length === 0) return;
  for (const id of added) await stores.children.addParent(childId, id);
  // D-42: somebody else may still have the paper.
  await stores.joinCodes.removePaper(childId);
  await tellParents(stores, ports, { childId, by: by && added.includes(by) ? undefined : by });
};

export const endParenthood = async (
  stores: Stores,
  ports: Platform,
  { childId, removed, by }: Change & { readonly removed: AccountId },
): Promise<void> => {
  await stores.children.removeParent(childId, removed);
  await putMail('parent removed', { accountId: removed }, stores, ports);
  await tellParents(stores, ports, { childId, by });
};

/** D-42: what staff have sent is the next doctor's: they may not invite any more, and mails would lead nowhere. */
export const passOnInvitations = async (
  { childId, from, to }: { readonly childId: ChildId; readonly from: AccountId; readonly to: AccountId },
  { assistants, children, joinCodes, mails }: Stores,
): Promise<void> => {
  if (await children.isOfDoctor(childId, from)) return;
  const codes = (await joinCodes.ofChild(childId)).map((code) => code.invitedBy);
  const waiting = (await mails.invitedTo(childId)).flatMap(({ invitation }) => invitation?.invitedBy ?? []);
  for (const by of new Set([...codes, ...waiting]))
    if (by === from || (await assistants.assists(by, from))) await joinCodes.passOn(childId, by, to);
};

/** D-42: as long as none can, a code on paper lets the first one join. */
export const canAnyParentLogIn = async ({ children, accounts }: Reads, childId: ChildId): Promise<boolean> => {
  for (const { id } of await children.parents(childId)) if (await accounts.findAvailable(id)) return true;
  return false;
};

const tellParents = async (stores: Stores, ports: Platform, { childId, by }: Change): Promise<void> => {
  const parents = await stores.children.parents(childId);
  await tellOthers('parents changed', { to: parents.map(({ id }) => id), except: by, childId }, stores, ports);
};
