import { ifAvailable } from './errors.ts';
import { createLoop } from './loop.ts';
import type { Account } from './model/account.ts';
import { endOfRetention } from './model/calendar.ts';
import type { FinishedCase } from './model/case.ts';
import { answeredAgainSince } from './model/idempotency.ts';
import { EVERYTHING, pagesOf } from './model/pages.ts';
import { ADDRESS_WAITS, type Help } from './model/staff.ts';
import { LONGEST_ATTEMPT, NETWORK_MEMORY } from './model/throttle.ts';
import { type CaseId, DAY, HOUR, type Instant, later, MINUTE } from './model/values.ts';
import type { Ports } from './ports/ports.ts';
import type { Stores, SweptStore } from './ports/storage.ts';
import { ok } from './result.ts';
import { moveTo } from './use-cases/credentials.ts';
import { draftsKeptSince } from './use-cases/drafts.ts';
import { appendRecord } from './use-cases/facts.ts';
import { putMail } from './use-cases/mails.ts';

/** Whether the account may have it now: nobody has logged in to it since, and it can be logged in to. */
const isWanted = async ({ accountId }: Help, { accounts, staffWork }: Stores): Promise<Account | undefined> => {
  const known = await accounts.credentialsOf(accountId);
  const [work] = await staffWork.of([accountId]);
  return known && known.disabledAt === undefined && work?.lastLoginAt === undefined ? known.account : undefined;
};

/** While a unit of work runs, other writes wait. */
const CASES_AT_ONCE = 10;

/** D-35: erases some cases whose time is over; answers how many. No command: of none it leaves no record. */
const createErasing = (ports: Ports) => {
  const { calendar, clock, rules, storage } = ports;
  return async (requestId: string): Promise<number> => {
    // Looked for first, as a unit of work keeps others waiting.
    if (!(await isAnyOver(ports))) return 0;
    const some = await storage.write(async (stores) => {
      const before = endOfRetention(calendar, clock.now(), rules.finishedCasesKeptYears);
      const erased = before === undefined ? 0 : await stores.cases.eraseFinished(before, CASES_AT_ONCE);
      const done = { requestId, action: `finished cases erased: ${erased}`, on: undefined };
      if (erased > 0) await appendRecord(stores, ports, done);
      return ok(erased);
    });
    return some.ok ? some.value : 0;
  };
};

/** D-35: erases finished cases whose time is over, some at a time, and answers how many. May be stopped at any time. */
const eraseFinishedCases = (ports: Ports) => {
  const erase = createErasing(ports);
  return async ({ requestId }: { readonly requestId: string }) => {
    let [erased, some] = [0, 0];
    do {
      some = await erase(requestId);
      erased += some;
    } while (some > 0);
    return ok(erased);
  };
};

/** In the morning of that day, before the daily mail. */
const DUE_FROM = 6 * HOUR;
const TASKS_AT_ONCE = 100;

/** D-43, D-46: tells doctor, deputy and assistants of some tasks that are due, each once, and answers of how many. */
export const createTellingDue = (ports: Ports) => async (): Promise<number> => {
  const { calendar, clock, storage } = ports;
  const told = await storage.write(async (stores) => {
    const due = await stores.tasks.takeDue(calendar.dayOf(later(clock.now(), -DUE_FROM)), TASKS_AT_ONCE);
    const today = calendar.dayOf(clock.now());
    for (const doctorId of new Set(due)) {
      const assistants = await stores.assistants.ofDoctor(doctorId, EVERYTHING);
      const deputies = await stores.covers.deputiesOf(doctorId, today);
      for (const accountId of [doctorId, ...deputies, ...assistants.map(({ id }) => id)])
        await putMail('task due', { accountId }, stores, ports);
    }
    return ok(due.length);
  });
  return told.ok ? told.value : 0;
};

/** D-27: failed mails are kept for the operator for so many milliseconds. */
const FAILED_KEPT = 30 * DAY;
const SWEPT_AT_ONCE = 1000;

type Ago = (ports: Pick<Ports, 'clock' | 'rules'>) => Instant;
const now: Ago = ({ clock }) => clock.now();
const longAgo =
  (milliseconds: number): Ago =>
  ({ clock }) =>
    later(clock.now(), -milliseconds);

/**
 * Rows older than this are removed. The compiler asks for each store that is swept. `endsByRestore`: codes and logins may have
 * been used, withdrawn or ended since a backup, so a store that is restored has none of them.
 */
export const SWEPT: Readonly<Record<SweptStore, { readonly before: Ago; readonly endsByRestore?: true }>> = {
  accountCodes: { before: now, endsByRestore: true },
  drafts: { before: draftsKeptSince },
  joinCodes: { before: now, endsByRestore: true },
  keptOutcomes: { before: ({ clock }) => answeredAgainSince(clock.now()) },
  knownNetworks: { before: longAgo(NETWORK_MEMORY) },
  loginProofs: { before: now, endsByRestore: true },
  // By a restore, those with a code end.
  mails: { before: longAgo(FAILED_KEPT) },
  passkeyChallenges: { before: now, endsByRestore: true },
  staffInvitations: { before: now, endsByRestore: true },
  sessions: { before: (ports) => longAgo(ports.rules.sessionLifetimes.idle)(ports), endsByRestore: true },
  // An entry whose count has expired may still hold attempts under way.
  throttles: { before: longAgo(LONGEST_ATTEMPT) },
};
export const SWEPT_STORES = Object.keys(SWEPT) as readonly SweptStore[];

/** Removes some of what is over, and answers how much. */
export const createSweeping = (ports: Ports) => async (): Promise<number> => {
  const swept = await ports.storage.write(async (stores) => {
    const sweepOne = (name: SweptStore) => stores[name].sweep(SWEPT[name].before(ports), SWEPT_AT_ONCE);
    return ok(await Promise.all(SWEPT_STORES.map(sweepOne)));
  });
  return swept.ok ? swept.value.reduce((sum, some) => sum + some, 0) : 0;
};

const INDEXED_AT_ONCE = 50;

/** Makes anew what some people are found by, after an upgrade, and answers of how many. */
const createIndexing =
  ({ storage }: Ports) =>
  async (): Promise<number> => {
    const indexed = await storage.write(async ({ nameIndex }) => ok(await nameIndex.rebuild(INDEXED_AT_ONCE)));
    return indexed.ok ? indexed.value : 0;
  };

const isAnyOver = async ({ storage: { read }, calendar, clock, rules }: Ports): Promise<boolean> => {
  const before = endOfRetention(calendar, clock.now(), rules.finishedCasesKeptYears);
  return before !== undefined && (await read.cases.finishedBefore(before, { after: undefined, size: 1 })).length > 0;
};

/** D-35: what would go now. */
const listOverdueCases =
  ({ storage: { read }, calendar, clock, rules }: Ports) =>
  async () => {
    const before = endOfRetention(calendar, clock.now(), rules.finishedCasesKeptYears);
    if (before === undefined) return ok(pagesOf<CaseId, FinishedCase>(async () => [], {}));
    return ok(pagesOf<CaseId, FinishedCase>((request) => read.cases.finishedBefore(before, request), {}));
  };

export const operatorDataUseCases = { eraseFinishedCases, listOverdueCases };

/** Milliseconds between two pieces of work, so that it takes a part of the time only. */
const PAUSE = 20;

/** Milliseconds between two looks. After an outage, or if another process was at it, something may be left. */
const LOOKS_EVERY = MINUTE;

/** An address that has waited counts as proven: else a reset by its mails would end the second factor (D-28). */
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
    const changed = account && isStill ? await moveTo(accountId, email, now, stores) : undefined;
    if (!account || !changed?.ok) return ok(1);
    await stores.helps.save({ ...due, email: undefined, at: now });
    for (const to of [account.email, email]) await putMail('address changed', { accountId, to }, stores, ports);
    await appendRecord(stores, ports, { requestId, action: 'address changed', on: accountId });
    return ok(1);
  });
  return given.ok ? given.value : 0;
};

/**
 * Works beside the calls until it is closed: erases finished cases whose time is over, gives accounts the addresses that have waited, tells of tasks that are due,
 * sweeps what nobody asks for any more, indexes names anew after an upgrade. `report` is told what the operator must mend, once until it has succeeded; a
 * store tells its outages itself.
 */
export const createUpkeep = (ports: Ports, report: (problem: unknown) => void) => {
  const { clock, ids } = ports;
  const makers = [createErasing, createGivingAddresses, createTellingDue, createSweeping, createIndexing];
  const parts = makers.map((make) => make(ports));
  type Part = (typeof parts)[number];
  const failing = new Set<Part>();
  const loop = createLoop(clock);
  let looked = Number.NEGATIVE_INFINITY;

  const doAll = async (some: Part): Promise<void> => {
    const requestId = `upkeep ${ids.next()}`;
    while (!loop.isOver() && (await some(requestId)) > 0) await clock.sleep(PAUSE);
  };

  /** If one fails, the others run. */
  const attempt = async (part: Part): Promise<void> => {
    try {
      await ifAvailable(() => doAll(part));
      failing.delete(part);
    } catch (problem) {
      if (!failing.has(part)) report(problem);
      failing.add(part);
    }
  };

  loop.start(async () => {
    const now = clock.now();
    if (Math.abs(now - looked) < LOOKS_EVERY) return;
    looked = now;
    for (const part of parts) await attempt(part);
  });
  return { close: loop.close };
};
