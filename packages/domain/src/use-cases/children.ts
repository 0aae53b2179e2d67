import { allEnded } from '../errors.ts';
import type { Account, PersonInRole } from '../model/account.ts';
import type { AuditLook } from '../model/audit.ts';
import type { Case } from '../model/case.ts';
import { type Certificate, namedWrong } from '../model/certificate.ts';
import {
  type Child,
  type ChildOrder,
  type ClearedField,
  CORRECTABLE,
  type Correction,
  correctedFields,
  factsOf,
  type GivenChild,
  haveSameNumber,
  isInFuture,
  maskedSocSecNum,
} from '../model/child.ts';
import type { NameSearch } from '../model/names.ts';
import { type FoundNote, type Note, shownNote } from '../model/note.ts';
import { byId, EVERYTHING, mapPages, type PageRequest, type Paging, withFirstFetched } from '../model/pages.ts';
import type { AccountId, AuditRecordId, ChildId } from '../model/values.ts';
import type { Ports } from '../ports/ports.ts';
import type { Reads } from '../ports/storage.ts';
import { ok, type Refusal, type RefusalCode, type Result, refuse } from '../result.ts';
import { recordCorrection, tellingDoctors } from './corrections.ts';
import type { Trace } from './declaration.ts';
import { lockHourly } from './limiter.ts';
import { tellOthers } from './mails.ts';
import { command, query } from './runner.ts';
import { doctorsOf, isDoctor, type OwnChild, worksFor } from './teams.ts';

/** Whether the caller may do something with the child, or why not. */
export type MayUse<Code extends RefusalCode> = (
  reads: Reads,
  input: OwnChild,
  traced: { readonly trace: Trace },
) => Promise<Result<ChildId, Refusal<Code>>>;

/** The record names the child, whoever asked. */
export const ownChild: MayUse<'ROLE_NOT_ALLOWED' | 'CHILD_NOT_FOUND'> = async (
  { children },
  { actor, childId },
  { trace },
) => {
  trace.child = childId;
  if (actor.role !== 'Par') return refuse('ROLE_NOT_ALLOWED');
  return (await children.isOfParent(childId, actor.id)) ? ok(childId) : refuse('CHILD_NOT_FOUND');
};

/** For a rule that later locks the child: the lock is sent first, as two units that relied on it would deadlock. */
export const lockingChild =
  <Code extends RefusalCode>(rule: MayUse<Code>): MayUse<Code> =>
  async (reads, input, traced) => {
    const [, found] = await allEnded([reads.children.parents(input.childId), rule(reads, input, traced)]);
    return found;
  };

/** The child, or the one that it has become by a merge, for its parent. */
export const currentIdOf = async (id: ChildId, actor: Account, { children }: Reads): Promise<ChildId | undefined> => {
  const now = (await children.mergedInto(id)) ?? id;
  return (await children.isOfParent(now, actor.id)) ? now : undefined;
};

type AddChild = { readonly actor: Account } & GivenChild;

/** The caller becomes the child's parent, so only a parent may call. */
const addChild = command({
  prepare: async ({ actor, birthDate }: AddChild, _, { clock }) => {
    if (actor.role !== 'Par') return refuse('ROLE_NOT_ALLOWED');
    return isInFuture(birthDate, clock.now()) ? refuse('BIRTH_DATE_IN_FUTURE') : ok(undefined);
  },
  run: async ({ actor, ...given }: AddChild, stores, ports) => {
    const { ids, trace } = ports;
    const id = ids.next<ChildId>();
    const [count, inserted] = await allEnded([
      lockHourly('children', actor, stores, ports),
      stores.children.insert({ id, ...factsOf(given) }, actor.id),
    ]);
    if (!inserted.ok) return inserted;
    trace.child = id;
    const counted = await count();
    return counted.ok ? ok(id) : counted;
  },
  audit: { action: 'child added', on: (_, id) => id },
  idempotency: {
    fields: CORRECTABLE,
    answerAgain: async (kept, reads, _, { actor }) => {
      const id = await currentIdOf(kept as ChildId, actor, reads);
      return id ? ok(id) : refuse('CHILD_NOT_FOUND');
    },
  },
});

export type ShownChild = Omit<Child, 'socSecNum'> & { readonly maskedNumber: string | undefined };

/** D-30: of the number only its end. */
export const shownOf = ({ socSecNum, ...child }: Child): ShownChild => ({
  ...child,
  maskedNumber: socSecNum && maskedSocSecNum(socSecNum),
});

const showChild = query({
  rule: ownChild,
  run: async ({ childId }: OwnChild, reads, _) => {
    const child = await reads.children.record(childId);
    return child ? ok(shownOf(child)) : refuse('CHILD_NOT_FOUND');
  },
  audit: { action: 'child shown', on: ({ childId }) => childId },
});

type CorrectChild = OwnChild & Correction & { readonly clear?: readonly ClearedField[] | undefined };

/**
 * D-30: replaces what is given, and forgets what is cleared. Certificates that named what was wrong are revoked: a new one is made on request. A
 * number is refused if another child of the caller has it: nobody is told what children another parent has.
 */
export const correcting = <Code extends RefusalCode>(mayCorrect: MayUse<Code>) =>
  command({
    run: async (input: CorrectChild, stores, ports) => {
      const { actor, childId, clear = [], ...given } = input;
      const { cases, certificates, children } = stores;
      const { clock } = ports;
      const [count, may] = await Promise.all([
        lockHourly('corrections', actor, stores, ports),
        lockingChild<Code>(mayCorrect)(stores, input, ports),
      ]);
      if (!may.ok) return may;
      const child = await children.record(childId);
      if (!child) return refuse('CHILD_NOT_FOUND');
      if (isInFuture(given.birthDate, clock.now())) return refuse('BIRTH_DATE_IN_FUTURE');
      const fields = correctedFields(child, given, clear);
      const known: Correction = { ...given, ...Object.fromEntries(clear.map((name) => [name, undefined])) };
      const corrected: Child = { ...child, ...Object.fromEntries(fields.map((name) => [name, known[name]])) };
      const replace = async () => {
        if (fields.length === 0) return ok(undefined);
        if (fields.includes('socSecNum') && !haveSameNumber(child, corrected))
          return children.renumber(corrected, actor.id);
        return ok(await children.correct(corrected));
      };
      const {
        outcome: replaced,
        toConfirm: added,
        left: toConfirm,
      } = await tellingDoctors({ children: [childId], by: actor.id }, replace, stores, ports);
      if (!replaced.ok) return replaced;
      const concerned = (await cases.ofChild(childId, EVERYTHING)).map(({ id }) => id);
      await recordCorrection({ by: actor.id, cases: concerned, fields }, stores, ports);
      const withdrawn = await certificates.revokeNaming(childId, namedWrong(child, corrected), clock.now());
      // Their papers are void, or cannot be made for now.
      if (withdrawn + added > 0) {
        const to = await children.parentIds(childId);
        await tellOthers('child corrected', { to, except: actor.id, childId }, stores, ports);
      }
      const counted = fields.length > 0 ? await count() : ok(undefined);
      return counted.ok ? ok({ fields, withdrawn, toConfirm }) : counted;
    },
    audit: { action: 'child corrected', on: ({ childId }) => childId, parts: ({ fields }) => fields },
  });

const correctChild = correcting(ownChild);

type ListAccess = OwnChild & { readonly paging: Paging<AuditRecordId> };

/** `byWhom`: `null` for the operator, and for an erased account. `whom`: who became a parent or is none any more. */
export type Access = AuditLook & { readonly byWhom: PersonInRole | null; readonly whom: PersonInRole | undefined };

/** D-34: newest first. */
const listAccess = query({
  run: async ({ actor, childId, paging }: ListAccess, reads, { pagesWhileAllowed, trace }) => {
    const fetch = (request: PageRequest<AuditRecordId>) => reads.audit.aboutChild(childId, request);
    const entries = await withFirstFetched(pagesWhileAllowed(fetch, paging));
    const own = await ownChild(reads, { actor, childId }, { trace });
    return own.ok ? ok(mapPages(entries, (page) => withWhom(reads, page))) : own;
  },
  audit: { action: 'access listed', on: ({ childId }) => childId, shows: 'one child' },
});

export const namesIn = async ({ accounts }: Reads, ids: readonly AccountId[]) =>
  byId(await accounts.namesOf([...new Set(ids)]));

/** Of these alone a record can be on an account. */
const isOfParents = ({ action }: AuditLook): boolean => action.startsWith('parent ');

export const withWhom = async (reads: Reads, page: readonly AuditLook[]): Promise<readonly Access[]> => {
  const known = await namesIn(
    reads,
    page.flatMap((entry) => (isOfParents(entry) ? (entry.on as AccountId) : [])),
  );
  // A page of a list is on its reader, who may have become a parent.
  const whomOf = (entry: AuditLook) => (isOfParents(entry) ? known.get(entry.on as AccountId) : undefined);
  return (await withNames(reads, page)).map((entry) => ({ ...entry, whom: whomOf(entry) }));
};

/** Adds to each entry who did it. */
export const withNames = async <Entry extends { readonly by: AccountId | undefined }>(
  reads: Reads,
  page: readonly Entry[],
): Promise<readonly (Entry & { readonly byWhom: PersonInRole | null })[]> => {
  const known = await namesIn(
    reads,
    page.flatMap(({ by }) => by ?? []),
  );
  return page.map((entry) => ({ ...entry, byWhom: (entry.by && known.get(entry.by)) ?? null }));
};

type ListOwnChildren = { readonly actor: Account; readonly paging: Paging<ChildId> };

const listOwnChildren = query({
  run: async ({ actor, paging }: ListOwnChildren, { children }, { pagesWhileAllowed }) =>
    actor.role === 'Par'
      ? ok(pagesWhileAllowed((request) => children.ofParent(actor.id, request), paging))
      : refuse('ROLE_NOT_ALLOWED'),
  audit: { action: 'own children listed', on: ({ actor }) => actor.id, shows: 'names' },
});

type ListDoctorsChildren = ListOwnChildren & { readonly doctorId: AccountId; readonly name?: NameSearch | undefined };

const childrenOf = (
  { children }: Reads,
  { actor, doctorId, name }: ListDoctorsChildren,
  request: PageRequest<ChildId>,
) => {
  if (actor.role === 'Par') return children.ofDoctorAndParent(doctorId, actor.id, request, name);
  return name === undefined ? children.ofDoctor(doctorId, request) : children.searchOfDoctor(doctorId, name, request);
};

const mayListChildren = async (reads: Reads, { actor, doctorId }: ListDoctorsChildren) => {
  const isOwn = actor.id === doctorId && actor.role === 'Doc';
  if (!isOwn && !(await isDoctor(reads, doctorId))) return refuse('DOCTOR_NOT_FOUND');
  return actor.role === 'Par' || (await worksFor(reads, actor, doctorId)) ? ok(undefined) : refuse('ROLE_NOT_ALLOWED');
};

/** D-23: the doctor and the doctor's assistants see the whole list. A parent sees only their own children. */
const listDoctorsChildren = query({
  run: async (input: ListDoctorsChildren, reads, { pagesWhileAllowed }) => {
    // The time of a refusal must not tell how many patients there are.
    const allowed = await mayListChildren(reads, input);
    if (!allowed.ok) return allowed;
    const fetch = (request: PageRequest<ChildId>) => childrenOf(reads, input, request);
    const pages = pagesWhileAllowed(fetch, input.paging);
    // No doctor loses the right to the own list.
    if (input.actor.id === input.doctorId) return ok(pages);
    const found = await withFirstFetched(pages);
    const still = await mayListChildren(reads, input);
    return still.ok ? ok(found) : still;
  },
  audit: {
    action: "doctor's children listed",
    on: ({ doctorId }) => doctorId,
    shows: ({ id }, { name }) => (name === undefined ? undefined : id),
  },
});

type FindChildren = { readonly actor: Account; readonly search: NameSearch; readonly paging: Paging<ChildId> };

/** The children of all doctors for whom the caller works. Over several doctors there is one page only. */
const pageOfChildren = async (reads: Reads, { actor, search }: FindChildren, request: PageRequest<ChildId>) => {
  const { children } = reads;
  const doctors = await doctorsOf(reads, actor);
  if (doctors.length > 1 && request.after !== undefined) return [];
  const found = await Promise.all(doctors.map((id) => children.searchOfDoctor(id, search, request)));
  const ids = [...new Set(found.flat().map(({ id }) => id))].slice(0, request.size);
  const known = byId(await children.namesOf(ids));
  return ids.flatMap((id) => known.get(id) ?? []);
};

/** D-46: for those who work for a doctor, with birth dates. */
const findChildren = query({
  run: async (input: FindChildren, reads, { pagesWhileAllowed }) =>
    input.actor.role === 'Par'
      ? refuse('ROLE_NOT_ALLOWED')
      : ok(pagesWhileAllowed((request) => pageOfChildren(reads, input, request), input.paging)),
  audit: { action: 'children found', on: ({ actor }) => actor.id, shows: ({ id }) => id },
});

type ListPatients = { readonly actor: Account; readonly order: ChildOrder; readonly paging: Paging<ChildId> };

/** D-46: the children of the doctor, or of all whom the assistant assists, each once. */
const listPatients = query({
  run: async ({ actor, order, paging }: ListPatients, reads, { pagesWhileAllowed }) => {
    if (actor.role === 'Par') return refuse('ROLE_NOT_ALLOWED');
    const { children } = reads;
    return ok(
      pagesWhileAllowed(async (request) => children.patients(await doctorsOf(reads, actor), order, request), paging),
    );
  },
  audit: { action: 'children found', on: ({ actor }) => actor.id, shows: ({ id }) => id },
});

type OneChild = { readonly childId: ChildId };

/**
 * For the operator (GDPR, article 17). If an outage kept the store from clearing its files, the operator repeats the
 * call. The child is gone then, so the call refuses with `CHILD_NOT_FOUND`, but it clears the files.
 */
const eraseChild = command({
  run: async ({ childId }: OneChild, { children, drafts }, { trace }) => {
    trace.child = childId;
    if (!(await children.erase(childId))) return refuse('CHILD_NOT_FOUND');
    // Nobody knows which of them are about the child.
    await drafts.removeAll('everybody');
    return ok(undefined);
  },
  after: (storage) => storage.scrub('child'),
  audit: { action: 'child erased', on: ({ childId }) => childId },
});

/**
 * For the operator (GDPR, article 15). One unit of work, so that the parts fit together. Of people it tells names and
 * roles: whoever gets the file must not learn the address of another parent (D-33).
 */
const exportChild = command({
  run: async ({ childId }: OneChild, stores, { trace }) => {
    trace.child = childId;
    const child = await stores.children.record(childId);
    if (!child) return refuse('CHILD_NOT_FOUND');
    const parents = await stores.children.parents(childId);
    const cases: Awaited<ReturnType<typeof caseFile>>[] = [];
    for (const found of await stores.cases.ofChild(childId, EVERYTHING)) cases.push(await caseFile(stores, found));
    const wanted = [...new Set([...parents.map(({ id }) => id), ...cases.flatMap(peopleOf)])];
    const named = await namesIn(stores, wanted);
    const found = wanted.flatMap((id) => named.get(id) ?? []);
    const people = found.map(({ isAvailable: _, ...person }): PersonInRole => person);
    return ok({ child, parents: parents.map(({ id }) => id), cases, people });
  },
  audit: { action: 'child exported', on: ({ childId }) => childId },
});

/** For the operator: where a child is now that was merged. */
const findMerged =
  ({ storage: { read } }: Ports) =>
  async ({ childId }: OneChild) =>
    ok(await read.children.mergedInto(childId));

/** `reader`: who gets it, if not all of its notes are for everybody who does. */
export const caseFile = async (reads: Reads, found: Case, reader?: Account) => {
  const { tasks, certifications, certificates, history, notes } = reads;
  const written = await notes.ofCase(found.id, EVERYTHING, reader?.id);
  return {
    case: found,
    tasks: await tasks.ofCase(found.id, EVERYTHING),
    certifications: await certifications.ofCase(found.id, EVERYTHING),
    certificates: (await certificates.ofCase(found.id, EVERYTHING)).map(withPlace),
    history: await history.ofCase(found.id, EVERYTHING),
    notes: written.map((note) => (reader ? forReader(note, reader) : wholeNote(note))).reverse(),
  };
};

/** As text, because own data writes numbers as moments. */
const withPlace = ({ status: { list, index }, ...certificate }: Certificate) => ({
  ...certificate,
  place: `${list}/${index}`,
});
const wholeNote = ({ byWhom: _, isUnread: __, ...note }: FoundNote): Note => note;
const forReader = (note: FoundNote, reader: Account) => {
  const { mayMark: _, byWhom: __, ...shown } = shownNote(note, reader);
  return { ...shown, by: note.by };
};

/** Who did something in it. */
export const peopleOf = ({ case: { doctorId }, ...of }: Awaited<ReturnType<typeof caseFile>>): readonly AccountId[] => {
  const all = [...of.history.flatMap(({ by, to }) => [by, to]), ...of.notes.map(({ by }) => by)];
  return [doctorId, ...all.filter((one) => one !== undefined)];
};

export const childUseCases = {
  addChild,
  correctChild,
  findChildren,
  listAccess,
  listDoctorsChildren,
  listPatients,
  listOwnChildren,
  showChild,
};
export const operatorChildUseCases = { eraseChild, exportChild, findMerged };
