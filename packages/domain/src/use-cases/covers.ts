import type { Account, Colleague } from '../model/account.ts';
import type { Cover } from '../model/cover.ts';
import * as model from '../model/cover.ts';
import { EVERYTHING } from '../model/pages.ts';
import { atMostPer } from '../model/throttle.ts';
import { type AccountId, type CoverId, type Day, HOUR, type Reason } from '../model/values.ts';
import type { Reads, Stores } from '../ports/storage.ts';
import { ok, refuse } from '../result.ts';
import type { Platform } from './declaration.ts';
import { ifStill, unlessErased } from './kept-outcomes.ts';
import { putMail, tellOthers } from './mails.ts';
import { available, isDoctor } from './practice.ts';
import { command, query } from './runner.ts';
import { managing, ownInterest } from './staff.ts';

// D-41: who stands in for whom. What a deputy may do, is in `practice.ts`.

const todayOf = ({ calendar, clock }: Platform): Day => calendar.dayOf(clock.now());

/** All that may forbid it. In one order, so that no two units wait for each other. */
const besides = async ({ covers }: Stores, cover: Cover, today: Day) => {
  const others: Cover[] = [];
  for (const id of [cover.doctorId, cover.deputyId].sort()) others.push(...(await covers.ofAccount(id, today)));
  return model.besides(cover, others);
};

type Named = Pick<Cover, 'doctorId' | 'deputyId' | 'reason'> & { readonly actor: Account };

/** The doctor, or a manager. D-40: one who would be the deputy, only where nobody else can, and with a reason. */
const mayName = async (reads: Reads, { actor, doctorId, deputyId, reason }: Named, ports: Pick<Platform, 'clock'>) => {
  if (actor.id === doctorId && actor.role === 'Doc') return ok(undefined);
  const managed = await managing(reads, actor);
  if (!managed.ok || actor.id !== deputyId) return managed;
  const alone = await ownInterest(reads, actor, doctorId, ports);
  return !alone.ok || reason ? alone : refuse('REASON_NEEDED');
};

/** Where a manager decided alone. */
const tellParents = async (doctorId: AccountId, stores: Stores, ports: Platform) => {
  const told = new Set<AccountId>();
  for (const caseId of await stores.cases.ongoingOf(doctorId, EVERYTHING.size)) {
    for (const accountId of await stores.cases.parentsOf(caseId)) {
      if (!told.has(accountId)) await putMail('doctor changed', { accountId, caseId }, stores, ports);
      told.add(accountId);
    }
  }
};

type NameDeputy = Omit<Cover, 'id' | 'agreedAt' | 'reason'> & {
  readonly actor: Account;
  readonly reason?: Reason | undefined;
};

const NAMED_PER_HOUR = 20;

const nameDeputy = command({
  run: async ({ actor, doctorId, deputyId, firstDay, lastDay, reason }: NameDeputy, stores, ports) => {
    const may = await mayName(stores, { actor, doctorId, deputyId, reason }, ports);
    if (!may.ok) return may;
    const today = todayOf(ports);
    const days = { firstDay, lastDay };
    const possible = model.coverDays(days, today);
    if (!possible.ok) return possible;
    const isAlone = actor.id === deputyId;
    const facts = { id: ports.ids.next<CoverId>(), doctorId, deputyId, ...days };
    const agreedAt = isAlone ? ports.clock.now() : undefined;
    const cover: Cover = { ...facts, agreedAt, reason: isAlone ? reason : undefined };
    const free = await besides(stores, cover, today);
    if (!(await isDoctor(stores, doctorId))) return refuse('DOCTOR_NOT_FOUND');
    if (deputyId === doctorId || !(await available(stores, 'Doc', deputyId))) return refuse('DOCTOR_NOT_FOUND');
    if (!free.ok) return free;
    await stores.covers.removePast(doctorId, today);
    await stores.covers.insert(cover);
    await tellOthers('cover wanted', { to: [deputyId], except: actor.id }, stores, ports);
    await tellOthers('cover changed', { to: [doctorId], except: actor.id }, stores, ports);
    if (isAlone) await tellParents(doctorId, stores, ports);
    return ok(cover.id);
  },
  audit: { action: 'deputy named', on: ({ deputyId }) => deputyId },
  // It mails, to any doctor.
  limits: {
    of: ({ actor }, { rules }) =>
      rules.ratesPerMinute.calls === 0
        ? []
        : [{ key: `deputies of ${actor.id}`, throttle: atMostPer(HOUR, NAMED_PER_HOUR), countsSuccess: true }],
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

const agreeToCover = command({
  run: async (input: OneCover, stores, ports) => {
    const { actor } = input;
    const today = todayOf(ports);
    const seen = await visibleCover(stores, input);
    if (!seen.ok) return seen;
    if (actor.id !== seen.value.deputyId) return refuse('ROLE_NOT_ALLOWED');
    const agreed = model.agreeTo(seen.value, ports.clock.now(), today);
    if (!agreed.ok) return agreed;
    const free = await besides(stores, agreed.value, today);
    if (!free.ok) return free;
    await stores.covers.agree(input.coverId, ports.clock.now());
    await tellOthers('cover changed', { to: [agreed.value.doctorId], except: actor.id }, stores, ports);
    return ok(undefined);
  },
  audit: { action: 'deputy agreed', on: ({ coverId }) => coverId },
  idempotency: {
    call: 'agreeToCover',
    fields: ['coverId'],
    answerAgain: async (_, reads, __, { coverId }) =>
      ifStill((await reads.covers.find(coverId))?.agreedAt !== undefined),
  },
});

/** Also before anybody has agreed, and for the doctors also by a manager, as both may be ill. */
const endCover = command({
  run: async (input: OneCover, stores, ports) => {
    const found = await visibleCover(stores, input);
    if (!found.ok) return found;
    const { doctorId, deputyId } = found.value;
    await stores.covers.remove(input.coverId);
    await tellOthers('cover changed', { to: [doctorId, deputyId], except: input.actor.id }, stores, ports);
    return ok(undefined);
  },
  audit: { action: 'cover ended', on: ({ coverId }) => coverId },
  idempotency: {
    call: 'endCover',
    fields: ['coverId'],
    answerAgain: async (_, { covers }, __, { coverId }) => ifStill((await covers.find(coverId)) === undefined),
  },
});

/** With both doctors. */
export type ShownCover = Cover & { readonly doctor: Colleague; readonly deputy: Colleague };

const withDoctors = async (found: readonly Cover[], { accounts }: Reads): Promise<readonly ShownCover[]> => {
  const ids = new Set<AccountId>(found.flatMap(({ doctorId, deputyId }) => [doctorId, deputyId]));
  const known = new Map((await accounts.namesOf([...ids])).map((one) => [one.id, one]));
  return found.flatMap((cover) => {
    const [doctor, deputy] = [known.get(cover.doctorId), known.get(cover.deputyId)];
    return doctor && deputy ? [{ ...cover, doctor, deputy }] : [];
  });
};

type ListCovers = { readonly actor: Account; readonly doctorId: AccountId };

/** Those of a doctor, also as deputy, that are not over: one's own, for managers anybody's. */
const listCovers = query({
  run: async ({ actor, doctorId }: ListCovers, reads, ports) => {
    const may = actor.id === doctorId && actor.role === 'Doc' ? ok(undefined) : await managing(reads, actor);
    if (!may.ok) return may;
    return ok(await withDoctors(await reads.covers.ofAccount(doctorId, todayOf(ports)), reads));
  },
  // It shows doctors.
  audit: 'none',
});

const showCover = query({
  run: async (input: OneCover, reads) => {
    const found = await visibleCover(reads, input);
    if (!found.ok) return found;
    const [shown] = await withDoctors([found.value], reads);
    return shown ? ok(shown) : refuse('COVER_NOT_FOUND');
  },
  audit: 'none',
});

export const coverUseCases = { agreeToCover, endCover, listCovers, nameDeputy, showCover };
