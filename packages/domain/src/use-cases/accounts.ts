import {
  type Account,
  AT_FIRST,
  invitationState,
  type Language,
  type Maker,
  type Password,
  type PasswordHash,
} from '../model/account.ts';
import type { Practice } from '../model/practice.ts';
import { type AccountId, DAY, later } from '../model/values.ts';
import type { Ports } from '../ports/ports.ts';
import type { Reads, Stores } from '../ports/storage.ts';
import { ok, refuse } from '../result.ts';
import { codeLimits, issueCode, perAddress } from './credentials.ts';
import type { ClientAddress, Platform } from './declaration.ts';
import { putMail } from './mails.ts';
import { savePractice } from './practice.ts';
import { command } from './runner.ts';
import { invitationOf, tellManagers } from './staff-invitations.ts';

type NewAccount = Pick<Account, 'firstName' | 'lastName' | 'email' | 'role'> & {
  readonly password: Password;
  /** Of its mails, such as the one its owner registers in. */
  readonly language?: Language | undefined;
};

type RegisterAccount = NewAccount &
  ClientAddress & { readonly invitation?: string | undefined; readonly through: Exclude<Maker, 'operator'> };

/** Looking up the address spares hashing in vain. If two registrations race, `accounts.insert` refuses the second. */
const hashForNewAccount = async ({ email, password }: NewAccount, { accounts }: Reads, ports: Platform) => {
  if (await ports.commonPasswords.includes(password)) return refuse('PASSWORD_COMMON');
  if (await accounts.credentialsByEmail(email)) return refuse('EMAIL_TAKEN');
  return ok(await ports.passwords.hash(password));
};

type WithHash = Platform & { readonly prepared: PasswordHash };

/** D-28: the mail tells whoever has the address, and proves it. */
const insertAccount = async (
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
      // It was closed meanwhile.
      return account ? ok(account) : refuse('IDEMPOTENCY_KEY_REUSED');
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

const isManaged = async ({ accounts }: Reads): Promise<boolean> => (await accounts.managers()).length > 0;

/** For the operator's process, which names the way to set up while nobody manages the practice. */
export const isUnmanaged = ({ storage }: Pick<Ports, 'storage'>) => isManaged(storage.read).then((known) => !known);

/** In milliseconds. */
const SETUP_CODE_LIFETIME = DAY;

/** D-39: for the operator, in place of the code before. Whoever has managers asks them: a code is worth as much as one. */
export const issueSetupCode = command({
  run: async (_: unknown, stores, ports) => {
    if (await isManaged(stores)) return refuse('MANAGER_EXISTS');
    const { code, digest } = issueCode(ports);
    await stores.setupCodes.save({ digest, expiresAt: later(ports.clock.now(), SETUP_CODE_LIFETIME) });
    return ok(code);
  },
  audit: { action: 'setup code issued' },
});

type SetUp = ClientAddress & { readonly code: string; readonly facts: Practice } & (
    | { readonly actor: Account; readonly newcomer?: undefined; readonly password?: undefined }
    | { readonly actor?: undefined; readonly newcomer: Omit<NewAccount, 'password'>; readonly password: Password }
  );

const isUsable = async (code: string, reads: Reads, { secretCodes, clock }: Platform): Promise<boolean> => {
  const digest = secretCodes.digestOf(code);
  const found = digest && (await reads.setupCodes.find(digest));
  return found !== undefined && clock.now() < found.expiresAt && !(await isManaged(reads));
};

/** Of the staff already, whoever has to confirm: the operator has given the code. */
const becomeManager = async ({ id }: Account, stores: Stores, ports: Platform) => {
  const account = await stores.accounts.findAvailable(id);
  if (!account || account.role === 'Par') return refuse('ROLE_NOT_ALLOWED');
  if (account.confirmed === undefined) await stores.accounts.setConfirmed(id, 'operator');
  await putMail('managers changed', { accountId: id }, stores, ports);
  return ok(account);
};

/** D-39: makes the practice and its first manager: a new account, or one of the staff. */
const setUpPractice = command({
  prepare: async ({ code, newcomer, password }: SetUp, reads, ports) => {
    if (!(await isUsable(code, reads, ports))) return refuse('CODE_INVALID');
    return newcomer ? hashForNewAccount({ ...newcomer, password }, reads, ports) : ok(undefined);
  },
  run: async ({ code, facts, actor, newcomer, password }: SetUp, stores, context) => {
    if (!(await isUsable(code, stores, context))) return refuse('CODE_INVALID');
    const { prepared } = context;
    const how = { madeThrough: 'portal', confirmed: 'operator' } as const;
    const made =
      newcomer && prepared
        ? await insertAccount({ ...newcomer, password }, how, stores, { ...context, prepared })
        : actor && (await becomeManager(actor, stores, context));
    if (!made?.ok) return made ?? refuse('ROLE_NOT_ALLOWED');
    await stores.accounts.setManager(made.value.id, true);
    await savePractice(facts, stores);
    await stores.setupCodes.remove();
    return ok(made.value.id);
  },
  audit: { action: 'practice set up', by: async (_, id) => id, on: (_, id) => id },
  idempotency: {
    fields: ['code', 'facts', 'newcomer'],
    owner: ({ code }: SetUp) => code,
    answerAgain: async (id) => ok(id as AccountId),
  },
  limits: { ...codeLimits, hashes: ({ code }) => code.toLowerCase() },
});

export const accountUseCases = { registerAccount, setUpPractice };
