import type { Account, InvitationDigest, PasswordHash, Role, SessionDigest } from '@health-case/domain/model/account';
import type { AuditRecord } from '@health-case/domain/model/audit';
import { certify, closeTask, finishCase, issue, openCase, openTask, reject } from '@health-case/domain/model/case';
import {
  type AccountId,
  type AuditRecordId,
  type CaseId,
  type CertificationId,
  type ChildId,
  HOUR,
  type Instant,
  later,
  type TaskId,
} from '@health-case/domain/model/values';
import type { Storage, Stores } from '@health-case/domain/ports/storage';
import { must } from '../../test/support/outcomes.ts';
import { email, name, number, reason, title } from '../../test/support/values.ts';
import { keep } from '../storage/samples.ts';
import { type Known, nothingKnown, scatteredId } from './known.ts';
import { openReference } from './sides.ts';
import { HARD_TEXT, PASSWORDS, THROTTLE_KEYS } from './values.ts';

const DIGESTS_KEPT = ['aB', '_b'];

/**
 * A place to begin from, so that a short sequence gets far: two practices with assistants, two families, work in hand, and
 * of all that is kept one of each kind. Equal moments and identifiers that do not follow one another lie ready.
 */
export const furnish = async (storage: Storage): Promise<void> => {
  const plan = planned(nothingKnown());
  await keep(storage, async (stores) => {
    await keepPeople(stores, plan);
    await keepWork(stores, plan);
    await keepTheRest(stores, plan);
  });
};

export const furnished = (): Known => {
  const known = nothingKnown();
  const plan = planned(known);
  known.accounts.push(...plan.people);
  known.children.push(...plan.children.map(({ id }) => id));
  known.cases.push(plan.case.id, plan.reopened.id);
  known.tasks.push(...plan.tasks.map(({ id }) => id));
  for (const digest of DIGESTS_KEPT) {
    known.sessions.add(digest as SessionDigest);
    known.invitations.add(digest as InvitationDigest);
  }
  known.retries.set('key', new Set(['a request'])).set('k_y', new Set(['a request']));
  for (const key of THROTTLE_KEYS) known.throttles.add(key);
  return known;
};

/** In the order of the identifiers, which is not the order in which they are given out. */
const ordered = <Id extends string>(known: Known, count: number): readonly Id[] =>
  Array.from({ length: count }, () => scatteredId<Id>(known)).sort();

const peopleOf = (known: Known, now: Instant) => {
  const person = (role: Role, firstName: string): Account => ({
    id: scatteredId<AccountId>(known),
    firstName: name(`${firstName} ${HARD_TEXT}`),
    lastName: name(HARD_TEXT),
    email: email(`${firstName}@example.org`),
    role,
    registeredAt: now,
  });
  return {
    doctors: [person('Doc', 'Dora'), person('Doc', 'dieter')],
    assistants: [person('Ast', 'Arne'), person('Ast', 'Anna')],
    parents: [person('Par', 'ann'), person('Par', 'a_n')],
  } as const;
};

const planned = (known: Known) => {
  const now = openReference().clock.now();
  const { doctors, assistants, parents } = peopleOf(known, now);
  const [doctorId, carla] = [doctors[0].id, name(HARD_TEXT)];
  const children = ['AB 12-34', 'ab.1234'].map((text, index) => ({
    id: scatteredId<ChildId>(known),
    parentId: (parents[index] ?? parents[0]).id,
    firstName: carla,
    lastName: carla,
    birthDate: undefined,
    socSecNum: number(text),
  }));
  const [{ id: childId, parentId }] = children as [(typeof children)[0]];
  const facts = { childId, parentId, doctorId, title: title(HARD_TEXT), openedAt: now };
  const opened = openCase({ id: scatteredId<CaseId>(known), ...facts });
  const reopened = openCase({ id: scatteredId<CaseId>(known), ...facts });
  const tasks = [HARD_TEXT, 'a', 'A'].map((text) => openTask(opened, scatteredId<TaskId>(known), title(text)));
  const closed = tasks.slice(1).map((task) => must(closeTask(task, now)));
  const [first, second] = [ordered<CertificationId>(known, 2), ordered<CertificationId>(known, 3)];
  const about = [...children, opened, ...tasks].map(({ id }) => id);
  const records = [...about, first[0]].map((on, index): AuditRecord => {
    const at = later(now, (index % 3) - 1);
    const base = { id: scatteredId<AuditRecordId>(known), requestId: 'furnished', action: 'case shown' } as const;
    const child = index % 3 ? childId : undefined;
    return { ...base, at, by: index % 2 ? doctorId : undefined, on, outcome: 'OK', child };
  });
  const people = [...doctors, ...assistants, ...parents];
  return { now, doctors, assistants, people, children, case: opened, reopened, tasks, closed, first, second, records };
};

type Plan = ReturnType<typeof planned>;

const keepPeople = async ({ accounts, assistants }: Stores, plan: Plan): Promise<void> => {
  const passwordHash = `hash:0:${PASSWORDS[0]}` as PasswordHash;
  const [first, second] = plan.doctors;
  for (const account of plan.people) {
    await accounts.insert({ account, passwordHash, ...(account === first ? { disabledAt: plan.now } : {}) });
  }
  await accounts.setDisabled(first.id, undefined);
  await accounts.setDisabled(second.id, plan.now);
  for (const assistant of plan.assistants) await assistants.link(first.id, assistant.id);
  await assistants.unlink(second.id, plan.assistants[0].id);
  await assistants.link(second.id, plan.assistants[1].id);
};

/** Of one task the newest certification is live, of the other it is rejected although an older one has come since. */
const keepWork = async ({ cases, certifications, children, tasks }: Stores, plan: Plan): Promise<void> => {
  for (const child of plan.children) await children.insert(child);
  for (const facts of [plan.case, plan.reopened]) await cases.insert(facts);
  await cases.save(must(finishCase(plan.reopened, plan.now)));
  await cases.save(plan.reopened);
  for (const task of plan.tasks) await tasks.insert(task);
  for (const task of plan.closed) await tasks.save(task);
  const [done, other] = plan.closed as [Plan['closed'][0], Plan['closed'][0]];
  const by = plan.doctors[0].id;
  const request = (task: typeof done, id: CertificationId | undefined, at = plan.now) =>
    certifications.insertOnce(certify(task, id as CertificationId, by, at));
  const [early, late] = [later(plan.now, -HOUR), plan.now];
  const rejected = must(reject(await request(done, plan.first[0], late), late, reason(HARD_TEXT)));
  await certifications.save(rejected);
  await request(done, plan.first[1], early);
  const ended = must(reject(await request(other, plan.second[1], early), late, reason('_')));
  await certifications.save(ended);
  await certifications.save(must(issue(await request(other, plan.second[0]), late)));
  await request(other, plan.second[2]);
};

const keepTheRest = async ({ audit, invitations, retries, sessions, throttles }: Stores, plan: Plan): Promise<void> => {
  const { now, people, records } = plan;
  const outcome = { request: 'a request', outcome: HARD_TEXT };
  const accountId = people.at(-1)?.id as AccountId;
  for (const [index, digest] of DIGESTS_KEPT.entries()) {
    await sessions.insert({ digest: digest as SessionDigest, accountId, startedAt: now, lastUsedAt: now });
    const moments = { issuedAt: now, expiresAt: later(now, HOUR) };
    const unused = { digest: digest as InvitationDigest, role: 'Doc', ...moments, usedBy: undefined } as const;
    await invitations.insert(unused);
    await invitations.save({ ...unused, usedBy: accountId });
    if (index === 0) await invitations.save(unused);
    await retries.save({ ...outcome, key: index === 0 ? 'key' : 'k_y', at: later(now, -index) });
  }
  for (const [index, key] of THROTTLE_KEYS.entries()) {
    await throttles.save(key, { count: index, notBefore: now, forgottenAt: later(now, -index), underWay: [] });
  }
  for (const record of records) await audit.append(record);
};
