import {
  type Account,
  AT_FIRST,
  hasAddress,
  invitationState,
  type Language,
  type Maker,
  type Password,
  type PasswordHash,
} from '../model/account.ts';
import type { AccountId } from '../model/values.ts';
import type { Reads, Stores } from '../ports/storage.ts';
import { ok, refuse } from '../result.ts';
import { tellManagers } from './confirmed-accounts.ts';
import { perAddress } from './credentials.ts';
import type { ClientAddress, Platform } from './declaration.ts';
import { putMail } from './mails.ts';
import { command } from './runner.ts';
import { invitationOf } from './staff-invitations.ts';

export type NewAccount = Pick<Account, 'firstName' | 'lastName' | 'email' | 'role'> & {
  readonly password: Password;
  /** Of its mails, such as the one its owner registers in. */
  readonly language?: Language | undefined;
};

type RegisterAccount = NewAccount &
  ClientAddress & { readonly invitation?: string | undefined; readonly through: Exclude<Maker, 'operator'> };

/** Looking up the address spares hashing in vain. If two registrations race, `accounts.insert` refuses the second. */
export const hashForNewAccount = async ({ email, password }: NewAccount, { accounts }: Reads, ports: Platform) => {
  if (await ports.commonPasswords.includes(password)) return refuse('PASSWORD_COMMON');
  if (await accounts.credentialsByEmail(email)) return refuse('EMAIL_TAKEN');
  return ok(await ports.passwords.hash(password));
};

type WithHash = Platform & { readonly prepared: PasswordHash };

/** D-28: the mail tells whoever has the address, and proves it. */
export const insertAccount = async (
  input: NewAccount,
  how: Pick<Account, 'madeThrough' | 'confirmed'> & Partial<Pick<Account, 'provenAt'>>,
  stores: Stores,
  context: WithHash,
) => {
  const { firstName, lastName, email, role, language = AT_FIRST.language } = input;
  const { ids, clock, prepared } = context;
  const account: Account = {
    id: ids.next(),
    firstName,
    lastName,
    email,
    role,
    registeredAt: clock.now(),
    ...AT_FIRST,
    language,
    ...how,
    ...(role === 'Par' && { confirmed: undefined }),
  };
  const inserted = await stores.accounts.insert({ account, passwordHash: prepared });
  if (!inserted.ok) return inserted;
  if (!account.provenAt) await putMail('account made', { accountId: account.id }, stores, context);
  return ok(account);
};

const invitationFor = async ({ role, invitation }: RegisterAccount, { invitations }: Reads, ports: Platform) => {
  const { clock, rules, secretCodes } = ports;
  if (rules.registration === 'open' || role === 'Par') return ok(undefined);
  if (rules.registration === 'confirmed' && invitation === undefined) return ok(undefined);
  const digest = secretCodes.digestOf(invitation ?? '');
  const found = digest && (await invitations.find(digest));
  const isOpen = found?.role === role && invitationState(found, clock.now()) === 'open';
  return isOpen ? ok(found) : refuse('INVITATION_INVALID');
};

/** D-40: the one in a mail. It is for that address and role alone, and proves the address. */
const mailedInvitation = async ({ email, role, invitation = '' }: RegisterAccount, reads: Reads, ports: Platform) => {
  const found = await invitationOf(invitation, reads, ports);
  return found && (found.email === email && found.role === role ? ok(found) : refuse('INVITATION_INVALID'));
};

const registerAccount = command({
  prepare: async (input: RegisterAccount, reads, ports) => {
    const invited = (await mailedInvitation(input, reads, ports)) ?? (await invitationFor(input, reads, ports));
    return invited.ok ? hashForNewAccount(input, reads, ports) : invited;
  },
  run: async (input: RegisterAccount, stores, context) => {
    const mailed = await mailedInvitation(input, stores, context);
    if (mailed?.ok) {
      await stores.staffInvitations.remove(input.email);
      const provenAt = context.clock.now();
      return insertAccount(input, { madeThrough: input.through, confirmed: 'invitation', provenAt }, stores, context);
    }
    const invited = mailed ?? (await invitationFor(input, stores, context));
    if (!invited.ok) return invited;
    const unasked = context.rules.registration === 'open' ? 'open' : undefined;
    const confirmed: Account['confirmed'] = invited.value ? 'invitation' : unasked;
    const how = { madeThrough: input.through, confirmed };
    const account = await insertAccount(input, how, stores, context);
    if (account.ok) await tellManagers(account.value, stores, context);
    if (account.ok && invited.value) await stores.invitations.save({ ...invited.value, usedBy: account.value.id });
    return account;
  },
  audit: { action: 'account registered', by: async (_, account) => account?.id, on: (_, account) => account?.id },
  idempotency: {
    fields: ['firstName', 'lastName', 'email', 'role', 'invitation', 'language'],
    owner: ({ email }) => email,
    keep: ({ id }) => id,
    answerAgain: async (kept, { accounts }) => {
      const account = await accounts.find(kept as AccountId);
      // It was closed or disowned meanwhile.
      return account && hasAddress(account) ? ok(account) : refuse('IDEMPOTENCY_KEY_REUSED');
    },
  },
  limits: {
    of: ({ address }, { rules }) => perAddress('registrations', address, rules.ratesPerMinute.registrations),
    hashes: ({ email }) => email,
  },
});

/** For the operator. Needs no invitation: the operator could also issue one. */
export const createAccount = command({
  prepare: hashForNewAccount,
  run: (input: NewAccount, stores, context) =>
    insertAccount(input, { madeThrough: 'operator', confirmed: 'operator' }, stores, context),
  audit: { action: 'account created', on: (_, account) => account?.id },
});

export const accountUseCases = { registerAccount };
