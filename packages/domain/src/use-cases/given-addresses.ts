import { type Account, hasAddress } from '../model/account.ts';
import type { EmailAddress } from '../model/email.ts';
import { ADDRESS_WAITS, HELPED_LATELY, type Help } from '../model/staff.ts';
import { later } from '../model/values.ts';
import type { Ports } from '../ports/ports.ts';
import type { Reads, Stores } from '../ports/storage.ts';
import { ok, refuse } from '../result.ts';
import { forgetAccess } from './credentials.ts';
import type { Platform } from './declaration.ts';
import { appendRecord } from './facts.ts';
import { putMail } from './mails.ts';
import { command } from './runner.ts';
import { type OfStaff, onStaff, removeFactor, tell } from './staff.ts';

// P-39: how managers help somebody to get in again, so that nobody becomes a doctor by it.

type Clock = Pick<Platform, 'clock'>;

/** Whether a manager may help so now. Nobody helps the own account: it has its own pages, which ask for the password. */
const mayHelp = async (reads: Reads, of: OfStaff, kind: Help['kind'], { clock }: Clock) => {
  const known = await onStaff(reads, of);
  if (!known.ok) return known;
  const { account, disabledAt } = known.value;
  if (account.id === of.actor.id) return refuse('ROLE_NOT_ALLOWED');
  if (disabledAt !== undefined || !hasAddress(account)) return refuse('ACCOUNT_DISABLED');
  const last = await reads.helps.find(account.id);
  const isLate = last && clock.now() < later(last.at, HELPED_LATELY);
  // An address that the account has is not given again either: taking back the next one would end what is known of it.
  const isHelped = isLate && (last.kind !== kind || (kind === 'address' && last.email === undefined));
  return isHelped ? refuse('HELPED_LATELY') : ok(account);
};

/** Also one that another account has: of a parent's, the manager learns nothing. It is not given then. */
const giveAddress = command({
  run: async ({ email, ...of }: OfStaff & { readonly email: EmailAddress }, stores, ports) => {
    const may = await mayHelp(stores, of, 'address', ports);
    if (!may.ok) return may;
    const { id: accountId, email: present } = may.value;
    const known = await stores.accounts.credentialsByEmail(email);
    if (known && known.account.role !== 'Par') return refuse('EMAIL_TAKEN');
    // Whatever is known then is of a login since.
    await forgetAccess(accountId, stores);
    await stores.helps.save({ accountId, kind: 'address', email, at: ports.clock.now() });
    await putMail('address given', { accountId, to: present }, stores, ports);
    return ok(undefined);
  },
  audit: { action: 'address given', on: ({ id }) => id },
  idempotency: {
    fields: ['id', 'email'],
    stands: async (_, { id, email }, reads) => (await reads.helps.find(id))?.email === email,
  },
});

const keepAddress = command({
  rule: onStaff,
  run: async (of: OfStaff, stores, ports) => {
    if ((await stores.helps.find(of.id))?.email === undefined) return ok(undefined);
    await stores.helps.remove(of.id, 'pending');
    await tell('address kept', { to: [of.id], by: of.actor }, stores, ports);
    return ok(undefined);
  },
  audit: { action: 'address kept', on: ({ id }) => id },
});

const resetStaffFactor = command({
  run: async (of: OfStaff, stores, ports) => {
    const may = await mayHelp(stores, of, 'factor', ports);
    if (!may.ok) return may;
    const { passkeysRemoved } = await removeFactor(may.value, stores, ports);
    if (passkeysRemoved === 0 && !may.value.secondFactor) return ok(undefined);
    await stores.helps.save({ accountId: of.id, kind: 'factor', email: undefined, at: ports.clock.now() });
    return ok(undefined);
  },
  audit: { action: 'second factor reset', on: ({ id }) => id },
});

/** Whether the account may have it now: nobody has logged in to it since, and it can be logged in to. */
const isWanted = async ({ accountId }: Help, { accounts, staffWork }: Stores): Promise<Account | undefined> => {
  const known = await accounts.credentialsOf(accountId);
  const [work] = await staffWork.of([accountId]);
  return known && known.disabledAt === undefined && work?.lastLoginAt === undefined ? known.account : undefined;
};

/**
 * Gives an account the address that has waited for long enough, and answers of how many. It counts as proven: otherwise a
 * reset by its mails would end the second factor, too (D-28).
 */
export const createGivingAddresses = (ports: Ports) => async (requestId: string) => {
  const { clock, storage } = ports;
  const given = await storage.write(async (stores) => {
    const now = clock.now();
    const [due] = await stores.helps.due(later(now, -ADDRESS_WAITS), 1);
    if (due?.email === undefined) return ok(0);
    const { accountId, email } = due;
    const account = await isWanted(due, stores);
    // The account was locked just now: its owner may have kept the address meanwhile.
    const isStill = (await stores.helps.find(accountId))?.at === due.at;
    await stores.helps.remove(accountId, 'pending');
    const changed = account && isStill ? await stores.accounts.setEmail(accountId, email, now) : undefined;
    if (!account || !changed?.ok) return ok(1);
    await stores.accountCodes.removeAll(accountId);
    await stores.helps.save({ ...due, email: undefined, at: now });
    for (const to of [account.email, email]) await putMail('address changed', { accountId, to }, stores, ports);
    await appendRecord(stores, ports, { requestId, action: 'address changed', on: accountId });
    return ok(1);
  });
  return given.ok ? given.value : 0;
};

export const givenAddressUseCases = { giveAddress, keepAddress, resetStaffFactor };
