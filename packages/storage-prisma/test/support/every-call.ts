import {
  account,
  at,
  caseOf,
  certificationId,
  child,
  credentials,
  hash,
  keep,
  keepAccount,
  keepCase,
  keepClosedTask,
  nextId,
  taskOf,
} from '@health-case/domain/contracts/storage/samples';
import type { Invitation, InvitationDigest, SessionDigest } from '@health-case/domain/model/account';
import type { AuditRecord } from '@health-case/domain/model/audit';
import { certify } from '@health-case/domain/model/case';
import type { PageRequest } from '@health-case/domain/model/request-options';
import type { Storage, Stores } from '@health-case/domain/ports/storage';

export type World = Awaited<ReturnType<typeof keepWorld>>;
export type Call<Name extends keyof Stores> = (store: Stores[Name], world: World) => Promise<unknown>;

/** Something of everything, so that what one statement finds leads to the next. */
export const keepWorld = async (storage: Storage) => {
  const { doctor, parent, child: concerned, case: facts } = await keepCase(storage);
  const [colleague, assistant] = [await keepAccount(storage, 'Doc'), await keepAccount(storage, 'Ast')];
  const session = { digest: nextId<SessionDigest>(), accountId: parent.id, startedAt: at(1), lastUsedAt: at(2) };
  const throttled = 'somebody';
  const [open, closed] = [taskOf(facts), await keepClosedTask(storage, facts)];
  const certification = certify(closed, certificationId(), parent.id, at(40));
  await keep(storage, async ({ assistants, certifications, sessions, tasks, throttles }) => {
    for (const { id } of [doctor, colleague]) await assistants.link(id, assistant.id);
    await sessions.insert(session);
    await tasks.insert(open);
    await certifications.insertOnce(certification);
    await throttles.save(throttled, { count: 1, notBefore: at(1), forgottenAt: at(2), underWay: [at(3)] });
  });
  return {
    doctor,
    parent,
    assistant,
    child: concerned,
    case: facts,
    open,
    closed,
    certification,
    session,
    throttled,
  };
};

/** The first page of a list, and one further on. */
const pages = async (list: (request: PageRequest<never>) => Promise<unknown>): Promise<void> => {
  await list({ after: undefined, size: 10 });
  await list({ after: '01900000' as never, size: 10 });
};

const record = (world: World): AuditRecord => ({
  id: nextId(),
  at: at(95),
  requestId: 'request',
  by: world.doctor.id,
  action: 'case opened',
  on: world.case.id,
  outcome: 'OK',
  child: world.child.id,
});

const invitation = (digest: InvitationDigest): Invitation => ({
  digest,
  role: 'Doc',
  issuedAt: at(1),
  expiresAt: at(100),
  usedBy: undefined,
});

/** A call of every method that a store has: the compiler asks for the new one when a port grows. */
export const everyCall: {
  readonly [Name in keyof Stores]: { readonly [Method in keyof Stores[Name]]: Call<Name> };
} = {
  accounts: {
    find: (store, { doctor }) => store.find(doctor.id),
    credentialsOf: (store, { doctor }) => store.credentialsOf(doctor.id),
    credentialsByEmail: (store, { doctor }) => store.credentialsByEmail(doctor.email),
    any: (store) => store.any(),
    doctors: (store) => pages(store.doctors),
    insert: (store) => store.insert(credentials(account('Par'))),
    setPassword: (store, { doctor }) => store.setPassword(doctor.id, hash('other')),
    setDisabled: (store, { doctor }) => store.setDisabled(doctor.id, at(3)),
  },
  assistants: {
    assists: (store, { assistant, doctor }) => store.assists(assistant.id, doctor.id),
    ofDoctor: (store, { doctor }) => pages((request) => store.ofDoctor(doctor.id, request)),
    link: (store, { assistant, doctor }) => store.link(doctor.id, assistant.id),
    unlink: (store, { assistant, parent }) => store.unlink(parent.id, assistant.id),
  },
  audit: {
    records: async (store, world) => {
      for (const after of [0, 1]) {
        await store.records({}, { after, size: 10 });
        await store.records({ by: world.doctor.id }, { after, size: 10 });
        await store.records({ child: world.child.id }, { after, size: 10 });
        await store.records({ from: at(0), until: at(100) }, { after, size: 10 });
      }
    },
    checkpoint: (store) => store.checkpoint(),
    verify: (store) => store.verify(),
    append: (store, world) => store.append(record(world)),
  },
  cases: {
    find: (store, world) => store.find(world.case.id),
    ofDoctor: (store, { doctor }) => pages((request) => store.ofDoctor(doctor.id, request)),
    ofAssistant: (store, { assistant }) => pages((request) => store.ofAssistant(assistant.id, request)),
    ofParent: (store, { parent }) => pages((request) => store.ofParent(parent.id, request)),
    ofChild: (store, world) => pages((request) => store.ofChild(world.child.id, request)),
    insert: (store, world) => store.insert(caseOf(world.child, world.doctor.id)),
    save: (store, world) => store.save({ ...world.case, status: 'finished', finishedAt: at(50) }),
  },
  certifications: {
    newestOf: (store, { closed }) => store.newestOf(closed.id),
    ofCase: (store, world) => pages((request) => store.ofCase(world.case.id, request)),
    insertOnce: (store, { closed, parent }) => store.insertOnce(certify(closed, certificationId(), parent.id, at(60))),
    save: (store, { certification }) => store.save({ ...certification, status: 'issued', decidedAt: at(70) }),
  },
  children: {
    parentOf: (store, world) => store.parentOf(world.child.id),
    record: (store, world) => store.record(world.child.id),
    ofParent: (store, { parent }) => pages((request) => store.ofParent(parent.id, request)),
    ofDoctor: (store, { doctor }) => pages((request) => store.ofDoctor(doctor.id, request)),
    ofDoctorAndParent: (store, { doctor, parent }) =>
      pages((request) => store.ofDoctorAndParent(doctor.id, parent.id, request)),
    isOfDoctor: (store, { child: { id }, doctor }) => store.isOfDoctor(id, doctor.id),
    insert: (store, { parent }) => store.insert(child(parent.id, '756.1234')),
    erase: (store, world) => store.erase(world.child.id),
    reencrypt: (store) => pages((request) => store.reencrypt(request)),
  },
  dataKeys: {
    rotate: (store) => store.rotate(),
  },
  history: {
    ofCase: (store, world) => pages((request) => store.ofCase(world.case.id, request)),
    append: (store, world) =>
      store.append({
        id: nextId(),
        caseId: world.case.id,
        at: at(80),
        by: world.doctor.id,
        action: 'case opened',
        reason: undefined,
      }),
  },
  invitations: {
    find: (store) => store.find('digest' as InvitationDigest),
    issuedFrom: (store) => store.issuedFrom(at(0), 10),
    insert: (store) => store.insert(invitation(nextId())),
    save: (store, { doctor }) => store.save({ ...invitation('digest' as InvitationDigest), usedBy: doctor.id }),
  },
  retries: {
    find: (store) => store.find({ key: 'key', request: 'request' }, at(0)),
    save: (store) => store.save({ key: 'key', request: 'request', outcome: 'outcome', at: at(1) }),
    sweep: (store) => store.sweep(at(0), 10),
  },
  sessions: {
    find: (store, { session }) => store.find(session.digest),
    insert: (store, { session }) => store.insert({ ...session, digest: nextId<SessionDigest>() }),
    touch: (store, { session }) => store.touch(session.digest, at(90)),
    end: (store) => store.end('gone' as SessionDigest),
    endOthers: (store, { session, parent }) => store.endOthers(parent.id, session.digest),
    endAll: (store, { doctor }) => store.endAll(doctor.id),
    sweep: (store) => store.sweep(at(0), 10),
  },
  tasks: {
    find: (store, { open }) => store.find(open.id),
    ofCase: (store, world) => pages((request) => store.ofCase(world.case.id, request)),
    lastClosedOf: (store, world) => store.lastClosedOf(world.case.id),
    anyOpenIn: (store, world) => store.anyOpenIn(world.case.id),
    insert: (store, world) => store.insert(taskOf(world.case)),
    save: (store, { closed }) => store.save(closed),
  },
  throttles: {
    find: (store, { throttled }) => store.find(throttled),
    save: (store, { throttled }) =>
      store.save(throttled, { count: 2, notBefore: at(1), forgottenAt: at(2), underWay: [at(3)] }),
    remove: (store) => store.remove('gone'),
    sweep: (store) => store.sweep(at(0), 10),
  },
};
