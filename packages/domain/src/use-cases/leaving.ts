import type { Account } from '../model/account.ts';
import { giveTo } from '../model/case.ts';
import { EVERYTHING } from '../model/pages.ts';
import type { AccountId, CaseId, ChildId, Reason } from '../model/values.ts';
import type { Ports } from '../ports/ports.ts';
import type { Reads } from '../ports/storage.ts';
import { ok, refuse } from '../result.ts';
import type { RequestFacts } from './declaration.ts';
import { interest, managing } from './managers.ts';
import { passOnInvitations } from './parenthoods.ts';
import { command, query } from './runner.ts';
import { available, doctorsOf, isDoctor } from './teams.ts';

// D-41: who takes the cases of a doctor who leaves. No title is read by it.

type GiveCases = {
  readonly actor: Account;
  readonly doctorId: AccountId;
  readonly receivers: readonly AccountId[];
  readonly reason?: Reason | undefined;
};

type Clock = Pick<Ports, 'calendar' | 'clock'>;

/** The doctor, or a manager. */
const mayLeave = async (reads: Reads, { actor, doctorId }: Pick<GiveCases, 'actor' | 'doctorId'>) => {
  if (actor.id === doctorId && actor.role === 'Doc') return ok(undefined);
  const managed = await managing(reads, actor);
  if (!managed.ok) return managed;
  return (await isDoctor(reads, doctorId)) ? ok(undefined) : refuse('DOCTOR_NOT_FOUND');
};

/** D-40: a manager who would see the cases by it. Whoever works for a receiver may give them, too, but says why. */
const inOwnFavour = async (reads: Reads, { actor, doctorId, receivers, reason }: GiveCases, ports: Clock) => {
  if (actor.id === doctorId) return ok(undefined);
  for (const gains of receivers) {
    const may = await interest(reads, { actor, doctorId, gains }, ports);
    if (!may.ok) return may;
  }
  if (receivers.includes(actor.id)) return reason ? ok(undefined) : refuse('REASON_NEEDED');
  const seen = await doctorsOf(reads, actor);
  // D-41: also from a later day on.
  const covered = await reads.covers.ofAccount(actor.id, ports.calendar.dayOf(ports.clock.now()));
  const willSee = [...seen, ...covered.map((cover) => cover.doctorId)];
  const gains = !seen.includes(doctorId) && receivers.some((id) => willSee.includes(id));
  return gains && !reason ? refuse('REASON_NEEDED') : ok(undefined);
};

const mayGive = async (reads: Reads, input: GiveCases, ports: Clock) => {
  const { actor, doctorId, receivers } = input;
  const may = await mayLeave(reads, input);
  if (!may.ok) return may;
  // As long as the doctor can log in, it is the doctor's affair.
  if (actor.id !== doctorId && (await reads.accounts.findAvailable(doctorId))) return refuse('ROLE_NOT_ALLOWED');
  const favour = await inOwnFavour(reads, input, ports);
  if (!favour.ok) return favour;
  for (const id of receivers) {
    const doctor = await available(reads, 'Doc', id);
    if (!doctor || id === doctorId) return refuse('DOCTOR_NOT_FOUND');
    if (doctor.takesNoChildren) return refuse('DOCTOR_TAKES_NO_CHILDREN');
  }
  return receivers.length === 0 ? refuse('DOCTOR_NOT_FOUND') : ok(undefined);
};

type GiveCase = GiveCases & {
  readonly caseId: CaseId;
  readonly childId: ChildId;
  /** Who takes it, unless one of them has a case of the child. */
  readonly next: AccountId;
};

/** Refused, if it is not the doctor's any more: somebody else has given it, or its child was merged. */
const giveCase = command({
  rule: mayGive,
  run: async (input: GiveCase, stores, ports) => {
    const { clock, trace } = ports;
    const { doctorId, receivers, caseId, childId, next, reason } = input;
    // It locks the child: its other cases wait.
    const all = await stores.cases.ofChild(childId, EVERYTHING);
    const found = all.find(({ id }) => id === caseId);
    if (found?.doctorId !== doctorId) return refuse('CASE_NOT_FOUND');
    trace.child = childId;
    const known = receivers.find((id) => all.some((one) => one.doctorId === id));
    const [to, at] = [known ?? next, clock.now()];
    await stores.cases.handOver(giveTo(found, to, at), doctorId);
    await passOnInvitations({ childId, from: doctorId, to }, stores);
    trace.facts = [{ case: found, action: 'case handed over', at, to, reason }];
    return ok({ isNewChild: known === undefined });
  },
  audit: { action: 'case handed over', on: ({ caseId }) => caseId },
});

/** The one who was given the fewest children. */
const nextOf = (receivers: readonly AccountId[], children: ReadonlyMap<AccountId, number>): AccountId | undefined =>
  receivers.toSorted((one, other) => (children.get(one) ?? 0) - (children.get(other) ?? 0))[0];

/** In one call, so that a page does not wait long. */
const CASES_AT_ONCE = 100;

/** Gives some cases, each in a unit of its own, and answers how many are left. A child's cases go to one doctor. */
const giveCases = (ports: Ports) => {
  const { read } = ports.storage;
  const give = giveCase(ports);
  return async (input: GiveCases & Pick<RequestFacts, 'requestId'>) => {
    const { doctorId, receivers } = input;
    const may = await mayGive(read, input, ports);
    if (!may.ok) return may;
    const children = new Map<AccountId, number>();
    for (const found of await read.cases.ofDoctors([doctorId], { after: undefined, size: CASES_AT_ONCE })) {
      const next = nextOf(receivers, children) ?? doctorId;
      const given = await give({ ...input, caseId: found.id, childId: found.childId, next });
      if (!given.ok && given.refusal.code !== 'CASE_NOT_FOUND') return given;
      if (given.ok && given.value.isNewChild) children.set(next, (children.get(next) ?? 0) + 1);
    }
    return ok(await read.cases.countOf(doctorId));
  };
};

/** How many cases are left. */
const showLeaving = query({
  rule: mayLeave,
  run: async (input: Pick<GiveCases, 'actor' | 'doctorId'>, reads) => {
    const [doctor] = await reads.accounts.namesOf([input.doctorId]);
    return doctor?.role === 'Doc'
      ? ok({ doctor, ...(await reads.cases.countOf(doctor.id)) })
      : refuse('DOCTOR_NOT_FOUND');
  },
  audit: 'staff',
});

export const leavingUseCases = { giveCases, showLeaving };
