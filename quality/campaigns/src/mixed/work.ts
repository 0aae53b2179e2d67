import { keyed, member as memberOf } from '@health-case/harness/client';
import { anyActor, anyCase } from './cases.ts';
import { type Case, type Member, takesPart, type World, worksFor } from './model.ts';
import type { Player } from './player.ts';

/** D-23: its doctor and their assistants work on a case; the parent sees it only, and for strangers there is none. */
const mayWork = (world: World, actor: Member, about: Case, notFound = 'CASE_NOT_FOUND'): string | undefined => {
  if (!takesPart(world, actor, about)) return notFound;
  return worksFor(world, actor, about.doctor) ? undefined : 'ROLE_NOT_ALLOWED';
};

export const addTask = async (player: Player): Promise<void> => {
  const about = anyCase(player);
  if (!about) return;
  const actor = anyActor(player, about);
  const title = `Task ${about.tasks.length}`;
  const refused = mayWork(player.world, actor, about) ?? (about.finished ? 'CASE_FINISHED' : undefined);
  const headers = keyed(`${about.id}/${about.tasks.length}/${player.random.below(1e9)}`);
  const question = { endpoint: `POST /api/Case/${about.id}/tasks`, as: actor, body: { title }, headers };
  const reply = await player.ask(question, { refused, record: 'task added' });
  if (!reply) return;
  about.tasks.push({ id: memberOf(reply, 'TaskID'), title, closed: false, certifications: [] });
  about.events.push({ by: actor.id, action: 'task added', reason: null });
};

export const closeTask = async (player: Player): Promise<void> => {
  const about = anyCase(player);
  const task = about && player.random.pick(about.tasks.slice(-3));
  if (!about || !task) return;
  const actor = anyActor(player, about);
  const mayNot = mayWork(player.world, actor, about, 'TASK_NOT_FOUND');
  const refused = mayNot ?? (task.closed ? 'TASK_ALREADY_CLOSED' : undefined);
  const question = { endpoint: `POST /api/Task/${task.id}/close`, as: actor };
  if (!(await player.ask(question, { refused, content: null, record: 'task closed', repeated: 'TASK_ALREADY_CLOSED' })))
    return;
  task.closed = true;
  about.lastClosed = task;
  about.events.push({ by: actor.id, action: 'task closed', reason: null });
};

export const finishCase = async (player: Player): Promise<void> => {
  const about = anyCase(player);
  if (!about) return;
  const actor = anyActor(player, about);
  const open = about.tasks.some(({ closed }) => !closed) ? 'TASKS_OPEN' : undefined;
  const refused = mayWork(player.world, actor, about) ?? (about.finished ? 'CASE_FINISHED' : open);
  const question = { endpoint: `POST /api/Case/${about.id}/finish`, as: actor };
  if (!(await player.ask(question, { refused, content: null, record: 'case finished', repeated: 'CASE_FINISHED' })))
    return;
  about.finished = true;
  about.events.push({ by: actor.id, action: 'case finished', reason: null });
};

export const reopenCase = async (player: Player): Promise<void> => {
  const { world, random, ask } = player;
  const about = random.pick(world.cases.filter(({ finished }) => finished)) ?? anyCase(player);
  if (!about) return;
  const actor = random.chance(0.7) ? about.doctor : anyActor(player, about);
  const mayNot = takesPart(world, actor, about) ? 'ROLE_NOT_ALLOWED' : 'CASE_NOT_FOUND';
  const refused = actor !== about.doctor ? mayNot : about.finished ? undefined : 'CASE_ONGOING';
  const body = { reason: 'More is to be done.' };
  const question = { endpoint: `POST /api/Case/${about.id}/reopen`, as: actor, body };
  if (!(await ask(question, { refused, content: null, record: 'case reopened', repeated: 'CASE_ONGOING' }))) return;
  about.finished = false;
  about.events.push({ by: actor.id, action: 'case reopened', ...body });
};
