import type { PasswordAttempt } from '../model/account.ts';
import {
  CHALLENGE_LIFETIME,
  MOST_PASSKEYS,
  type Passkey,
  type PasskeyChallenge,
  type PasskeyId,
  useAt,
} from '../model/passkey.ts';
import type { FactorAttempt } from '../model/second-factor.ts';
import { growingDelay } from '../model/throttle.ts';
import { later, type PasskeyName } from '../model/values.ts';
import type { PasskeyOffer } from '../ports/ports.ts';
import type { Stores } from '../ports/storage.ts';
import { ok, refuse } from '../result.ts';
import { perAddress, provePassword, stillProven } from './credentials.ts';
import type { Caller, ClientAddress, Platform } from './declaration.ts';
import { sessionStage } from './logins.ts';
import { putMail } from './mails.ts';
import { command, query } from './runner.ts';
import { acceptFactor, factorStage, ownFactorLimits } from './second-factors.ts';

const keepChallenge = async (
  { digest }: PasskeyOffer,
  accountId: PasskeyChallenge['accountId'],
  { passkeyChallenges }: Stores,
  { clock }: Platform,
): Promise<void> => {
  await passkeyChallenges.insert({ digest, accountId, expiresAt: later(clock.now(), CHALLENGE_LIFETIME) });
};

/** Whether this service issued the challenge, for this use, not too long ago, and nobody has used it. Uses it. */
const takeChallenge = async (
  digest: PasskeyChallenge['digest'],
  accountId: PasskeyChallenge['accountId'],
  { passkeyChallenges }: Stores,
  { clock }: Platform,
): Promise<boolean> => {
  const found = await passkeyChallenges.take(digest);
  return found !== undefined && found.accountId === accountId && clock.now() < found.expiresAt;
};

type OfferPasskey = Caller &
  ClientAddress & { readonly password: PasswordAttempt; readonly otp?: FactorAttempt | undefined };

/** A passkey replaces password and second factor, so it takes both to get one. */
const offerPasskey = command({
  prepare: async (input: OfferPasskey, reads, ports) => {
    const known = await provePassword(input, reads, ports);
    if (!known.ok) return known;
    const { account } = known.value;
    const proof = await factorStage(account, input.otp, 'CODE_INVALID', reads, ports);
    if (!proof.ok) return proof;
    const existing = await reads.passkeys.ofAccount(account.id);
    const offer = await ports.passkeys.offer(
      account,
      existing.map(({ id }) => id),
    );
    return ok({ known: known.value, proof: proof.value, offer });
  },
  run: async ({ actor }: OfferPasskey, stores, context) => {
    const { known, proof, offer } = context.prepared;
    const current = await stillProven(known, stores);
    if (!current.ok) return current;
    const needsProof = current.value.account.secondFactor;
    if (needsProof && !(proof && (await acceptFactor(actor.id, proof, stores, context)))) return refuse('CODE_INVALID');
    if ((await stores.passkeys.ofAccount(actor.id)).length >= MOST_PASSKEYS) return refuse('TOO_MANY_PASSKEYS');
    await keepChallenge(offer, actor.id, stores, context);
    return ok({ options: offer.options });
  },
  outdated: 'PASSWORD_WRONG',
  audit: { action: 'passkey offered', on: ({ actor }) => actor.id },
  limits: ownFactorLimits,
});

/** What a browser answered, as JSON. */
type Response = { readonly response: string };

/** An answer of a browser, as JSON: as long as a request may be (D-06). */
export const LONGEST_RESPONSE = 64 * 1024;

const readResponse = async ({ response }: Response, { passkeys }: Platform) =>
  response.length > LONGEST_RESPONSE ? undefined : passkeys.read(response);

type AddPasskey = Caller & Response & { readonly name: PasskeyName };

/** The challenge proves that the account gave its password: `offerPasskey` issued it. */
const addPasskey = command({
  prepare: async (input: AddPasskey, _, ports) => {
    const claimed = await readResponse(input, ports);
    const made = claimed && (await ports.passkeys.verifyNew(input.response, claimed.digest));
    return made ? ok({ ...made, digest: claimed.digest }) : refuse('PASSKEY_INVALID');
  },
  run: async ({ actor, name, session }: AddPasskey, stores, context) => {
    const { accounts, passkeys, sessions } = stores;
    const { digest, ...made } = context.prepared;
    // Locks the account, so that of two at once the second sees the first, and none outlives a reset (D-28).
    const known = await accounts.credentialsOf(actor.id);
    if (!known || !(await sessions.find(session))) return refuse('PASSKEY_INVALID');
    if (!(await takeChallenge(digest, actor.id, stores, context))) return refuse('PASSKEY_INVALID');
    if ((await passkeys.ofAccount(actor.id)).length >= MOST_PASSKEYS) return refuse('TOO_MANY_PASSKEYS');
    const createdAt = context.clock.now();
    const passkey: Passkey = { ...made, accountId: actor.id, name, createdAt, lastUsedAt: undefined };
    if (!(await passkeys.insert(passkey))) return refuse('PASSKEY_INVALID');
    await putMail('passkey added', { accountId: actor.id }, stores, context);
    return ok(passkey.id);
  },
  audit: { action: 'passkey added', on: ({ actor }) => actor.id },
  limits: {
    of: ({ actor }) => [{ key: `passkeys of ${actor.id}`, throttle: growingDelay, resetBySuccess: true }],
    failures: ['PASSKEY_INVALID'],
  },
});

type ListedPasskey = Pick<Passkey, 'id' | 'name' | 'createdAt' | 'lastUsedAt'>;

const listPasskeys = query({
  run: async ({ actor }: Caller, { passkeys }) => {
    const toListed = ({ id, name, createdAt, lastUsedAt }: Passkey): ListedPasskey => {
      return { id, name, createdAt, lastUsedAt };
    };
    return ok((await passkeys.ofAccount(actor.id)).map(toListed));
  },
  audit: 'own account',
});

const removePasskey = command({
  run: async ({ actor, passkey }: Caller & { readonly passkey: PasskeyId }, stores, ports) => {
    // Locks the account ahead of its passkey, as a login does.
    await stores.accounts.credentialsOf(actor.id);
    if (!(await stores.passkeys.remove(actor.id, passkey))) return refuse('PASSKEY_NOT_FOUND');
    await putMail('passkey removed', { accountId: actor.id }, stores, ports);
    return ok(undefined);
  },
  audit: { action: 'passkey removed', on: ({ actor }) => actor.id },
  idempotency: {
    fields: ['passkey'],
    answerAgain: async (_, { passkeys }, __, { passkey }) => !(await passkeys.find(passkey)),
  },
});

/** Whoever shows the page to sign in asks for one, so it leaves no record. Each adds a row, as a registration does. */
const challengePasskeyLogin = command({
  prepare: async (_: ClientAddress, __, { passkeys }) => ok(await passkeys.challengeLogin()),
  run: async (_: ClientAddress, stores, context) => {
    await keepChallenge(context.prepared, undefined, stores, context);
    return ok({ options: context.prepared.options });
  },
  audit: 'none',
  limits: { of: ({ address }, { rules }) => perAddress('challenges', address, rules.ratesPerMinute.registrations) },
});

/**
 * In place of password and second factor. Whatever is wrong is refused alike; only who has signed is told that the
 * account is disabled, or that a copy of the key may have signed (WebAuthn, 6.1.1), which the account is told as well.
 */
const logInByPasskey = command({
  prepare: async (input: ClientAddress & Response, reads, ports) => {
    const claimed = await readResponse(input, ports);
    const passkey = claimed && (await reads.passkeys.find(claimed.id));
    const signed = passkey && (await ports.passkeys.verifyLogin(input.response, claimed.digest, passkey));
    if (!signed) return refuse('PASSKEY_INVALID');
    return ok({ digest: claimed.digest, accountId: passkey.accountId, id: passkey.id, counter: signed.counter });
  },
  run: async (input: ClientAddress & Response, stores, context) => {
    const { accounts, passkeys } = stores;
    const { digest, accountId, id, counter } = context.prepared;
    const known = await accounts.credentialsOf(accountId);
    const isAsked = await takeChallenge(digest, undefined, stores, context);
    const passkey = await passkeys.find(id);
    if (!known || !isAsked || !passkey) return refuse('PASSKEY_INVALID');
    context.trace.by = accountId;
    if (known.disabledAt !== undefined) return refuse('ACCOUNT_DISABLED');
    const used = useAt(passkey, counter, context.clock.now());
    if (!used) {
      await putMail('passkey in doubt', { accountId }, stores, context);
      return refuse('PASSKEY_IN_DOUBT');
    }
    await passkeys.saveUse(used);
    return ok(await sessionStage(known.account, input, stores, context));
  },
  commits: ['PASSKEY_IN_DOUBT'],
  audit: { action: 'logged in', parts: () => ['passkey'], on: (_, value) => value?.account.id },
  limits: {
    of: ({ address }, { rules }) => perAddress('logins', address, rules.ratesPerMinute.loginFailures),
    failures: ['PASSKEY_INVALID', 'PASSKEY_IN_DOUBT'],
  },
});

export const passkeyUseCases = {
  addPasskey,
  challengePasskeyLogin,
  listPasskeys,
  logInByPasskey,
  offerPasskey,
  removePasskey,
};
