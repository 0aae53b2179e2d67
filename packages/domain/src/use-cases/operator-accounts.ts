import type { KnownAccount, Role } from '../model/account.ts';
import type { EmailAddress } from '../model/email.ts';
import { fromTheStart } from '../model/mail.ts';
import { type Pages, pagesOf } from '../model/pages.ts';
import type { AccountId, MailId } from '../model/values.ts';
import type { Ports } from '../ports/ports.ts';
import { ok, refuse } from '../result.ts';
import { putMail } from './mails.ts';
import { command } from './runner.ts';

type Wanted = {
  readonly email?: EmailAddress | undefined;
  /** Words, each of which must begin a word of the first or last name. */
  readonly name?: string | undefined;
  readonly role?: Role | undefined;
};

/** Case and accents make no difference. */
const wordsOf = (text: string): readonly string[] =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

const fits = ({ account: { firstName, lastName, role } }: KnownAccount, wanted: Wanted): boolean => {
  const names = wordsOf(`${firstName} ${lastName}`);
  const isNamed = wordsOf(wanted.name ?? '').every((word) => names.some((name) => name.startsWith(word)));
  return isNamed && (wanted.role ?? role) === role;
};

/** Whoever meets all conditions, in the order of their ids. */
const listAccounts =
  ({ storage: { read } }: Ports) =>
  async (wanted: Wanted) => {
    if (wanted.email === undefined) return ok(accountsOf(read.accounts.all, wanted));
    const known = await read.accounts.credentialsByEmail(wanted.email);
    const all = async () => (known ? [known] : []);
    return ok(accountsOf(all, wanted));
  };

async function* accountsOf(fetch: Ports['storage']['read']['accounts']['all'], wanted: Wanted): Pages<KnownAccount> {
  // Paging goes by the id of the account.
  const keyed = async (request: Parameters<typeof fetch>[0]) =>
    (await fetch(request)).map((known) => ({ id: known.account.id, known }));
  for await (const page of pagesOf<AccountId, Awaited<ReturnType<typeof keyed>>[number]>(keyed, {})) {
    yield page.map(({ known }) => known).filter((known) => fits(known, wanted));
  }
}

type OfAccount = { readonly email: EmailAddress };

/** For somebody who has lost the app and the recovery codes. The account is told. */
const resetFactor = command({
  run: async ({ email }: OfAccount, stores, ports) => {
    const known = await stores.accounts.credentialsByEmail(email);
    if (!known) return refuse('ACCOUNT_NOT_FOUND');
    const { account } = known;
    await stores.secondFactors.remove(account.id);
    if (account.secondFactor) {
      await stores.accounts.setSecondFactor(account.id, false);
      await putMail('second factor off', { accountId: account.id }, stores, ports);
    }
    return ok({ account });
  },
  audit: { action: 'second factor reset', on: (_, value) => value?.account.id },
});

/** How many ongoing cases are named. */
const CASES_NAMED = 20;

/** Ongoing cases of a doctor: they keep the account from being erased. */
const listOngoingCases =
  ({ storage: { read } }: Ports) =>
  async ({ email }: OfAccount) => {
    const known = await read.accounts.credentialsByEmail(email);
    return ok(known ? await read.cases.ongoingOf(known.account.id, CASES_NAMED) : []);
  };

/**
 * Erases a person's data. What the account did stays under its id. Somebody has to take over the ongoing cases of a
 * doctor first, and the children of a parent are erased first: nobody else could look after them.
 */
const eraseAccount = command({
  run: async ({ email }: OfAccount, stores, { clock }) => {
    const { accountCodes, accounts, cases, children, knownNetworks, mails, secondFactors, sessions } = stores;
    const known = await accounts.credentialsByEmail(email);
    if (!known) return refuse('ACCOUNT_NOT_FOUND');
    const { id } = known.account;
    if ((await cases.ongoingOf(id, 1)).length > 0) return refuse('CASES_LEFT');
    if ((await children.ofParent(id, { after: undefined, size: 1 })).length > 0) return refuse('CHILDREN_LEFT');
    await accounts.erase(id, clock.now());
    await secondFactors.remove(id);
    await accountCodes.removeAll(id);
    await knownNetworks.forget(id);
    await mails.removeAllTo(id, email);
    return ok({ id, sessionsEnded: await sessions.endAll(id) });
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
    return ok(await mails.save(fromTheStart(mail, clock.now())));
  },
  audit: { action: 'mail tried again', on: ({ mailId }) => mailId },
});

export const operatorAccountUseCases = {
  eraseAccount,
  listAccounts,
  listMails,
  listOngoingCases,
  resetFactor,
  retryMail,
};
