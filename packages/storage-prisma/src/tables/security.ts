import { Fault } from '@health-case/domain/errors';
import { answeredAgainSince } from '@health-case/domain/model/idempotency';
import { type Attempts, MOST_NETWORKS } from '@health-case/domain/model/throttle';
import { DAY, later } from '@health-case/domain/model/values';
import type { WrappedKey } from '@health-case/domain/ports/security';
import type { Tables } from '@health-case/domain/ports/tables';
import type { Access } from '../client.ts';
import { Conflict } from '../failures.ts';
import type * as Row from '../generated/sqlite/client.ts';
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

export const throttleTable = ({ sql }: Access): Tables['throttles'] => ({
  find: async (key) => {
    const [, found] = await Promise.all([sql.lock(SQL.LOCK_KEY, key), sql.rows(SQL.FIND_ATTEMPTS, key)]);
    return modelOf(found[0], toAttempts);
  },
  save: (key, { count, notBefore, forgottenAt, underWay }, of) => {
    const dates = [new Date(notBefore), new Date(forgottenAt)] as const;
    return sql.write(SQL.SAVE_ATTEMPTS, key, count, ...dates, underWay.join(), of ?? null);
  },
  remove: (key) => sql.write(SQL.REMOVE_ATTEMPTS, key),
  takeAll: async (of) => (await sql.rows(SQL.TAKE_ATTEMPTS_OF, of)).map(toAttempts),
  sweep: (forgottenBefore, atMost) => sql.write(SQL.SWEEP_ATTEMPTS, new Date(forgottenBefore), atMost),
});

export const networkTable = ({ sql, write }: Access): Tables['knownNetworks'] => ({
  find: async (key) => {
    return (await sql.rows(SQL.FIND_NETWORK, key))[0]?.at;
  },
  save: async ({ key, accountId, at }) => {
    await sql.write(SQL.SAVE_NETWORK, key, accountId, new Date(at), new Date(later(at, -DAY)));
    await sql.write(SQL.REMOVE_EARLIEST, accountId, MOST_NETWORKS - 1);
  },
  forget: (accountId) => write(({ knownNetwork }) => knownNetwork.deleteMany({ where: { accountId } })),
  sweep: (lastUsedBefore, atMost) => sql.write(SQL.SWEEP_NETWORKS, new Date(lastUsedBefore), atMost),
});

export const keptOutcomeTable = ({ sql }: Access): Tables['keptOutcomes'] => ({
  find: async ({ key, request }, since) => {
    const [kept] = await sql.rows(SQL.FIND_OUTCOME, key, new Date(since));
    return modelOf(kept, ({ outcome }) => (kept?.request === request ? { outcome } : 'other request'));
  },
  save: async ({ key, request, outcome, at }) => {
    const expired = new Date(answeredAgainSince(at));
    const saved = await sql.count(SQL.SAVE_OUTCOME, key, request, outcome, new Date(at), expired);
    // Another process has made the same request since this unit of work looked for it.
    if (saved === 0) throw new Conflict();
  },
  sweep: (keptBefore, atMost) => sql.write(SQL.SWEEP_OUTCOMES, new Date(keptBefore), atMost),
});

export const keyTable = ({ sql, read, write }: Access): Tables['keys'] => {
  const countBehind = async (lock: typeof SQL.SHARE_KEYS) => {
    // The second statement sees what was committed while the first waited.
    const [, keys] = await Promise.all([sql.lock(lock), sql.rows(SQL.ENCRYPTING_KEYS)]);
    return keys.length;
  };
  const append = async (keys: readonly WrappedKey[]) => {
    for (const { id, purpose, wrapped } of keys) await sql.count(SQL.APPEND_KEY, id, purpose, wrapped);
  };
  return {
    count: () => countBehind(SQL.SHARE_KEYS),
    all: async () =>
      (await read(({ wrappedKey }) => wrappedKey.findMany({ orderBy: { place: 'asc' } }))).map(toWrappedKey),
    append: async (keys) => {
      await sql.lock(SQL.LOCK_KEYS);
      await append(keys);
    },
    remove: (id) => write(({ wrappedKey }) => wrappedKey.deleteMany({ where: { id, purpose: 'sign' } })),
    begin: async (keys) => {
      if ((await countBehind(SQL.LOCK_KEYS)) === 0) await append(keys);
    },
  };
};

const toWrappedKey = ({ id, purpose, wrapped }: Pick<Row.WrappedKey, keyof WrappedKey>): WrappedKey => {
  if (purpose === 'seal' || purpose === 'fingerprint' || purpose === 'sign') return { id, purpose, wrapped };
  throw new Fault(`The store holds a key for an unknown purpose: ${purpose}.`);
};
