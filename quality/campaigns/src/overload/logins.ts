import { setTimeout as sleep } from 'node:timers/promises';
import type { Reply } from '@health-case/http/testing/client';
import { createClient, retryAfter } from '../ground/client.ts';
import type { Ground } from '../ground/ground.ts';
import type { Instance } from '../ground/processes.ts';
import { callsOf, endpoint, PASSWORD } from '../ground/words.ts';

export type Logins = {
  /** Those that are not answered yet. */
  readonly waiting: () => number;
  /** Milliseconds until each of those that there was no room for was told so. */
  readonly refusedAfter: readonly number[];
  /** Those who had a place, and were told to come back when they had waited for too long (P-22). */
  readonly gaveUp: () => number;
  /** Sends no more; resolves when all that were sent are answered. */
  readonly stop: () => Promise<void>;
};

/** Milliseconds: P-22. */
const PATIENCE = 15_000;

/** Clients that log in to accounts which are not there, each again after its answer, or when it is told to. */
export const startLogins = (ground: Ground, instances: readonly Instance[], clients: number, name: string): Logins => {
  const call = callsOf(createClient(ground));
  const stopping = new AbortController();
  const { signal } = stopping;
  let [waiting, gaveUp] = [0, 0];
  const refusedAfter: number[] = [];
  /** Being told to stop while it waits is no failure. */
  const pause = (milliseconds: number) => sleep(milliseconds, undefined, { signal }).catch(() => undefined);

  const refused = async (reply: Reply, after: number): Promise<void> => {
    if (reply.code !== 'OVERLOADED') ground.wrong(`A login came to ${reply.text}`);
    if (reply.headers['retry-after'] === undefined) ground.wrong('A refusal does not say when to come back.');
    if (after < PATIENCE) refusedAfter.push(after);
    else gaveUp += 1;
    await pause(retryAfter(reply) * (0.5 + Math.random()));
  };

  const logIn = async (client: number): Promise<void> => {
    const to = instances[client % instances.length] as Instance;
    // Not all in the same millisecond of this process, whose own work would be measured then.
    await pause(Math.random() * clients);
    for (let nth = 0; !signal.aborted; nth += 1) {
      const started = performance.now();
      waiting += 1;
      const email = `${name}.${client}.${nth}@example.org`;
      const reply = await call(to, endpoint(to.variant, 'logIn'), { email, password: PASSWORD });
      waiting -= 1;
      if (reply.code !== 'CREDENTIALS_WRONG') await refused(reply, performance.now() - started);
    }
  };
  const all = Promise.all(Array.from({ length: clients }, (_, client) => logIn(client)));
  all.catch((error: unknown) => {
    // Whoever is not waited for any more need not be answered.
    if (!signal.aborted) ground.wrong(`A login was not answered: ${error}`);
  });
  return {
    waiting: () => waiting,
    refusedAfter,
    gaveUp: () => gaveUp,
    stop: () => {
      stopping.abort();
      return all.then(() => undefined);
    },
  };
};
