import { type Account, hasAddress, type KnownAccount, ROLES, type Role } from '../model/account.ts';
import type { CaseFilter } from '../model/case.ts';
import type { EmailAddress } from '../model/email.ts';
import { fitsName, type NameSearch } from '../model/names.ts';
import { fitting, mapPages, type PageRequest, type Pages, pagesOf } from '../model/pages.ts';
import type { AccountId, CaseId, CertificationId, MailId, TaskId } from '../model/values.ts';
import type { Ports } from '../ports/ports.ts';
import type { Reads } from '../ports/storage.ts';
import { ok, refuse } from '../result.ts';
import { childrenOf, eraseData, leave, leftTo, lockChildrenOf } from './closing.ts';
import { moveTo } from './credentials.ts';
import type { RequestFacts } from './declaration.ts';
import { putMail } from './mails.ts';
import { isLastManager } from './managers.ts';
import { command } from './runner.ts';
import { resetFactorOf } from './second-factors.ts';

type Wanted = {
  readonly email?: EmailAddress | undefined;
  readonly name?: NameSearch | undefined;
  readonly role?: Role | undefined;
};

/** Whoever meets all conditions: by name in the order of `accounts.search`, otherwise in the order of ids. */
const listAccounts =
  ({ storage: { read } }: Ports) =>
  async ({ email, name, role }: Wanted) => {
    const fits = (known: KnownAccount): boolean => {
      const { firstName, lastName } = known.account;
      return (role ?? known.account.role) === known.account.role && (!name || fitsName(name, firstName, lastName));
    };
    if (email !== undefined) {
      const known = await read.accounts.credentialsByEmail(email);
      return ok(onePage(known && fits(known) ? [known] : []));
    }
    if (name === undefined) return ok(accountsOf(fitting(keyed(read.accounts.all), ({ known }) => fits(known))));
    return ok(foundIn(read, name, role === undefined ? ROLES : [role]));
  };

async function* onePage(page: readonly KnownAccount[]): Pages<KnownAccount> {
  yield page;
}

type Fetch = (request: PageRequest<AccountId>) => Promise<readonly KnownAccount[]>;
type Keyed = { readonly id: AccountId; readonly known: KnownAccount };

/** Paging goes by the id of the account. */
const keyed = (fetch: Fetch) => async (request: PageRequest<AccountId>) =>
  (await fetch(request)).map((known): Keyed => ({ id: known.account.id, known }));

const accountsOf = (fetch: (request: PageRequest<AccountId>) => Promise<readonly Keyed[]>): Pages<KnownAccount> =>
  mapPages(pagesOf(fetch, {}), async (page) => page.map(({ known }) => known));

async function* foundIn({ accounts }: Reads, name: NameSearch, roles: readonly Role[]): Pages<KnownAccount> {
  for (const role of roles) yield* accountsOf(keyed((request) => accounts.search(role, name, request)));
}

type OfAccount = { readonly email: EmailAddress };

const resetFactor = command({
  run: async ({ email }: OfAccount, stores, ports) => {
    const known = await stores.accounts.credentialsByEmail(email);
    return known ? ok(await resetFactorOf(known.account, stores, ports)) : refuse('ACCOUNT_NOT_FOUND');
  },
  audit: {
    action: 'second factor reset',
    parts: ({ passkeysRemoved }) => (passkeysRemoved > 0 ? [`${passkeysRemoved} passkeys removed`] : []),
    on: (_, value) => value?.account.id,
  },
});

/** D-28: also of an account whose address was somebody else's. Whoever has the new address is told, and proves it. */
const changeAddress = command({
  run: async ({ id, email }: { readonly id: AccountId; readonly email: EmailAddress }, stores, ports) => {
    const known = await stores.accounts.credentialsOf(id);
    if (!known) return refuse('ACCOUNT_NOT_FOUND');
    const changed = await moveTo(id, email, undefined, stores);
    if (!changed.ok) return changed;
    if (hasAddress(known.account)) {
      await putMail('address changed', { accountId: id, to: known.account.email }, stores, ports);
    }
    await putMail('account made', { accountId: id }, stores, ports);
    return ok({ account: { ...known.account, email } });
  },
  audit: { action: 'address set', on: ({ id }) => id },
});

const CASES_NAMED = 20;

/** Ongoing cases of a doctor: they keep the account from being erased. */
const listOngoingCases =
  ({ storage: { read } }: Ports) =>
  async ({ email }: OfAccount) => {
    const known = await read.accounts.credentialsByEmail(email);
    return ok(known ? await read.cases.ongoingOf(known.account.id, CASES_NAMED) : []);
  };

/** A page at a time. */
const countOf = async <Id extends string>(
  fetch: (request: PageRequest<Id>) => Promise<readonly { readonly id: Id }[]>,
): Promise<number> => {
  let count = 0;
  for await (const page of pagesOf(fetch, {})) count += page.length;
  return count;
};

/** D-32: what waits with a doctor or an assistant, for whoever is to take it over. Nothing does with a parent. */
const countWaiting =
  ({ storage: { read }, calendar, clock }: Ports) =>
  async ({ id, role }: Pick<Account, 'id' | 'role'>) => {
    const { assistants, cases, certifications, tasks } = read;
    if (role === 'Par') return {};
    if (role === 'Ast') {
      return { doctors: await countOf((page: PageRequest<AccountId>) => assistants.doctorsOf(id, page)) };
    }
    const casesOf = (filter: CaseFilter) => countOf((page: PageRequest<CaseId>) => cases.ofDoctors([id], page, filter));
    const today = calendar.dayOf(clock.now());
    return {
      ongoingCases: await casesOf({ status: 'ongoing' }),
      openTasks: await countOf((page: PageRequest<TaskId>) => tasks.ofDoctors([id], page, { status: 'open' })),
      casesToDecide: await casesOf({ waits: true }),
      certificationsToConfirm: await countOf((page: PageRequest<CertificationId>) =>
        certifications.issuedBy(id, 'to confirm', today, page),
      ),
      assistants: await countOf((page: PageRequest<AccountId>) => assistants.ofDoctor(id, page)),
    };
  };

/**
 * Erases a person's data. What the account did stays under its id. Somebody has to take over the ongoing cases of a
 * doctor first, and the children that have no other parent, and that no staff entered, are erased first: nobody could look after them.
 */
const eraseAccount = command({
  prepare: async ({ email }: OfAccount & RequestFacts, { accounts }) => ok(await accounts.credentialsByEmail(email)),
  run: async ({ email, requestId }: OfAccount & RequestFacts, stores, ports) => {
    const { accounts, cases, children } = stores;
    if (ports.prepared) await lockChildrenOf(ports.prepared.account.id, stores);
    // They are locked ahead of an account.
    await accounts.managers();
    const known = await accounts.credentialsByEmail(email);
    if (!known) return refuse('ACCOUNT_NOT_FOUND');
    const { id } = known.account;
    if (await isLastManager(stores, known.account)) return refuse('LAST_MANAGER');
    if ((await cases.ongoingOf(id, 1)).length > 0) return refuse('CASES_LEFT');
    for await (const page of childrenOf(stores, id)) {
      for (const child of page) {
        const to = await leftTo(child, stores);
        // D-42: the staff who entered it look after it, while there is a case. `scrub` clears no file of a child here.
        const isLookedAfter = to === 'practice' && (await children.record(child.id))?.isOfStaff;
        if (to !== 'other parents' && !isLookedAfter) return refuse('CHILDREN_LEFT');
        await leave(child, id, { by: undefined, requestId }, stores, ports);
      }
    }
    return ok({ id, sessionsEnded: await eraseData(known.account, stores, ports) });
  },
  after: (storage) => storage.scrub('account'),
  audit: { action: 'account erased', on: (_, value) => value?.id },
});

/** The mails that wait and those that failed. */
const listMails =
  ({ storage: { read } }: Ports) =>
  async () =>
    ok(pagesOf(read.mails.all, {}));

/** Tries a mail at once, and for as long as a new one. */
const retryMail = command({
  run: async ({ mailId }: { readonly mailId: MailId }, { mails }, { clock }) => {
    const mail = await mails.find(mailId);
    if (!mail) return refuse('MAIL_NOT_FOUND');
    const now = clock.now();
    return ok(await mails.save({ ...mail, at: now, notBefore: now, attempts: 0, failedAt: undefined }));
  },
  audit: { action: 'mail tried again', on: ({ mailId }) => mailId },
});

export const operatorAccountUseCases = {
  changeAddress,
  countWaiting,
  eraseAccount,
  listAccounts,
  listMails,
  listOngoingCases,
  resetFactor,
  retryMail,
};
