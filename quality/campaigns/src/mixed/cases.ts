import { keyed, member as memberOf } from '@health-case/harness/client';
import { byId, type Case, childrenOf, type Member, ofRole, takesPart, worksFor } from './model.ts';
import { askPage } from './page.ts';
import type { Player } from './player.ts';

/** Mostly one of the latest, so that much happens in each. */
export const anyCase = ({ world, random }: Player): Case | undefined =>
  random.pick(random.chance(0.8) ? world.cases.slice(-6) : world.cases);

/** Mostly one who has a part in it. */
export const anyActor = ({ world, random }: Player, about: Case): Member =>
  random.pick(
    random.chance(0.85) ? world.people.filter((member) => takesPart(world, member, about)) : world.people,
  ) as Member;

const facts = ({ id, title, finished, child, doctor }: Case) => ({
  id,
  title,
  status: finished ? 'finished' : 'ongoing',
  ChildID: child.id,
  DocID: doctor.id,
});

export const openCase = async (player: Player): Promise<void> => {
  const { world, random, ask } = player;
  const child = random.pick(world.children.slice(-20));
  if (!child) return;
  const doctor = random.pick(random.chance(0.9) ? ofRole(world, 'Doc') : world.people) as Member;
  const actor = random.chance(0.6) ? child.parent : (random.pick(world.people) as Member);
  const title = `Case ${world.cases.length}`;
  const ChildID = random.chance(0.95) ? child.id : doctor.id;
  const body = { ChildID, DocID: doctor.id, title };
  const refused = refusalOf();
  const headers = keyed(`${world.cases.length}/${random.below(1e9)}`);
  const reply = await ask({ endpoint: 'POST /api/Case', as: actor, body, headers }, { refused, record: 'case opened' });
  if (!reply) return;
  const events = [{ by: actor.id, action: 'case opened', reason: null }];
  const opened = { id: memberOf(reply, 'CaseID'), title, child, doctor, finished: false, tasks: [], events };
  world.cases.push({ ...opened, lastClosed: undefined });

  function refusalOf(): string | undefined {
    if (doctor.role !== 'Doc') return 'DOCTOR_NOT_FOUND';
    if (actor.role !== 'Par' && !worksFor(world, actor, doctor)) return 'ROLE_NOT_ALLOWED';
    if (ChildID !== child?.id) return 'CHILD_NOT_FOUND';
    const open = actor.role === 'Par' ? child.parent === actor : childrenOf(world, doctor).includes(child);
    return open ? undefined : 'CHILD_NOT_FOUND';
  }
};

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;
/** An instant is the service's to choose; that there is one, or none, is not. */
export const instant = (given: unknown, wanted = true): unknown =>
  wanted && !INSTANT.test(String(given)) ? 'an instant' : wanted ? given : null;

export const showCase = async (player: Player): Promise<void> => {
  const about = anyCase(player);
  if (!about) return;
  const actor = anyActor(player, about);
  const tasks = byId(about.tasks);
  await player.ask(
    { endpoint: `GET /api/Case/${about.id}`, as: actor },
    {
      refused: takesPart(player.world, actor, about) ? undefined : 'CASE_NOT_FOUND',
      contentLike: (given) => ({
        ...facts(about),
        openedAt: instant(given['openedAt']),
        finishedAt: instant(given['finishedAt'], about.finished),
        tasks: tasks.map(({ id, title, closed }, nth) => {
          const closedAt = (given['tasks'] as { closedAt: unknown }[])[nth]?.closedAt;
          return { id, title, status: closed ? 'closed' : 'open', closedAt: instant(closedAt, closed) };
        }),
      }),
      record: 'case shown',
    },
  );
};

export const showHistory = async (player: Player): Promise<void> => {
  const about = anyCase(player);
  if (!about) return;
  const actor = anyActor(player, about);
  await player.ask(
    { endpoint: `GET /api/Case/${about.id}/history`, as: actor },
    {
      refused: takesPart(player.world, actor, about) ? undefined : 'CASE_NOT_FOUND',
      contentLike: (given) =>
        about.events.map((event, nth) => {
          const { id, at } = (given as unknown as { id: string; at: unknown }[])[nth] ?? {};
          return { id: `${id}`, at: instant(at), ...event };
        }),
      record: 'history shown',
    },
  );
};

export const listCases = async (player: Player): Promise<void> => {
  const actor = player.random.pick(player.world.people) as Member;
  const own = player.world.cases.filter((one) => takesPart(player.world, actor, one));
  await askPage(player, 'GET /api/Case', actor, { list: byId(own).map(facts), record: 'cases listed' });
};
