import { type Account, isConfirmed } from '../model/account.ts';
import { mapPages, type PageRequest, type Paging } from '../model/pages.ts';
import type { AccountId } from '../model/values.ts';
import type { Reads, Stores } from '../ports/storage.ts';
import { ok, refuse } from '../result.ts';
import { disable } from './closing.ts';
import { isProven } from './credentials.ts';
import type { Platform } from './declaration.ts';
import { putMail, tellOthers } from './mails.ts';
import { byManager, managerIds } from './managers.ts';
import { command, query } from './runner.ts';

/** Managers hear of a doctor or an assistant who waits once the address is proven: before, it may be anybody's. */
export const tellManagers = async (account: Account, stores: Stores, ports: Platform): Promise<void> => {
  if (isConfirmed(account) || !isProven(account, ports)) return;
  await tellOthers('account to confirm', { to: await managerIds(stores), except: account.id }, stores, ports);
};

type ByManager = { readonly actor: Account };
type OneAccount = ByManager & { readonly accountId: AccountId };

/** Whoever is still there and waits, or was confirmed meanwhile. */
const ofStaff = async (reads: Reads, { actor, accountId }: OneAccount) => {
  const manager = await byManager(reads, { actor });
  if (!manager.ok) return manager;
  const found = await reads.accounts.findAvailable(accountId);
  return found && found.role !== 'Par' ? ok(found) : refuse('ACCOUNT_NOT_FOUND');
};

/** D-28: names are typed by whoever registers, so it is the address by which people are known. */
const confirm = async (account: Account, by: 'manager' | 'operator', stores: Stores, ports: Platform) => {
  if (isConfirmed(account)) return ok(account);
  if (!isProven(account, ports)) return refuse('ADDRESS_NOT_PROVEN');
  await stores.accounts.setConfirmed(account.id, by);
  await putMail('account confirmed', { accountId: account.id }, stores, ports);
  return ok({ ...account, confirmed: by });
};

const confirmAccount = command({
  rule: ofStaff,
  run: async (_: OneAccount, stores, ports) => confirm(ports.found, 'manager', stores, ports),
  audit: { action: 'account confirmed', on: ({ accountId }) => accountId },
});

/** D-40: of whom nobody knows anything. The account is disabled, and its owner told. */
const declineAccount = command({
  rule: ofStaff,
  run: async ({ accountId }: OneAccount, stores, ports) => {
    const { found: account } = ports;
    if (isConfirmed(account)) return refuse('ACCOUNT_CONFIRMED');
    await disable({ account, disabledAt: undefined }, stores, ports);
    await putMail('account declined', { accountId }, stores, ports);
    return ok(undefined);
  },
  audit: { action: 'account declined', on: ({ accountId }) => accountId },
  idempotency: {
    fields: ['accountId'],
    answerAgain: async (_, { accounts }, __, { accountId }) => !(await accounts.findAvailable(accountId)),
  },
});

/** Those whose address is proven can be confirmed. */
const listUnconfirmed = query({
  rule: byManager,
  run: async ({ paging }: ByManager & { readonly paging: Paging<AccountId> }, reads, { pagesWhileAllowed, rules }) => {
    const fetch = (request: PageRequest<AccountId>) => reads.accounts.unconfirmed(request);
    return ok(
      mapPages(pagesWhileAllowed(fetch, paging), async (page) =>
        page.map((account) => ({ ...account, isProven: isProven(account, { rules }) })),
      ),
    );
  },
  audit: 'staff',
});

/** One of these. */
const showUnconfirmed = query({
  rule: ofStaff,
  run: async (_: OneAccount, __, { found, rules }) => ok({ ...found, isProven: isProven(found, { rules }) }),
  audit: 'staff',
});

/** For the operator, also of an account that is disabled: that stays. */
const confirmByOperator = command({
  run: async ({ email }: Pick<Account, 'email'>, stores, ports) => {
    const known = await stores.accounts.credentialsByEmail(email);
    if (!known || known.account.role === 'Par') return refuse('ACCOUNT_NOT_FOUND');
    const confirmed = await confirm(known.account, 'operator', stores, ports);
    return confirmed.ok ? ok({ account: confirmed.value }) : confirmed;
  },
  audit: { action: 'account confirmed', on: (_, value) => value?.account.id },
});

export const confirmedAccountUseCases = { confirmAccount, declineAccount, listUnconfirmed, showUnconfirmed };
export const operatorConfirmingUseCases = { confirmByOperator };
