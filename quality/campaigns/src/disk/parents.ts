import { setTimeout as sleep } from 'node:timers/promises';
import type { Reply } from '@health-case/http/testing/client';
import { createClient, member, Unanswered } from '../ground/client.ts';
import type { Ground } from '../ground/ground.ts';
import type { Instance } from '../ground/processes.ts';
import { callsOf, child, endpoint, numberAt } from '../ground/words.ts';

export type Parents = {
  /** The ids of the children that were acknowledged so far. */
  readonly acknowledged: ReadonlySet<string>;
  /** How many were refused with 503. */
  readonly refused: () => number;
  /** Lets each finish what it has begun. */
  readonly stop: () => Promise<void>;
};

type To = { readonly instance: Instance; readonly session: string; readonly place: number };

const WRITERS = 4;

/**
 * They add children and look at them, for as long as somebody answers. A child may be refused, with 503 and the time to
 * wait; whoever only looks must be answered. No two places are given the same numbers.
 */
export const startParents = (ground: Ground, { instance, session: id, place }: To): Parents => {
  const call = callsOf(createClient(ground));
  const acknowledged = new Set<string>();
  const counts = { refused: 0, stopping: false };

  const take = (reply: Reply): void => {
    if (reply.status === 200) acknowledged.add(member(reply, 'ChildID'));
    else if (reply.status === 503 && reply.headers['retry-after'] !== undefined) counts.refused += 1;
    else ground.wrong(`A child came to ${reply.status} ${reply.text}`);
  };

  const writer = async (_: unknown, nth: number): Promise<void> => {
    for (let round = 0; !counts.stopping; round += 1) {
      const body = { id, ...child('Ada'), socSecNum: numberAt(place, nth, round) };
      take(await call(instance, endpoint('A', 'addChild'), body));
      const read = await call(instance, 'GET /api/Parent/children', { id, limit: '1' });
      if (read.status !== 200) ground.wrong(`Looking at children came to ${read.status} ${read.text}`);
      await sleep(5);
    }
  };

  const writing = Array.from({ length: WRITERS }, (nothing, nth) =>
    writer(nothing, nth).catch((error: unknown) => {
      if (!(error instanceof Unanswered)) ground.wrong(`A parent broke off: ${error}`);
    }),
  );
  return {
    acknowledged,
    refused: () => counts.refused,
    stop: async () => {
      counts.stopping = true;
      await Promise.all(writing);
    },
  };
};

/** How many children must be acknowledged, or refused, before it is enough. */
const ENOUGH = 12;

/** Milliseconds: on a machine that is busy with other things. */
const PATIENCE = 20_000;

const until = async (reached: () => boolean): Promise<void> => {
  const deadline = performance.now() + PATIENCE;
  while (!reached()) {
    if (performance.now() > deadline) throw new Error('It did not come so far.');
    await sleep(5);
  }
};

/** The first child that is acknowledged shows that all is well; after it, none is refused. */
export const allWell = async ({ wrong }: Ground, { acknowledged, refused }: Parents): Promise<void> => {
  const before = acknowledged.size;
  await until(() => acknowledged.size > before);
  const then = refused();
  await until(() => acknowledged.size >= before + ENOUGH);
  if (refused() > then) wrong(`${refused() - then} children were refused when all was well.`);
};

export const untilRefused = async ({ refused }: Parents): Promise<void> => {
  const before = refused();
  await until(() => refused() >= before + ENOUGH);
};
