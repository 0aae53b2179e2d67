import { type Account, type Colleague, hasAddress, isConfirmed, type KnownAccount } from '../model/account.ts';
import type { EmailAddress } from '../model/email.ts';
import type { MailKind } from '../model/mail.ts';
import { compareCodePoints, fitsName, type NameSearch, placeInAlphabet } from '../model/names.ts';
import { byId, EVERYTHING, type Paging } from '../model/pages.ts';
import type { Help, StaffWork } from '../model/staff.ts';
import { type AccountId, DAY, later } from '../model/values.ts';
import type { Reads, Stores } from '../ports/storage.ts';
import { ok, refuse } from '../result.ts';
import { disable, enable, tellOfDisabled } from './closing.ts';
import { forgetAccess, isProven } from './credentials.ts';
import type { Platform } from './declaration.ts';
import { putMail, tellOthers, unreached } from './mails.ts';
import {
  byManager,
  interest,
  isLastManager,
  managerIds,
  managing,
  noteEnding,
  noteMaking,
  type OfStaff,
} from './managers.ts';
import { command, query } from './runner.ts';
import { resetFactorOf } from './second-factors.ts';
import { available } from './teams.ts';

/** With whom a manager does something. */
const onStaff = async (reads: Reads, { actor, id }: OfStaff) => {
  const manager = await managing(reads, actor);
  if (!manager.ok) return manager;
  const known = await reads.accounts.credentialsOf(id);
  return known && known.account.role !== 'Par' ? ok(known) : refuse('ACCOUNT_NOT_FOUND');
};

type Told = { readonly to: readonly AccountId[]; readonly by: Account };

/** D-40: tells those whom an act of a manager concerns. */
const tell = (kind: MailKind, { to, by }: Told, stores: Stores, ports: Platform): Promise<void> =>
  tellOthers(kind, { to: [...new Set(to)], except: by.id }, stores, ports);

/** D-40: a doctor or an assistant as managers see them. */
type StaffEntry = KnownAccount & { readonly id: AccountId; readonly work: StaffWork; readonly isUnreached: boolean };

const withWork = async (known: readonly KnownAccount[], reads: Reads): Promise<readonly StaffEntry[]> => {
  const work = byId(await reads.staffWork.of(known.map(({ account }) => account.id)));
  const none = { lastLoginAt: undefined, ongoingCases: 0, waiting: 0, waitingSince: undefined };
  const entries = known.map(async (one) => ({
    ...one,
    id: one.account.id,
    work: work.get(one.account.id) ?? { id: one.account.id, ...none },
    isUnreached: (await unreached(one.account, reads)) !== undefined,
  }));
  return Promise.all(entries);
};

type ListStaff = {
  readonly actor: Account;
  readonly name?: NameSearch | undefined;
  readonly paging: Paging<AccountId>;
};

/** A page in the order of the alphabet, and how many there are in all. */
const listStaff = query({
  rule: byManager,
  run: async ({ name, paging: { after, limit } }: ListStaff, reads) => {
    const placed = (await reads.accounts.staff())
      // Where the address was somebody else's, the account has none: only the operator opens it again.
      .filter(({ account }) => isConfirmed(account) || hasAddress(account))
      .filter(({ account }) => !name || fitsName(name, account.firstName, account.lastName))
      // Those of one name are in one order on each page.
      .map((known) => ({
        known,
        place: `${placeInAlphabet(known.account.firstName, known.account.lastName)} ${known.account.id}`,
      }))
      .sort((one, other) => compareCodePoints(one.place, other.place));
    const from = placed.findIndex(({ known }) => known.account.id === after) + 1;
    const page = placed.slice(from, limit && from + limit).map(({ known }) => known);
    return ok({ count: placed.length, entries: await withWork(page, reads) });
  },
  audit: 'staff',
});

/** `team`: the assistants of a doctor, or the doctors of an assistant. `help`: the last one. */
type StaffMember = StaffEntry & {
  readonly isLastManager: boolean;
  readonly team: readonly Colleague[];
  readonly help: Help | undefined;
  readonly hasPasskeys: boolean;
};

const showStaff = query({
  rule: onStaff,
  run: async (of: OfStaff, reads, { found: { account, disabledAt } }) => {
    const [entry] = await withWork([{ account, disabledAt }], reads);
    const team =
      account.role === 'Doc'
        ? await reads.assistants.ofDoctor(of.id, EVERYTHING)
        : await reads.accounts.namesOf((await reads.assistants.doctorsOf(of.id, EVERYTHING)).map(({ id }) => id));
    const hasPasskeys = (await reads.passkeys.ofAccount(of.id)).length > 0;
    const [help, isLast] = [await reads.helps.find(of.id), await isLastManager(reads, account)];
    return ok<StaffMember>({ ...(entry as StaffEntry), team, help, hasPasskeys, isLastManager: isLast });
  },
  audit: 'staff',
});

/** D-41: at once. Who takes the cases is asked next. */
const disableStaff = command({
  rule: onStaff,
  run: async (of: OfStaff, stores, ports) => {
    const { found } = ports;
    const { account, disabledAt } = found;
    if (disabledAt !== undefined) return ok(account.role);
    if (await isLastManager(stores, account)) return refuse('LAST_MANAGER');
    await disable(found, stores, ports);
    await tell('account disabled', { to: [account.id], by: of.actor }, stores, ports);
    if (account.isManager) await noteEnding(of, stores, ports);
    await tellOfDisabled(account, of.actor.id, stores, ports);
    return ok(account.role);
  },
  audit: { action: 'account disabled', on: ({ id }) => id },
});

/** An account whose address was somebody else's gets one from the operator first. */
const enableStaff = command({
  rule: onStaff,
  run: async (of: OfStaff, stores, ports) => {
    const { account, disabledAt } = ports.found;
    if (disabledAt === undefined) return ok(account);
    if (!hasAddress(account)) return refuse('ACCOUNT_DISABLED');
    await enable(account, stores);
    await tell('account enabled', { to: [account.id], by: of.actor }, stores, ports);
    return ok(account);
  },
  audit: { action: 'account enabled', on: ({ id }) => id },
});

const tellManagers = async (of: OfStaff, stores: Stores, ports: Platform): Promise<void> =>
  tell('managers changed', { to: [of.id, ...(await managerIds(stores))], by: of.actor }, stores, ports);

const makeManager = command({
  rule: onStaff,
  run: async (of: OfStaff, stores, ports) => {
    const { account, disabledAt } = ports.found;
    if (disabledAt !== undefined || !isConfirmed(account)) return refuse('ACCOUNT_DISABLED');
    if (account.isManager) return ok(undefined);
    await stores.accounts.setManager(of.id, true);
    await noteMaking(of, stores, ports);
    await tellManagers(of, stores, ports);
    return ok(undefined);
  },
  audit: { action: 'manager made', on: ({ id }) => id },
});

const endManager = command({
  rule: onStaff,
  run: async (of: OfStaff, stores, ports) => {
    const { account } = ports.found;
    if (!account.isManager) return ok(undefined);
    if (await isLastManager(stores, account)) return refuse('LAST_MANAGER');
    await tellManagers(of, stores, ports);
    await stores.accounts.setManager(of.id, false);
    await noteEnding(of, stores, ports);
    // P-39: what this one has begun does not go on; another manager gives an address anew.
    await stores.helps.removePending();
    return ok(undefined);
  },
  audit: { action: 'manager ended', on: ({ id }) => id },
});

/** `id`: of the doctor. */
type OfTeam = OfStaff & { readonly assistantId: AccountId };

const doctorOf = async (reads: Reads, of: OfStaff) => {
  const found = await onStaff(reads, of);
  if (!found.ok) return found;
  return found.value.account.role === 'Doc' ? ok(found.value.account) : refuse('DOCTOR_NOT_FOUND');
};

const linkStaff = command({
  rule: doctorOf,
  run: async ({ email, ...of }: OfStaff & { readonly email: EmailAddress }, stores, ports) => {
    const known = await stores.accounts.credentialsByEmail(email);
    const assistant = known && (await available(stores, 'Ast', known.account.id));
    if (!assistant || !isProven(assistant, ports)) return refuse('ASSISTANT_NOT_FOUND');
    const assistantId = assistant.id;
    if (await stores.assistants.assists(assistantId, of.id)) return ok(assistantId);
    // Not alone either: where nobody else can log in, the cases are given to a doctor first, with a reason (D-41).
    if (assistantId === of.actor.id) return refuse('OWN_INTEREST');
    const may = await interest(stores, { actor: of.actor, doctorId: of.id, gains: assistantId }, ports);
    if (!may.ok) return may;
    await stores.assistants.link(of.id, assistantId);
    await tell('team changed', { to: [of.id, assistantId], by: of.actor }, stores, ports);
    return ok(assistantId);
  },
  audit: { action: 'assistant linked', on: ({ id }, assistantId) => assistantId ?? id, parts: () => ['by a manager'] },
});

const unlinkStaff = command({
  rule: doctorOf,
  run: async ({ assistantId, ...of }: OfTeam, stores, ports) => {
    if (!(await stores.assistants.assists(assistantId, of.id))) return ok(undefined);
    await stores.assistants.unlink(of.id, assistantId);
    await tell('team changed', { to: [of.id, assistantId], by: of.actor }, stores, ports);
    return ok(undefined);
  },
  audit: { action: 'assistant unlinked', on: ({ assistantId }) => assistantId, parts: () => ['by a manager'] },
});

// P-39: how managers help somebody to get in again, so that nobody becomes a doctor by it.

/** In milliseconds. Within it, managers help an account in one of the two ways, and give it one address. */
const HELPED_LATELY = 30 * DAY;

/** Whether a manager may help so now. Nobody helps the own account: it has its own pages, which ask for the password. */
const mayHelp = async (reads: Reads, of: OfStaff, kind: Help['kind'], { clock }: Pick<Platform, 'clock'>) => {
  const known = await onStaff(reads, of);
  if (!known.ok) return known;
  const { account, disabledAt } = known.value;
  if (account.id === of.actor.id) return refuse('ROLE_NOT_ALLOWED');
  if (disabledAt !== undefined || !hasAddress(account)) return refuse('ACCOUNT_DISABLED');
  const last = await reads.helps.find(account.id);
  const isLate = last && clock.now() < later(last.at, HELPED_LATELY);
  // Nor is there another address once the account has the first: to take that back would forget the account's networks.
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
    // Each network that is known later is of a login since.
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
    const { passkeysRemoved } = await resetFactorOf(may.value, stores, ports);
    if (passkeysRemoved === 0 && !may.value.secondFactor) return ok(undefined);
    await stores.helps.save({ accountId: of.id, kind: 'factor', email: undefined, at: ports.clock.now() });
    return ok(undefined);
  },
  audit: { action: 'second factor reset', on: ({ id }) => id },
});

export const staffAccountUseCases = {
  disableStaff,
  enableStaff,
  endManager,
  giveAddress,
  keepAddress,
  linkStaff,
  listStaff,
  makeManager,
  resetStaffFactor,
  showStaff,
  unlinkStaff,
};
