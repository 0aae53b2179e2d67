import { ifAvailable, MailDeferred, MailProblem, MailRefused } from './errors.ts';
import { createLoop, waitAtMost } from './loop.ts';
import {
  type Account,
  type AccountCode,
  CODE_LIFETIME,
  type Credentials,
  hasAddress,
  type Person,
} from './model/account.ts';
import {
  DAILY,
  hasCode,
  invitedUntil,
  isByManager,
  isNotice,
  isToldAnyway,
  isTooOld,
  type Letter,
  type MailKind,
  underWay,
  type WaitingMail,
} from './model/mail.ts';
import { type NoticeKind, stillWaits, timeOfKind } from './model/notice.ts';
import { EVERYTHING } from './model/pages.ts';
import { atMostPer } from './model/throttle.ts';
import {
  type AccountId,
  type CaseId,
  type ChildId,
  DAY,
  type Day,
  HOUR,
  type Instant,
  later,
  type MailId,
} from './model/values.ts';
import type { Ports } from './ports/ports.ts';
import type { Stores } from './ports/storage.ts';
import { type Ok, ok } from './result.ts';
import { isProven, issueCode } from './use-cases/credentials.ts';
import { appendRecord } from './use-cases/facts.ts';
import { countedIn } from './use-cases/limiter.ts';
import { inviterOf } from './use-cases/parents.ts';
import { newProof } from './use-cases/proofs.ts';
import { inviting } from './use-cases/staff-invitations.ts';
import { doctorsOf } from './use-cases/teams.ts';

/** How many mails a process sends at once. A crash sends so many twice at most. */
const AT_ONCE = 4;

/** Milliseconds. */
const LONGEST_CLOSING = 5000;

type Taken = 'none is due' | 'for nobody' | { readonly letter: Letter; readonly mail: WaitingMail };

type Outcome = { readonly sent: true } | { readonly sent: false; readonly problem: string; readonly forGood: boolean };

/** What came of the next mail. `left`: nothing of it was sent. `undefined`: none is due. */
type Attempt = 'left' | 'answered' | 'no answer' | undefined;

/** The mail server takes no mail. For `wait` milliseconds `since` then, none is tried. */
type Outage = { readonly since: Instant; readonly wait: number };

const isPaused = ({ since, wait }: Outage, now: Instant): boolean => Math.abs(now - since) < wait;

/** After the first attempt that fails 1 second. Each further one doubles the wait, up to 30 seconds. */
const outageAfter = (outage: Outage | undefined, now: Instant): Outage => {
  // Of attempts that began before the pause.
  if (outage && isPaused(outage, now)) return outage;
  return { since: now, wait: outage ? Math.min(30_000, 2 * outage.wait) : 1000 };
};

const NOT_TAKEN = 'The mail server did not take it.';
const reasonOf = (error: unknown): string => (error instanceof MailProblem ? error.message : NOT_TAKEN);

/** After the first failure 1 second. Each further failure doubles the wait, up to an hour. */
const waitAfter = (attempts: number): number => Math.min(HOUR, 1000 * 2 ** (attempts - 1));

/** The mail after an attempt that failed. `forGood`: another one would fail, too. */
const afterFailure = (mail: WaitingMail, now: Instant, problem: string, forGood: boolean): WaitingMail => {
  const notBefore = later(now, waitAfter(mail.attempts));
  return { ...mail, problem, notBefore, failedAt: forGood || isTooOld(mail, notBefore) ? now : undefined };
};

/**
 * D-27: sends what waits in the outbox, each mail at least once, and by one process at a time: the mail is put off
 * before it is sent, and removed afterwards. `report` is told why a mail could not be sent, and `undefined` when one was.
 */
export const createDelivery = (ports: Ports, report: (problem: unknown) => void) => {
  const { storage, clock, mailer } = ports;
  let lastProblem = NOT_TAKEN;

  /** Takes the next mail, together with what it says. A mail that is for nobody is removed. */
  const take = (isOutage: boolean) =>
    storage.write(async (stores): Promise<Ok<Taken>> => {
      const now = clock.now();
      const due = await stores.mails.nextDue(now);
      if (!due) return ok('none is due');
      const problem = isOutage && isTooOld(due, now) ? lastProblem : await countOfOthers(due, stores, ports);
      if (problem !== undefined && (await isForSomebody(due, stores))) {
        await fail({ ...due, problem, failedAt: now }, stores);
        return ok('for nobody');
      }
      const letter = problem === undefined && (await write(due, stores, ports));
      if (!letter) {
        await stores.mails.remove(due.id);
        return ok('for nobody');
      }
      const mail = underWay(due, now);
      await stores.mails.save(mail);
      return ok({ letter: await signed(letter, stores), mail });
    });

  const settle = (mail: WaitingMail, outcome: Outcome) =>
    storage.write(async (stores) => {
      if (outcome.sent) return ok(await stores.mails.remove(mail.id));
      // Somebody else tries it by now, if this took too long.
      if ((await stores.mails.find(mail.id))?.attempts !== mail.attempts) return ok(undefined);
      return ok(await fail(afterFailure(mail, clock.now(), outcome.problem, outcome.forGood), stores));
    });

  /** Sends the next mail. While the server takes none (`isOutage`), a mail that is too old fails without an attempt. */
  const sendNext = async (isOutage = false): Promise<Attempt> => {
    const taken = await take(isOutage);
    if (!taken.ok || taken.value === 'none is due') return undefined;
    if (taken.value === 'for nobody') return 'left';
    const { letter, mail } = taken.value;
    let attempt: Attempt = 'answered';
    const outcome: Outcome = await mailer.send(letter).then(
      () => {
        report(undefined);
        return { sent: true };
      },
      (error: unknown) => {
        const problem = reasonOf(error);
        if (error instanceof MailRefused) return { sent: false, forGood: true, problem };
        if (!(error instanceof MailDeferred)) {
          attempt = 'no answer';
          lastProblem = problem;
        }
        report(error);
        return { sent: false, forGood: false, problem };
      },
    );
    await settle(mail, outcome);
    return attempt;
  };

  return {
    isDue: async (): Promise<boolean> => (await storage.read.mails.nextDue(clock.now())) !== undefined,
    sendNext,
  };
};

/**
 * Delivers mails until it is closed. `report` is told of a failure with another reason than the last, and when failures
 * are over; a store tells its outages itself. A slow mail keeps one lane busy, and the others go on. While the mail
 * server takes none, one mail at a time is tried, ever later, and the others stay as they are.
 */
export const createCourier = (ports: Ports, report: (problem: unknown) => void) => {
  const { clock } = ports;
  let told: string | undefined;
  const reportOnce = (problem: unknown): void => {
    const reason = problem === undefined ? undefined : reasonOf(problem);
    if (reason !== told) report(problem);
    told = reason;
  };
  const delivery = createDelivery(ports, reportOnce);
  const lanes = new Set<Promise<void>>();
  const loop = createLoop(clock);
  let outage: Outage | undefined;
  /** The lane that was started during the outage. */
  let probe: Promise<void> | undefined;

  /** Whether a lane goes on after this. */
  const goesOn = (attempt: Attempt): boolean => {
    if (attempt === 'answered') outage = undefined;
    if (attempt === 'no answer') outage = outageAfter(outage, clock.now());
    return attempt === 'left' || attempt === 'answered';
  };

  const startLane = (): Promise<void> => {
    const run = async (): Promise<void> => {
      while (!loop.isOver() && goesOn(await delivery.sendNext(outage !== undefined)));
    };
    const lane = ifAvailable(run)
      .catch(reportOnce)
      .then(() => void lanes.delete(lane));
    lanes.add(lane);
    return lane;
  };

  const startLanes = (): void => {
    if (!outage) while (lanes.size < AT_ONCE) startLane();
    else if (!isPaused(outage, clock.now()) && !(probe && lanes.has(probe))) probe = startLane();
  };

  const look = async (): Promise<void> => {
    if (await delivery.isDue()) startLanes();
  };

  loop.start(() => ifAvailable(look).catch(reportOnce));
  return {
    /** Waits a moment for mails under way. One that takes longer is sent again by whoever serves next. */
    close: async (): Promise<void> => {
      const closed = loop.close();
      await waitAtMost(LONGEST_CLOSING, Promise.all(lanes), clock);
      await closed;
    },
  };
};

/** When a notice is given up, its reader counts as not told, so that a later one is sent. */
const fail = async (mail: WaitingMail, { mails, notices }: Stores): Promise<void> => {
  await mails.save(mail);
  const { accountId, kind, failedAt } = mail;
  if (failedAt !== undefined && accountId !== undefined && isNotice(kind)) await notices.remove(accountId, kind);
};

const signed = async (letter: Letter, stores: Stores): Promise<Letter> => {
  const practice = await stores.practice.find();
  return practice?.namedInMails === 'yes' ? { ...letter, practice: practice.name } : letter;
};

/** What the mail says now. `undefined` if it is for nobody: it is written as late as possible. */
const write = async (mail: WaitingMail, stores: Stores, ports: Ports): Promise<Letter | undefined> => {
  if (mail.kind === 'parent invited') return writeInvitation(mail, stores, ports);
  if (mail.kind === 'account closed') return farewellOf(mail);
  if (mail.kind === 'staff invited') return writeStaffInvitation(mail, stores, ports);
  // Before the account, which also whoever joins as a parent takes behind the child.
  const about = await aboutOf(mail, stores);
  const known = await addressee(mail, stores);
  if (!known || (known.disabledAt !== undefined && !isToldAnyway(mail.kind))) return undefined;
  const { account } = known;
  if (mail.to === undefined && !hasAddress(account)) return undefined;
  const count = await roomFor(mail, account, stores, ports);
  const canLogIn = known.disabledAt === undefined;
  const letter = count && (await writeTo(account, { ...mail, kind: mail.kind, about, canLogIn }, stores, ports));
  if (letter) await count();
  return letter;
};

/** A day: what two accounts may send to an address. */
const MOST_OF_OTHERS = atMostPer(DAY, 40);

/**
 * Why one more mail may not go that others send to an address: many accounts together would fill a stranger's mailbox. It
 * counts whether or not anything is sent, so that what is given up does not tell who has an account. A list that a manager
 * imports is no such mail: it says `days` (D-48).
 */
const countOfOthers = async ({ kind, attempts, to, invitation }: WaitingMail, stores: Stores, ports: Ports) => {
  if (attempts > 0 || invitation?.days !== undefined) return undefined;
  if (kind !== 'parent invited' && kind !== 'new address') return undefined;
  const { wait, count } = await countedIn(`${kind} mailed to ${to}`, MOST_OF_OTHERS, stores, ports);
  if (wait > 0) return 'Too many such mails went to this address in a day.';
  await count();
  return undefined;
};

/** D-28: a day. Whoever has made an account with another person's address could fill that mailbox. */
const MOST_UNPROVEN = atMostPer(DAY, 20);

/**
 * How to count the mail, if it may go. It is counted by the address, whichever account has it. A reset, which anybody asks
 * for, has a limit of its own: by it the owner of the address ends what somebody else does with the account. What managers do
 * always goes: otherwise one could cause mails until the owner hears no more of an address that is given (P-39).
 */
const roomFor = async ({ kind, attempts, to }: WaitingMail, account: Account, stores: Stores, ports: Ports) => {
  const isToAnybody = !isProven(account, ports) && (to ?? account.email) === account.email;
  if (attempts > 0 || kind === 'reset' || isByManager(kind) || !isToAnybody) return async () => undefined;
  // Those that somebody has asked for are not counted with the others.
  const what = kind === 'account made' ? 'proofs mailed' : 'mails';
  const { wait, count } = await countedIn(`${what} to ${account.email}`, MOST_UNPROVEN, stores, ports);
  return wait > 0 ? undefined : count;
};

type OfAccount = WaitingMail & {
  readonly kind: Exclude<MailKind, 'account closed' | 'parent invited' | 'staff invited'>;
  readonly about: CaseId | ChildId | undefined;
  readonly canLogIn: boolean;
};

const writeTo = async (
  account: Account,
  mail: OfAccount,
  stores: Stores,
  ports: Ports,
): Promise<Letter | undefined> => {
  if (mail.kind === DAILY) return writeDaily(mail, account, stores, ports);
  if (isNotice(mail.kind) && !(await isToldNow(mail, mail.kind, account, stores, ports))) return undefined;
  const { id, kind, about, canLogIn, to = account.email } = mail;
  const letter = { id, to, language: account.language };
  if (kind === 'account made') return writeProof(letter, account, stores, ports);
  if (!hasCode(kind)) return { ...letter, kind, about, canLogIn };
  const { code, digest } = await newCode(mail, account.id, stores, ports);
  const common = { digest, accountId: account.id, expiresAt: later(ports.clock.now(), CODE_LIFETIME) };
  const kept: AccountCode =
    kind === 'reset' ? { ...common, purpose: kind } : { ...common, purpose: 'address', email: to };
  await stores.accountCodes.save(kept);
  return { ...letter, kind, code };
};

/** D-43: when, is decided before the first attempt. */
const isToldNow = async (mail: OfAccount, kind: NoticeKind, account: Account, stores: Stores, ports: Ports) => {
  const time = timeOfKind(account, await stores.notices.choicesOf(account.id), kind);
  if (mail.attempts > 0 || time === 'never') return time !== 'never';
  // Whoever cannot log in has no daily mail: nothing waits for them.
  if (time === 'daily' && mail.canLogIn) {
    await tellInDailyMail(mail, kind, account, stores, ports);
    return false;
  }
  // No second one of a kind until its reader has signed in, but who reads a child's data is always told.
  return kind === 'parents changed' || stores.notices.insert(account.id, kind);
};

/** D-43: one daily mail to an account waits, whoever else adds to it at the same time. */
const tellInDailyMail = async (
  { at }: WaitingMail,
  kind: NoticeKind,
  { id: accountId }: Account,
  { mails, notices }: Stores,
  { calendar, ids }: Ports,
): Promise<void> => {
  if (!(await notices.insert(accountId, DAILY))) {
    const waiting = await mails.dailyTo(accountId);
    if (waiting) return mails.save({ ...waiting, kinds: [...new Set(waiting.kinds).add(kind)] });
    // It was taken just now.
    await notices.insert(accountId, DAILY);
  }
  const morning = calendar.morningAfter(at);
  await mails.insert({
    id: ids.next<MailId>(),
    kind: DAILY,
    kinds: [kind],
    accountId,
    to: undefined,
    at: morning,
    notBefore: morning,
    attempts: 0,
    failedAt: undefined,
    problem: undefined,
    caseId: undefined,
    invitation: undefined,
  });
};

/** What of it still waits, and is still wanted. */
const writeDaily = async (
  mail: WaitingMail,
  account: Account,
  stores: Stores,
  ports: Ports,
): Promise<Letter | undefined> => {
  const { calendar, clock } = ports;
  const { cases, notices } = stores;
  if (mail.attempts === 0) await notices.remove(account.id, DAILY);
  const choices = await notices.choicesOf(account.id);
  const today = calendar.dayOf(clock.now());
  const isDue = mail.kinds?.includes('task due') && (await hasDue(account, today, stores));
  const isAsked = mail.kinds?.includes('account to confirm') && (await hasToConfirm(account, stores, ports));
  const work = await cases.workOf({ ...account, coversOn: today }, today, 1);
  const waiting = { ...work, dueTasks: Number(isDue ?? false), accounts: Number(isAsked ?? false) };
  const kinds = (mail.kinds ?? []).filter(
    (kind) => stillWaits(kind, waiting) && timeOfKind(account, choices, kind) !== 'never',
  );
  const { id } = mail;
  const { email: to, language } = account;
  return kinds.length === 0 ? undefined : { id, to, language, kind: DAILY, kinds };
};

/** D-40: whether somebody waits whom the account may confirm. */
const hasToConfirm = async ({ isManager }: Account, { accounts }: Stores, ports: Ports): Promise<boolean> =>
  isManager && (await accounts.unconfirmed(EVERYTHING)).some((one) => isProven(one, ports));

/** D-46: whether a task of a case in which it works is due today, or was. */
const hasDue = async (account: Account, today: Day, stores: Stores): Promise<boolean> => {
  const doctors = await doctorsOf(stores, { ...account, coversOn: today });
  const open = { status: 'open', byDue: true } as const;
  const [first] = await stores.tasks.ofDoctors(doctors, { after: undefined, size: 1 }, open);
  return first?.dueOn !== undefined && first.dueOn <= today;
};

/** A parent who has left does not see the child any more. */
const aboutOf = async ({ accountId, caseId, childId }: WaitingMail, { children }: Stores) =>
  accountId && childId && (await children.isOfParent(childId, accountId)) ? childId : caseId;

/** D-28: for an address that was proven meanwhile there is nothing to prove. */
const writeProof = async (
  letter: Pick<Letter, 'id' | 'to' | 'language'>,
  account: Account,
  { accountCodes }: Stores,
  ports: Ports,
): Promise<Letter | undefined> => {
  if (account.provenAt !== undefined) return undefined;
  const code = await newProof(account, accountCodes, ports);
  const { role, registeredAt, madeThrough } = account;
  return { ...letter, kind: 'account made', code, made: { role, registeredAt, madeThrough } };
};

/** At most 60 letters, spaces, apostrophes, hyphens, and full stops that end a word. */
const PLAIN_NAME = /^(?:[\p{L}\p{M} '’-]|\.(?= |$)){1,60}$/u;

/** D-33: the inviter, as a mail names one: everybody chooses the own name, and no mail carries advertising or a link of it. */
const nameInMail = ({ firstName, lastName }: Pick<Person, 'firstName' | 'lastName'>): string | undefined => {
  const name = `${firstName} ${lastName}`;
  return PLAIN_NAME.test(name) ? name : undefined;
};

/** D-33: also to an address that no account has. Whoever cannot join is told why, but not while the account is disabled. */
const writeInvitation = async (mail: WaitingMail, stores: Stores, ports: Ports): Promise<Letter | undefined> => {
  const { id, kind, to, invitation } = mail;
  if (kind !== 'parent invited' || to === undefined || !invitation) return undefined;
  const { childId, invitedBy, days } = invitation;
  const inviter = await inviterOf(invitation, stores, ports);
  if (!inviter) return undefined;
  const parents = await stores.children.parents(childId);
  const known = await stores.accounts.credentialsByEmail(to);
  const { id: knownId, role = 'Par', language } = known?.account ?? { language: inviter.language };
  const isParent = parents.some((parent) => parent.id === knownId);
  const canJoin = role === 'Par' && !isParent && known?.disabledAt === undefined;
  const { code, digest } = canJoin ? await newCode(mail, knownId, stores, ports) : issueCode(ports);
  // Listed as any other, also with a code that nobody gets: the parents must not see who has the address.
  const expiresAt = invitedUntil(mail);
  await stores.joinCodes.save({ digest, childId, email: to, invitedBy, expiresAt });
  const letter = { id, to, language, inviter: nameInMail(inviter) };
  if (canJoin) return { ...letter, kind, code, days };
  if (known?.disabledAt !== undefined) return undefined;
  return { ...letter, kind: isParent ? 'already a parent' : 'no parent account' };
};

/** D-50: whose account is gone, whoever has the address now. */
const farewellOf = ({ id, to, language }: WaitingMail): Letter | undefined =>
  to && language && { id, to, language, kind: 'account closed' };

/** D-40: an invitation that was withdrawn, or whose manager is none any more, is for nobody. */
const writeStaffInvitation = async (
  { id, to }: WaitingMail,
  stores: Stores,
  ports: Ports,
): Promise<Letter | undefined> => {
  const invitation = to && (await stores.staffInvitations.find(to));
  const inviter = invitation && ports.clock.now() < invitation.expiresAt && (await inviting(invitation, stores));
  if (!to || !inviter) return undefined;
  const known = await stores.accounts.credentialsByEmail(to);
  const letter = { id, to, inviter: nameInMail(inviter) };
  const { code, digest } = known ? issueCode(ports) : await newCode({ id }, undefined, stores, ports);
  await stores.staffInvitations.save({ ...invitation, digest });
  if (!known) return { ...letter, language: inviter.language, kind: 'staff invited', code };
  return known.disabledAt ? undefined : { ...letter, language: known.account.language, kind: 'has an account' };
};

const newCode = async ({ id }: Pick<WaitingMail, 'id'>, on: AccountId | undefined, stores: Stores, ports: Ports) => {
  await appendRecord(stores, ports, { requestId: `mail ${id}`, action: 'code made', on });
  return issueCode(ports);
};

/** A reset may name an address that no account has. */
const isForSomebody = async (mail: WaitingMail, stores: Stores): Promise<boolean> =>
  mail.kind !== 'reset' || (await addressee(mail, stores)) !== undefined;

const addressee = ({ accountId, to }: WaitingMail, { accounts }: Stores): Promise<Credentials | undefined> =>
  accountId === undefined ? accounts.credentialsByEmail(to) : accounts.credentialsOf(accountId);
