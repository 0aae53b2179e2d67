import type {
  Account,
  CodeDigest,
  Credentials,
  Password,
  PasswordAttempt,
  Session,
  SessionDigest,
} from '../model/account.ts';
import type { EmailAddress } from '../model/email.ts';
import { type LoginProof, PASSWORD_COUNTS_FOR, TRUSTED_FOR } from '../model/login-proof.ts';
import type { Paging } from '../model/pages.ts';
import type { FactorAttempt } from '../model/second-factor.ts';
import { later } from '../model/values.ts';
import type { Reads, Stores } from '../ports/storage.ts';
import { ok, refuse } from '../result.ts';
import { issueCode, knownNetwork, loginLimits } from './credentials.ts';
import type { Caller, ClientAddress, Platform } from './declaration.ts';
import { putMail } from './mails.ts';
import { command, query } from './runner.ts';
import { acceptFactor, factorStage } from './second-factors.ts';

type LogIn = ClientAddress & {
  readonly email: EmailAddress;
  readonly password: PasswordAttempt;
  readonly otp?: FactorAttempt | undefined;
  /** A new code, where the second factor is asked for on a page of its own: by it `finishLogin` knows of the password. */
  readonly ticket?: string;
  /** The codes that the browser holds since it was trusted, whoever has used it. */
  readonly trusted?: readonly string[];
};

/* The stages of a login: password, second factor, session. What replaces one of them goes through the others. */

/** D-16: a wrong password and an unknown address have the same reply in the same time. */
const passwordStage = async (known: Credentials | undefined, password: PasswordAttempt, { passwords }: Platform) => {
  const { matches, outdated } = await passwords.verify(password, known?.passwordHash);
  if (!known || !matches) return refuse('CREDENTIALS_WRONG');
  // D-08. The password matches, so it was valid when it was set, even if today's rules would refuse it.
  const renewedHash = outdated ? await passwords.hash(password as Password) : undefined;
  return ok({ known, renewedHash });
};

/** The last stage: whoever calls it has proved whose account it is, and that it may log in. */
export const sessionStage = async (
  account: Account,
  { address, device }: ClientAddress,
  stores: Stores,
  ports: Platform,
) => {
  const { clock, sessionTokens } = ports;
  const { knownNetworks, mails, notices, sessions } = stores;
  const now = clock.now();
  const token = sessionTokens.issue();
  const digest = sessionTokens.digestOf(token) as SessionDigest;
  await sessions.insert({ digest, accountId: account.id, startedAt: now, lastUsedAt: now, ...(device && { device }) });
  await notices.removeAll(account.id);
  await mails.removeDailyTo(account.id);
  await knownNetworks.save(knownNetwork(account, address, now));
  return { token, account };
};

/** D-29: whether the account has proven its second factor in the browser that holds a code with this digest. */
const isTrusted = async (digest: CodeDigest, of: Account, { loginProofs }: Reads, { clock }: Platform) => {
  const proof = await loginProofs.find(digest);
  return proof?.of === 'second factor' && proof.accountId === of.id && clock.now() < proof.expiresAt;
};

const trustedBy = async (codes: readonly string[], of: Account, reads: Reads, ports: Platform) => {
  for (const code of codes) {
    const digest = ports.secretCodes.digestOf(code);
    if (digest && (await isTrusted(digest, of, reads, ports))) return digest;
  }
  return undefined;
};

/** What stands for the second factor: a proof, that the browser is trusted, or a ticket to give it next. */
const secondStage = async ({ otp, ticket, trusted = [] }: LogIn, account: Account, reads: Reads, ports: Platform) => {
  const given = await factorStage(account, otp, 'CREDENTIALS_WRONG', reads, ports);
  if (given.ok) return ok({ proof: given.value, device: undefined, next: undefined });
  if (given.refusal.code !== 'SECOND_FACTOR_REQUIRED') return given;
  const device = await trustedBy(trusted, account, reads, ports);
  if (device) return ok({ proof: undefined, device, next: undefined });
  const next = ticket === undefined ? undefined : ports.secretCodes.digestOf(ticket);
  return next ? ok({ proof: undefined, device: undefined, next }) : given;
};

/** Whether an account is disabled is told only to those who know its password. */
const logIn = command({
  ahead: async ({ email }: LogIn, { accounts }) => ({ known: await accounts.seenByEmail(email) }),
  prepare: async (input: LogIn, reads, ports, ahead) => {
    const { known } = ahead ?? { known: await reads.accounts.credentialsByEmail(input.email) };
    const first = await passwordStage(known, input.password, ports);
    if (!first.ok) return first;
    // D-29: only who knows the password is told that there is a second factor.
    const second = await secondStage(input, first.value.known.account, reads, ports);
    return second.ok ? ok({ ...first.value, ...second.value }) : second;
  },
  run: async (input: LogIn, stores, context) => {
    const { accounts, loginProofs } = stores;
    const { known, renewedHash, proof, device, next } = context.prepared;
    const current = (await accounts.stillHas(known)) ? known : await accounts.credentialsOf(known.account.id);
    const isSame = current?.passwordHash === known.passwordHash;
    if (!isSame || current.account.secondFactor !== known.account.secondFactor) return refuse('CREDENTIALS_WRONG');
    const { account, disabledAt } = current;
    if (disabledAt !== undefined) return refuse('ACCOUNT_DISABLED');
    if (proof && !(await acceptFactor(account.id, proof, stores, context))) return refuse('CREDENTIALS_WRONG');
    if (device && !(await isTrusted(device, account, stores, context))) return refuse('CREDENTIALS_WRONG');
    if (renewedHash !== undefined) await accounts.setPassword(account.id, renewedHash);
    if (!next) return ok({ ...(await sessionStage(account, input, stores, context)), isTrusted: device !== undefined });
    await loginProofs.insert(proofOf('password', next, account, context));
    return refuse('SECOND_FACTOR_REQUIRED');
  },
  commits: ['SECOND_FACTOR_REQUIRED'],
  outdated: 'CREDENTIALS_WRONG',
  audit: {
    action: 'logged in',
    parts: (value) => (value.isTrusted ? ['trusted device'] : []),
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

const proofOf = (of: LoginProof['of'], digest: CodeDigest, { id: accountId }: Account, { clock }: Platform) => {
  const provenAt = clock.now();
  const expiresAt = later(provenAt, of === 'password' ? PASSWORD_COUNTS_FOR : TRUSTED_FOR);
  return { digest, accountId, of, provenAt, expiresAt };
};

/** How many devices of an account are trusted: the last ones. */
export const MOST_TRUSTED = 10;

/** Returns the code that the browser keeps. The account is told: it may be another who has the second factor. */
const trust = async (account: Account, { device }: ClientAddress, stores: Stores, ports: Platform) => {
  const { loginProofs } = stores;
  const { code, digest } = issueCode(ports);
  await loginProofs.insert({ ...proofOf('second factor', digest, account, ports), ...(device && { device }) });
  const tooMany = (await loginProofs.trusted(account.id)).slice(MOST_TRUSTED);
  for (const proof of tooMany) await loginProofs.remove(account.id, proof.digest);
  await putMail('device trusted', { accountId: account.id }, stores, ports);
  return code;
};

type FinishLogin = ClientAddress & {
  readonly email: EmailAddress;
  readonly ticket: string;
  readonly otp: FactorAttempt;
  /** Whether the browser is trusted from now on. */
  readonly trusts?: boolean;
};

/**
 * The second page of a login. `CREDENTIALS_WRONG`: the password counts no more, as somebody has used the ticket, or has
 * changed the password or the second factor, or it was too long ago.
 */
const finishLogin = command({
  run: async (input: FinishLogin, stores, context) => {
    const { email, ticket, otp, trusts } = input;
    const known = await stores.accounts.credentialsByEmail(email);
    const digest = context.secretCodes.digestOf(ticket);
    const password = digest && (await stores.loginProofs.take(digest));
    const isProven = password?.of === 'password' && password.accountId === known?.account.id;
    const isOpen = isProven && context.clock.now() < password.expiresAt;
    if (!known?.account.secondFactor || !isOpen) return refuse('CREDENTIALS_WRONG');
    const { account, disabledAt } = known;
    context.trace.by = account.id;
    if (disabledAt !== undefined) return refuse('ACCOUNT_DISABLED');
    const proof = await factorStage(account, otp, 'CODE_INVALID', stores, context);
    if (!proof.ok) return proof;
    if (!(proof.value && (await acceptFactor(account.id, proof.value, stores, context)))) return refuse('CODE_INVALID');
    const trusted = trusts ? await trust(account, input, stores, context) : undefined;
    return ok({ ...(await sessionStage(account, input, stores, context)), trusted });
  },
  audit: {
    action: 'logged in',
    parts: ({ trusted }) => (trusted ? ['device trusted from now on'] : []),
    on: (_, value) => value?.account.id,
  },
  limits: { of: ({ email, address }, ports) => loginLimits(email, address, ports), failures: ['CODE_INVALID'] },
});

const logOut = command({
  run: async ({ session }: { readonly session: SessionDigest }, { sessions }) => ok(await sessions.end(session)),
  audit: { action: 'logged out' },
});

/** D-28: a session as its owner sees it. Its id is the digest, by which nobody can call. */
export type Login = Omit<Session, 'accountId' | 'digest'> & { readonly id: SessionDigest; readonly isCurrent: boolean };

/** Sessions that have ended by time are listed until upkeep removes them. */
const listLogins = query({
  run: async (
    { actor, session, paging }: Caller & { readonly paging: Paging<SessionDigest> },
    { sessions },
    { pagesWhileAllowed },
  ) => {
    const toLogin = ({ digest, startedAt, lastUsedAt, device }: Session): Login => {
      return { id: digest, startedAt, lastUsedAt, isCurrent: digest === session, device };
    };
    const fetch = async (request: { after: SessionDigest | undefined; size: number }) =>
      (await sessions.ofAccount(actor.id, request)).map(toLogin);
    return ok(pagesWhileAllowed(fetch, paging));
  },
  audit: 'own account',
});

const endLogin = command({
  run: async ({ actor, login }: Caller & { readonly login: SessionDigest }, { sessions }) =>
    (await sessions.endOf(actor.id, login)) ? ok(undefined) : refuse('LOGIN_NOT_FOUND'),
  audit: { action: 'login ended', on: ({ actor }) => actor.id },
  // Nothing begins a session again.
  idempotency: { fields: ['login'], answerAgain: async () => true },
});

/** D-29: a device that is trusted, as its owner sees it. Its id is the digest. */
type TrustedDevice = Pick<LoginProof, 'provenAt' | 'expiresAt' | 'device'> & {
  readonly id: CodeDigest;
  readonly isCurrent: boolean;
};

/** `trusted`: the codes of the browser that asks. */
const listTrustedDevices = query({
  run: async (
    { actor, trusted }: Caller & { readonly trusted: readonly string[] },
    { loginProofs },
    { clock, secretCodes },
  ) => {
    const own: readonly (CodeDigest | undefined)[] = trusted.map((code) => secretCodes.digestOf(code));
    const toDevice = ({ digest, provenAt, expiresAt, device }: LoginProof): TrustedDevice => {
      return { id: digest, provenAt, expiresAt, device, isCurrent: own.includes(digest) };
    };
    const all = await loginProofs.trusted(actor.id);
    return ok(all.filter(({ expiresAt }) => clock.now() < expiresAt).map(toDevice));
  },
  audit: 'own account',
});

const endTrust = command({
  run: async ({ actor, device }: Caller & { readonly device: CodeDigest }, { accounts, loginProofs }) => {
    // Locks the account ahead of its proof, as a login does.
    await accounts.credentialsOf(actor.id);
    return (await loginProofs.remove(actor.id, device)) ? ok(undefined) : refuse('LOGIN_NOT_FOUND');
  },
  audit: { action: 'trust in a device ended', on: ({ actor }) => actor.id },
  idempotency: { fields: ['device'], answerAgain: async () => true },
});

export const loginUseCases = { endLogin, endTrust, finishLogin, listLogins, listTrustedDevices, logIn, logOut };
