import type { Account, Colleague } from '../model/account.ts';
import * as model from '../model/cover.ts';
import type { Cover } from '../model/cover.ts';
import type { AccountId, CoverId, Day } from '../model/values.ts';
import type { Stores } from '../ports/storage.ts';
import { ok, refuse } from '../result.ts';
import type { Platform } from './declaration.ts';
import { ifStill, unlessErased } from './kept-outcomes.ts';
import { tellOthers } from './mails.ts';
import { available } from './practice.ts';
import { command, query } from './runner.ts';

// D-41: who stands in for whom. What a deputy may do, is in `practice.ts`.

const todayOf = ({ calendar, clock }: Platform): Day => calendar.dayOf(clock.now());

/** All that may forbid it. In one order, so that no two units wait for each other. */
const besides = async ({ covers }: Stores, cover: Cover, today: Day) => {
  const others: Cover[] = [];
  for (const id of [cover.doctorId, cover.deputyId].sort()) others.push(...(await covers.ofAccount(id, today)));
  return model.besides(cover, others);
};

type NameDeputy = Pick<Cover, 'doctorId' | 'deputyId' | 'firstDay' | 'lastDay'> & { readonly actor: Account };

const nameDeputy = command({
  run: async ({ actor, doctorId, deputyId, firstDay, lastDay }: NameDeputy, stores, ports) => {
    if (actor.role !== 'Doc' || actor.id !== doctorId) return refuse('ROLE_NOT_ALLOWED');
    const today = todayOf(ports);
    const days = { firstDay, lastDay };
    const possible = model.coverDays(days, today);
    if (!possible.ok) return possible;
    const facts = { id: ports.ids.next<CoverId>(), doctorId, deputyId, ...days };
    const cover: Cover = { ...facts, agreedAt: undefined, reason: undefined };
    const free = await besides(stores, cover, today);
    if (deputyId === doctorId || !(await available(stores, 'Doc', deputyId))) return refuse('DOCTOR_NOT_FOUND');
    if (!free.ok) return free;
    await stores.covers.removePast(doctorId, today);
    await stores.covers.insert(cover);
    await tellOthers('cover wanted', { to: [deputyId], except: actor.id }, stores, ports);
    return ok(cover.id);
  },
  audit: { action: 'deputy named', on: ({ deputyId }) => deputyId },
  idempotency: {
    call: 'nameDeputy',
    fields: ['doctorId', 'deputyId', 'firstDay', 'lastDay'],
    answerAgain: (id, { covers }) => unlessErased(id as CoverId, covers.find, 'COVER_NOT_FOUND'),
  },
});

type OneCover = { readonly actor: Account; readonly coverId: CoverId };

/** Of the other doctors it does not exist. */
const ownCover = async ({ covers }: Pick<Stores, 'covers'>, { actor, coverId }: OneCover) => {
  const cover = await covers.find(coverId);
  return cover && [cover.doctorId, cover.deputyId].includes(actor.id) ? ok(cover) : refuse('COVER_NOT_FOUND');
};

const agreeToCover = command({
  run: async (input: OneCover, stores, ports) => {
    const { actor } = input;
    const today = todayOf(ports);
    const seen = await ownCover(stores, input);
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

/** Also before anybody has agreed. */
const endCover = command({
  run: async (input: OneCover, stores, ports) => {
    const found = await ownCover(stores, input);
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

/** One's own, as doctor and as deputy, that are not over. */
const listCovers = query({
  run: async ({ actor }: { readonly actor: Account }, { accounts, covers }, ports) => {
    if (actor.role !== 'Doc') return refuse('ROLE_NOT_ALLOWED');
    const own = await covers.ofAccount(actor.id, todayOf(ports));
    const ids = new Set<AccountId>(own.flatMap(({ doctorId, deputyId }) => [doctorId, deputyId]));
    const known = new Map((await accounts.namesOf([...ids])).map((one) => [one.id, one]));
    return ok(
      own.flatMap((cover): readonly ShownCover[] => {
        const [doctor, deputy] = [known.get(cover.doctorId), known.get(cover.deputyId)];
        return doctor && deputy ? [{ ...cover, doctor, deputy }] : [];
      }),
    );
  },
  // It shows doctors.
  audit: 'none',
});

export const coverUseCases = { agreeToCover, endCover, listCovers, nameDeputy };
