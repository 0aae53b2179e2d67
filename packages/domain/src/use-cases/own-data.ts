import { type Account, type CodeDigest, hasAddress, type KnownAccount, type Session } from '../model/account.ts';
import type { Case } from '../model/case.ts';
import { type ChildEntry, type ChildNames, FIRST_DAY } from '../model/child.ts';
import type { PartEntry } from '../model/own-data.ts';
import { byId, EVERYTHING, type PageRequest, type Pages, pagesOf } from '../model/pages.ts';
import {
  type AccountId,
  type AuditRecordId,
  type CaseId,
  type ChildId,
  type Day,
  later,
  MINUTE,
} from '../model/values.ts';
import type { Ports } from '../ports/ports.ts';
import type { Reads, Stores } from '../ports/storage.ts';
import { ok, refuse } from '../result.ts';
import { caseFile, namesIn, peopleOf, withWhom } from './children.ts';
import { isProven } from './credentials.ts';
import type { Caller, Platform, RequestFacts } from './declaration.ts';
import { appendRecord } from './facts.ts';
import { putMail, tellOthers } from './mails.ts';
import { endParenthood } from './parenthoods.ts';
import { invitationsOf } from './parents.ts';
import { command, query } from './runner.ts';
import { acceptOwner, ownFactorLimits, proveOwner, type WithBoth } from './second-factors.ts';
import { endCovers, isLastManager, managerIds } from './staff.ts';

/** Who does it: the operator is no account. */
type By = Pick<RequestFacts, 'requestId'> & { readonly by: AccountId | undefined };

/** The children of a parent, a page at a time, also while their parents change. */
export const childrenOf = ({ children }: Reads, parent: AccountId) =>
  pagesOf((request: PageRequest<ChildId>) => children.ofParent(parent, request), {});

/** Ahead of the account, as whoever joins a child does. */
export const lockChildrenOf = async (parent: AccountId, stores: Stores): Promise<void> => {
  for await (const page of childrenOf(stores, parent)) for (const { id } of page) await stores.children.parents(id);
};

/** What the account did stays under its id. `keeps`: what else. Returns how many sessions it has ended. */
export const eraseData = async (
  account: Account,
  stores: Stores,
  ports: Platform,
  keeps?: 'names',
): Promise<number> => {
  const { id, isManager } = account;
  await endCovers('both', id, stores, ports);
  if (isManager) {
    await stores.helps.removePending();
    await tellOthers('managers changed', { to: await managerIds(stores), except: id }, stores, ports);
  }
  const sessionsEnded = await stores.sessions.endAll(id);
  await stores.accounts.erase(id, ports.clock.now(), keeps);
  return sessionsEnded;
};

/** D-50: what becomes of a child whose parent closes the account. */
type LeftTo = 'other parents' | 'practice' | 'nobody';

export const leftTo = async ({ id }: ChildEntry, { cases, children }: Reads): Promise<LeftTo> => {
  if ((await children.parents(id)).length > 1) return 'other parents';
  return (await cases.ofChild(id, { after: undefined, size: 1 })).length > 0 ? 'practice' : 'nobody';
};

/**
 * Nobody hides a case by leaving: it stays with the other parents, or with its doctor as if staff had entered the child. A
 * child of whom nobody would know goes.
 */
export const leave = async (child: ChildEntry, parent: AccountId, by: By, stores: Stores, ports: Platform) => {
  const to = await leftTo(child, stores);
  await endParenthood(stores, ports, { childId: child.id, removed: parent, by: by.by });
  // D-34: each child has a record of it, which its other parents see.
  await appendRecord(stores, ports, { action: 'parent removed', on: parent, child: child.id, ...by });
  if (to === 'practice') await stores.children.leaveToStaff(child.id);
  if (to !== 'nobody') return;
  await stores.children.erase(child.id);
  await appendRecord(stores, ports, { action: 'child erased', on: child.id, child: child.id, ...by });
};

/**
 * Whether another doctor has to take over cases first (D-41), also finished ones, which a practice has to keep. A unit locks the
 * account with all that refers to it, whosever it is.
 */
const hasCasesLeft = async (id: AccountId, { cases }: Reads): Promise<boolean> => {
  if ((await cases.ongoingOf(id, 1)).length > 0) return true;
  return (await cases.countOf(id)).finished > 0;
};

/**
 * D-50: erases what the account has of its own. Names and role of doctors and assistants stay with what they did. The
 * store's own files are not cleared (`scrub`): others are at work.
 */
const closeAccount = command({
  prepare: (input: WithBoth & RequestFacts, reads, ports) => proveOwner(input, reads, ports),
  run: async ({ actor, requestId }: WithBoth & RequestFacts, stores, context) => {
    await lockChildrenOf(actor.id, stores);
    // They are locked ahead of an account.
    await stores.accounts.managers();
    const proven = await acceptOwner(context.prepared, stores, context);
    if (!proven.ok) return proven;
    const { account } = proven.value;
    const { id, email: to, language, role } = account;
    if (await isLastManager(stores, account)) return refuse('LAST_MANAGER');
    if (await hasCasesLeft(id, stores)) return refuse('CASES_LEFT');
    const by = { by: actor.id, requestId };
    for await (const page of childrenOf(stores, id))
      for (const child of page) await leave(child, id, by, stores, context);
    await eraseData(account, stores, context, role === 'Par' ? undefined : 'names');
    // An address that is not proven may be anybody's.
    if (hasAddress(account) && isProven(account, context))
      await putMail('account closed', { to, language }, stores, context);
    return ok(undefined);
  },
  outdated: 'PASSWORD_WRONG',
  audit: { action: 'account closed', on: ({ actor }) => actor.id },
  limits: ownFactorLimits,
});

type Closing = {
  /** Whether a doctor has to hand over cases first. */
  readonly hasCases: boolean;
  /** Whether the caller has to name another one first. */
  readonly isLastManager: boolean;
  readonly children: readonly { readonly child: ChildNames; readonly leftTo: LeftTo }[];
};

/** What `closeAccount` would do now. */
const previewClosing = query({
  run: async ({ actor }: Caller, reads) => {
    const { id } = actor;
    const [hasCases, isLast] = [await hasCasesLeft(id, reads), await isLastManager(reads, actor)];
    const children: Closing['children'][number][] = [];
    for await (const page of childrenOf(reads, id)) {
      const names = byId(await reads.children.namesOf(page.map((one) => one.id)));
      for (const one of page) {
        const child = names.get(one.id);
        if (child) children.push({ child, leftTo: await leftTo(one, reads) });
      }
    }
    return ok<Closing>({ hasCases, isLastManager: isLast, children });
  },
  audit: 'own account',
});

type Reading = Pick<Platform, 'calendar' | 'clock'> & { readonly reads: Reads };

/** Of secrets and of what others have, nothing: `own-data.test.ts` of the stores has each column that is left out. */
async function* dataOf(known: KnownAccount, reading: Reading): AsyncGenerator<readonly PartEntry[], void> {
  const { account, disabledAt } = known;
  yield parts('account', [{ ...factsOf(account), disabledAt }]);
  yield* loginsOf(account, reading);
  yield* choicesOf(account, reading);
  yield* colleaguesOf(account, reading);
  if (account.role === 'Par') yield* familyOf(account, reading);
  yield* recordsBy(account, reading);
}

/** Without what only doctors or staff have. */
const factsOf = ({ takesNoChildren, confirmed, isManager, ...account }: Account) => ({
  ...account,
  ...(account.role === 'Doc' && { takesNoChildren }),
  ...(account.role !== 'Par' && { confirmed, isManager }),
});

/** With these facts of each entry, or all. */
const parts = <Entry extends object>(
  part: PartEntry['part'],
  entries: readonly Entry[],
  ...facts: readonly (keyof Entry)[]
): readonly PartEntry[] =>
  entries.map((entry) => ({
    part,
    entry: facts.length > 0 ? Object.fromEntries(facts.map((name) => [name, entry[name]])) : entry,
  }));

async function* loginsOf({ id }: Account, { reads }: Reading) {
  const { accountCodes, helps, loginProofs, passkeys, secondFactors, sessions } = reads;
  const factor = await secondFactors.find(id);
  yield parts('secondFactor', factor ? [factor] : [], 'confirmedAt');
  const found = pagesOf(
    async (request: { readonly after: Session['digest'] | undefined; readonly size: number }) =>
      (await sessions.ofAccount(id, request)).map((session) => ({ ...session, id: session.digest })),
    {},
  );
  for await (const page of found) yield parts('login', page, 'startedAt', 'lastUsedAt', 'device');
  yield parts('trustedDevice', await loginProofs.trusted(id), 'provenAt', 'expiresAt', 'device');
  yield parts('passkey', await passkeys.ofAccount(id), 'name', 'createdAt', 'lastUsedAt');
  const mailed = (await accountCodes.ofAccount(id)).map((code) => ({ email: undefined, ...code }));
  yield parts('code', mailed, 'email', 'expiresAt');
  const help = await helps.find(id);
  yield parts('help', help ? [help] : [], 'at', 'email');
}

async function* choicesOf({ id }: Account, { reads: { mails, notices, phrases } }: Reading) {
  yield parts('notice', await notices.choicesOf(id));
  yield parts('phrase', await phrases.of(id), 'kind', 'text');
  yield parts('failedMail', await mails.failedTo(id), 'kind', 'at', 'failedAt', 'problem');
}

async function* colleaguesOf({ id, role }: Account, { reads }: Reading) {
  const { accounts, assistants, covers } = reads;
  if (role === 'Doc') yield parts('assistant', await assistants.ofDoctor(id, EVERYTHING));
  const stoodIn = await covers.ofAccount(id, FIRST_DAY as Day);
  const named = await namesIn(
    reads,
    stoodIn.flatMap(({ doctorId, deputyId }) => [doctorId, deputyId]),
  );
  yield parts(
    'cover',
    stoodIn.map((cover) => ({ ...cover, people: [...named.values()] })),
  );
  if (role !== 'Ast') return;
  const doctors = await assistants.doctorsOf(id, EVERYTHING);
  yield parts('doctor', await accounts.namesOf(doctors.map((doctor) => doctor.id)));
}

async function* familyOf(account: Account, reading: Reading) {
  for await (const page of childrenOf(reading.reads, account.id))
    for (const { id } of page) yield* childOf(id, account, reading);
}

/** D-33: as its pages show it. The whole number, as it is the parent's. */
async function* childOf(id: ChildId, account: Account, { reads, ...today }: Reading) {
  const { audit, cases, children } = reads;
  const child = await children.record(id);
  // It was left meanwhile.
  if (!child || !(await children.isOfParent(id, account.id))) return;
  const [parents, invited] = [await children.parents(id), await invitationsOf(id, reads, today)];
  const invitations = invited.map(({ email, expiresAt }) => ({ email, expiresAt }));
  yield [{ part: 'child', entry: { ...child, parents, invitations }, child: id }] as const;
  for await (const page of pagesOf((request: PageRequest<CaseId>) => cases.ofChild(id, request), {}))
    for (const found of page) yield parts('case', [await ownCase(found, account, reads)]);
  for await (const page of pagesOf((request: PageRequest<AuditRecordId>) => audit.aboutChild(id, request), {})) {
    const looks = (await withWhom(reads, page)).map((look) => ({ ...look, childId: id }));
    yield parts('look', looks, 'childId', 'at', 'action', 'byWhom', 'whom');
  }
}

const ownCase = async (found: Case, account: Account, reads: Reads) => {
  const file = await caseFile(reads, found, account);
  const { case: facts, ...of } = file;
  return { ...facts, ...of, people: [...(await namesIn(reads, peopleOf(file))).values()] };
};

/** What it did: for those who work with children, that is all that is about themselves in the cases of others. */
async function* recordsBy({ id: by }: Account, { reads: { audit } }: Reading) {
  let last = 0;
  const found = pagesOf(async ({ size }: PageRequest<AuditRecordId>) => {
    const page = await audit.records({ by }, { after: last, size });
    last = page.at(-1)?.place ?? last;
    return page;
  }, {});
  for await (const page of found) yield parts('record', page, 'at', 'action', 'on', 'outcome', 'child', 'children');
}

/** In milliseconds. */
const OWNER_PROVEN_FOR = 15 * MINUTE;

/** The password and the second factor, for some minutes of the session. The account is told. */
const proveForOwnData = command({
  prepare: (input: WithBoth, reads, ports) => proveOwner(input, reads, ports),
  run: async ({ actor, session }: WithBoth, stores, context) => {
    const proven = await acceptOwner(context.prepared, stores, context);
    if (!proven.ok) return proven;
    const digest = proofOf(session);
    const provenAt = context.clock.now();
    await stores.loginProofs.take(digest);
    const expiresAt = later(provenAt, OWNER_PROVEN_FOR);
    await stores.loginProofs.insert({ digest, accountId: actor.id, of: 'owner', provenAt, expiresAt });
    await putMail('own data shown', { accountId: actor.id }, stores, context);
    return ok(undefined);
  },
  outdated: 'PASSWORD_WRONG',
  audit: { action: 'own data asked for', on: ({ actor }) => actor.id },
  limits: ownFactorLimits,
});

/** Stands for the code that a browser would hold: it holds the session. It ends with it. */
const proofOf = (session: Caller['session']) => session as string as CodeDigest;

const isOwner = async ({ actor, session }: Caller, { loginProofs }: Reads, { clock }: Pick<Platform, 'clock'>) => {
  const proof = await loginProofs.find(proofOf(session));
  return proof?.of === 'owner' && proof.accountId === actor.id && clock.now() < proof.expiresAt;
};

const checkOwner = query({
  run: async (input: Caller, reads, ports) => ok(await isOwner(input, reads, ports)),
  audit: 'own account',
});

/** D-50: all that the service holds about the caller, of others what pages show. Each child's other parents see it. */
const showOwnData = query({
  run: async (input: Caller, reads, context) => {
    if (!(await isOwner(input, reads, context))) return refuse('PASSWORD_WRONG');
    const known = await reads.accounts.credentialsOf(input.actor.id);
    if (!known) return refuse('SESSION_INVALID');
    return ok<Pages<PartEntry>>(context.whileSignedIn(dataOf(known, { ...context, reads })));
  },
  audit: { action: 'own data shown', on: ({ actor }) => actor.id, shows: ({ child }) => child },
});

type OfAccount = Pick<Account, 'email'>;

/** D-34: each child has a record of its own. */
const noteExport = command({
  run: async ({ email, requestId }: OfAccount & RequestFacts, stores, ports) => {
    const known = await stores.accounts.credentialsByEmail(email);
    if (!known) return refuse('ACCOUNT_NOT_FOUND');
    for await (const page of childrenOf(stores, known.account.id))
      for (const { id: child } of page)
        await appendRecord(stores, ports, { requestId, action: 'child exported', on: child, child });
    return ok({ known });
  },
  audit: { action: 'account exported', on: (_, value) => value?.known.account.id },
});

/** For the operator: the same. */
const exportAccount = (ports: Ports) => async (input: OfAccount & { readonly requestId: string }) => {
  const noted = await noteExport(ports)(input);
  if (!noted.ok) return noted;
  return ok<Pages<PartEntry>>(dataOf(noted.value.known, { ...ports, reads: ports.storage.read }));
};

export const operatorOwnDataUseCases = { exportAccount };

export const ownDataUseCases = { checkOwner, closeAccount, previewClosing, proveForOwnData, showOwnData };
