import { hasAddress } from '../model/account.ts';
import type { ChildEntry, ChildNames } from '../model/child.ts';
import { type PageRequest, pagesOf } from '../model/pages.ts';
import type { AccountId, ChildId } from '../model/values.ts';
import type { Reads, Stores } from '../ports/storage.ts';
import { ok, refuse } from '../result.ts';
import type { Caller, Platform, RequestFacts } from './declaration.ts';
import { appendRecord } from './facts.ts';
import { putMail } from './mails.ts';
import { endParenthood } from './parenthoods.ts';
import { command, query } from './runner.ts';
import { acceptOwner, ownFactorLimits, proveOwner, type WithBoth } from './second-factors.ts';
import { endDeputy, isLastManager } from './staff.ts';

/** Who does it: the operator is no account. */
type By = Pick<RequestFacts, 'requestId'> & { readonly by: AccountId | undefined };

/** The children of a parent, a page at a time, also while their parents change. */
export const childrenOf = ({ children }: Reads, parent: AccountId) =>
  pagesOf((request: PageRequest<ChildId>) => children.ofParent(parent, request), {});

/** D-34: each child has a record of it, which its other parents see. */
export const leaveChild = async (
  child: ChildId,
  parent: AccountId,
  { by, requestId }: By,
  stores: Stores,
  ports: Platform,
): Promise<void> => {
  await endParenthood(stores, ports, { childId: child, removed: parent, by });
  await appendRecord(stores, ports, { action: 'parent removed', on: parent, child, by, requestId });
};

/** What the account did stays under its id. `keeps`: what else. Returns how many sessions it has ended. */
export const eraseData = async (id: AccountId, stores: Stores, ports: Platform, keeps?: 'names'): Promise<number> => {
  await endDeputy(id, stores, ports);
  const sessionsEnded = await stores.sessions.endAll(id);
  await stores.accounts.erase(id, ports.clock.now(), keeps);
  return sessionsEnded;
};

/** D-50: what becomes of a child whose parent closes the account. */
type LeftTo = 'other parents' | 'practice' | 'nobody';

const leftTo = async ({ id }: ChildEntry, { cases, children }: Reads): Promise<LeftTo> => {
  if ((await children.parents(id)).length > 1) return 'other parents';
  return (await cases.ofChild(id, { after: undefined, size: 1 })).length > 0 ? 'practice' : 'nobody';
};

/** Nobody hides a case by leaving: it stays with the other parents, or with its doctor as if staff had entered the child. */
const leave = async (child: ChildEntry, parent: AccountId, by: By, stores: Stores, ports: Platform) => {
  const to = await leftTo(child, stores);
  await leaveChild(child.id, parent, by, stores, ports);
  if (to === 'practice') await stores.children.leaveToStaff(child.id);
  if (to !== 'nobody') return;
  await stores.children.erase(child.id);
  await appendRecord(stores, ports, { action: 'child erased', on: child.id, child: child.id, ...by });
};

/**
 * Whether another doctor has to take over cases first (D-41), also finished ones, which a practice has to keep. A unit locks the
 * account with all that refers to it, whosever it is.
 */
const hasCasesLeft = async (id: AccountId, { cases }: Reads): Promise<boolean> => {
  if ((await cases.ongoingOf(id, 1)).length > 0) return true;
  return (await cases.countOf(id)).finished > 0;
};

/**
 * D-50: erases what the account has of its own. Names and role of doctors and assistants stay with what they did. The
 * store's own files are not cleared (`scrub`): others are at work.
 */
const closeAccount = command({
  prepare: (input: WithBoth & RequestFacts, reads, ports) => proveOwner(input, reads, ports),
  run: async ({ actor, requestId }: WithBoth & RequestFacts, stores, context) => {
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
    await eraseData(id, stores, context, role === 'Par' ? undefined : 'names');
    if (hasAddress(account)) await putMail('account closed', { to, language }, stores, context);
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
      const names = new Map((await reads.children.namesOf(page.map((one) => one.id))).map((one) => [one.id, one]));
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
