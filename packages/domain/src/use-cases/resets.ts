import { CODE_LIFETIME, type CodeDigest, type Password } from '../model/account.ts';
import type { EmailAddress } from '../model/email.ts';
import type { FactorAttempt } from '../model/second-factor.ts';
import { atMostPer, growingDelay, resetsOf } from '../model/throttle.ts';
import type { Reads } from '../ports/storage.ts';
import { ok, refuse } from '../result.ts';
import { perAddress } from './credentials.ts';
import type { ClientAddress, Platform } from './declaration.ts';
import { putMail } from './mails.ts';
import { command } from './runner.ts';
import { acceptFactor, factorStage } from './second-factors.ts';

type RequestReset = ClientAddress & { readonly email: EmailAddress };

/**
 * D-28: the same work whether or not an account has the address: it is looked up when the mail is sent. Every request
 * counts, as each sends a mail.
 */
const requestReset = command({
  run: async ({ email }: RequestReset, stores, ports) => {
    await putMail('reset', { to: email }, stores, ports);
    return ok(undefined);
  },
  // Whose address it is, the courier records: a lookup that finds somebody takes longer.
  audit: { action: 'password reset requested', by: async () => undefined },
  limits: {
    of: ({ email, address }, { ratesPerMinute }) => [
      { key: resetsOf(email), throttle: growingDelay },
      ...perAddress('codes', address, ratesPerMinute.loginFailures),
    ],
  },
});

type ConfirmReset = ClientAddress & {
  readonly code: string;
  readonly newPassword: Password;
  readonly otp?: FactorAttempt | undefined;
};

const validReset = async (code: string, { accountCodes, accounts }: Reads, { secretCodes, clock }: Platform) => {
  const digest: CodeDigest | undefined = secretCodes.digestOf(code);
  const found = digest && (await accountCodes.find(digest));
  if (found?.purpose !== 'reset' || clock.now() >= found.expiresAt) return undefined;
  const known = await accounts.credentialsOf(found.accountId);
  return known?.disabledAt === undefined ? known : undefined;
};

const GUESSES_PER_CODE = 3;

/**
 * Ends all sessions and forgets all networks: they may be of somebody who knew the old password. Passkeys stay (D-38):
 * their owner has them listed, and removes what is not theirs.
 */
const confirmReset = command({
  prepare: async (input: ConfirmReset, reads, ports) => {
    const known = await validReset(input.code, reads, ports);
    if (!known) return refuse('CODE_INVALID');
    const proof = await factorStage(known.account, input.otp, 'CODE_INVALID', reads, ports);
    if (!proof.ok) return proof;
    if (await ports.commonPasswords.includes(input.newPassword)) return refuse('PASSWORD_COMMON');
    return ok({ proof: proof.value, newHash: await ports.passwords.hash(input.newPassword) });
  },
  run: async ({ code }: ConfirmReset, stores, ports) => {
    const { proof, newHash } = ports.prepared;
    const known = await validReset(code, stores, ports);
    if (!known) return refuse('CODE_INVALID');
    const { id, secondFactor } = known.account;
    if (secondFactor && !(proof && (await acceptFactor(id, proof, stores)))) return refuse('CODE_INVALID');
    await stores.accounts.setPassword(id, newHash);
    await stores.accountCodes.removeAll(id);
    await stores.knownNetworks.forget(id);
    await stores.sessions.endAll(id);
    await putMail('password changed', { accountId: id }, stores, ports);
    return ok({ id });
  },
  audit: { action: 'password reset', by: async (_, value) => value?.id, on: (_, value) => value?.id },
  limits: {
    of: ({ code, address }, { ratesPerMinute, secretCodes }) => {
      // However the code is spelled: whoever reads the mails of an account may guess its second factor so often.
      const digest = secretCodes.digestOf(code);
      const ofCode = { key: `code ${digest}`, throttle: atMostPer(CODE_LIFETIME, GUESSES_PER_CODE) };
      return [...(digest ? [ofCode] : []), ...perAddress('codes', address, ratesPerMinute.loginFailures)];
    },
    failures: ['CODE_INVALID'],
    hashes: ({ code }) => code.toLowerCase(),
  },
});

export const resetUseCases = { confirmReset, requestReset };
