import type { Account, InvitationDigest, PasswordHash, SessionDigest } from '@health-case/domain/model/account';
import type { AuditAction } from '@health-case/domain/model/audit';
import { certify, closeTask, finishCase, issue, reject, reopenCase, revoke } from '@health-case/domain/model/case';
import {
  type AuditRecordId,
  type CaseEventId,
  type CaseId,
  type CertificationId,
  type ChildId,
  HOUR,
  later,
  type TaskId,
} from '@health-case/domain/model/values';
import type { Stores } from '@health-case/domain/ports/storage';
import fc from 'fast-check';
import type { Scene } from './command.ts';
import { accountIds, hasRoomFor, pick, pickId, scatteredId, somebody } from './known.ts';
import { type Part, part } from './reads.ts';
import {
  email,
  invitationDigest,
  nth,
  offset,
  outcomeText,
  PASSWORDS,
  personName,
  reason,
  retryKey,
  retryRequest,
  role,
  sessionDigest,
  socSecNum,
  throttleKey,
  title,
} from './values.ts';

/** Steps look up what they are about before they write: a store may rely on not being told of what is not there. */
const NOTHING = async () => 'there is nothing to do it to';

const momentOf = ({ reference }: Scene, offset: number) => later(reference.clock.now(), offset);

const person = fc.record({ firstName: personName, lastName: personName, email, role });

const accountSteps = [
  part('insert account', fc.record({ person, disabled: fc.boolean() }), (data, scene) => {
    const now = momentOf(scene, 0);
    const account: Account = { id: scatteredId(scene.known), ...data.person, registeredAt: now };
    const passwordHash = `hash:0:${PASSWORDS[0]}` as PasswordHash;
    return async ({ accounts }: Stores) => {
      const inserted = await accounts.insert({ account, passwordHash, ...(data.disabled ? { disabledAt: now } : {}) });
      return inserted.ok ? { account } : inserted;
    };
  }),
  part('disable account', fc.record({ nth, offset: fc.option(offset) }), (data, scene) => {
    const [id, at] = [pickId(accountIds(scene.known), data.nth), data.offset];
    return ({ accounts }: Stores) => accounts.setDisabled(id, at === null ? undefined : momentOf(scene, at));
  }),
  part('set password', fc.record({ nth, hash: outcomeText }), (data, { known }) => {
    const id = pickId(accountIds(known), data.nth);
    return ({ accounts }: Stores) => accounts.setPassword(id, data.hash as PasswordHash);
  }),
  part('link', fc.record({ doctor: nth, assistant: nth, undo: fc.nat({ max: 3 }) }), (data, { known }) => {
    const [doctor, assistant] = [somebody(known, data.doctor, 'Doc'), somebody(known, data.assistant, 'Ast')];
    if (!doctor || !assistant) return NOTHING;
    return ({ assistants }: Stores) => assistants[data.undo ? 'link' : 'unlink'](doctor.id, assistant.id);
  }),
];

const CHILD = fc.record({
  firstName: personName,
  lastName: personName,
  socSecNum: fc.option(socSecNum, { nil: undefined }),
});

const childSteps = [
  part('insert child', fc.record({ parent: nth, child: CHILD }), (data, { known }) => {
    const parent = somebody(known, data.parent, 'Par');
    if (!parent) return NOTHING;
    const child = { id: scatteredId<ChildId>(known), parentId: parent.id, birthDate: undefined, ...data.child };
    known.children.push(child.id);
    return ({ children }: Stores) => children.insert(child);
  }),
  part('erase child', nth, (data, { known }) => {
    const id = pickId(known.children, data);
    return ({ children }: Stores) => children.erase(id);
  }),
  part('insert case', fc.record({ child: nth, doctor: nth, title }), (data, scene) => {
    const { known } = scene;
    const [id, childId] = [scatteredId<CaseId>(known), pickId(known.children, data.child)];
    const doctor = somebody(known, data.doctor, 'Doc');
    if (!doctor) return NOTHING;
    known.cases.push(id);
    const facts = { id, childId, doctorId: doctor.id, title: data.title, openedAt: momentOf(scene, 0) };
    return async ({ children, cases }: Stores) => {
      const parentId = await children.parentOf(childId);
      return parentId && cases.insert({ ...facts, parentId, status: 'ongoing' });
    };
  }),
  part('save case', fc.record({ case: nth, finish: fc.boolean(), offset }), (data, scene) => {
    const [id, at] = [pickId(scene.known.cases, data.case), momentOf(scene, data.offset)];
    return async ({ cases }: Stores) => {
      const found = await cases.find(id);
      const changed = found && (data.finish ? finishCase(found, at) : reopenCase(found));
      return changed?.ok ? cases.save(changed.value) : changed;
    };
  }),
];

const taskSteps = [
  part('insert task', fc.record({ case: nth, title }), (data, { known }) => {
    const [id, caseId] = [scatteredId<TaskId>(known), pickId(known.cases, data.case)];
    known.tasks.push(id);
    return async ({ cases, tasks }: Stores) =>
      (await cases.find(caseId)) && tasks.insert({ id, caseId, title: data.title, status: 'open' });
  }),
  part('close task', fc.record({ task: nth, offset }), (data, scene) => {
    const [id, at] = [pickId(scene.known.tasks, data.task), momentOf(scene, data.offset)];
    return async ({ tasks }: Stores) => {
      const found = await tasks.find(id);
      const closed = found && closeTask(found, at);
      return closed?.ok ? tasks.save(closed.value) : closed;
    };
  }),
  part('request certification', fc.record({ task: nth, by: nth }), (data, scene) => {
    const id = scatteredId<CertificationId>(scene.known);
    const [taskId, at] = [pickId(scene.known.tasks, data.task), momentOf(scene, 0)];
    const by = somebody(scene.known, data.by);
    return async ({ certifications, tasks }: Stores) => {
      const task = await tasks.find(taskId);
      if (!by || task?.status !== 'closed') return 'no closed task';
      return certifications.insertOnce(certify(task, id, by.id, at));
    };
  }),
  part('decide', fc.record({ task: nth, decision: fc.nat({ max: 2 }), reason, offset }), (data, scene) => {
    const [taskId, at] = [pickId(scene.known.tasks, data.task), momentOf(scene, data.offset)];
    return async ({ certifications }: Stores) => {
      const newest = await certifications.newestOf(taskId);
      if (!newest) return 'no certification';
      const end = data.decision === 1 ? reject : revoke;
      const decided = data.decision === 0 ? issue(newest, at) : end(newest, at, data.reason);
      return decided.ok ? certifications.save(decided.value) : decided;
    };
  }),
  part('remember', fc.record({ case: nth, by: nth, reason: fc.option(reason, { nil: undefined }) }), (data, scene) => {
    const [caseId, by] = [pickId(scene.known.cases, data.case), somebody(scene.known, data.by)];
    const event = { id: scatteredId<CaseEventId>(scene.known), caseId, at: momentOf(scene, 0), reason: data.reason };
    return async ({ cases, history }: Stores) =>
      by && (await cases.find(caseId)) && history.append({ ...event, by: by.id, action: 'case reopened' });
  }),
];

const sessionSteps = [
  part('insert session', fc.record({ digest: sessionDigest, nth, offset }), (data, scene) => {
    const account = somebody(scene.known, data.nth);
    if (!account || !hasRoomFor(scene.known.sessions, data.digest)) return NOTHING;
    scene.known.sessions.add(data.digest);
    const [startedAt, lastUsedAt] = [momentOf(scene, -HOUR), momentOf(scene, data.offset)];
    const session = { digest: data.digest, accountId: account.id, startedAt, lastUsedAt };
    return async ({ sessions }: Stores) => ((await sessions.find(data.digest)) ? 'is there' : sessions.insert(session));
  }),
  part('touch session', fc.record({ nth, digest: sessionDigest, offset }), (data, scene) => {
    const digest = pick([...scene.known.sessions], data.nth) ?? data.digest;
    return ({ sessions }: Stores) => sessions.touch(digest, momentOf(scene, data.offset));
  }),
  part('end sessions', fc.record({ nth, by: nth, how: fc.nat({ max: 2 }) }), (data, { known }) => {
    const digest = pick([...known.sessions], data.nth) ?? ('gone' as SessionDigest);
    const id = pickId(accountIds(known), data.by);
    return ({ sessions }: Stores): Promise<unknown> => {
      if (data.how === 0) return sessions.end(digest);
      return data.how === 1 ? sessions.endOthers(id, digest) : sessions.endAll(id);
    };
  }),
];

const attempts = fc.record({
  key: throttleKey,
  count: fc.nat({ max: 3 }),
  notBefore: offset,
  forgottenAt: offset,
  underWay: fc.array(offset, { maxLength: 3 }),
});

const keptSteps = [
  part('invite', fc.record({ digest: invitationDigest, role, offset }), ({ digest, role, offset }, scene) => {
    scene.known.invitations.add(digest);
    const [issuedAt, expiresAt] = [momentOf(scene, offset), momentOf(scene, HOUR)];
    return async ({ invitations }: Stores) =>
      (await invitations.find(digest))
        ? 'is there'
        : invitations.insert({ digest, role, issuedAt, expiresAt, usedBy: undefined });
  }),
  part('use invitation', fc.record({ nth, by: nth, undo: fc.boolean() }), (data, { known }) => {
    const digest = pick([...known.invitations], data.nth) ?? ('none' as InvitationDigest);
    const usedBy = data.undo ? undefined : somebody(known, data.by)?.id;
    return async ({ invitations }: Stores) => {
      const found = await invitations.find(digest);
      return found && invitations.save({ ...found, usedBy });
    };
  }),
  part('count', attempts, ({ key, count, ...offsets }, scene) => {
    if (!hasRoomFor(scene.known.throttles, key)) return NOTHING;
    scene.known.throttles.add(key);
    const notBefore = momentOf(scene, offsets.notBefore);
    const forgottenAt = momentOf(scene, offsets.forgottenAt);
    const underWay = offsets.underWay.map((one) => momentOf(scene, one));
    return ({ throttles }: Stores) => throttles.save(key, { count, notBefore, forgottenAt, underWay });
  }),
  part('count one more', throttleKey, (key, scene) => {
    const now = momentOf(scene, 0);
    if (!hasRoomFor(scene.known.throttles, key)) return NOTHING;
    scene.known.throttles.add(key);
    return async ({ throttles }: Stores) => {
      const count = ((await throttles.find(key))?.count ?? 0) + 1;
      await throttles.save(key, { count, notBefore: now, forgottenAt: now, underWay: [] });
    };
  }),
  part(
    'forget',
    throttleKey,
    (key) =>
      ({ throttles }: Stores) =>
        throttles.remove(key),
  ),
  part('keep outcome', fc.record({ key: retryKey, request: retryRequest, outcomeText, offset }), (data, scene) => {
    const { key, request, outcomeText: outcome } = data;
    if (!hasRoomFor(scene.known.retries, key)) return NOTHING;
    scene.known.retries.set(key, (scene.known.retries.get(key) ?? new Set()).add(request));
    const at = momentOf(scene, data.offset);
    return ({ retries }: Stores) => retries.save({ key, request, outcome, at });
  }),
];

const ACTIONS: readonly AuditAction[] = ['case shown', 'child added', "doctor's children listed"];

const auditStep = part(
  'record',
  fc.record({ by: nth, on: nth, action: fc.constantFrom(...ACTIONS), requestId: outcomeText, offset }),
  ({ by, on, action, requestId, offset }, scene) => {
    const { known } = scene;
    const about: readonly string[] = [...known.children, ...known.cases, ...known.tasks];
    const record = { id: scatteredId<AuditRecordId>(known), at: momentOf(scene, offset), requestId, action };
    const [actor, outcome] = [pick(accountIds(known), by), on % 3 ? ('OK' as const) : ('TASKS_OPEN' as const)];
    const child = by % 2 ? pick(known.children, on) : undefined;
    return ({ audit }: Stores) => audit.append({ ...record, by: actor, on: pick(about, on), outcome, child });
  },
);

/** What a unit of work may consist of. Sweeping is not among it: which entries go is the store's to choose. */
export const aStep: fc.Arbitrary<Part<Stores>> = fc.oneof(
  ...[...accountSteps, ...childSteps, ...taskSteps, ...taskSteps],
  ...[...sessionSteps, ...keptSteps, auditStep],
);
