import type { Account, CodeDigest, KnownAccount, Session } from '../model/account.ts';
import type { Case } from '../model/case.ts';
import { FIRST_DAY } from '../model/child.ts';
import type { PartEntry } from '../model/own-data.ts';
import { EVERYTHING, type PageRequest, type Pages, pagesOf } from '../model/pages.ts';
import { type AuditRecordId, type CaseId, type ChildId, type Day, later, MINUTE } from '../model/values.ts';
import type { Ports } from '../ports/ports.ts';
import type { Reads } from '../ports/storage.ts';
import { ok, refuse } from '../result.ts';
import { caseFile, namesIn, peopleOf, withWhom } from './children.ts';
import { childrenOf } from './closing.ts';
import type { Caller, Platform, RequestFacts } from './declaration.ts';
import { appendRecord } from './facts.ts';
import { putMail } from './mails.ts';
import { invitationsOf, MOST_LOOKED_AT } from './parents.ts';
import { command, query } from './runner.ts';
import { acceptOwner, ownFactorLimits, proveOwner, type WithBoth } from './second-factors.ts';

type Reading = Pick<Platform, 'calendar' | 'clock'> & { readonly reads: Reads };

/** Of secrets and of what others have, nothing: `personal-columns.test.ts` has each column that is left out. */
async function* dataOf(known: KnownAccount, reading: Reading): AsyncGenerator<readonly PartEntry[], void> {
  const { account, disabledAt } = known;
  yield parts('account', [{ ...factsOf(account), disabledAt }]);
  yield* loginsOf(account, reading);
  yield* choicesOf(account, reading);
  yield* colleaguesOf(account, reading);
  if (account.role === 'Par') yield* familyOf(account, reading);
  else yield* invitationsBy(account, reading);
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

/** Of staff. Those of a parent stand beside the child. `role`: none of a parent. */
async function* invitationsBy({ id }: Account, { reads: { joinCodes, staffInvitations } }: Reading) {
  const [parents, staff] = [await joinCodes.sentBy(id, MOST_LOOKED_AT), await staffInvitations.all()];
  yield parts('invitation', parents, 'email', 'expiresAt');
  const sent = staff.filter(({ invitedBy }) => invitedBy === id);
  yield parts('invitation', sent, 'email', 'role', 'invitedAt', 'expiresAt');
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
  const [parents, invited] = [
    await children.parents(id),
    await invitationsOf({ actor: account, childId: id }, reads, today),
  ];
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

export const ownDataUseCases = { checkOwner, proveForOwnData, showOwnData };
