import { type Account, CODE_LIFETIME, isConfirmed, type Password, PROOF_LIFETIME } from '../model/account.ts';
import type { EmailAddress } from '../model/email.ts';
import type { FactorAttempt } from '../model/second-factor.ts';
import { atMostPer, growingDelay, mostOf, resetsOf } from '../model/throttle.ts';
import { DAY, later, MINUTE } from '../model/values.ts';
import type { Reads, Stores } from '../ports/storage.ts';
import { ok, refuse } from '../result.ts';
import { disable, tellOfDisabled } from './closing.ts';
import { tellManagers } from './confirmed-accounts.ts';
import { codeLimits, endAccess, forgetAccess, isProven, issueCode, lockOwn, validCode } from './credentials.ts';
import type { Caller, ClientAddress, Platform } from './declaration.ts';
import { putMail } from './mails.ts';
import { command } from './runner.ts';
import { acceptFactor, factorStage } from './second-factors.ts';

// D-28: what whoever reads the mails of an address does by a code: prove it, disown the account, set another password.

/** A code for the address that the account has now, in place of the one before. */
export const newProof = async (
  { id, email }: Account,
  accountCodes: Stores['accountCodes'],
  ports: Pick<Platform, 'secretCodes' | 'clock'>,
) => {
  const { code, digest } = issueCode(ports);
  const expiresAt = later(ports.clock.now(), PROOF_LIFETIME);
  await accountCodes.save({ accountId: id, purpose: 'proof', email, digest, expiresAt });
  return code;
};

/** The account whose address the code proves, unless it was proven meanwhile. A code for a former address is over. */
const provable = async (code: string, reads: Reads, ports: Platform) => {
  const found = await validCode('proof', code, reads, ports);
  const known = found && (await reads.accounts.credentialsOf(found.accountId));
  return known?.account.email === found?.email && known?.account.provenAt === undefined ? known : undefined;
};

/** Proves the address that the account has. */
const setProven = async (account: Account, stores: Stores, ports: Platform): Promise<void> => {
  const provenAt = ports.clock.now();
  await stores.accounts.setProven(account.id, provenAt);
  await tellManagers({ ...account, provenAt }, stores, ports);
};

type WithCode = ClientAddress & { readonly code: string };

/** Whoever reads the mails of the address says that the account is theirs, whoever has signed in. */
const proveAddress = command({
  run: async ({ code }: WithCode, stores, ports) => {
    const known = await provable(code, stores, ports);
    if (!known || known.disabledAt !== undefined) return refuse('CODE_INVALID');
    await setProven(known.account, stores, ports);
    return ok(known.account.id);
  },
  audit: { action: 'address proven', by: async (_, id) => id, on: (_, id) => id },
  idempotency: { fields: ['code'], owner: ({ code }: WithCode) => code },
  limits: codeLimits,
});

/**
 * Whoever reads the mails of the address says that the account is somebody else's. What the account did stays: it is
 * disabled, and the operator may give it another address. Passkeys end, as they need no address.
 */
const disownAccount = command({
  run: async ({ code }: WithCode, stores, ports) => {
    const known = await provable(code, stores, ports);
    if (!known) return refuse('CODE_INVALID');
    const { account } = known;
    await disable(known, stores, ports);
    await stores.accounts.freeEmail(account.id);
    await stores.passkeys.removeAll(account.id);
    await stores.accountCodes.removeAll(account.id);
    await forgetAccess(account.id, stores);
    if (isConfirmed(account)) await tellOfDisabled(account, undefined, stores, ports);
    return ok(account.id);
  },
  // Who reads the mails has no account.
  audit: { action: 'account disowned', by: async () => undefined, on: (_, id) => id },
  idempotency: { fields: ['code'], owner: ({ code }: WithCode) => code },
  limits: codeLimits,
});

const MAILS_PER_DAY = 10;

/** Sends the code again. To one address few mails go, whoever has made accounts with it. */
const requestProof = command({
  run: async ({ actor }: Caller, stores, ports) => {
    const { provenAt } = await lockOwn(actor, stores);
    if (provenAt === undefined) await putMail('account made', { accountId: actor.id }, stores, ports);
    return ok(undefined);
  },
  audit: { action: 'address proof requested', on: ({ actor }) => actor.id },
  limits: {
    of: ({ actor }) => [
      mostOf(`proofs of ${actor.id}`, 10 * MINUTE, 1),
      mostOf(`proofs to ${actor.email}`, DAY, MAILS_PER_DAY),
    ],
    failures: [],
  },
});

/** D-28: the same work whether or not an account has the address: the courier looks. Each request counts. */
const requestReset = command({
  run: async ({ email }: ClientAddress & { readonly email: EmailAddress }, stores, ports) => {
    await putMail('reset', { to: email }, stores, ports);
    return ok(undefined);
  },
  // Whose address it is, the courier records: a lookup that finds somebody takes longer.
  audit: { action: 'password reset requested', by: async () => undefined },
  idempotency: { fields: ['email'], owner: ({ email }) => email, answerAgain: async () => ok(undefined) },
  limits: {
    of: (input, ports) => [{ key: resetsOf(input.email), throttle: growingDelay }, ...codeLimits.of(input, ports)],
  },
});

type ConfirmReset = ClientAddress & {
  readonly code: string;
  readonly newPassword: Password;
  readonly otp?: FactorAttempt | undefined;
  /** Its transport asks next who has made an account whose address is not proven. The answer proves it, or not. */
  readonly asksWhoMadeIt?: boolean;
};

const validReset = async (code: string, reads: Reads, ports: Platform) => {
  const found = await validCode('reset', code, reads, ports);
  const known = found && (await reads.accounts.credentialsOf(found.accountId));
  return known?.disabledAt === undefined ? known : undefined;
};

const GUESSES_PER_CODE = 3;

/** D-28: whoever made an account with another person's address has set its factor, too, which must not keep the owner out. */
const endsFactor = ({ provenAt }: Account, { rules }: Platform): boolean =>
  rules.addressProof === 'asked' && provenAt === undefined;

/** Whatever else opens the account: it may be of somebody who knew the old password, or who has made the account. */
const endAllAccess = async (account: Account, stores: Stores, ports: Platform): Promise<void> => {
  const { id } = account;
  await stores.accountCodes.removeAll(id);
  await endAccess(account, stores);
  await stores.sessions.endAll(id);
  if ((await stores.passkeys.removeAll(id)) > 0) await putMail('passkey removed', { accountId: id }, stores, ports);
  if (!account.secondFactor || !endsFactor(account, ports)) return;
  await stores.secondFactors.remove(id);
  await stores.accounts.setSecondFactor(id, false);
  await putMail('second factor off', { accountId: id }, stores, ports);
};

/** `proof`: a code by which the answer to who has made the account is given (`proveAddress`, `disownAccount`). */
const confirmReset = command({
  prepare: async (input: ConfirmReset, reads, ports) => {
    const known = await validReset(input.code, reads, ports);
    if (!known) return refuse('CODE_INVALID');
    const { account } = known;
    const asked = endsFactor(account, ports) ? { ...account, secondFactor: false } : account;
    const factor = await factorStage(asked, input.otp, 'CODE_INVALID', reads, ports);
    if (!factor.ok) return factor;
    if (await ports.commonPasswords.includes(input.newPassword)) return refuse('PASSWORD_COMMON');
    return ok({ factor: factor.value, newHash: await ports.passwords.hash(input.newPassword) });
  },
  run: async ({ code, asksWhoMadeIt }: ConfirmReset, stores, ports) => {
    const { factor, newHash } = ports.prepared;
    const known = await validReset(code, stores, ports);
    if (!known) return refuse('CODE_INVALID');
    const { account } = known;
    const { id } = account;
    const isAsked = account.secondFactor && !endsFactor(account, ports);
    if (isAsked && !(factor && (await acceptFactor(id, factor, stores, ports)))) return refuse('CODE_INVALID');
    await stores.accounts.setPassword(id, newHash);
    await endAllAccess(account, stores, ports);
    await putMail('password changed', { accountId: id }, stores, ports);
    const isOpen = asksWhoMadeIt && !isProven(account, ports);
    if (!isOpen && account.provenAt === undefined) await setProven(account, stores, ports);
    return ok({ id, proof: isOpen ? await newProof(account, stores.accountCodes, ports) : undefined });
  },
  audit: { action: 'password reset', by: async (_, value) => value?.id, on: (_, value) => value?.id },
  limits: {
    ...codeLimits,
    of: (input, ports) => {
      // However the code is spelled: whoever reads the mails of an account may guess its second factor so often.
      const digest = ports.secretCodes.digestOf(input.code);
      const ofCode = { key: `code ${digest}`, throttle: atMostPer(CODE_LIFETIME, GUESSES_PER_CODE) };
      return [...(digest ? [ofCode] : []), ...codeLimits.of(input, ports)];
    },
    hashes: ({ code }) => code.toLowerCase(),
  },
});

export const proofUseCases = { confirmReset, disownAccount, proveAddress, requestProof, requestReset };
