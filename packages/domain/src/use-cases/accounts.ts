import { Fault } from '../errors.ts';
import type { Account, Password, PasswordAttempt, PasswordHash, SessionDigest } from '../model/account.ts';
import { invitationState } from '../model/account.ts';
import { networksOf } from '../model/address.ts';
import type { EmailAddress } from '../model/email.ts';
import {
  type AttemptLimit,
  atMostPer,
  growingDelay,
  type KnownNetwork,
  loginFrom,
  loginOf,
  NETWORK_MEMORY,
} from '../model/throttle.ts';
import { type AccountId, type Instant, later, MINUTE } from '../model/values.ts';
import type { Reads, Stores } from '../ports/storage.ts';
import { ok, refuse } from '../result.ts';
import type { Caller, ClientAddress, Platform } from './declaration.ts';
import { command, query } from './runner.ts';

type NewAccount = Omit<Account, 'id' | 'registeredAt'> & { readonly password: Password };
type RegisterAccount = NewAccount & ClientAddress & { readonly invitation?: string | undefined };

/** Looking up the address spares hashing in vain. If two registrations race, `accounts.insert` refuses the second. */
const hashForNewAccount = async ({ email, password }: NewAccount, { accounts }: Reads, ports: Platform) => {
  if (await ports.commonPasswords.includes(password)) return refuse('PASSWORD_COMMON');
  if (await accounts.credentialsByEmail(email)) return refuse('EMAIL_TAKEN');
  return ok(await ports.passwords.hash(password));
};

type WithHash = Platform & { readonly prepared: PasswordHash };

const insertAccount = async (input: NewAccount, { accounts }: Stores, { ids, clock, prepared }: WithHash) => {
  const { firstName, lastName, email, role } = input;
  const account: Account = { id: ids.account(), firstName, lastName, email, role, registeredAt: clock.now() };
  const inserted = await accounts.insert({ account, passwordHash: prepared });
  return inserted.ok ? ok(account) : inserted;
};

const invitationFor = async ({ role, invitation }: RegisterAccount, { invitations }: Reads, ports: Platform) => {
  const { registration, invitationCodes, clock } = ports;
  if (registration === 'open' || role === 'Par') return ok(undefined);
  const digest = invitationCodes.digestOf(invitation ?? '');
  const found = digest && (await invitations.find(digest));
  const isOpen = found?.role === role && invitationState(found, clock.now()) === 'open';
  return isOpen ? ok(found) : refuse('INVITATION_INVALID');
};

const registerAccount = command({
  prepare: async (input: RegisterAccount, reads, ports) => {
    const invited = await invitationFor(input, reads, ports);
    return invited.ok ? hashForNewAccount(input, reads, ports) : invited;
  },
  run: async (input: RegisterAccount, stores, context) => {
    const invited = await invitationFor(input, stores, context);
    if (!invited.ok) return invited;
    const account = await insertAccount(input, stores, context);
    if (account.ok && invited.value) await stores.invitations.save({ ...invited.value, usedBy: account.value.id });
    return account;
  },
  audit: { action: 'account registered', by: async (_, account) => account?.id, on: (_, account) => account?.id },
  idempotency: {
    call: 'registerAccount',
    fields: ['firstName', 'lastName', 'email', 'role', 'invitation'],
    owner: ({ email }) => email,
    keep: ({ id }) => id,
    answerAgain: async (kept, { accounts }) => {
      const account = await accounts.find(kept as AccountId);
      if (!account) throw new Fault('The outcome of a registration is stored, but its account is not.');
      return ok(account);
    },
  },
  limits: {
    of: ({ address }, { ratesPerMinute }) => perAddress('registrations', address, ratesPerMinute.registrations),
    hashes: ({ email }) => email,
  },
});

/** For the operator. Needs no invitation: the operator could also issue one. */
export const createAccount = command({
  prepare: hashForNewAccount,
  run: insertAccount,
  audit: { action: 'account created', on: (_, account) => account?.id },
});

/**
 * Each network has a count of failed logins for the account. All networks but the known ones also share one count. So
 * failures in other networks cannot keep the owner out of a known network.
 */
const loginLimits = (email: EmailAddress, address: string, { ratesPerMinute }: Platform): readonly AttemptLimit[] => {
  const [of, key] = [loginOf(email), loginFrom(email, address)];
  return [
    { key: of, throttle: growingDelay, resetBySuccess: true, unlessKnown: key },
    { key, of, throttle: growingDelay, resetBySuccess: true },
    ...perAddress('logins', address, ratesPerMinute.loginFailures),
  ];
};

const perAddress = (what: 'logins' | 'registrations', address: string, most: number): readonly AttemptLimit[] =>
  most === 0
    ? []
    : networksOf(address).map(({ name, share }) => {
        return { key: `${what} from ${name}`, throttle: atMostPer(MINUTE, most * share) };
      });

const knownNetwork = (account: Account, address: string, at: Instant): KnownNetwork => {
  return { key: loginFrom(account.email, address), accountId: account.id, at };
};

type LogIn = ClientAddress & { readonly email: EmailAddress; readonly password: PasswordAttempt };

/** Each login adds one session and may add one network. It removes several that are over. */
const SWEPT_PER_LOGIN = 10;

/**
 * D-16: a wrong password and an unknown address have the same reply in the same time. Whether an account is disabled is
 * told only to those who know its password. D-08: a weak hash is renewed, as the password is at hand.
 */
const logIn = command({
  prepare: async ({ email, password }: LogIn, { accounts }, { passwords }) => {
    const known = await accounts.credentialsByEmail(email);
    const { matches, outdated } = await passwords.verify(password, known?.passwordHash);
    if (!known || !matches) return refuse('CREDENTIALS_WRONG');
    // The password matches, so it was valid when it was set, even if today's rules would refuse it.
    const renewedHash = outdated ? await passwords.hash(password as Password) : undefined;
    return ok({ known, renewedHash });
  },
  run: async ({ address }: LogIn, stores, { sessionLifetimes, sessionTokens, clock, prepared }) => {
    const { accounts, knownNetworks, sessions } = stores;
    const { known, renewedHash } = prepared;
    const current = await accounts.credentialsOf(known.account.id);
    if (current?.passwordHash !== known.passwordHash) return refuse('CREDENTIALS_WRONG');
    const { account, disabledAt } = current;
    if (disabledAt !== undefined) return refuse('ACCOUNT_DISABLED');
    if (renewedHash !== undefined) await accounts.setPassword(account.id, renewedHash);
    const now = clock.now();
    const token = sessionTokens.issue();
    const digest = sessionTokens.digestOf(token) as SessionDigest;
    await sessions.insert({ digest, accountId: account.id, startedAt: now, lastUsedAt: now });
    await sessions.sweep(later(now, -sessionLifetimes.idle), SWEPT_PER_LOGIN);
    await knownNetworks.save(knownNetwork(account, address, now));
    await knownNetworks.sweep(later(now, -NETWORK_MEMORY), SWEPT_PER_LOGIN);
    return ok({ token, account });
  },
  outdated: 'CREDENTIALS_WRONG',
  audit: {
    action: 'logged in',
    // The account that was tried. Known and unknown addresses are looked up alike (D-16).
    by: async ({ email }, value, { accounts }) =>
      value ? value.account.id : (await accounts.credentialsByEmail(email))?.account.id,
    on: (_, value) => value?.account.id,
  },
  limits: {
    of: ({ email, address }, ports) => loginLimits(email, address, ports),
    failures: ['CREDENTIALS_WRONG'],
    hashes: ({ email }) => email,
  },
});

const logOut = command({
  run: async ({ session }: { readonly session: SessionDigest }, { sessions }) => ok(await sessions.end(session)),
  audit: { action: 'logged out' },
});

type ChangePassword = ClientAddress & Caller & { readonly password: PasswordAttempt; readonly newPassword: Password };

/** D-09: ends all other sessions and forgets all other networks. Of two changes at once, the second is refused. */
const changePassword = command({
  prepare: async ({ actor, password, newPassword }: ChangePassword, { accounts }, { passwords, commonPasswords }) => {
    const known = await accounts.credentialsOf(actor.id);
    const { matches } = await passwords.verify(password, known?.passwordHash);
    if (!known || !matches) return refuse('PASSWORD_WRONG');
    if (await commonPasswords.includes(newPassword)) return refuse('PASSWORD_COMMON');
    return ok({ known, newHash: await passwords.hash(newPassword) });
  },
  run: async ({ actor, session, address }: ChangePassword, stores, { clock, prepared: { known, newHash } }) => {
    const { accounts, knownNetworks, sessions } = stores;
    const current = await accounts.credentialsOf(actor.id);
    if (current?.passwordHash !== known.passwordHash) return refuse('PASSWORD_WRONG');
    await accounts.setPassword(actor.id, newHash);
    await sessions.endOthers(actor.id, session);
    await knownNetworks.forget(actor.id);
    await knownNetworks.save(knownNetwork(actor, address, clock.now()));
    return ok(undefined);
  },
  outdated: 'PASSWORD_WRONG',
  audit: { action: 'password changed', on: ({ actor }) => actor.id },
  limits: {
    of: ({ actor, address }, ports) => loginLimits(actor.email, address, ports),
    failures: ['PASSWORD_WRONG'],
    hashes: ({ actor }) => actor.email,
  },
});

const describeAccount = query({ run: async ({ actor }: Caller) => ok(actor) });

export const accountUseCases = { changePassword, describeAccount, logIn, logOut, registerAccount };
