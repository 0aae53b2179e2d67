import { type Account, type CodeDigest, PROOF_LIFETIME, type SecretCode } from '../model/account.ts';
import { mostOf } from '../model/throttle.ts';
import { DAY, later, MINUTE } from '../model/values.ts';
import type { Ports } from '../ports/ports.ts';
import type { Reads, Stores } from '../ports/storage.ts';
import { ok, refuse } from '../result.ts';
import { setProven } from './confirming.ts';
import { codeLimits, forgetAccess, validCode } from './credentials.ts';
import type { Caller, ClientAddress, Platform } from './declaration.ts';
import { putMail } from './mails.ts';
import { command } from './runner.ts';
import { disable } from './staff.ts';

/** A code for the address that the account has now, in place of the one before. */
export const newProof = async (
  { id, email }: Account,
  accountCodes: Stores['accountCodes'],
  { secretCodes, clock }: Pick<Ports, 'secretCodes' | 'clock'>,
): Promise<SecretCode> => {
  const code = secretCodes.issue();
  const expiresAt = later(clock.now(), PROOF_LIFETIME);
  const digest = secretCodes.digestOf(code) as CodeDigest;
  await accountCodes.save({ accountId: id, purpose: 'proof', email, digest, expiresAt });
  return code;
};

/** The account whose address the code proves, unless it was proven meanwhile. A code for a former address is over. */
const provable = async (code: string, reads: Reads, ports: Platform) => {
  const found = await validCode('proof', code, reads, ports);
  const known = found && (await reads.accounts.credentialsOf(found.accountId));
  return known?.account.email === found?.email && known?.account.provenAt === undefined ? known : undefined;
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
    const known = await stores.accounts.credentialsOf(actor.id);
    if (known?.account.provenAt === undefined) await putMail('account made', { accountId: actor.id }, stores, ports);
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

/** Of the portal alone. */
export const proofUseCases = { disownAccount, proveAddress, requestProof };
