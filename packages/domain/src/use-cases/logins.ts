import type { Account, Password, PasswordAttempt, Session, SessionDigest } from '../model/account.ts';
import type { EmailAddress } from '../model/email.ts';
import { PASSWORD_COUNTS_FOR } from '../model/login-proof.ts';
import type { Paging } from '../model/pages.ts';
import type { FactorAttempt } from '../model/second-factor.ts';
import { NETWORK_MEMORY } from '../model/throttle.ts';
import { later } from '../model/values.ts';
import type { Reads, Stores } from '../ports/storage.ts';
import { ok, refuse } from '../result.ts';
import { knownNetwork, loginLimits } from './credentials.ts';
import type { Caller, ClientAddress, Platform } from './declaration.ts';
import { ifStill } from './kept-outcomes.ts';
import { command, query } from './runner.ts';
import { acceptFactor, factorStage } from './second-factors.ts';

type LogIn = ClientAddress & {
  readonly email: EmailAddress;
  readonly password: PasswordAttempt;
  readonly otp?: FactorAttempt | undefined;
  /** A new code, where the second factor is asked for on a page of its own: by it `finishLogin` knows of the password. */
  readonly ticket?: string;
};

/*
 * The stages of a login: password, second factor, session. Whatever replaces one of them goes through the others.
 */

/** D-16: a wrong password and an unknown address have the same reply in the same time. */
const passwordStage = async ({ email, password }: LogIn, { accounts }: Reads, { passwords }: Platform) => {
  const known = await accounts.credentialsByEmail(email);
  const { matches, outdated } = await passwords.verify(password, known?.passwordHash);
  if (!known || !matches) return refuse('CREDENTIALS_WRONG');
  // D-08. The password matches, so it was valid when it was set, even if today's rules would refuse it.
  const renewedHash = outdated ? await passwords.hash(password as Password) : undefined;
  return ok({ known, renewedHash });
};

/** Each login adds one session and may add one network. It removes several that are over. */
const SWEPT_PER_LOGIN = 10;

/** The last stage: whoever calls it has proved whose account it is, and that it may log in. */
export const sessionStage = async (account: Account, address: string, stores: Stores, ports: Platform) => {
  const { clock, rules, sessionTokens } = ports;
  const { knownNetworks, loginProofs, notices, sessions } = stores;
  const now = clock.now();
  const token = sessionTokens.issue();
  const digest = sessionTokens.digestOf(token) as SessionDigest;
  await sessions.insert({ digest, accountId: account.id, startedAt: now, lastUsedAt: now });
  await notices.removeAll(account.id);
  await sessions.sweep(later(now, -rules.sessionLifetimes.idle), SWEPT_PER_LOGIN);
  await loginProofs.sweep(now, SWEPT_PER_LOGIN);
  await knownNetworks.save(knownNetwork(account, address, now));
  await knownNetworks.sweep(later(now, -NETWORK_MEMORY), SWEPT_PER_LOGIN);
  return { token, account };
};

/** Whether an account is disabled is told only to those who know its password. */
const logIn = command({
  prepare: async (input: LogIn, reads, ports) => {
    const first = await passwordStage(input, reads, ports);
    if (!first.ok) return first;
    // D-29: only who knows the password is told that there is a second factor.
    const second = await factorStage(first.value.known.account, input.otp, 'CREDENTIALS_WRONG', reads, ports);
    if (second.ok) return ok({ ...first.value, proof: second.value, ticket: undefined });
    const isAskedNext = second.refusal.code === 'SECOND_FACTOR_REQUIRED' && input.ticket !== undefined;
    const ticket = isAskedNext ? ports.secretCodes.digestOf(input.ticket) : undefined;
    return ticket ? ok({ ...first.value, proof: undefined, ticket }) : second;
  },
  run: async ({ address }: LogIn, stores, context) => {
    const { accounts, loginProofs } = stores;
    const { known, renewedHash, proof, ticket } = context.prepared;
    const current = await accounts.credentialsOf(known.account.id);
    const isSame = current?.passwordHash === known.passwordHash;
    if (!isSame || current.account.secondFactor !== known.account.secondFactor) return refuse('CREDENTIALS_WRONG');
    const { account, disabledAt } = current;
    if (disabledAt !== undefined) return refuse('ACCOUNT_DISABLED');
    if (proof && !(await acceptFactor(account.id, proof, stores, context))) return refuse('CREDENTIALS_WRONG');
    if (renewedHash !== undefined) await accounts.setPassword(account.id, renewedHash);
    if (!ticket) return ok(await sessionStage(account, address, stores, context));
    const provenAt = context.clock.now();
    const expiresAt = later(provenAt, PASSWORD_COUNTS_FOR);
    await loginProofs.insert({ digest: ticket, accountId: account.id, of: 'password', provenAt, expiresAt });
    return refuse('SECOND_FACTOR_REQUIRED');
  },
  commits: ['SECOND_FACTOR_REQUIRED'],
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

type FinishLogin = ClientAddress & {
  readonly email: EmailAddress;
  readonly ticket: string;
  readonly otp: FactorAttempt;
};

/**
 * The second page of a login. `CREDENTIALS_WRONG`: the password counts no more, as somebody has used the ticket, or has
 * changed the password or the second factor, or it was too long ago.
 */
const finishLogin = command({
  run: async ({ email, address, ticket, otp }: FinishLogin, stores, context) => {
    const known = await stores.accounts.credentialsByEmail(email);
    const digest = context.secretCodes.digestOf(ticket);
    const password = digest && (await stores.loginProofs.take(digest));
    const isProven = password?.accountId === known?.account.id && context.clock.now() < (password?.expiresAt ?? 0);
    if (!known?.account.secondFactor || !isProven) return refuse('CREDENTIALS_WRONG');
    const { account, disabledAt } = known;
    context.trace.by = account.id;
    if (disabledAt !== undefined) return refuse('ACCOUNT_DISABLED');
    const proof = await factorStage(account, otp, 'CODE_INVALID', stores, context);
    if (!proof.ok) return proof;
    if (!(proof.value && (await acceptFactor(account.id, proof.value, stores, context)))) return refuse('CODE_INVALID');
    return ok(await sessionStage(account, address, stores, context));
  },
  audit: { action: 'logged in', on: (_, value) => value?.account.id },
  limits: {
    of: ({ email, address }, ports) => loginLimits(email, address, ports),
    failures: ['CODE_INVALID'],
  },
});

const logOut = command({
  run: async ({ session }: { readonly session: SessionDigest }, { sessions }) => ok(await sessions.end(session)),
  audit: { action: 'logged out' },
});

/** D-28: a session as its owner sees it. Its id is the digest, by which nobody can call. */
export type Login = Omit<Session, 'accountId' | 'digest'> & { readonly id: SessionDigest; readonly isCurrent: boolean };

/** Sessions that have ended by time are listed until a login removes them. */
const listLogins = query({
  run: async (
    { actor, session, paging }: Caller & { readonly paging: Paging<SessionDigest> },
    { sessions },
    { pagesWhileAllowed },
  ) => {
    const toLogin = ({ digest, startedAt, lastUsedAt }: Session): Login => {
      return { id: digest, startedAt, lastUsedAt, isCurrent: digest === session };
    };
    const fetch = async (request: { after: SessionDigest | undefined; size: number }) =>
      (await sessions.ofAccount(actor.id, request)).map(toLogin);
    return ok(pagesWhileAllowed(fetch, paging));
  },
  // They are the caller's own sessions.
  audit: 'none',
});

const endLogin = command({
  run: async ({ actor, login }: Caller & { readonly login: SessionDigest }, { sessions }) =>
    (await sessions.endOf(actor.id, login)) ? ok(undefined) : refuse('LOGIN_NOT_FOUND'),
  audit: { action: 'login ended', on: ({ actor }) => actor.id },
  idempotency: {
    call: 'endLogin',
    fields: ['login'],
    // Nothing begins a session again.
    answerAgain: async () => ifStill(true),
  },
});

export const loginUseCases = { endLogin, finishLogin, listLogins, logIn, logOut };
