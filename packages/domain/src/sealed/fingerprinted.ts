import type { Fingerprint } from '../model/audit.ts';
import type { KeptRequest } from '../model/idempotency.ts';
import type { Stores } from '../ports/storage.ts';
import type { Tables } from '../ports/tables.ts';

export const sealedKeptOutcomes = (table: Tables['keptOutcomes'], fingerprint: Fingerprint): Stores['keptOutcomes'] => {
  const hidden = ({ key, request }: KeptRequest) => ({
    key: fingerprint(key, 'KeptOutcome:key'),
    request: fingerprint(request, `KeptOutcome:request:${key}`),
  });
  return {
    ...table,
    find: async (wanted, since) => table.find(hidden(wanted), since),
    save: async (kept) => table.save({ ...kept, ...hidden(kept) }),
  };
};

export const sealedThrottles = (table: Tables['throttles'], fingerprint: Fingerprint): Stores['throttles'] => {
  const hidden = (key: string): string => fingerprint(key, 'Throttled:key');
  return {
    ...table,
    find: async (key) => table.find(hidden(key)),
    save: async (key, attempts, of) => table.save(hidden(key), attempts, of && hidden(of)),
    remove: async (key) => table.remove(hidden(key)),
    takeAll: async (of) => table.takeAll(hidden(of)),
  };
};

export const sealedNetworks = (table: Tables['knownNetworks'], fingerprint: Fingerprint): Stores['knownNetworks'] => {
  const hidden = (key: string): string => fingerprint(key, 'KnownNetwork:key');
  return {
    ...table,
    find: async (key) => table.find(hidden(key)),
    save: async (network) => table.save({ ...network, key: hidden(network.key) }),
  };
};
