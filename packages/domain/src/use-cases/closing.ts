import { type Account, type Credentials, hasAddress } from '../model/account.ts';
import type { ChildEntry, ChildNames } from '../model/child.ts';
import { byId, type PageRequest, pagesOf } from '../model/pages.ts';
import type { AccountId, ChildId } from '../model/values.ts';
import type { Reads, Stores } from '../ports/storage.ts';
import { ok, refuse } from '../result.ts';
import { isProven } from './credentials.ts';
import type { Caller, Platform, RequestFacts } from './declaration.ts';
import { appendRecord } from './facts.ts';
import { putMail, tellOthers } from './mails.ts';
import { isLastManager, managerIds } from './managers.ts';
import { endParenthood } from './parenthoods.ts';
import { command, query } from './runner.ts';
import { acceptOwner, ownFactorLimits, proveOwner, type WithBoth } from './second-factors.ts';

// What ends with an account that is disabled, closed by its owner (D-50) or erased by the operator, and what stays.

/** Tells managers of a doctor or a manager who was disabled: what waits there is to be given to somebody else. */
export const tellOfDisabled = async (
  { isManager, role }: Account,
  except: AccountId | undefined,
  stores: Stores,
  ports: Platform,
): Promise<void> => {
  if (!isManager && role !== 'Doc') return;
  await tellOthers('staff disabled', { to: await managerIds(stores), except }, stores, ports);
};

/** D-41: of a disabled deputy, or of either doctor who is erased. The other one is told. */
const endCovers = async (as: 'deputy' | 'both', id: AccountId, stores: Stores, ports: Platform): Promise<void> => {
  const covers = await stores.covers.ofAccount(id, ports.calendar.dayOf(ports.clock.now()));
  for (const { deputyId, doctorId, id: cover } of covers) {
    if (as === 'deputy' && deputyId !== id) continue;
    await stores.covers.remove(cover);
    await putMail('cover changed', { accountId: deputyId === id ? doctorId : deputyId }, stores, ports);
  }
};

/** Logs the account out everywhere and lets nobody log in to it. Its data and its records stay. */
export const disable = async (
  { account: { id, isManager }, disabledAt }: Pick<Credentials, 'account' | 'disabledAt'>,
  stores: Stores,
  ports: Platform,
) => {
  const { accountCodes, accounts, helps, sessions } = stores;
  await accounts.setDisabled(id, disabledAt ?? ports.clock.now());
  await endCovers('deputy', id, stores, ports);
  await accountCodes.removeAll(id, 'proof');
  // P-39: its owner can neither sign in nor keep the address. Any address that a disabled manager gave may be false.
  await (isManager ? helps.removePending() : helps.remove(id, 'pending'));
  return { sessionsEnded: await sessions.endAll(id) };
};

/** Whoever was a manager is none any more, if there is another one to say so again. */
export const enable = async ({ id, isManager }: Account, { accounts }: Stores): Promise<void> => {
  if (isManager && (await accounts.managers()).length > 0) await accounts.setManager(id, false);
  await accounts.setDisabled(id, undefined);
};

/** Who does it: the operator is no account. */
type By = Pick<RequestFacts, 'requestId'> & { readonly by: AccountId | undefined };

/** The children of a parent, a page at a time, also while their parents change. */
export const childrenOf = ({ children }: Reads, parent: AccountId) =>
  pagesOf((request: PageRequest<ChildId>) => children.ofParent(parent, request), {});

/** Ahead of the account, as whoever joins a child does. */
export const lockChildrenOf = async (parent: AccountId, stores: Stores): Promise<void> => {
  for await (const page of childrenOf(stores, parent)) for (const { id } of page) await stores.children.parents(id);
};

/** What the account did stays under its id. `keeps`: what else. Returns how many sessions it has ended. */
export const eraseData = async (
  account: Account,
  stores: Stores,
  ports: Platform,
  keeps?: 'names',
): Promise<number> => {
  const { id, isManager } = account;
  await endCovers('both', id, stores, ports);
  if (isManager) {
    await stores.helps.removePending();
    await tellOthers('managers changed', { to: await managerIds(stores), except: id }, stores, ports);
  }
  const sessionsEnded = await stores.sessions.endAll(id);
  await stores.accounts.erase(id, ports.clock.now(), keeps);
  return sessionsEnded;
};

/** D-50: what becomes of a child whose parent closes the account. */
type LeftTo = 'other parents' | 'practice' | 'nobody';

export const leftTo = async ({ id }: ChildEntry, { cases, children }: Reads): Promise<LeftTo> => {
  if ((await children.parents(id)).length > 1) return 'other parents';
  return (await cases.ofChild(id, { after: undefined, size: 1 })).length > 0 ? 'practice' : 'nobody';
};

/** A child stays with other parents, or with its doctor as if staff had entered it, or goes if nobody knows of it. */
export const leave = async (child: ChildEntry, parent: AccountId, by: By, stores: Stores, ports: Platform) => {
  const to = await leftTo(child, stores);
  await endParenthood(stores, ports, { childId: child.id, removed: parent, by: by.by });
  // D-34: each child has a record of it, which its other parents see.
  await appendRecord(stores, ports, { action: 'parent removed', on: parent, child: child.id, ...by });
  if (to === 'practice') await stores.children.leaveToStaff(child.id);
  if (to !== 'nobody') return;
  await stores.children.erase(child.id);
  await appendRecord(stores, ports, { action: 'child erased', on: child.id, child: child.id, ...by });
};

/** D-41: also finished cases have to be taken over first. A unit locks the account with all that refers to it. */
const hasCasesLeft = async (id: AccountId, { cases }: Reads): Promise<boolean> => {
  if ((await cases.ongoingOf(id, 1)).length > 0) return true;
  return (await cases.countOf(id)).finished > 0;
};

/** D-50: of staff, name and role stay with what they did. It clears no files (`scrub`): others are at work. */
const closeAccount = command({
  prepare: (input: WithBoth & RequestFacts, reads, ports) => proveOwner(input, reads, ports),
  run: async ({ actor, requestId }: WithBoth & RequestFacts, stores, context) => {
    await lockChildrenOf(actor.id, stores);
    // They are locked ahead of an account.
    await stores.accounts.managers();
    const proven = await acceptOwner(context.prepared, stores, context);
    if (!proven.ok) return proven;
    const { account } = proven.value;
    const { id, email: to, language, role } = account;
    if (await isLastManager(stores, account)) return refuse('LAST_MANAGER');
    if (await hasCasesLeft(id, stores)) return refuse('CASES_LEFT');
    const by = { by: actor.id, requestId };
    for await (const page of childrenOf(stores, id))
      for (const child of page) await leave(child, id, by, stores, context);
    await eraseData(account, stores, context, role === 'Par' ? undefined : 'names');
    // An address that is not proven may be anybody's.
    if (hasAddress(account) && isProven(account, context))
      await putMail('account closed', { to, language }, stores, context);
    return ok(undefined);
  },
  outdated: 'PASSWORD_WRONG',
  audit: { action: 'account closed', on: ({ actor }) => actor.id },
  limits: ownFactorLimits,
});

type Closing = {
  /** Whether a doctor has to hand over cases first. */
  readonly hasCases: boolean;
  /** Whether the caller has to name another one first. */
  readonly isLastManager: boolean;
  readonly children: readonly { readonly child: ChildNames; readonly leftTo: LeftTo }[];
};

/** What `closeAccount` would do now. */
const previewClosing = query({
  run: async ({ actor }: Caller, reads) => {
    const { id } = actor;
    const [hasCases, isLast] = [await hasCasesLeft(id, reads), await isLastManager(reads, actor)];
    const children: Closing['children'][number][] = [];
    for await (const page of childrenOf(reads, id)) {
      const names = byId(await reads.children.namesOf(page.map((one) => one.id)));
      for (const one of page) {
        const child = names.get(one.id);
        if (child) children.push({ child, leftTo: await leftTo(one, reads) });
      }
    }
    return ok<Closing>({ hasCases, isLastManager: isLast, children });
  },
  audit: 'own account',
});

export const closingUseCases = { closeAccount, previewClosing };
