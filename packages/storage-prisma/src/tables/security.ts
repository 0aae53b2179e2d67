import { answeredAgainSince, type KeptRequest } from '@health-case/domain/model/idempotency';
import { type Attempts, MOST_NETWORKS } from '@health-case/domain/model/throttle';
import { DAY, later } from '@health-case/domain/model/values';
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
