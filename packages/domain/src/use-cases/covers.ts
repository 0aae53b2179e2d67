import type { Account, Colleague } from '../model/account.ts';
import { daysAfter } from '../model/calendar.ts';
import type { Cover } from '../model/cover.ts';
import { byId } from '../model/pages.ts';
import { atMostPer, mostOf } from '../model/throttle.ts';
import { type AccountId, type CaseId, type CoverId, DAY, type Day, HOUR, type Reason } from '../model/values.ts';
import type { Ports } from '../ports/ports.ts';
import type { Reads, Stores } from '../ports/storage.ts';
import { ok, refuse } from '../result.ts';
import type { Platform, RequestFacts } from './declaration.ts';
import { countedIn } from './limiter.ts';
import { putMail, tellOthers } from './mails.ts';
import { interest, managing } from './managers.ts';
import { command, query, unlessErased } from './runner.ts';
import { available, isDoctor } from './teams.ts';

// D-41: who stands in for whom. A deputy may do what asks `worksFor` (`teams.ts`); what asks for the doctor's own id
// is the doctor's alone: to hand over (`cases.ts`), to name assistants (`teams.ts`) or a deputy.

/** Days that a cover may last. */
const LONGEST = 366;

type Days = Pick<Cover, 'firstDay' | 'lastDay'>;

const coverDays = ({ firstDay, lastDay }: Days, today: Day) => {
  const isWrong = firstDay < today || lastDay < firstDay || daysAfter(firstDay, LONGEST) <= lastDay;
  return isWrong ? refuse('COVER_DAYS_INVALID') : ok(undefined);
};

const overlap = (one: Days, other: Days): boolean => one.firstDay <= other.lastDay && other.firstDay <= one.lastDay;

/** Whether it may stand beside the others of its two doctors: one deputy at a time, and no deputy who is away. */
const besides = (cover: Cover, others: readonly Cover[]) => {
  const meanwhile = others.filter((other) => other.id !== cover.id && overlap(cover, other));
  const isInTheWay = meanwhile.some(
    ({ doctorId, deputyId, agreedAt }) =>
      doctorId === cover.doctorId ||
      (agreedAt !== undefined && (doctorId === cover.deputyId || deputyId === cover.doctorId)),
  );
  return isInTheWay ? refuse('COVER_OVERLAPS') : ok(undefined);
};

const todayOf = ({ calendar, clock }: Platform): Day => calendar.dayOf(clock.now());

/** Looks at all that may forbid it. In one order, so that no two units wait for each other. */
const lookBesides = async ({ covers }: Stores, cover: Cover, today: Day) => {
  const others: Cover[] = [];
  for (const id of [cover.doctorId, cover.deputyId].sort()) others.push(...(await covers.ofAccount(id, today)));
  return besides(cover, others);
};

type Named = Pick<Cover, 'doctorId' | 'deputyId' | 'reason'> & { readonly actor: Account };

/** The doctor, or a manager. D-40: one who would be the deputy, only where nobody else can, and with a reason. */
const mayName = async (reads: Reads, { actor, doctorId, deputyId, reason }: Named, ports: Pick<Platform, 'clock'>) => {
  if (actor.id === doctorId && actor.role === 'Doc') return ok(undefined);
  const managed = await managing(reads, actor);
  if (!managed.ok) return managed;
  const may = await interest(reads, { actor, doctorId, gains: deputyId }, ports);
  return !may.ok || reason || actor.id !== deputyId ? may : refuse('REASON_NEEDED');
};

const CASES_AT_ONCE = 100;
const TOLD = atMostPer(30 * DAY, 1);

/** Each parent once, also if it was stopped and begins again. */
const tellParents = async ({ id, doctorId }: Cover, ports: Ports): Promise<void> => {
  const { storage } = ports;
  const tell = (cases: readonly CaseId[]) =>
    storage.write(async (stores) => {
      for (const caseId of cases) {
        for (const accountId of await stores.cases.parentsOf(caseId)) {
          const { wait, count } = await countedIn(`told ${accountId} of ${id}`, TOLD, stores, ports);
          if (wait > 0) continue;
          await putMail('doctor changed', { accountId, caseId }, stores, ports);
          await count();
        }
      }
      return ok(undefined);
    });
  let after: CaseId | undefined;
  do {
    const request = { after, size: CASES_AT_ONCE };
    const page = await storage.read.cases.ofDoctors([doctorId], request);
    const cases = page.map((one) => one.id);
    if (cases.length > 0) await tell(cases);
    after = cases[CASES_AT_ONCE - 1];
  } while (after !== undefined);
};

const isOfLoneManager = ({ agreedAt, reason }: Cover): boolean => agreedAt === undefined && reason !== undefined;

type NameDeputy = Omit<Cover, 'id' | 'agreedAt' | 'reason'> & {
  readonly actor: Account;
  readonly reason?: Reason | undefined;
};

const NAMED_PER_HOUR = 20;

const nameOne = command({
  run: async ({ actor, doctorId, deputyId, firstDay, lastDay, reason }: NameDeputy, stores, ports) => {
    const may = await mayName(stores, { actor, doctorId, deputyId, reason }, ports);
    if (!may.ok) return may;
    const today = todayOf(ports);
    const days = { firstDay, lastDay };
    const possible = coverDays(days, today);
    if (!possible.ok) return possible;
    const isOwn = actor.id === deputyId;
    const facts = { id: ports.ids.next<CoverId>(), doctorId, deputyId, ...days };
    const cover: Cover = { ...facts, agreedAt: undefined, reason: isOwn ? reason : undefined };
    const free = await lookBesides(stores, cover, today);
    if (!(await isDoctor(stores, doctorId))) return refuse('DOCTOR_NOT_FOUND');
    if (deputyId === doctorId || !(await available(stores, 'Doc', deputyId))) return refuse('DOCTOR_NOT_FOUND');
    if (!free.ok) return free;
    await stores.covers.removePast(doctorId, today);
    await stores.covers.insert(cover);
    await tellOthers('cover wanted', { to: [deputyId], except: actor.id }, stores, ports);
    // Else it is told once the parents are, and the manager has agreed.
    if (!isOwn) await tellOthers('cover changed', { to: [doctorId], except: actor.id }, stores, ports);
    return ok(cover.id);
  },
  audit: { action: 'deputy named', on: ({ deputyId }) => deputyId },
  // It mails, to any doctor.
  limits: {
    of: ({ actor }, { rules }) =>
      rules.ratesPerMinute.calls === 0 ? [] : [mostOf(`deputies of ${actor.id}`, HOUR, NAMED_PER_HOUR)],
    failures: [],
  },
  idempotency: {
    call: 'nameDeputy',
    fields: ['doctorId', 'deputyId', 'firstDay', 'lastDay', 'reason'],
    answerAgain: (id, { covers }) => unlessErased(id as CoverId, covers.find, 'COVER_NOT_FOUND'),
  },
});

type OneCover = { readonly actor: Account; readonly coverId: CoverId };

/** For its two doctors and managers. For all others it does not exist. */
const visibleCover = async (reads: Reads, { actor, coverId }: OneCover) => {
  const cover = await reads.covers.find(coverId);
  if (!cover) return refuse('COVER_NOT_FOUND');
  const isOwn = [cover.doctorId, cover.deputyId].includes(actor.id);
  return isOwn || (await managing(reads, actor)).ok ? ok(cover) : refuse('COVER_NOT_FOUND');
};

const agreeToOne = command({
  rule: visibleCover,
  run: async (input: OneCover, stores, ports) => {
    const { found: seen } = ports;
    const { actor } = input;
    const today = todayOf(ports);
    if (actor.id !== seen.deputyId) return refuse('ROLE_NOT_ALLOWED');
    const may = isOfLoneManager(seen) ? await mayName(stores, { ...seen, actor }, ports) : ok(undefined);
    if (!may.ok) {
      await stores.covers.remove(input.coverId);
      return may;
    }
    if (seen.lastDay < today) return refuse('COVER_NOT_FOUND');
    const free = await lookBesides(stores, seen, today);
    if (!free.ok) return free;
    await stores.covers.agree(input.coverId, ports.clock.now());
    // D-45: what waits for the doctor, who may not be there.
    await stores.notes.shareUnread(seen.doctorId, actor.id);
    await tellOthers('cover changed', { to: [seen.doctorId], except: actor.id }, stores, ports);
    return ok(undefined);
  },
  // A cover that its deputy may not take is removed, and stays so: the refusal is committed.
  commits: ['OWN_INTEREST', 'ROLE_NOT_ALLOWED'],
  audit: { action: 'deputy agreed', on: ({ coverId }) => coverId },
  idempotency: {
    call: 'agreeToCover',
    fields: ['coverId'],
    answerAgain: async (_, { covers }, __, { coverId }) => (await covers.find(coverId))?.agreedAt !== undefined,
  },
});

/** Where a manager decides alone, it counts only once all parents were told. */
const agreeToCover = (ports: Ports) => {
  const agree = agreeToOne(ports);
  return async (input: OneCover & RequestFacts) => {
    const { read } = ports.storage;
    const cover = await read.covers.find(input.coverId);
    const isOwn = cover && isOfLoneManager(cover) && cover.deputyId === input.actor.id;
    if (isOwn && (await mayName(read, { ...cover, actor: input.actor }, ports)).ok) await tellParents(cover, ports);
    return agree(input);
  };
};

/** A manager who names the own account has agreed. */
const nameDeputy = (ports: Ports) => {
  const [name, agree] = [nameOne(ports), agreeToCover(ports)];
  return async (input: NameDeputy & RequestFacts) => {
    const named = await name(input);
    const { actor, requestId } = input;
    if (!named.ok || actor.id !== input.deputyId) return named;
    const agreed = await agree({ actor, requestId, coverId: named.value });
    return agreed.ok ? named : agreed;
  };
};

/** Also before anybody has agreed, and for the doctors also by a manager, as both may be ill. */
const endCover = command({
  rule: visibleCover,
  run: async (input: OneCover, stores, ports) => {
    const { doctorId, deputyId } = ports.found;
    await stores.covers.remove(input.coverId);
    await tellOthers('cover changed', { to: [doctorId, deputyId], except: input.actor.id }, stores, ports);
    return ok(undefined);
  },
  audit: { action: 'cover ended', on: ({ coverId }) => coverId },
  idempotency: {
    fields: ['coverId'],
    answerAgain: async (_, { covers }, __, { coverId }) => !(await covers.find(coverId)),
  },
});

type ShownCover = Cover & { readonly doctor: Colleague; readonly deputy: Colleague };

const withDoctors = async (found: readonly Cover[], { accounts }: Reads): Promise<readonly ShownCover[]> => {
  const ids = new Set<AccountId>(found.flatMap(({ doctorId, deputyId }) => [doctorId, deputyId]));
  const known = byId(await accounts.namesOf([...ids]));
  return found.flatMap((cover) => {
    const [doctor, deputy] = [known.get(cover.doctorId), known.get(cover.deputyId)];
    return doctor && deputy ? [{ ...cover, doctor, deputy }] : [];
  });
};

/** Those of a doctor, also as deputy, that are not over: one's own, for managers anybody's. */
const listCovers = query({
  run: async ({ actor, doctorId }: Pick<Named, 'actor' | 'doctorId'>, reads, ports) => {
    const may = actor.id === doctorId && actor.role === 'Doc' ? ok(undefined) : await managing(reads, actor);
    if (!may.ok) return may;
    return ok(await withDoctors(await reads.covers.ofAccount(doctorId, todayOf(ports)), reads));
  },
  audit: 'staff',
});

const showCover = query({
  rule: visibleCover,
  run: async (_: OneCover, reads, { found }) => {
    const [shown] = await withDoctors([found], reads);
    return shown ? ok(shown) : refuse('COVER_NOT_FOUND');
  },
  audit: 'staff',
});

export const coverUseCases = { agreeToCover, endCover, listCovers, nameDeputy, showCover };
