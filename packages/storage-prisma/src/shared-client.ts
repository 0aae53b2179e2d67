import { AsyncLocalStorage } from 'node:async_hooks';
import { Fault } from '@health-case/domain/errors';
import { once } from '@health-case/domain/once';
import type { Client } from './access.ts';

/**
 * One client for all connections of a process, so that it is loaded, and each shape of a query compiled, once. `Way` is
 * how its statements reach the database: what is asked of it within `over` goes the way that is given there.
 */
export const sharedClient = <Way extends object>(make: (current: () => Way) => Promise<Client>) => {
  const ways = new AsyncLocalStorage<Way>();
  const current = (): Way => {
    const way = ways.getStore();
    if (way) return way;
    throw new Fault("Prisma's client was asked for something outside of a connection.");
  };
  const load = once(() => make(current));
  return {
    over: async <T>(way: Way, work: (client: Client) => Promise<T>): Promise<T> => {
      const client = await load();
      return ways.run(way, async () => work(client));
    },
  };
};
