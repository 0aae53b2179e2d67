import { ActorErased } from '../errors.ts';
import { type Account, type Colleague, isConfirmed, type Person } from '../model/account.ts';
import type { EmailAddress } from '../model/email.ts';
import type { NameSearch } from '../model/names.ts';
import { byId, EVERYTHING, fitting, type PageRequest, type Pages, type Paging } from '../model/pages.ts';
import { atMostPer } from '../model/throttle.ts';
import { type AccountId, type ChildId, DAY, HOUR } from '../model/values.ts';
import type { Ports } from '../ports/ports.ts';
import type { Reads, Stores } from '../ports/storage.ts';
import { ok, refuse } from '../result.ts';
import { isProven, lockOwn } from './credentials.ts';
import type { ClientAddress, Platform } from './declaration.ts';
import { countedIn } from './limiter.ts';
import { putMail } from './mails.ts';
import { command, query } from './runner.ts';

/** Also one who cannot log in any more. */
export const isDoctor = async ({ accounts }: Reads, id: AccountId): Promise<boolean> =>
  (await accounts.find(id))?.role === 'Doc';

/** D-32: the one rule of who may be chosen as doctor or assistant. Whoever cannot log in, or is not confirmed (D-40), may not. */
export const available = async ({ accounts }: Reads, role: 'Doc' | 'Ast', id: AccountId) => {
  const account = await accounts.findAvailable(id);
  return account?.role === role && isConfirmed(account) ? account : undefined;
};

/** D-32, D-41: whether a request would wait for somebody: the doctor, or who stands in today, also for one who has left. */
export const isAttended = async (
  reads: Reads,
  doctorId: AccountId,
  { calendar, clock }: Pick<Ports, 'calendar' | 'clock'>,
): Promise<boolean> =>
  (await available(reads, 'Doc', doctorId)) !== undefined ||
  (await reads.covers.deputiesOf(doctorId, calendar.dayOf(clock.now()))).length > 0;

/** The doctor, whoever is the doctor's deputy today (D-41), or one who assists the doctor. Who assists a deputy does not. */
export const worksFor = async (
  { assistants, covers }: Reads,
  actor: Account,
  doctorId: AccountId,
): Promise<boolean> => {
  const { id, role, coversOn } = actor;
  if (role === 'Doc') return id === doctorId || (coversOn !== undefined && covers.counts(id, doctorId, coversOn));
  return role === 'Ast' && assistants.assists(id, doctorId);
};

/** All doctors for whom the account works, of a doctor the own id first. */
export const doctorsOf = async ({ assistants, covers }: Reads, actor: Account): Promise<readonly AccountId[]> => {
  const { id, role, coversOn } = actor;
  if (role === 'Ast') return (await assistants.doctorsOf(id, EVERYTHING)).map((doctor) => doctor.id);
  if (role === 'Par') return [];
  return coversOn === undefined ? [id] : [id, ...(await covers.doctorsOf(id, coversOn))];
};

/** Whether one of the doctors has a case of the child. */
export const isOfOne = async ({ children }: Reads, doctors: readonly AccountId[], childId: ChildId) => {
  for (const doctor of doctors) if (await children.isOfDoctor(childId, doctor)) return true;
  return false;
};

/** D-42: whether a doctor for whom the account works has a case of the child. */
export const isPatientOf = async (reads: Reads, actor: Account, childId: ChildId) =>
  isOfOne(reads, await doctorsOf(reads, actor), childId);

export type OwnChild = { readonly actor: Account; readonly childId: ChildId };

type ListDoctors = { readonly paging: Paging<AccountId>; readonly name?: NameSearch | undefined };

/** D-23: for every role. D-32: those who can be chosen. */
const listDoctors = query({
  run: async ({ paging, name }: ListDoctors, { accounts }, { pagesWhileAllowed }) => {
    if (name === undefined) return ok<Pages<Person>>(pagesWhileAllowed((request) => accounts.doctors(request), paging));
    const found = async (request: PageRequest<AccountId>) =>
      (await accounts.search('Doc', name, request, 'available')).map(({ account }) => account);
    return ok<Pages<Person>>(pagesWhileAllowed(found, paging));
  },
  audit: 'staff',
});

export type DoctorFound = Person & Pick<Account, 'takesNoChildren'>;

/** As `listDoctors`, with who takes no new children (D-43). With `ids` these alone. */
const findDoctors = query({
  run: async (
    { paging, name, ids }: ListDoctors & { readonly ids?: readonly AccountId[] },
    reads,
    { pagesWhileAllowed },
  ) => {
    const { accounts } = reads;
    const known = async (of: readonly AccountId[]) =>
      (await Promise.all(of.map((id) => available(reads, 'Doc', id)))).flatMap((doctor) => doctor ?? []);
    const found = async (request: PageRequest<AccountId>) => {
      if (ids) return request.after === undefined ? known(ids) : [];
      if (name === undefined) return known((await accounts.doctors(request)).map(({ id }) => id));
      return (await accounts.search('Doc', name, request, 'available')).map(({ account }) => account);
    };
    return ok<Pages<DoctorFound>>(pagesWhileAllowed(found, paging));
  },
  audit: 'staff',
});

/** For whom one works, also those who cannot log in any more. */
const listOwnDoctors = query({
  run: async ({ actor }: { readonly actor: Account }, reads) => {
    if (actor.role === 'Par') return refuse('ROLE_NOT_ALLOWED');
    const ids = await doctorsOf(reads, actor);
    const found = byId(await reads.accounts.namesOf(ids));
    return ok<readonly Colleague[]>(ids.flatMap((id) => found.get(id) ?? []));
  },
  audit: 'staff',
});

type ListAssistants = ListDoctors & { readonly doctorId: AccountId };
type OneAssistant = { readonly actor: Account; readonly assistantId: AccountId };

/** D-23: for every role. D-32: those who can log in. */
const listAssistants = query({
  run: async ({ doctorId, paging, name }: ListAssistants, reads, { pagesWhileAllowed }) => {
    if (!(await isDoctor(reads, doctorId))) return refuse('DOCTOR_NOT_FOUND');
    const found = (request: PageRequest<AccountId>) => reads.assistants.ofDoctor(doctorId, request, name);
    return ok<Pages<Person>>(
      pagesWhileAllowed(
        fitting(found, ({ isAvailable }) => isAvailable),
        paging,
      ),
    );
  },
  audit: 'staff',
});

/** D-32: who assists, as the doctor has named it. */
type OwnAssistant = Person & Pick<Account, 'email'>;

/** One's own. */
const findAssistant = query({
  run: async ({ actor, assistantId }: OneAssistant, { accounts, assistants }) => {
    const assistant = (await assistants.assists(assistantId, actor.id)) ? await accounts.find(assistantId) : undefined;
    return assistant ? ok<OwnAssistant>(assistant) : refuse('ASSISTANT_NOT_FOUND');
  },
  audit: 'staff',
});

type OwnTeam = { readonly actor: Account; readonly doctorId: AccountId };

/** Only the doctor decides who assists. That a doctor exists is no secret: anyone may list them. */
const ownTeam = async (reads: Reads, { actor, doctorId }: OwnTeam) => {
  if (actor.id === doctorId && actor.role === 'Doc') return ok(undefined);
  return refuse((await isDoctor(reads, doctorId)) ? 'ROLE_NOT_ALLOWED' : 'DOCTOR_NOT_FOUND');
};

/** For the doctor, who may remove also those who cannot log in any more. */
const listOwnAssistants = query({
  run: async (
    { actor, paging }: { readonly actor: Account; readonly paging: Paging<AccountId> },
    reads,
    { pagesWhileAllowed },
  ) =>
    actor.role === 'Doc'
      ? ok<Pages<Colleague>>(pagesWhileAllowed((request) => reads.assistants.ofDoctor(actor.id, request), paging))
      : refuse('ROLE_NOT_ALLOWED'),
  audit: 'staff',
});

/** How many changes by doctors an assistant is told of in a day: nobody who links and unlinks in turn fills a mailbox. */
const TOLD = atMostPer(DAY, 20);

const tellAssistant = async (assistantId: AccountId, stores: Stores, ports: Platform) => {
  const { wait, count } = await countedIn(`told ${assistantId} of doctors`, TOLD, stores, ports);
  if (wait > 0) return;
  await count();
  await putMail('team changed', { accountId: assistantId }, stores, ports);
};

/** P-07: how many addresses without an assistant a doctor may name. */
const MISSES_PER_HOUR = 10;

const linkAssistant = command({
  rule: ownTeam,
  run: async (
    { actor, doctorId, email }: OwnTeam & ClientAddress & { readonly email: EmailAddress },
    stores,
    ports,
  ) => {
    // `find` locks the account, so nobody erases it until the link is stored.
    if (!(await stores.accounts.find(actor.id))) throw new ActorErased();
    const known = await stores.accounts.credentialsByEmail(email);
    const assistant = known && (await available(stores, 'Ast', known.account.id));
    // D-28: a stranger may have registered with the assistant's address.
    if (!assistant || !isProven(assistant, ports)) return refuse('ASSISTANT_NOT_FOUND');
    if (await stores.assistants.assists(assistant.id, doctorId)) return ok(assistant.id);
    await stores.assistants.link(doctorId, assistant.id);
    await tellAssistant(assistant.id, stores, ports);
    return ok(assistant.id);
  },
  audit: { action: 'assistant linked', on: ({ doctorId }, id) => id ?? doctorId },
  idempotency: {
    fields: ['doctorId', 'email'],
    answerAgain: async (kept, { assistants }, _, { doctorId }) => {
      const assistantId = kept as AccountId;
      return (await assistants.assists(assistantId, doctorId)) ? ok(assistantId) : refuse('IDEMPOTENCY_KEY_REUSED');
    },
  },
  limits: {
    of: ({ actor }) => [{ key: `misses of ${actor.id}`, throttle: atMostPer(HOUR, MISSES_PER_HOUR) }],
    failures: ['ASSISTANT_NOT_FOUND'],
  },
});

const unlinkAssistant = command({
  rule: ownTeam,
  run: async ({ doctorId, assistantId }: OwnTeam & { readonly assistantId: AccountId }, stores, ports) => {
    if (!(await stores.assistants.assists(assistantId, doctorId))) return refuse('ASSISTANT_NOT_FOUND');
    await stores.assistants.unlink(doctorId, assistantId);
    await tellAssistant(assistantId, stores, ports);
    return ok(undefined);
  },
  audit: { action: 'assistant unlinked', on: ({ assistantId }) => assistantId },
  idempotency: {
    fields: ['doctorId', 'assistantId'],
    answerAgain: async (_, { assistants }, __, { doctorId, assistantId }) =>
      !(await assistants.assists(assistantId, doctorId)),
  },
});

type TakeChildren = { readonly actor: Account; readonly takesNoChildren: boolean };

/** D-43: children who have a case with the doctor stay. */
const setTakesNoChildren = command({
  run: async ({ actor, takesNoChildren }: TakeChildren, stores) => {
    if (actor.role !== 'Doc') return refuse('ROLE_NOT_ALLOWED');
    await lockOwn(actor, stores);
    await stores.accounts.setTakesNoChildren(actor.id, takesNoChildren);
    return ok(undefined);
  },
  audit: { action: 'account changed', on: ({ actor }) => actor.id, parts: () => ['takesNoChildren'] },
});

export const teamUseCases = {
  findAssistant,
  findDoctors,
  linkAssistant,
  listAssistants,
  listDoctors,
  listOwnAssistants,
  listOwnDoctors,
  setTakesNoChildren,
  unlinkAssistant,
};
