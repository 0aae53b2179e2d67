import type { Account, CodeDigest, Credentials, PasswordAttempt } from '../model/account.ts';
import { accept, type FactorAttempt, type FactorProof, type SecondFactor } from '../model/second-factor.ts';
import { growingDelay } from '../model/throttle.ts';
import type { AccountId } from '../model/values.ts';
import type { Reads, Stores } from '../ports/storage.ts';
import { ok, type RefusalCode, refuse } from '../result.ts';
import { issueCode, ownLimits, provePassword, stillProven } from './credentials.ts';
import type { Caller, ClientAddress, Platform } from './declaration.ts';
import { putMail } from './mails.ts';
import { command, query } from './runner.ts';

/** What the attempt proves for an account with a second factor, if it was not accepted before. */
const proveFactor = async (
  id: AccountId,
  attempt: FactorAttempt,
  { secondFactors }: Reads,
  { clock, oneTimePasswords, secretCodes }: Platform,
): Promise<FactorProof | undefined> => {
  const factor = await secondFactors.find(id);
  if (factor?.confirmedAt === undefined) return undefined;
  const step = oneTimePasswords.stepOf(attempt, factor.secret, clock.now());
  const digest = secretCodes.digestOf(attempt);
  if (step !== undefined) return provenBy(factor, { kind: 'one-time password', step });
  return digest && provenBy(factor, { kind: 'recovery code', digest });
};

const provenBy = (factor: SecondFactor, proof: FactorProof) => (accept(factor, proof) ? proof : undefined);

/** D-29: what a login asks for behind whatever comes first. A wrong attempt is refused as `wrong`. */
export const factorStage = async <Wrong extends RefusalCode>(
  { id, secondFactor }: Account,
  attempt: FactorAttempt | undefined,
  wrong: Wrong,
  reads: Reads,
  ports: Platform,
) => {
  if (!secondFactor) return ok(undefined);
  if (attempt === undefined) return refuse('SECOND_FACTOR_REQUIRED');
  const proof = await proveFactor(id, attempt, reads, ports);
  return proof ? ok(proof) : refuse(wrong);
};

/**
 * Accepts a proof once, whoever else has the same: the unit of work has locked the factor. Resolves to the factor after
 * it. The account is told of a recovery code, which somebody else may have found.
 */
export const acceptFactor = async (
  id: AccountId,
  proof: FactorProof,
  stores: Stores,
  ports: Platform,
): Promise<SecondFactor | undefined> => {
  const factor = await stores.secondFactors.find(id);
  const after = factor?.confirmedAt === undefined ? undefined : accept(factor, proof);
  if (!after) return undefined;
  await stores.secondFactors.save(after);
  if (proof.kind === 'recovery code') await putMail('recovery code used', { accountId: id }, stores, ports);
  return after;
};

/** How many an account gets. Each works once. */
const RECOVERY_CODES = 10;

/** What the account is told, and what the store holds in its place. */
const newRecoveryCodes = (ports: Platform) => {
  const all = Array.from({ length: RECOVERY_CODES }, () => issueCode(ports));
  return { recoveryCodes: all.map(({ code }) => code), digests: all.map(({ digest }) => digest) };
};

type WithPassword = Caller & ClientAddress & { readonly password: PasswordAttempt };

/** Offers a secret, which counts once the account has proved that its app knows it. The last one offered counts. */
const offerFactor = command({
  prepare: (input: WithPassword, reads, ports) => provePassword(input, reads, ports),
  run: async (_: WithPassword, stores, { oneTimePasswords, prepared }) => {
    const current = await stillProven(prepared, stores);
    if (!current.ok) return current;
    const { account } = current.value;
    if (account.secondFactor) return refuse('SECOND_FACTOR_ON');
    const { secret, uri } = oneTimePasswords.issue(account.email);
    const unconfirmed = { confirmedAt: undefined, lastStep: 0, recoveryCodes: [] };
    await stores.secondFactors.save({ accountId: account.id, secret, ...unconfirmed });
    return ok({ secret, uri });
  },
  outdated: 'PASSWORD_WRONG',
  audit: { action: 'second factor offered', on: ({ actor }) => actor.id },
  limits: ownLimits,
});

/** The recovery codes are answered once, and cannot be had again. */
const confirmFactor = command({
  run: async ({ actor, otp }: Caller & ClientAddress & { readonly otp: FactorAttempt }, stores, ports) => {
    const { accounts, secondFactors } = stores;
    const { clock, oneTimePasswords } = ports;
    // Locks the account ahead of its factor, as a login does.
    const current = await accounts.credentialsOf(actor.id);
    if (current?.account.secondFactor) return refuse('SECOND_FACTOR_ON');
    const factor = await secondFactors.find(actor.id);
    const now = clock.now();
    const lastStep = factor && oneTimePasswords.stepOf(otp, factor.secret, now);
    if (!factor || lastStep === undefined) return refuse('CODE_INVALID');
    const { recoveryCodes, digests } = newRecoveryCodes(ports);
    await secondFactors.save({ ...factor, confirmedAt: now, lastStep, recoveryCodes: digests });
    await accounts.setSecondFactor(actor.id, true);
    await putMail('second factor on', { accountId: actor.id }, stores, ports);
    return ok({ recoveryCodes });
  },
  audit: { action: 'second factor turned on', on: ({ actor }) => actor.id },
  limits: {
    of: ({ actor }) => [{ key: `second factor of ${actor.id}`, throttle: growingDelay, resetBySuccess: true }],
    failures: ['CODE_INVALID'],
  },
});

/** Of a caller who gives the password and the second factor again. */
export const ownFactorLimits = {
  ...ownLimits,
  // Also where its address, by which logins are counted, has changed.
  of: (input: Caller & ClientAddress, ports: Platform) => [
    ...ownLimits.of(input, ports),
    { key: `second factor of ${input.actor.id}`, throttle: growingDelay },
  ],
};

export type WithBoth = WithPassword & {
  /** Missing where the form was opened before there was a second factor. */
  readonly otp?: FactorAttempt | undefined;
};

/** No proof where the account has no second factor. */
export const proveOwner = async (input: WithBoth, reads: Reads, ports: Platform) => {
  const known = await provePassword(input, reads, ports);
  if (!known.ok) return known;
  const proof = input.otp && (await proveFactor(input.actor.id, input.otp, reads, ports));
  return proof || !known.value.account.secondFactor ? ok({ known: known.value, proof }) : refuse('CODE_INVALID');
};

type Proven = { readonly known: Credentials; readonly proof: FactorProof | undefined };

/** The owner's credentials, in a unit of work that locks them, if both still hold. */
export const acceptOwner = async ({ known, proof }: Proven, stores: Stores, ports: Platform) => {
  const current = await stillProven(known, stores);
  if (!current.ok || !current.value.account.secondFactor) return current;
  return proof && (await acceptFactor(known.account.id, proof, stores, ports)) ? current : refuse('CODE_INVALID');
};

/** Does nothing for an account without a second factor. */
const removeFactor = command({
  prepare: (input: WithBoth, reads, ports) => proveOwner(input, reads, ports),
  run: async ({ actor }: WithBoth, stores, context) => {
    const { accounts, secondFactors } = stores;
    const current = await acceptOwner(context.prepared, stores, context);
    if (!current.ok) return current;
    if (!current.value.account.secondFactor) return ok(undefined);
    await secondFactors.remove(actor.id);
    await stores.loginProofs.removeAll(actor.id);
    await accounts.setSecondFactor(actor.id, false);
    await putMail('second factor off', { accountId: actor.id }, stores, context);
    return ok(undefined);
  },
  outdated: 'PASSWORD_WRONG',
  audit: { action: 'second factor turned off', on: ({ actor }) => actor.id },
  limits: ownFactorLimits,
});

/** Those from before end. The new ones are kept nowhere: whoever sends the key again hears only that it was done. */
const renewRecoveryCodes = command({
  prepare: (input: WithBoth, reads, ports) => proveOwner(input, reads, ports),
  run: async ({ actor }: WithBoth, stores, context) => {
    const { known, proof } = context.prepared;
    const current = await stillProven(known, stores);
    if (!current.ok) return current;
    if (!current.value.account.secondFactor) return refuse('SECOND_FACTOR_NEEDED');
    const factor = proof && (await acceptFactor(actor.id, proof, stores, context));
    if (!factor) return refuse('CODE_INVALID');
    const { recoveryCodes, digests } = newRecoveryCodes(context);
    await stores.secondFactors.save({ ...factor, recoveryCodes: digests });
    await putMail('recovery codes renewed', { accountId: actor.id }, stores, context);
    return ok({ recoveryCodes });
  },
  outdated: 'PASSWORD_WRONG',
  audit: { action: 'recovery codes renewed', on: ({ actor }) => actor.id },
  idempotency: { fields: [], keep: () => '', answerAgain: async () => refuse('IDEMPOTENCY_KEY_REUSED') },
  limits: ownFactorLimits,
});

const countRecoveryCodes = query({
  run: async ({ actor }: Caller, { secondFactors }) =>
    ok((await secondFactors.find(actor.id))?.recoveryCodes.length ?? 0),
  audit: 'own account',
});

/** Which of the codes that were shown still work. */
const leftRecoveryCodes = query({
  run: async ({ actor, codes }: Caller & { readonly codes: readonly string[] }, { secondFactors }, { secretCodes }) => {
    const left: readonly (CodeDigest | undefined)[] = (await secondFactors.find(actor.id))?.recoveryCodes ?? [];
    return ok(codes.filter((code) => left.includes(secretCodes.digestOf(code))));
  },
  audit: 'own account',
});

/** Whether the factor is on; if not, whether the secret that was shown is the one that counts. */
const checkOffer = query({
  run: async ({ actor, secret }: Caller & { readonly secret: string }, { secondFactors }) => {
    const factor = await secondFactors.find(actor.id);
    const isOn = factor?.confirmedAt !== undefined;
    return ok({ isOn, isOffered: !isOn && factor?.secret === secret });
  },
  audit: 'own account',
});

/** For somebody who has lost the app and the recovery codes, or a device with passkeys. The account is told. */
export const resetFactorOf = async (account: Account, stores: Stores, ports: Platform) => {
  const accountId = account.id;
  await stores.secondFactors.remove(accountId);
  await stores.loginProofs.removeAll(accountId);
  if (account.secondFactor) {
    await stores.accounts.setSecondFactor(accountId, false);
    await putMail('second factor off', { accountId }, stores, ports);
  }
  const passkeysRemoved = await stores.passkeys.removeAll(accountId);
  if (passkeysRemoved > 0) await putMail('passkey removed', { accountId }, stores, ports);
  return { account, passkeysRemoved };
};

export const secondFactorUseCases = {
  checkOffer,
  confirmFactor,
  countRecoveryCodes,
  leftRecoveryCodes,
  offerFactor,
  removeFactor,
  renewRecoveryCodes,
};
