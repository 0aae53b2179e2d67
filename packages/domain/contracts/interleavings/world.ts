import type { CodeDigest, PasswordHash, Role, SessionDigest, SessionToken } from '@health-case/domain/model/account';
import type { AuditRecord } from '@health-case/domain/model/audit';
import { certificationFor, closeTask, issue, type OngoingCase } from '@health-case/domain/model/case';
import { LIST_SIZE } from '@health-case/domain/model/certificate';
import type { Child } from '@health-case/domain/model/child';
import type { EmailAddress } from '@health-case/domain/model/email';
import { parseNameSearch } from '@health-case/domain/model/names';
import type { Passkey } from '@health-case/domain/model/passkey';
import type { FactorSecret } from '@health-case/domain/model/second-factor';
import { loginOf } from '@health-case/domain/model/throttle';
import {
  type AccountId,
  type CaseId,
  type ChildId,
  type CoverId,
  type Day,
  HOUR,
  type Instant,
  later,
  type MailId,
  type PhraseId,
  type Reason,
  type TaskId,
} from '@health-case/domain/model/values';
import type { Storage, Stores } from '@health-case/domain/ports/storage';
import { utcCalendar } from '../../test/support/calendar.ts';
import { must } from '../../test/support/values.ts';
import { account, at, caseOf, child, keep, mailOf, taskOf } from '../storage/samples.ts';

const PLACES = 2048;

/**
 * People with children and cases who have nothing to do with those of other worlds, so that many worlds fit into one
 * store. Worlds of one number are equal, but for the store that they are in.
 */
export const worldOf = (nth: number) => {
  const now = at(nth);
  const id = <Id extends string>(number: number): Id =>
    `${nth.toString(16).padStart(8, '0')}-0000-7000-8000-${String(number).padStart(12, '0')}` as Id;
  const email = (name: string) => `${name}.${nth}@example.org` as EmailAddress;
  const person = (role: Role, nth: number) => account(role, { id: id(nth + 1), email: email(`person${nth}`) });
  const [doctor, doctor2] = [person('Doc', 0), person('Doc', 1)];
  const assistantOf = (nth: number) => ({ ...person('Ast', nth), provenAt: at(1) });
  const [assistant, assistant2] = [assistantOf(2), assistantOf(3)];
  const [parent, parent2] = [person('Par', 4), person('Par', 5)];
  const people = [doctor, doctor2, assistant, assistant2, parent, parent2] as const;
  const children = ['756.1', undefined].map((number, index) => ({
    ...child(number),
    id: id<ChildId>(11 + index),
  }));
  /** The first child again, as the second parent has added it, with a case at the second doctor. */
  const again = { ...child('7561'), id: id<ChildId>(13) };
  const caseAgain = { ...caseOf(again, doctor2.id), id: id<CaseId>(24) };
  const cases = [0, 0, 1].map((index, number) => ({
    ...caseOf(children[index] as Child, doctor.id),
    id: id<CaseId>(21 + number),
  }));
  const tasks = [31, 32, 33, 34].map((number) => ({
    ...taskOf(cases[0] as OngoingCase),
    id: id<TaskId>(number),
    wishedBy: parent.id,
  }));
  /** Of the places in the first status list, 2048 are this world's. */
  const place = (number: number) => (nth * PLACES + number) % LIST_SIZE;
  const texts = { code: `code ${nth}`, joinCode: `join code ${nth}`, session: `session ${nth}` };
  /** Of the first parent, and what devices are asked to sign. */
  const passkey = { id: `passkey-${nth}`, owner: parent.id, key: `key-${nth}` };
  const challenges = { logIn: [`to-sign-in-${nth}`, `again-${nth}`], add: [`to-add-${nth}`, `another-${nth}`] };
  return {
    nth,
    now,
    id,
    email,
    place,
    people,
    children,
    cases,
    again,
    caseAgain,
    tasks,
    passkey,
    challenges,
    invitationMail: id<MailId>(61),
    /** Of the second assistant. */
    factor: `secret-${nth}` as FactorSecret,
    tickets: [`ticket ${nth}`, `other ticket ${nth}`],
    phrases: [id<PhraseId>(71), id<PhraseId>(72)],
    /** D-41: by which the second doctor is asked to stand in for the first. */
    cover: id<CoverId>(81),
    today: utcCalendar.dayOf(now),
    ...texts,
  };
};

export type World = ReturnType<typeof worldOf>;

export const hashOf = (password: string, salt: string | number) => `${salt}:${password}` as PasswordHash;
/** Without spaces: several stand in one column. */
export const digestOf = <Digest extends string>(text: string): Digest =>
  `digest of ${text}`.replaceAll(' ', '-') as Digest;
export const tokenOf = ({ session }: World, call: number) => `${session}.${call}` as SessionToken;

/**
 * The second parent is invited to the first child, and so is somebody whose mail waits. The third case is finished. Of
 * the first one's tasks one is open, and three are closed: one has a certification that is requested, and one a
 * certification that is issued, with a certificate.
 */
export const furnish = (storage: Storage, world: World): Promise<void> =>
  keep(storage, async (stores) => {
    const { now, people, children, code, session } = world;
    const [doctor, , assistant, , parent, parent2] = people;
    for (const account of people) {
      await stores.accounts.insert({ account, passwordHash: hashOf('correct horse', 0) });
    }
    for (const one of children) await stores.children.insert(one, parent.id);
    await stores.children.insert(world.again, parent2.id);
    await stores.cases.insert(world.caseAgain);
    await stores.assistants.link(doctor.id, assistant.id);
    await furnishCases(stores, world);
    const expiresAt = later(now, HOUR);
    const joining = { childId: (children[0] as Child).id, email: parent2.email, invitedBy: parent.id, expiresAt };
    await stores.joinCodes.save({ digest: digestOf<CodeDigest>(world.joinCode), ...joining });
    const { childId, invitedBy } = joining;
    const waiting = { id: world.invitationMail, at: now, notBefore: now, to: world.email('new') };
    await stores.mails.insert(mailOf({ ...waiting, kind: 'parent invited', invitation: { childId, invitedBy } }));
    const invitation = { digest: digestOf<CodeDigest>(code), role: 'Doc', issuedAt: now } as const;
    await stores.invitations.insert({ ...invitation, expiresAt, usedBy: undefined });
    for (const { id } of [doctor, parent]) {
      const digest = digestOf<SessionDigest>(`${session} of ${id}`);
      await stores.sessions.insert({ digest, accountId: id, startedAt: now, lastUsedAt: now });
    }
    await furnishPasskeys(stores, world);
    await furnishOwn(stores, world);
    const days = { firstDay: world.today, lastDay: world.today, agreedAt: undefined, reason: undefined };
    await stores.covers.insert({ id: world.cover, doctorId: doctor.id, deputyId: people[1].id, ...days });
    const counted = { count: 4, notBefore: now, forgottenAt: expiresAt, underWay: [] };
    await stores.throttles.save([{ key: loginOf(parent.email), attempts: counted }]);
  });

/** A second factor, of which the password was proven before, and what a doctor says often. */
const furnishOwn = async (stores: Stores, { nth, now, people, factor, phrases, tickets }: World) => {
  const [doctor, , , { id: accountId }] = people;
  const recoveryCodes = [digestOf<CodeDigest>(`recovery ${nth}`)];
  await stores.secondFactors.save({ accountId, secret: factor, confirmedAt: now, lastStep: 0, recoveryCodes });
  await stores.accounts.setSecondFactor(accountId, true);
  const proof = { accountId, of: 'password', provenAt: now, expiresAt: later(now, HOUR) } as const;
  for (const ticket of tickets) await stores.loginProofs.insert({ ...proof, digest: digestOf(ticket) });
  for (const [place, id] of phrases.entries())
    await stores.phrases.save({ id, accountId: doctor.id, kind: 'reason', place, text: `Phrase ${place}` as Reason });
};

const furnishPasskeys = async (stores: Stores, { now, passkey, challenges }: World) => {
  const { id, owner: accountId, key } = passkey;
  const facts = { id: id as Passkey['id'], publicKey: key as Passkey['publicKey'], name: 'Phone' as Passkey['name'] };
  await stores.passkeys.insert({ ...facts, accountId, counter: 0, createdAt: now, lastUsedAt: undefined });
  const expiresAt = later(now, HOUR);
  const insert = (challenge: string, of?: AccountId) =>
    stores.passkeyChallenges.insert({ digest: digestOf(challenge), accountId: of, expiresAt });
  for (const challenge of challenges.logIn) await insert(challenge);
  for (const challenge of challenges.add) await insert(challenge, accountId);
};

const furnishCases = async (stores: Stores, world: World) => {
  const { id, now, place, people, cases, tasks } = world;
  const [doctor] = people;
  for (const one of cases) await stores.cases.insert(one);
  await stores.cases.save({ ...(cases[2] as OngoingCase), status: 'finished', finishedAt: now });
  for (const task of tasks) await stores.tasks.insert(task);
  const [, ...closed] = tasks.map((task) => must(closeTask(task, now)));
  for (const task of closed) await stores.tasks.save(task);
  const [requested, issued] = closed.slice(1).map((task, nth) => certificationFor(task, id(41 + nth), doctor.id, now));
  for (const one of [requested, issued]) if (one) await stores.certifications.insertOnce(one);
  if (!issued) return;
  const { id: certificationId, caseId } = issued;
  await stores.certifications.save(
    must(issue(issued, now, { actor: doctor, child: world.children[0] as Child }, utcCalendar)),
  );
  const status = { list: 0, index: place(PLACES - 1) };
  const moments = { issuedAt: now, expiresAt: later(now, HOUR) };
  await stores.certificates.insert({ id: id(51), certificationId, caseId, status, disclosed: 'name', ...moments });
};

const MIA = must(parseNameSearch('mia'));
const ALL = { after: undefined, size: 1000 } as const;

/** All that a store holds of a world, without what may differ where calls run at once: the places of audit records. */
export const stateOf = async ({ read }: Storage, world: World, calls: number) => {
  const { now, people, email, session, code } = world;
  const [doctor, doctor2, assistant, assistant2, parent, parent2] = people;
  const each = <From, To>(from: readonly From[], to: (one: From) => Promise<To>) => Promise.all(from.map(to));
  const emails = [...people.map((one) => one.email), email('new'), email('newer')];
  const tokens = [`${session} of ${doctor.id}`, `${session} of ${parent.id}`];
  for (let call = 0; call < calls; call += 1) tokens.push(tokenOf(world, call));
  const ownPlaces = (places: readonly number[]) => places.filter((place) => place < world.place(0) + PLACES);
  const cases = (await each([doctor, doctor2], ({ id }) => read.cases.ofDoctors([id], ALL))).flat();
  const children = (await each([parent, parent2], ({ id }) => read.children.ofParent(id, ALL))).flat();
  return {
    accounts: await each(emails, read.accounts.credentialsByEmail),
    sessions: await each(tokens, (token) => read.sessions.find(digestOf(token))),
    throttles: await read.throttles.find([...emails.map(loginOf), `misses of ${doctor.id}`]),
    factors: await each(people, ({ id }) => read.secondFactors.find(id)),
    trusted: await each(people, ({ id }) => read.loginProofs.trusted(id)),
    phrases: await each([doctor, doctor2], ({ id }) => read.phrases.of(id)),
    unread: await each(people, async ({ id }) => {
      const counts = await read.notes.countUnread(
        id,
        cases.map((one) => one.id),
      );
      return counts.map(({ caseId, notes }) => `${caseId}: ${notes}`).sort();
    }),
    passkeys: await each(people, ({ id }) => read.passkeys.ofAccount(id)),
    invitation: await read.invitations.find(digestOf(code)),
    covers: await each([doctor, doctor2], ({ id }) => read.covers.ofAccount(id, '' as Day)),
    assistants: await each([doctor, doctor2], ({ id }) => read.assistants.ofDoctor(id, ALL)),
    assisted: await each([assistant, assistant2], ({ id }) => read.assistants.doctorsOf(id, ALL)),
    children: await each(children, async ({ id }) => [await read.children.record(id), await read.children.parents(id)]),
    toJoin: await each([...world.children, world.again], async ({ id }) => [
      (await read.joinCodes.ofChild(id)).toSorted(byEmail),
      (await read.mails.invitedTo(id))
        .map(({ to: email, invitation }) => ({ email, invitedBy: invitation?.invitedBy }))
        .toSorted(byEmail),
    ]),
    told: await toldIn(read, world),
    merged: await each([...world.children, world.again], ({ id }) => read.children.mergedInto(id)),
    issued: await each([doctor, doctor2], async ({ id }) => [
      await read.certifications.issuedBy(id, 'to confirm', '' as Day, ALL),
      await read.certifications.issuedBy(id, 'handed over', '' as Day, ALL),
    ]),
    treated: await each([doctor, doctor2], ({ id }) => read.children.ofDoctor(id, ALL)),
    found: await each([doctor, doctor2], ({ id }) => read.children.searchOfDoctor(id, MIA, ALL)),
    tasks: await each([doctor, doctor2], ({ id }) => read.tasks.ofDoctors([id], ALL)),
    cases: await each(cases, async (one) => [
      one,
      await read.tasks.ofCase(one.id, ALL),
      await read.tasks.meantBy(one.id),
      await read.certifications.ofCase(one.id, ALL),
      await read.certificates.ofCase(one.id, ALL),
      await read.history.ofCase(one.id, ALL),
      await read.notes.ofCase(one.id, ALL),
    ]),
    revoked: await read.statusLists.revoked(0, { after: world.place(0) - 1, size: PLACES }).then(ownPlaces),
    records: await recordsAt(read, now),
  };
};

/** The mails that wait, without what differs from one order of calls to another. Their ids are of the world. */
const toldIn = async ({ mails }: Storage['read'], { id }: World): Promise<readonly string[]> => {
  const waiting = await mails.all({ after: id(0), size: ALL.size });
  const own = waiting.filter((mail) => mail.id.slice(0, 8) === id(0).slice(0, 8));
  return own.map(({ kind, accountId, to }) => `${kind} > ${accountId ?? to}`).sort();
};

const byEmail = (one: { readonly email: string | undefined }, other: { readonly email: string | undefined }): number =>
  (one.email ?? '') < (other.email ?? '') ? -1 : 1;

const recordsAt = async ({ audit }: Storage['read'], now: Instant): Promise<readonly AuditRecord[]> => {
  const entries = await audit.records({ from: now, until: later(now, 1) }, { after: 0, size: 1000 });
  return entries.map(({ place: _, ...record }) => record).sort((one, other) => (one.id < other.id ? -1 : 1));
};
