import type { Account, SessionDigest } from '@health-case/domain/model/account';
import type { Paging } from '@health-case/domain/model/request-options';
import type { CaseId } from '@health-case/domain/model/values';
import type { Result } from '@health-case/domain/result';
import fc from 'fast-check';
import { limit } from '../../test/support/values.ts';
import { command, type Scene } from './command.ts';
import { accountIds, hasRoomFor, type Known, pick, pickId, somebody } from './known.ts';
import { birthDate, idempotencyKey, nth, personName, reason, size, socSecNum, title } from './values.ts';

const requestId = 'a request';
/** No list is so long that the session is looked at. */
const session = '' as SessionDigest;

/** Mostly one who has a part in the case, most often its doctor; otherwise anybody. */
const partyOf = async ({ known, reference }: Scene, caseId: CaseId, nth: number): Promise<Account | undefined> => {
  const found = nth % 5 === 4 ? undefined : await reference.storage.read.cases.find(caseId);
  if (!found) return somebody(known, nth);
  const request = { after: undefined, size: 1 };
  const [assistant] = nth % 5 === 3 ? await reference.storage.read.assistants.ofDoctor(found.doctorId, request) : [];
  const wanted = assistant?.id ?? (nth % 5 === 2 ? found.parentId : found.doctorId);
  return known.accounts.find(({ id }) => id === wanted);
};

const hasRoomToRetry = ({ retries }: Known, actor: Account, key: string | undefined): boolean => {
  if (key === undefined) return true;
  const kept = JSON.stringify([actor.id, key]);
  if (!hasRoomFor(retries, kept)) return false;
  if (!retries.has(kept)) retries.set(kept, new Set());
  return true;
};

const child = fc.record({
  firstName: personName,
  lastName: personName,
  birthDate: fc.option(birthDate, { nil: undefined }),
  socSecNum: fc.option(socSecNum, { nil: undefined, freq: 3 }),
});

const aboutCase = fc.record({ case: nth, by: nth, reason });

const caseCommands = [
  command('addChild', fc.record({ by: nth, child, idempotencyKey }), (data, { known }) => {
    const actor = somebody(known, data.by, ...(data.by % 8 ? (['Par'] as const) : []));
    if (!actor || !hasRoomToRetry(known, actor, data.idempotencyKey)) return undefined;
    const { idempotencyKey } = data;
    return {
      run: ({ app }) => app.addChild({ actor, ...data.child, requestId, idempotencyKey }),
      learn: (id) => known.children.includes(id) || known.children.push(id),
    };
  }),
  command(
    'openCase',
    fc.record({ child: nth, by: nth, doctor: nth, title, idempotencyKey }),
    async (data, { known, reference }) => {
      const childId = pickId(known.children, data.child);
      const parentId = await reference.storage.read.children.parentOf(childId);
      const parent = data.by % 4 ? known.accounts.find(({ id }) => id === parentId) : undefined;
      const actor = parent ?? somebody(known, data.by);
      const doctorId = somebody(known, data.doctor, ...(data.doctor % 8 ? (['Doc'] as const) : []))?.id;
      if (!actor || !doctorId || !hasRoomToRetry(known, actor, data.idempotencyKey)) return undefined;
      const { title, idempotencyKey } = data;
      return {
        run: ({ app }) => app.openCase({ actor, childId, doctorId, title, requestId, idempotencyKey }),
        learn: (id) => known.cases.includes(id) || known.cases.push(id),
      };
    },
  ),
  command('addTask', fc.record({ case: nth, by: nth, title, idempotencyKey }), async (data, scene) => {
    const caseId = pickId(scene.known.cases, data.case);
    const actor = await partyOf(scene, caseId, data.by);
    if (!actor || !hasRoomToRetry(scene.known, actor, data.idempotencyKey)) return undefined;
    const { title, idempotencyKey } = data;
    return {
      run: ({ app }) => app.addTask({ actor, caseId, title, requestId, idempotencyKey }),
      learn: (id) => scene.known.tasks.includes(id) || scene.known.tasks.push(id),
    };
  }),
  command('closeTask', fc.record({ task: nth, by: nth }), async (data, scene) => {
    const taskId = pickId(scene.known.tasks, data.task);
    const task = await scene.reference.storage.read.tasks.find(taskId);
    const actor = await partyOf(scene, task?.caseId ?? pickId(scene.known.cases, 0), data.by);
    return actor && { run: ({ app }) => app.closeTask({ actor, taskId, requestId }) };
  }),
  ...(['finishCase', 'reopenCase', 'showCase', 'showHistory'] as const).map((name) =>
    command(name, aboutCase, async (data, scene) => {
      const caseId = pickId(scene.known.cases, data.case);
      const actor = await partyOf(scene, caseId, data.by);
      if (!actor) return undefined;
      const input = { actor, caseId, reason: data.reason, paging: {}, session, requestId };
      return { run: async ({ app }): Promise<Result<unknown, unknown>> => app[name](input) };
    }),
  ),
];

const aboutTask = fc.record({ task: nth, named: fc.nat({ max: 9 }), by: nth, reason });

const CERTIFYING = [
  'requestCertification',
  'checkCertification',
  'issueCertification',
  'rejectCertification',
  'revokeCertification',
] as const;

/** By the task, by its case, or by both; now and then by a case and a task that do not belong together. */
const certificationCommands = CERTIFYING.map((name) =>
  command(name, aboutTask, async (data, scene) => {
    const taskId = pickId(scene.known.tasks, data.task);
    const task = await scene.reference.storage.read.tasks.find(taskId);
    const caseId = data.named === 9 ? pickId(scene.known.cases, data.by) : task?.caseId;
    const actor = await partyOf(scene, task?.caseId ?? pickId(scene.known.cases, 0), data.by);
    if (!actor) return undefined;
    const reference =
      data.named < 5 || !caseId ? { id: taskId } : { id: caseId, ...(data.named > 6 ? { taskId } : {}) };
    const input = { actor, ...reference, reason: data.reason, requestId };
    return { run: async ({ app }): Promise<Result<unknown, unknown>> => app[name](input) };
  }),
);

const aboutList = fc.record({ by: nth, doctor: nth, after: nth, limit: fc.option(size, { nil: undefined }) });

const LISTS = ['listCases', 'listDoctors', 'listDoctorsChildren', 'listOwnChildren', 'listAssistants'] as const;

const listCommands = LISTS.map((name) =>
  command(name, aboutList, (data, { known }) => {
    const actor = somebody(known, data.by);
    const doctorId = somebody(known, data.doctor, 'Doc')?.id ?? pickId(accountIds(known), data.doctor);
    const after = pick([...accountIds(known), ...known.children, ...known.cases], data.after);
    const most = data.limit === undefined ? undefined : limit(data.limit);
    const paging: Paging<never> = { after: data.after % 2 ? undefined : (after as never), limit: most };
    if (!actor) return undefined;
    const input = { actor, session, doctorId, paging, requestId };
    return { run: async ({ app }): Promise<Result<unknown, unknown>> => app[name](input) };
  }),
);

export const workCommands = [...caseCommands, ...certificationCommands];
export const readingCommands = listCommands;
