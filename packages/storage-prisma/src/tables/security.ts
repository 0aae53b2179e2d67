import { Fault } from '@health-case/domain/errors';
import { answeredAgainSince } from '@health-case/domain/model/idempotency';
import { type Attempts, MOST_NETWORKS } from '@health-case/domain/model/throttle';
import { DAY, type Instant, later } from '@health-case/domain/model/values';
import type { WrappedKey } from '@health-case/domain/ports/security';
import type { Tables } from '@health-case/domain/ports/tables';
import type { Access, Select } from '../client.ts';
import { Conflict } from '../failures.ts';
import type * as Row from '../generated/sqlite/client.ts';
import { type SqlRow, sweep, upsert } from './rows.ts';

const COUNTED = '"count", "notBefore", "forgottenAt", "underWay"';
const ATTEMPTS: Select = `SELECT ${COUNTED} FROM "Throttled" WHERE "key" = $1`;
/** Locks a key, which may have no row yet. */
const LOCK_KEY: Select = 'SELECT pg_advisory_xact_lock(hashtextextended($1, 0))';
const SAVE_ATTEMPTS = upsert('Throttled', 'key', 'count', 'notBefore', 'forgottenAt', 'underWay', 'of');
const TAKE_ATTEMPTS = `DELETE FROM "Throttled" WHERE "of" = $1 RETURNING ${COUNTED}`;

const toAttempts = ({ count, notBefore, forgottenAt, underWay }: SqlRow<Row.Throttled>): Attempts => ({
  ...{ count, notBefore, forgottenAt },
  underWay: underWay.split(',').filter(Boolean).map(Number) as Instant[],
});

export const throttleTable = ({ sql, locks: { change, skip } }: Access): Tables['throttles'] => {
  const sweepAttempts = sweep('Throttled', 'key', 'forgottenAt', skip);
  return {
    find: async (key) => {
      const locked = change && sql.all(LOCK_KEY, key);
      // A statement of its own, so that it sees what was committed while the first waited. The lock of the row is for `takeAll`.
      const [, [row]] = await Promise.all([locked, sql.all<SqlRow<Row.Throttled>>(`${ATTEMPTS}${change}`, key)]);
      return row && toAttempts(row);
    },
    save: (key, { count, notBefore, forgottenAt, underWay }, of) =>
      sql.write(SAVE_ATTEMPTS, key, count, new Date(notBefore), new Date(forgottenAt), underWay.join(), of ?? null),
    remove: (key) => sql.write('DELETE FROM "Throttled" WHERE "key" = $1', key),
    takeAll: async (of) => (await sql.change<SqlRow<Row.Throttled>>(TAKE_ATTEMPTS, of)).map(toAttempts),
    sweep: (forgottenBefore, atMost) => sql.write(sweepAttempts, new Date(forgottenBefore), atMost),
  };
};

const NETWORK: Select = 'SELECT "at" FROM "KnownNetwork" WHERE "key" = $1';
const SAVE_NETWORK = `${upsert('KnownNetwork', 'key', 'accountId', 'at')} WHERE "KnownNetwork"."at" < $4`;
const REMOVE_EARLIEST = `
  DELETE FROM "KnownNetwork" WHERE "accountId" = $1 AND "at" <
    (SELECT "at" FROM "KnownNetwork" WHERE "accountId" = $1 ORDER BY "at" DESC LIMIT 1 OFFSET $2)`;

export const networkTable = ({ sql, locks: { skip } }: Access): Tables['knownNetworks'] => {
  const sweepNetworks = sweep('KnownNetwork', 'key', 'at', skip);
  return {
    find: async (key) => (await sql.all<SqlRow<Row.KnownNetwork>>(NETWORK, key))[0]?.at,
    save: async ({ key, accountId, at }) => {
      await sql.write(SAVE_NETWORK, key, accountId, new Date(at), new Date(later(at, -DAY)));
      await sql.write(REMOVE_EARLIEST, accountId, MOST_NETWORKS - 1);
    },
    forget: (accountId) => sql.write('DELETE FROM "KnownNetwork" WHERE "accountId" = $1', accountId),
    sweep: (lastUsedBefore, atMost) => sql.write(sweepNetworks, new Date(lastUsedBefore), atMost),
  };
};

const OUTCOME: Select = 'SELECT "request", "outcome" FROM "KeptOutcome" WHERE "key" = $1 AND "at" >= $2';
/** Replaces only an outcome that is no longer answered. */
const SAVE_OUTCOME = `${upsert('KeptOutcome', 'key', 'request', 'outcome', 'at')} WHERE "KeptOutcome"."at" < $5`;

export const keptOutcomeTable = ({ sql, locks: { skip } }: Access): Tables['keptOutcomes'] => {
  const sweepOutcomes = sweep('KeptOutcome', 'key', 'at', skip);
  return {
    find: async ({ key, request }, since) => {
      const [kept] = await sql.all<Row.KeptOutcome>(OUTCOME, key, new Date(since));
      return kept && (kept.request === request ? { outcome: kept.outcome } : 'other request');
    },
    save: async ({ key, request, outcome, at }) => {
      const expired = new Date(answeredAgainSince(at));
      const saved = await sql.run(SAVE_OUTCOME, key, request, outcome, new Date(at), expired);
      // Another process has made the same request since this unit of work looked for it.
      if (saved === 0) throw new Conflict();
    },
    sweep: (keptBefore, atMost) => sql.write(sweepOutcomes, new Date(keptBefore), atMost),
  };
};

const COUNT_KEYS: Select = `SELECT count(*) AS "keys" FROM "WrappedKey" WHERE "purpose" <> 'sign'`;
const KEYS: Select = 'SELECT "id", "purpose", "wrapped" FROM "WrappedKey" ORDER BY "place"';
const APPEND_KEY = `
  INSERT INTO "WrappedKey" ("id", "purpose", "wrapped", "place")
  SELECT $1, $2, $3, COALESCE(MAX("place"), 0) + 1 FROM "WrappedKey"`;

/**
 * A transaction that encrypts shares a lock, and then counts the keys. Adding a key takes the lock alone: it waits for every
 * transaction that encrypts, and later ones wait for its commit.
 */
const SHARE_KEYS: Select = 'SELECT pg_advisory_xact_lock_shared(7211206433)';
const LOCK_KEYS: Select = 'SELECT pg_advisory_xact_lock(7211206433)';

export const keyTable = ({ sql, locks }: Access): Tables['keys'] => {
  const count = async (lock = SHARE_KEYS) => {
    // The second statement sees what was committed while the first waited.
    const locked = locks.change && sql.all(lock);
    const [, [found]] = await Promise.all([locked, sql.all<{ readonly keys: number | string }>(COUNT_KEYS)]);
    return Number(found?.keys);
  };
  const append = async (keys: readonly WrappedKey[]) => {
    for (const { id, purpose, wrapped } of keys) await sql.run(APPEND_KEY, id, purpose, wrapped);
  };
  return {
    count,
    all: async () => (await sql.all<Row.WrappedKey>(KEYS)).map(toWrappedKey),
    append: async (keys) => {
      if (locks.change) await sql.all(LOCK_KEYS);
      await append(keys);
    },
    remove: (id) => sql.write(`DELETE FROM "WrappedKey" WHERE "id" = $1 AND "purpose" = 'sign'`, id),
    begin: async (keys) => {
      if ((await count(LOCK_KEYS)) === 0) await append(keys);
    },
  };
};

const toWrappedKey = ({ id, purpose, wrapped }: Row.WrappedKey): WrappedKey => {
  if (purpose === 'seal' || purpose === 'fingerprint' || purpose === 'sign') return { id, purpose, wrapped };
  throw new Fault(`The store holds a key for an unknown purpose: ${purpose}.`);
};
