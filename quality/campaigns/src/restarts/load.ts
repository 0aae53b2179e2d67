import { setTimeout as sleep } from 'node:timers/promises';
import type { Reply } from '@health-case/http/testing/client';
import { member } from '../ground/client.ts';
import type { Ground } from '../ground/ground.ts';
import type { Instance, VariantName } from '../ground/processes.ts';
import { type Call, child, endpoint, keyed, numberAt } from '../ground/words.ts';

/** A child that was sent to be added, once or, with a key, until it was. */
export type Sent = { readonly firstName: string; readonly acknowledged: string | undefined; readonly tries: number };

export type Load = {
  /** Milliseconds of the slowest reply, and what it was to. */
  readonly slowest: () => { readonly milliseconds: number; readonly what: string };
  /** How many replies were 503. */
  readonly unavailable: () => number;
  /** How many lists were answered. */
  readonly reads: () => number;
  /** Lets each writer finish what it has begun; resolves to everything that was sent. */
  readonly stop: () => Promise<readonly Sent[]>;
};

type Scene = { readonly ground: Ground; readonly call: Call; readonly processes: readonly Instance[] };

/** How many write at once; every fourth of them reads besides. */
const WRITERS = 24;

/** Parents add children and look at them, without a pause; a reply other than OK must be 503 with the time to wait. */
export const startLoad = (scene: Scene, session: string): Load => {
  const sent: Sent[] = [];
  const counts = { stopping: false, unavailable: 0, reads: 0 };
  let slowest = { milliseconds: 0, what: '' };
  const { ground, call, processes } = scene;

  const asked = async (to: Instance, called: string, body: object, headers = {}): Promise<Reply> => {
    const started = performance.now();
    const reply = await call(to, called, body, headers);
    const milliseconds = performance.now() - started;
    if (milliseconds > slowest.milliseconds) slowest = { milliseconds, what: `${called}: ${reply.text}` };
    if (reply.status === 503) counts.unavailable += 1;
    if (reply.status === 503 && reply.headers['retry-after'] === undefined) ground.wrong('A 503 has no Retry-After.');
    if (reply.status !== 200 && reply.status !== 503) ground.wrong(`${called} came to ${reply.status} ${reply.text}`);
    return reply;
  };

  const write = async (number: string, variant: VariantName, withKey: boolean): Promise<void> => {
    const firstName = `Child ${number}`;
    const body = { id: session, ...child(firstName), socSecNum: number };
    const all = processes.filter((one) => one.variant === variant);
    for (let tries = 1; ; tries += 1) {
      const to = all[Math.floor(Math.random() * all.length)] as Instance;
      const reply = await asked(to, endpoint(variant, 'addChild'), body, withKey ? keyed(number) : {});
      const acknowledged = reply.status === 200 ? member(reply, 'ChildID') : undefined;
      if (acknowledged !== undefined || !withKey) return void sent.push({ firstName, acknowledged, tries });
      await sleep(100);
    }
  };

  const writer = async (_: unknown, nth: number): Promise<void> => {
    for (let round = 0; !counts.stopping; round += 1) {
      const to = processes[(nth + round) % processes.length] as Instance;
      await write(numberAt(nth, round), nth % 2 === 0 ? 'A' : 'B', round % 2 === 0);
      if (nth % 4 !== 0) continue;
      const reply = await asked(to, 'GET /api/Parent/children', { id: session, limit: '10' });
      if (reply.status === 200) counts.reads += 1;
    }
  };
  const writers = Promise.all(Array.from({ length: WRITERS }, writer));
  writers.catch((error: unknown) => ground.wrong(`The load broke off: ${error}`));
  return {
    slowest: () => slowest,
    unavailable: () => counts.unavailable,
    reads: () => counts.reads,
    stop: async () => {
      counts.stopping = true;
      await writers;
      return sent;
    },
  };
};
