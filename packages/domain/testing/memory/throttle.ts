import { MOST_NETWORKS } from '../../src/model/throttle.ts';
import { DAY } from '../../src/model/values.ts';
import type { Stores } from '../../src/ports/storage.ts';
import { leaveLatest, type MemoryTables, type Sync } from './table.ts';

type ThrottleStores = Pick<Stores, 'knownNetworks' | 'throttles'>;

export const throttleStores = ({ knownNetworks, throttles }: MemoryTables): Sync<ThrottleStores> => ({
  knownNetworks: {
    find: (key) => knownNetworks.find(key)?.at,
    save: (network) => {
      if ((knownNetworks.find(network.key)?.at ?? Number.NEGATIVE_INFINITY) >= network.at - DAY) return;
      knownNetworks.put(network);
      leaveLatest(knownNetworks, MOST_NETWORKS, network.accountId);
    },
    forget: (accountId) => knownNetworks.remove({ accountId }),
    sweep: knownNetworks.sweep('at'),
  },
  throttles: {
    find: (keys) => keys.map((key) => throttles.find(key)?.attempts),
    begin: (all) => {
      const isNew = all.every(({ key }) => !throttles.find(key));
      if (isNew) for (const { key, attempts, of } of all) throttles.put({ key, attempts, of });
      return isNew;
    },
    end: (keys, { underWay }) => {
      const found = keys.map((key) => throttles.find(key)?.attempts);
      const isAlone = found.every((one) => one?.count === 0 && one.underWay.join() === underWay.join());
      if (isAlone) for (const key of keys) throttles.drop(key);
      return isAlone;
    },
    save: (all) => {
      for (const { key, attempts, of } of all) throttles.put({ key, attempts, of });
    },
    remove: (keys) => {
      for (const key of keys) throttles.drop(key);
    },
    takeAll: (of) => {
      const taken = throttles.all({ of });
      throttles.remove({ of });
      return taken.map(({ attempts }) => attempts);
    },
    sweep: (before, atMost) => throttles.remove(({ attempts }) => attempts.forgottenAt < before, atMost),
  },
});
