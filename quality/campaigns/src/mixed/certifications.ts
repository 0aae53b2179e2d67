import { member as memberOf } from '@health-case/harness/client';
import { anyActor, anyCase, instant } from './cases.ts';
import { type Case, isLive, type Member, newest, type Task, takesPart } from './model.ts';
import type { Player } from './player.ts';

/** D-21: a case or a task in the path, and with a case maybe a task in the field. */
type Reference = {
  readonly path: string;
  readonly body: object;
  readonly task: Task | undefined;
  readonly why: string;
};

const anyReference = ({ random, world }: Player, about: Case): Reference => {
  const task = random.pick(about.tasks.slice(-4));
  const closed = (one: Task | undefined) => ({ task: one?.closed ? one : undefined, why: 'TASK_NOT_CLOSED' });
  if (!task || random.chance(0.3)) return { path: about.id, body: {}, ...closed(about.lastClosed) };
  if (random.chance(0.5)) return { path: task.id, body: {}, ...closed(task) };
  const other = random.pick(world.cases.filter((one) => one !== about))?.tasks[0];
  if (other && random.chance(0.1)) {
    const path = random.chance(0.5) ? about.id : task.id;
    return { path, body: { TaskID: other.id }, task: undefined, why: 'TASK_NOT_FOUND' };
  }
  return { path: about.id, body: { TaskID: task.id }, ...closed(task) };
};

export const requestCertification = async (player: Player): Promise<void> => {
  const about = anyCase(player);
  if (!about) return;
  const actor = anyActor(player, about);
  const { path, body, task, why } = anyReference(player, about);
  const mayNot = takesPart(player.world, actor, about) ? undefined : 'CASE_NOT_FOUND';
  const refused = mayNot ?? (task ? undefined : why);
  const live = task && isLive(newest(task)) ? newest(task) : undefined;
  const reply = await player.ask(
    { endpoint: `POST /api/Case/${path}/certreq`, as: actor, body, to: player.process('A') },
    { refused, contentLike: ({ certID }) => ({ certID: live?.id ?? certID }), record: 'certification requested' },
  );
  if (!reply || !task || live) return;
  task.certifications.push({ id: memberOf(reply, 'certID'), status: 'requested' });
  about.events.push({ by: actor.id, action: 'certification requested', reason: null });
};

export const checkCertification = async (player: Player): Promise<void> => {
  const about = anyCase(player);
  if (!about) return;
  const actor = anyActor(player, about);
  const { path, body, task, why } = anyReference(player, about);
  const found = task && newest(task);
  const mayNot = takesPart(player.world, actor, about) ? undefined : 'CASE_NOT_FOUND';
  const missing = found ? undefined : 'CERTIFICATION_NOT_FOUND';
  await player.ask(
    { endpoint: `GET /api/Case/${path}/certreq`, as: actor, body, to: player.process('A') },
    {
      refused: mayNot ?? (task ? missing : why),
      contentLike: ({ requestedAt, decidedAt }) => ({
        certID: found?.id,
        TaskID: task?.id,
        CaseID: about.id,
        status: found?.status,
        requestedAt: instant(requestedAt),
        decidedAt: found?.status === 'requested' ? undefined : instant(decidedAt),
        reason: found?.reason,
      }),
      record: 'certification checked',
    },
  );
};

const DECISIONS = {
  issue: { from: 'requested', to: 'issued', refused: 'CERTIFICATION_DECIDED' },
  reject: { from: 'requested', to: 'rejected', refused: 'CERTIFICATION_DECIDED' },
  revoke: { from: 'issued', to: 'revoked', refused: 'CERTIFICATION_NOT_ISSUED' },
} as const;

export const decideCertification = async (player: Player): Promise<void> => {
  const { random, world, ask, process } = player;
  const about = anyCase(player);
  if (!about) return;
  const actor = random.chance(0.7) ? about.doctor : anyActor(player, about);
  const { path, body, task, why } = anyReference(player, about);
  const name = random.pick(['issue', 'reject', 'revoke'] as const) ?? 'issue';
  const { from, to, refused: decided } = DECISIONS[name];
  const found = task && newest(task);
  const reason = name === 'issue' ? undefined : `Because of ${random.below(100)}.`;
  const action = `certification ${to}`;
  const refused = mayNotDecide(player, actor, about) ?? (task ? undefined : why) ?? undecided(found?.status);
  const question = { endpoint: `POST /api/Case/${path}/certreq/${name}`, as: actor, to: process('A') };
  const sent = { ...question, body: { ...body, ...(reason && { reason }) } };
  if (!(await ask(sent, { refused, content: null, record: action, repeated: decided })) || !found) return;
  Object.assign(found, { status: to, ...(reason && { reason }) });
  about.events.push({ by: actor.id, action, reason: reason ?? null });

  function undecided(status: string | undefined): string | undefined {
    if (status === undefined) return 'CERTIFICATION_NOT_FOUND';
    return status === from ? undefined : decided;
  }
  function mayNotDecide(_: Player, one: Member, of: Case): string | undefined {
    if (one === of.doctor) return undefined;
    return takesPart(world, one, of) ? 'ROLE_NOT_ALLOWED' : 'CASE_NOT_FOUND';
  }
};
