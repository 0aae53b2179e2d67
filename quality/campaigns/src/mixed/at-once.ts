import { endpoint, keyed, member as memberOf } from '@health-case/harness/client';
import { tally } from '@health-case/harness/load';
import { anyCase } from './cases.ts';
import { isLive, type Member, newest, ofRole } from './model.ts';
import type { Player } from './player.ts';

/** Two processes of a variant, or of whichever. */
const twoProcesses = ({ process }: Player, variant?: 'A' | 'B') => {
  const one = process(variant);
  for (;;) {
    const other = process(variant);
    if (other !== one) return [one, other] as const;
  }
};

/** One request with one key, sent to two processes at once, is done once, and both are told the same (D-24). */
export const addChildTwiceAtOnce = async (player: Player): Promise<void> => {
  const { world, random, put, records, wrong } = player;
  const parent = random.pick(ofRole(world, 'Par')) as Member;
  const facts = { firstName: `Child ${world.children.length}`, lastName: world.name };
  const headers = keyed(`${world.children.length}/${random.below(1e9)}`);
  const called = endpoint('B', 'addChild');
  const replies = await Promise.all(
    twoProcesses(player, 'B').map((to) => put({ endpoint: called, as: parent, body: facts, headers, to })),
  );
  const ids = new Set(replies.map(({ reply }) => reply.text));
  const reply = replies[0]?.reply;
  if (!reply || ids.size !== 1 || reply.status !== 200) {
    wrong(`${world.name}: a child sent to two processes at once came to ${[...ids].join(' and ')}`);
    return;
  }
  records.expect('child added', 'OK');
  for (const _ of replies) records.allow('child added', 'REQUEST_IN_FLIGHT');
  world.children.push({ ...facts, id: memberOf(reply, 'ChildID'), parent });
};

/** Of two who close a task at once, one does. */
export const closeTwiceAtOnce = async (player: Player): Promise<void> => {
  const { put, records, wrong, world } = player;
  const about = anyCase(player);
  const task = about?.tasks.find(({ closed }) => !closed);
  if (!about || !task) return;
  const replies = await Promise.all(
    twoProcesses(player).map((to) => put({ endpoint: `POST /api/Task/${task.id}/close`, as: about.doctor, to })),
  );
  const outcomes = tally(replies.map(({ reply }) => reply.code ?? 'OK'));
  const doubted = replies.some(({ doubts }) => doubts > 0);
  if (doubted) for (const _ of replies) records.allow('task closed', 'TASK_ALREADY_CLOSED');
  else if (outcomes['OK'] !== 1 || outcomes['TASK_ALREADY_CLOSED'] !== 1) {
    wrong(`${world.name}: two closes at once of one task came to ${JSON.stringify(outcomes)}`);
  }
  records.expect('task closed', 'OK');
  records.expect('task closed', 'TASK_ALREADY_CLOSED');
  task.closed = true;
  about.lastClosed = task;
  about.events.push({ by: about.doctor.id, action: 'task closed', reason: null });
};

/** Of two who request a certification at once, both get the same (D-22). */
export const requestTwiceAtOnce = async (player: Player): Promise<void> => {
  const { put, records, wrong, world } = player;
  const about = anyCase(player);
  const task = about?.tasks.find((one) => one.closed && !isLive(newest(one)));
  if (!about || !task) return;
  const replies = await Promise.all(
    twoProcesses(player, 'A').map((to) =>
      put({ endpoint: `POST /api/Case/${task.id}/certreq`, as: about.child.parent, to }),
    ),
  );
  const ids = new Set(replies.map(({ reply }) => reply.text));
  const reply = replies[0]?.reply;
  if (!reply || ids.size !== 1 || reply.status !== 200) {
    wrong(`${world.name}: two requests at once of a certification came to ${[...ids].join(' and ')}`);
    return;
  }
  for (const { doubts } of replies) {
    records.expect('certification requested', 'OK');
    for (let doubt = 0; doubt < doubts; doubt += 1) records.allow('certification requested', 'OK');
  }
  task.certifications.push({ id: memberOf(reply, 'certID'), status: 'requested' });
  about.events.push({ by: about.child.parent.id, action: 'certification requested', reason: null });
};
