import { Fault } from '@health-case/domain/errors';
import { answeredAgainSince, type KeptRequest } from '@health-case/domain/model/idempotency';
import { type Attempts, MOST_NETWORKS } from '@health-case/domain/model/throttle';
import { DAY, later } from '@health-case/domain/model/values';
import type { Keyring, WrappedKey } from '@health-case/domain/ports/security';
import type { Stores } from '@health-case/domain/ports/storage';
import type { Access } from '../client.ts';
import { Conflict } from '../failures.ts';
import type * as Row from '../generated/sqlite/client.ts';
import type { Sealer } from '../sealer.ts';
import * as SQL from '../statements/security.ts';
import { modelOf, type Stored, toInstant } from './rows.ts';

const toAttempts = ({
  count,
  notBefore,
  forgottenAt,
  underWay,
}: Omit<Stored<Row.Throttled>, 'key' | 'of'>): Attempts => ({
  count,
  notBefore: toInstant(notBefore),
  forgottenAt: toInstant(forgottenAt),
  underWay: underWay
    .split(',')
    .filter(Boolean)
    .map((moment) => toInstant(Number(moment))),
});

export const throttleStore = ({ sql }: Access, { fingerprint }: Sealer): Stores['throttles'] => {
  const hidden = (key: string): string => fingerprint(key, 'Throttled:key');
  return {
    find: async (clear) => {
      const key = hidden(clear);
      const [, found] = await Promise.all([sql.lock(SQL.LOCK_KEY, key), sql.rows(SQL.FIND_ATTEMPTS, key)]);
      return modelOf(found[0], toAttempts);
    },
    save: (key, { count, notBefore, forgottenAt, underWay }, of) => {
      const dates = [new Date(notBefore), new Date(forgottenAt)] as const;
      const hiddenOf = of === undefined ? null : hidden(of);
      return sql.write(SQL.SAVE_ATTEMPTS, hidden(key), count, ...dates, underWay.join(), hiddenOf);
    },
    remove: (key) => sql.write(SQL.REMOVE_ATTEMPTS, hidden(key)),
    takeAll: async (of) => (await sql.rows(SQL.TAKE_ATTEMPTS_OF, hidden(of))).map(toAttempts),
    sweep: (forgottenBefore, atMost) => sql.write(SQL.SWEEP_ATTEMPTS, new Date(forgottenBefore), atMost),
  };
};

export const networkStore = ({ sql, write }: Access, { fingerprint }: Sealer): Stores['knownNetworks'] => {
  const hidden = (key: string): string => fingerprint(key, 'KnownNetwork:key');
  return {
    find: async (key) => (await sql.rows(SQL.FIND_NETWORK, hidden(key)))[0]?.at,
    save: async ({ key, accountId, at }) => {
      await sql.write(SQL.SAVE_NETWORK, hidden(key), accountId, new Date(at), new Date(later(at, -DAY)));
      await sql.write(SQL.REMOVE_EARLIEST, accountId, MOST_NETWORKS - 1);
    },
    forget: (accountId) => write(({ knownNetwork }) => knownNetwork.deleteMany({ where: { accountId } })),
    sweep: (lastUsedBefore, atMost) => sql.write(SQL.SWEEP_NETWORKS, new Date(lastUsedBefore), atMost),
  };
};

export const keptOutcomeStore = ({ sql }: Access, { fingerprint }: Sealer): Stores['keptOutcomes'] => {
  const hidden = ({ key, request }: KeptRequest) => ({
    key: fingerprint(key, 'KeptOutcome:key'),
    request: fingerprint(request, `KeptOutcome:request:${key}`),
  });
  return {
    find: async (wanted, since) => {
      const { key, request } = hidden(wanted);
      const [kept] = await sql.rows(SQL.FIND_OUTCOME, key, new Date(since));
      return modelOf(kept, ({ outcome }) => (kept?.request === request ? { outcome } : 'other request'));
    },
    save: async ({ outcome, at, ...made }) => {
      const { key, request } = hidden(made);
      const expired = new Date(answeredAgainSince(at));
      const saved = await sql.count(SQL.SAVE_OUTCOME, key, request, outcome, new Date(at), expired);
      // Another process has made the same request since this unit of work looked for it.
      if (saved === 0) throw new Conflict();
    },
    sweep: (keptBefore, atMost) => sql.write(SQL.SWEEP_OUTCOMES, new Date(keptBefore), atMost),
  };
};

/** The keys of the store, wrapped. */
export const keyTable = ({ sql, read, write }: Access) => {
  const countBehind = async (lock: typeof SQL.SHARE_KEYS) => {
    // The second statement sees what was committed while the first waited.
    const [, keys] = await Promise.all([sql.lock(lock), sql.rows(SQL.ENCRYPTING_KEYS)]);
    return keys.length;
  };
  const append = async (keys: readonly WrappedKey[]) => {
    for (const { id, purpose, wrapped } of keys) await sql.count(SQL.APPEND_KEY, id, purpose, wrapped);
  };
  return {
    /** The number of keys that encrypt. Within a transaction it stays the same. */
    count: () => countBehind(SQL.SHARE_KEYS),
    /** In the order in which they were appended. */
    all: async (): Promise<readonly WrappedKey[]> =>
      (await read(({ wrappedKey }) => wrappedKey.findMany({ orderBy: { place: 'asc' } }))).map(toWrappedKey),
    append: async (keys: readonly WrappedKey[]): Promise<void> => {
      await sql.lock(SQL.LOCK_KEYS);
      await append(keys);
    },
    /** Removes only a key that signs. */
    remove: (id: WrappedKey['id']) =>
      write(({ wrappedKey }) => wrappedKey.deleteMany({ where: { id, purpose: 'sign' } })),
    /** Does nothing if there are keys. */
    begin: async (keys: readonly WrappedKey[]): Promise<void> => {
      if ((await countBehind(SQL.LOCK_KEYS)) === 0) await append(keys);
    },
  };
};

const toWrappedKey = ({ id, purpose, wrapped }: Pick<Row.WrappedKey, keyof WrappedKey>): WrappedKey => {
  if (purpose === 'seal' || purpose === 'fingerprint' || purpose === 'sign') return { id, purpose, wrapped };
  throw new Fault(`The store holds a key for an unknown purpose: ${purpose}.`);
};

export const signingKeyStore = (
  { all, append, remove }: ReturnType<typeof keyTable>,
  { createNext, unwrapSigning }: Keyring,
): Stores['signingKeys'] => ({
  all: async () => Promise.all((await all()).filter(({ purpose }) => purpose === 'sign').map(unwrapSigning)),
  add: async () => {
    const key = await createNext('sign');
    await append([key]);
    return unwrapSigning(key);
  },
  remove,
});
