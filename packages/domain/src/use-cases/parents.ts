import type { Account, CodeDigest } from '../model/account.ts';
import { type BirthDate, type JoinCode, MOST_PARENTS } from '../model/child.ts';
import type { EmailAddress } from '../model/email.ts';
import { invitedUntil, type WaitingMail } from '../model/mail.ts';
import { compareCodePoints } from '../model/names.ts';
import { byId, withFirstFetched } from '../model/pages.ts';
import { atMostPer } from '../model/throttle.ts';
import { type AccountId, type ChildId, DAY, type Instant } from '../model/values.ts';
import type { Reads, Stores } from '../ports/storage.ts';
import { ok, type RefusalCode, refuse } from '../result.ts';
import { currentIdOf, lockingChild, type MayUse, ownChild } from './children.ts';
import { codeLimits, mailingLimits } from './credentials.ts';
import type { ClientAddress, Platform } from './declaration.ts';
import { putMail } from './mails.ts';
import { mergeChild } from './merges.ts';
import { addParents, canAnyParentLogIn, endParenthood } from './parenthoods.ts';
import { command, query } from './runner.ts';
import { doctorsOf, isOfOne, isPatientOf, type OwnChild } from './teams.ts';

/** D-33: names, no addresses. */
const listParents = query({
  run: async ({ actor, childId }: OwnChild, reads, { pagesWhileAllowed, trace }) => {
    const parents = await withFirstFetched(pagesWhileAllowed(() => reads.children.parents(childId), {}));
    const own = await ownChild(reads, { actor, childId }, { trace });
    return own.ok ? ok(parents) : own;
  },
  audit: { action: 'parents listed', on: ({ childId }) => childId, shows: 'one child' },
});

type Invite = OwnChild & { readonly email: EmailAddress };

/** D-33: who has the address, and whether they can join, is told only to whoever reads its mails. */
export const inviting = <Code extends RefusalCode>(mayInvite: MayUse<Code>) =>
  command({
    rule: lockingChild<Code>(mayInvite),
    run: async ({ actor, childId, email }: Invite, stores, ports) => {
      if (email === actor.email) return refuse('EMAIL_OWN');
      if ((await stores.children.parents(childId)).length >= MOST_PARENTS) return refuse('TOO_MANY_PARENTS');
      await putMail('parent invited', { to: email, invitation: { childId, invitedBy: actor.id } }, stores, ports);
      return ok(undefined);
    },
    audit: { action: 'parent invited', on: ({ childId }) => childId },
    idempotency: {
      fields: ['childId', 'email'],
      stands: async (_, input: Invite, reads, ports) => (await pendingOf(input, reads, ports)).has(input.email),
    },
    limits: { of: (input, ports) => mailingLimits('invitations', input, ports), failures: [] },
  });
const inviteParent = inviting(ownChild);

/** D-33: `expiresAt` is of the code, which is made when the mail is first sent. `isGivenUp`: nobody sends the mail any more. */
export type PendingInvitation = {
  readonly email: EmailAddress;
  readonly expiresAt: Instant | undefined;
  readonly isGivenUp?: true;
};

type Today = Pick<Platform, 'calendar' | 'clock'>;

/** `until`: when its code ends; of a mail that waits, when the code would end that it is to have. */
type Invited = { readonly invitedBy: AccountId; readonly until: Instant; readonly shown: PendingInvitation };

const invitedBy = (mail: WaitingMail): readonly Invited[] => {
  const { to: email, invitation, failedAt } = mail;
  if (email === undefined || !invitation) return [];
  const shown = { email, expiresAt: undefined, ...(failedAt !== undefined && { isGivenUp: true as const }) };
  return [{ invitedBy: invitation.invitedBy, until: invitedUntil(mail), shown }];
};

/**
 * The last invitation to each address. One by somebody who may not invite any more is left out, and to staff what a parent has
 * sent: they see the names of parents, and no addresses.
 */
const pendingOf = async ({ actor, childId }: OwnChild, reads: Reads, ports: Today) => {
  // The mails first: one that is sent meanwhile has left a code.
  const mails = (await reads.mails.invitedTo(childId)).flatMap(invitedBy);
  const codes = (await reads.joinCodes.ofChild(childId)).flatMap(({ email, expiresAt, invitedBy: by }): Invited[] =>
    email === undefined ? [] : [{ invitedBy: by, until: expiresAt, shown: { email, expiresAt } }],
  );
  const [failed, waiting] = [
    mails.filter(({ shown }) => shown.isGivenUp),
    mails.filter(({ shown }) => !shown.isGivenUp),
  ];
  const now = ports.clock.now();
  // Of one invitation the mail may wait to be tried again, or have failed, after its code was made.
  const all = [...waiting, ...[...codes, ...failed].filter(({ until }) => now < until)];
  const inviters = new Map<AccountId, Account | undefined>();
  for (const id of new Set(all.map((one) => one.invitedBy)))
    inviters.set(id, await inviterOf({ childId, invitedBy: id }, reads, ports));
  const isShown = (inviter?: Account) => inviter && (actor.role === 'Par' || inviter.role !== 'Par');
  const last = all
    .filter((one) => isShown(inviters.get(one.invitedBy)))
    .toSorted((one, other) => one.until - other.until);
  return new Map(last.map(({ shown }): [EmailAddress, PendingInvitation] => [shown.email, shown]));
};

/** D-33: the addresses whose code or mail is not over, whether or not they may join: so a parent finds a mistyped one. */
export const invitationsOf = async (of: OwnChild, reads: Reads, ports: Today) =>
  Array.from((await pendingOf(of, reads, ports)).values())
    // Always in one order.
    .toSorted((one, other) => compareCodePoints(one.email, other.email));

const listParentInvitations = query({
  run: async ({ actor, childId }: OwnChild, reads, context) => {
    const invitations = await invitationsOf({ actor, childId }, reads, context);
    const own = await ownChild(reads, { actor, childId }, context);
    return own.ok ? ok(invitations) : own;
  },
  audit: { action: 'invitations listed', on: ({ childId }) => childId },
});

/** Staff end what staff have sent; a parent ends all, also of those who may not invite any more. */
const invitersIn = async ({ actor, childId }: OwnChild, { accounts, joinCodes, mails }: Reads) => {
  const sent = [...(await joinCodes.ofChild(childId)), ...(await mails.invitedTo(childId))];
  const ids = new Set(sent.flatMap((one) => ('invitedBy' in one ? one.invitedBy : (one.invitation?.invitedBy ?? []))));
  if (actor.role === 'Par') return [...ids];
  const inviters = await Promise.all(Array.from(ids, accounts.find));
  return inviters.flatMap((one) => (one && one.role !== 'Par' ? one.id : []));
};

/** D-33: ends code and mail. The courier locks the child before it makes a code, so none is made meanwhile. */
export const withdrawing = <Code extends RefusalCode>(mayWithdraw: MayUse<Code>) =>
  command({
    rule: lockingChild<Code>(mayWithdraw),
    run: async (input: Invite, stores, context) => {
      const { childId, email } = input;
      // Whoever has joined by it is a parent: nobody must read that it was withdrawn.
      if (!(await pendingOf(input, stores, context)).has(email)) return refuse('INVITATION_NOT_FOUND');
      return ok(await stores.joinCodes.withdrawTo(childId, email, await invitersIn(input, stores)));
    },
    audit: { action: 'invitation withdrawn', on: ({ childId }) => childId },
    idempotency: {
      fields: ['childId', 'email'],
      stands: async (_, input, reads, ports) => !(await pendingOf(input, reads, ports)).has(input.email),
    },
  });
const withdrawParentInvitation = withdrawing(ownChild);

/** Who invited, while that account can log in, and is a parent of the child or works for its doctor (D-42). */
export const inviterOf = async (
  { childId, invitedBy }: Pick<JoinCode, 'childId' | 'invitedBy'>,
  reads: Reads,
  { calendar, clock }: Today,
): Promise<Account | undefined> => {
  const parents = await reads.children.parents(childId);
  const known = await reads.accounts.credentialsOf(invitedBy);
  if (!known || known.disabledAt !== undefined) return undefined;
  const { account } = known;
  const today = { ...account, coversOn: calendar.dayOf(clock.now()) };
  const isTheirs = parents.some(({ id }) => id === invitedBy) || (await isPatientOf(reads, today, childId));
  return isTheirs ? account : undefined;
};

/** As many as a page shows. Others follow where these are withdrawn. */
const MOST_SENT = 50;
/** Codes that are over, or of children who are not theirs any more, stand among them. */
export const MOST_LOOKED_AT = 1000;

/** D-28: what somebody of the staff has sent, or printed, and nobody has used. `email`: none of one on paper. */
const listSentInvitations = query({
  run: async ({ actor }: { readonly actor: Account }, reads, { calendar, clock }) => {
    if (actor.role === 'Par') return refuse('ROLE_NOT_ALLOWED');
    const now = clock.now();
    const sent = await reads.joinCodes.sentBy(actor.id, MOST_LOOKED_AT);
    const doctors = await doctorsOf(reads, { ...actor, coversOn: calendar.dayOf(now) });
    const open: JoinCode[] = [];
    for (const one of sent.filter(({ expiresAt }) => now < expiresAt)) {
      if (open.length > MOST_SENT) break;
      if (await isOfOne(reads, doctors, one.childId)) open.push(one);
    }
    const shown = open.slice(0, MOST_SENT);
    const children = byId(await reads.children.namesOf(shown.map(({ childId }) => childId)));
    const invitations = shown.flatMap(({ childId, email, expiresAt }) => {
      const child = children.get(childId);
      return child ? [{ child, email, expiresAt }] : [];
    });
    return ok({ invitations, hasMore: open.length > MOST_SENT });
  },
  audit: { action: 'invitations listed', on: ({ actor }) => actor.id },
});

/** D-42: whether a code on paper is good for whoever knows the birth date, if it is known, as long as nobody has joined. */
const fitsPaper = async (childId: ChildId, birthDate: BirthDate | undefined, stores: Stores): Promise<boolean> => {
  const child = await stores.children.record(childId);
  const isTold = child?.birthDate === undefined || child.birthDate === birthDate;
  return isTold && !(await canAnyParentLogIn(stores, childId));
};

const validCode = async ({ actor, code, birthDate }: Joining, stores: Stores, ports: Platform) => {
  const digest: CodeDigest | undefined = ports.secretCodes.digestOf(code);
  const found = digest && (await stores.joinCodes.find(digest));
  if (!found || ports.clock.now() >= found.expiresAt) return undefined;
  // The address may be another one since the call began.
  const known = await stores.accounts.credentialsOf(actor.id);
  if (!known || known.disabledAt !== undefined) return undefined;
  const { email, provenAt } = known.account;
  const isGood =
    found.email === undefined
      ? await fitsPaper(found.childId, birthDate, stores)
      : found.email === email && (await inviterOf(found, stores, ports)) !== undefined;
  if (!isGood) return undefined;
  return { ...found, parents: await stores.children.parents(found.childId), isProven: provenAt !== undefined };
};

/** Codes are guessed by accounts that anybody may register, so addresses are limited, too. */
const GUESSES_PER_DAY = 20;

type Joining = ClientAddress & {
  readonly actor: Account;
  readonly code: string;
  /** D-42: asked for by a code on paper. */
  readonly birthDate?: BirthDate | undefined;
};

/**
 * The other entry of the same child, if this parent has added it. Whoever was only invited to one could else give it away: to
 * an entry in which somebody else removes the parent who has added it.
 */
const ownEntryOf = async (childId: ChildId, parent: AccountId, { children }: Stores): Promise<ChildId | undefined> => {
  const same = await children.sameOfParent(childId, parent);
  const parents = same === undefined ? [] : await children.parents(same);
  return parents.some(({ id, hasAdded }) => id === parent && hasAdded) ? same : undefined;
};

/** D-33: an own entry of the same child becomes one with it. D-28: a mailed code went to the address, which is proven now. */
const joinChild = command({
  run: async (input: Joining, stores, ports) => {
    const { actor } = input;
    if (actor.role !== 'Par') return refuse('ROLE_NOT_ALLOWED');
    const found = await validCode(input, stores, ports);
    if (!found) return refuse('CODE_INVALID');
    const { childId, digest, parents } = found;
    ports.trace.child = childId;
    const merged = await ownEntryOf(childId, actor.id, stores);
    if (merged !== undefined) {
      const done = await mergeChild(stores, ports, { from: merged, into: childId, by: actor.id });
      if (!done.ok) return done;
    } else if (!parents.some(({ id }) => id === actor.id)) {
      if (parents.length >= MOST_PARENTS) return refuse('TOO_MANY_PARENTS');
      await addParents(stores, ports, { childId, added: [actor.id], by: actor.id });
    }
    await stores.joinCodes.remove(digest);
    if (found.email !== undefined && !found.isProven) await stores.accounts.setProven(actor.id, ports.clock.now());
    return ok({ childId, merged });
  },
  audit: {
    action: 'parent joined',
    on: ({ actor }) => actor.id,
    parts: ({ merged }) => (merged === undefined ? [] : [`with ${merged}`]),
  },
  idempotency: {
    fields: ['code', 'birthDate'],
    keep: ({ childId }) => childId,
    answerAgain: async (kept, reads, _, { actor }) => {
      const childId = await currentIdOf(kept as ChildId, actor, reads);
      return childId ? ok({ childId, merged: undefined }) : refuse('CODE_INVALID');
    },
  },
  limits: {
    ...codeLimits,
    of: (input, ports) => [
      { key: `codes of ${input.actor.id}`, throttle: atMostPer(DAY, GUESSES_PER_DAY) },
      ...codeLimits.of(input, ports),
    ],
  },
});

/** D-33: all may leave but the last, and who added the child may remove others. Their invitations are over. */
const removeParent = command({
  run: async ({ actor, childId, parentId }: OwnChild & { readonly parentId: AccountId }, stores, ports) => {
    const { accounts, children, joinCodes } = stores;
    ports.trace.child = childId;
    if (actor.role !== 'Par') return refuse('ROLE_NOT_ALLOWED');
    const parents = await children.parents(childId);
    const own = parents.find(({ id }) => id === actor.id);
    if (!own) return refuse('CHILD_NOT_FOUND');
    if (!parents.some(({ id }) => id === parentId)) return refuse('PARENT_NOT_FOUND');
    if (parentId !== actor.id && !own.hasAdded) return refuse('ROLE_NOT_ALLOWED');
    if (parents.length === 1) return refuse('LAST_PARENT');
    await endParenthood(stores, ports, { childId, removed: parentId, by: actor.id });
    const removed = await accounts.find(parentId);
    if (removed) await joinCodes.withdrawAllOf(childId, removed);
    return ok(undefined);
  },
  audit: { action: 'parent removed', on: ({ parentId }) => parentId },
  idempotency: {
    fields: ['childId', 'parentId'],
    answerAgain: async (_, reads, __, { actor, childId, parentId }) => {
      // Whoever has left is told so, without a part in the child any more.
      const own = parentId === actor.id ? ok(undefined) : await ownChild(reads, { actor, childId }, { trace: {} });
      return own.ok ? !(await reads.children.isOfParent(childId, parentId)) : own;
    },
  },
});

export const parentUseCases = {
  inviteParent,
  joinChild,
  listParentInvitations,
  listSentInvitations,
  listParents,
  removeParent,
  withdrawParentInvitation,
};
