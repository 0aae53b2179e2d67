import { type Credentials, invitationState, type Password, type Role } from '../model/account.ts';
import type { AuditEntry, AuditQuery, Checkpoint } from '../model/audit.ts';
import type { EmailAddress } from '../model/email.ts';
import { stopped } from '../model/import.ts';
import { hasCode, MAIL_KINDS } from '../model/mail.ts';
import { EVERYTHING, type Pages } from '../model/pages.ts';
import { type Attempts, countingAt, growingDelay, loginOf, resetsOf } from '../model/throttle.ts';
import { DAY, type Instant, later } from '../model/values.ts';
import type { Ports } from '../ports/ports.ts';
import type { Reads, Stores } from '../ports/storage.ts';
import { ok, refuse } from '../result.ts';
import { SWEPT, SWEPT_STORES } from '../upkeep.ts';
import { createAccount } from './accounts.ts';
import { disable, enable } from './closing.ts';
import { endAccess, issueCode } from './credentials.ts';
import type { Platform } from './declaration.ts';
import { putMail } from './mails.ts';
import { command } from './runner.ts';

type OfAccount = { readonly email: EmailAddress };

/** Changes the account that has the address, and answers the account together with what the change returns. */
const onAccount = <More extends object>(
  action: string,
  change: (known: Credentials, stores: Stores, platform: Platform) => Promise<More>,
) =>
  command({
    run: async ({ email }: OfAccount, stores, ports) => {
      const known = await stores.accounts.credentialsByEmail(email);
      if (!known) return refuse('ACCOUNT_NOT_FOUND');
      return ok({ account: known.account, ...(await change(known, stores, ports)) });
    },
    audit: { action, on: (_, value) => value?.account.id },
  });

type SetPassword = OfAccount & { readonly newPassword: Password };

/**
 * Needs no old password. Ends sessions and forgets networks: they may be of somebody who knew the old password. So may
 * passkeys, which stay (D-38): `passkeysLeft` says how many there are.
 */
const setPassword = command({
  prepare: async ({ email, newPassword }: SetPassword, { accounts }, { passwords, commonPasswords }) => {
    const known = await accounts.credentialsByEmail(email);
    if (!known) return refuse('ACCOUNT_NOT_FOUND');
    if (await commonPasswords.includes(newPassword)) return refuse('PASSWORD_COMMON');
    return ok({ accountId: known.account.id, passwordHash: await passwords.hash(newPassword) });
  },
  run: async (_: SetPassword, stores, ports) => {
    const { accountId, passwordHash } = ports.prepared;
    const { accountCodes, accounts, passkeys, sessions } = stores;
    const known = await accounts.credentialsOf(accountId);
    if (!known) return refuse('ACCOUNT_NOT_FOUND');
    const { account } = known;
    await accounts.setPassword(account.id, passwordHash);
    await endAccess(account, stores);
    await accountCodes.removeAll(account.id, 'proof');
    await putMail('password changed', { accountId: account.id }, stores, ports);
    const passkeysLeft = (await passkeys.ofAccount(account.id)).length;
    return ok({ account, sessionsEnded: await sessions.endAll(account.id), passkeysLeft });
  },
  audit: { action: 'password set', on: (_, value) => value?.account.id },
});

const disableAccount = onAccount('account disabled', disable);

/** Lets a disabled account log in again, with the password it had. */
const enableAccount = onAccount('account enabled', async ({ account }, stores) => {
  await enable(account, stores);
  return {};
});

/** Logs the account out everywhere. Its password stays. */
const endSessions = onAccount('sessions ended', async ({ account }, { sessions }) => ({
  sessionsEnded: await sessions.endAll(account.id),
}));

/** Resets the counts of failed logins and of resets, so that the next one need not wait, from wherever it comes. */
const unlockLogin = command({
  run: async ({ email }: OfAccount, { accounts, throttles }, { clock }) => {
    // Before the account, as a login does.
    const key = loginOf(email);
    const [[ofAll], ofNetworks] = [await throttles.find([key]), await throttles.takeAll(key)];
    const known = await accounts.credentialsByEmail(email);
    if (!known) return refuse('ACCOUNT_NOT_FOUND');
    await throttles.remove([key, resetsOf(email)]);
    const failures = (counted?: Attempts) => countingAt(clock.now(), growingDelay, counted).count;
    const sum = ofNetworks.map(failures).reduce((total, count) => total + count, 0);
    return ok({ account: known.account, failuresForgotten: Math.max(failures(ofAll), sum) });
  },
  audit: { action: 'login unlocked', on: (_, value) => value?.account.id },
});

/** D-15: the code is answered once and cannot be had again. `validFor` is in milliseconds. */
const issueInvitation = command({
  run: async ({ role, validFor }: { readonly role: Role; readonly validFor: number }, { invitations }, ports) => {
    const { code, digest } = issueCode(ports);
    const issuedAt = ports.clock.now();
    await invitations.insert({ digest, role, issuedAt, expiresAt: later(issuedAt, validFor), usedBy: undefined });
    return ok(code);
  },
  audit: { action: 'invitation issued' },
});

/** Invitations issued from the instant on, oldest first, at most `limit`. The codes themselves are stored nowhere. */
const listInvitations =
  ({ storage, clock }: Ports) =>
  async ({ from, limit }: { readonly from: Instant; readonly limit: number }) => {
    const now = clock.now();
    const found = await storage.read.invitations.issuedFrom(from, limit);
    return ok(found.map((invitation) => ({ ...invitation, state: invitationState(invitation, now) })));
  };

type ReadAudit = Omit<AuditQuery, 'by'> & { readonly email?: EmailAddress | undefined; readonly limit?: number };

/** The records that meet all conditions, oldest first, at most `limit` of them. `email`: whose actions are wanted. */
const readAudit =
  ({ storage: { read } }: Ports) =>
  async ({ email, limit, ...wanted }: ReadAudit) => {
    if (email === undefined) return ok(recordsOf(read, wanted, limit));
    const known = await read.accounts.credentialsByEmail(email);
    return known ? ok(recordsOf(read, { ...wanted, by: known.account.id }, limit)) : refuse('ACCOUNT_NOT_FOUND');
  };

const PAGE_SIZE = 500;

async function* recordsOf({ audit }: Reads, wanted: AuditQuery, limit = Number.POSITIVE_INFINITY): Pages<AuditEntry> {
  let [after, left] = [0, limit];
  while (left > 0) {
    const size = Math.min(PAGE_SIZE, left);
    const page = await audit.records(wanted, { after, size });
    if (page.length > 0) yield page;
    if (page.length < size) return;
    after = page.at(-1)?.place ?? after;
    left -= page.length;
  }
}

/** Checks that the trail is as it was written and contains the checkpoint, or answers the first wrong place. */
const verifyAudit = (ports: Ports) => async (since?: Checkpoint) => ok(await ports.storage.read.audit.verify(since));

/** Where the audit trail ends, for a witness elsewhere. `undefined` if its end is not what was written. */
const takeCheckpoint = (ports: Ports) => async () => ok(await ports.storage.read.audit.checkpoint());

/** Milliseconds: no code is valid for longer. */
const AFTER_ALL = 1000 * DAY;
const LONG_AGO = 0 as Instant;

/** Ends what lets somebody in by a code, and the mails that would bring one. Returns how many. */
const endCodes = async (stores: Stores, now: Instant): Promise<number> => {
  const { helps, invitations, mails, setupCodes } = stores;
  let ended = 0;
  for (const name of SWEPT_STORES.filter((one) => SWEPT[one].endsByRestore))
    ended += await stores[name].sweep(later(now, AFTER_ALL), EVERYTHING.size);
  // There may be thousands, of a list that was imported.
  ended += await mails.removeAll(MAIL_KINDS.filter(hasCode));
  for (const invitation of await invitations.issuedFrom(LONG_AGO, EVERYTHING.size)) {
    if (invitationState(invitation, now) !== 'open') continue;
    await invitations.save({ ...invitation, expiresAt: now });
    ended += 1;
  }
  await setupCodes.remove();
  await helps.removePending();
  return ended;
};

/** Each may have been stopped since the backup. A manager has it go on. */
const stopImports = async ({ imports }: Stores): Promise<void> => {
  for (const one of await imports.open()) {
    const then = stopped(one);
    if (then) await imports.save({ ...one, ...then, holder: undefined });
  }
};

/**
 * In a store that was just restored from the named backup: ends all sessions and codes, the addresses that managers give, and
 * stops imports.
 * `auditPlace` is the place of the last record in the backup; `undefined` if the end of the trail was changed.
 */
const takeUpRestored = command({
  prepare: async (_: { readonly backup: string }, { audit }) => ok(await audit.checkpoint()),
  run: async (_: { readonly backup: string }, stores, { clock, prepared: end }) => {
    const sessionsEnded = await stores.sessions.endAll('everybody');
    await stopImports(stores);
    return ok({ auditPlace: end?.place, sessionsEnded, codesEnded: await endCodes(stores, clock.now()) });
  },
  audit: { action: 'store restored', on: ({ backup }) => backup },
});

export const operatorUseCases = {
  createAccount,
  disableAccount,
  enableAccount,
  endSessions,
  setPassword,
  unlockLogin,
  issueInvitation,
  listInvitations,
  readAudit,
  takeCheckpoint,
  takeUpRestored,
  verifyAudit,
};
