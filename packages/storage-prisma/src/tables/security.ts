import { Fault } from '@health-case/domain/errors';
import { answeredAgainSince } from '@health-case/domain/model/idempotency';
import type { Instant } from '@health-case/domain/model/values';
import type { WrappedKey } from '@health-case/domain/ports/security';
import type { Tables } from '@health-case/domain/ports/tables';
import type { Access } from '../client.ts';
import { Conflict } from '../failures.ts';
import type * as Row from '../generated/sqlite/client.ts';
import { type SqlRow, sweep, upsert } from './rows.ts';

const COUNTED = '"count", "notBefore", "forgottenAt", "underWay"';
const ATTEMPTS = `SELECT ${COUNTED} FROM "Throttled" WHERE "key" = $1`;
/** Locks the row. If there is none it makes one, which stays hidden until the transaction ends. */
const LOCK_ATTEMPTS = `
  INSERT INTO "Throttled" ("key", ${COUNTED}) VALUES ($1, 0, 'epoch', 'epoch', '')
  ON CONFLICT ("key") DO UPDATE SET "count" = "Throttled"."count" RETURNING ${COUNTED}`;
const SAVE_ATTEMPTS = upsert('Throttled', 'key', 'count', 'notBefore', 'forgottenAt', 'underWay');

export const throttleTable = ({ sql, locks: { change, skip } }: Access): Tables['throttles'] => {
  const sweepAttempts = sweep('Throttled', 'key', 'forgottenAt', skip);
  return {
    find: async (key) => {
      const [row] = await sql.all<SqlRow<Row.Throttled>>(change ? LOCK_ATTEMPTS : ATTEMPTS, key);
      if (!row || (row.count === 0 && row.underWay === '')) return undefined;
      return { ...row, underWay: row.underWay.split(',').filter(Boolean).map(Number) as Instant[] };
    },
    save: (key, { count, notBefore, forgottenAt, underWay }) =>
      sql.write(SAVE_ATTEMPTS, key, count, new Date(notBefore), new Date(forgottenAt), underWay.join()),
    remove: (key) => sql.write('DELETE FROM "Throttled" WHERE "key" = $1', key),
    sweep: (forgottenBefore, atMost) => sql.write(sweepAttempts, new Date(forgottenBefore), atMost),
  };
};

const OUTCOME = 'SELECT "request", "outcome" FROM "KeptOutcome" WHERE "key" = $1 AND "at" >= $2';
/** Replaces only an outcome that is no longer answered. */
const SAVE_OUTCOME = `${upsert('KeptOutcome', 'key', 'request', 'outcome', 'at')} WHERE "KeptOutcome"."at" < $5`;

export const retryTable = ({ sql, locks: { skip } }: Access): Tables['retries'] => {
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

const COUNT_KEYS = `SELECT count(*) AS "keys" FROM "WrappedKey" WHERE "purpose" <> 'sign'`;
const KEYS = 'SELECT "id", "purpose", "wrapped" FROM "WrappedKey" ORDER BY "place"';
const APPEND_KEY = `
  INSERT INTO "WrappedKey" ("id", "purpose", "wrapped", "place")
  SELECT $1, $2, $3, COALESCE(MAX("place"), 0) + 1 FROM "WrappedKey"`;

/**
 * Before it encrypts, a transaction locks "Child" in the mode that writing a child takes anyway, and then counts the keys. Adding a
 * key takes a mode that conflicts: it waits for every transaction that encrypts, and later ones wait for its commit.
 */
const LOCK_TO_COUNT = 'LOCK TABLE "Child" IN ROW EXCLUSIVE MODE';
const LOCK_TO_ADD = 'LOCK TABLE "Child" IN SHARE ROW EXCLUSIVE MODE';

export const keyTable = ({ sql, locks }: Access): Tables['keys'] => {
  const count = async (lock = LOCK_TO_COUNT) => {
    if (locks.change) await sql.write(lock);
    return Number((await sql.all<{ readonly keys: number | string }>(COUNT_KEYS))[0]?.keys);
  };
  const append = async (keys: readonly WrappedKey[]) => {
    for (const { id, purpose, wrapped } of keys) await sql.run(APPEND_KEY, id, purpose, wrapped);
  };
  return {
    count,
    all: async () => (await sql.all<Row.WrappedKey>(KEYS)).map(toWrappedKey),
    append: async (keys) => {
      if (locks.change) await sql.write(LOCK_TO_ADD);
      await append(keys);
    },
    remove: (id) => sql.write(`DELETE FROM "WrappedKey" WHERE "id" = $1 AND "purpose" = 'sign'`, id),
    begin: async (keys) => {
      if ((await count(LOCK_TO_ADD)) === 0) await append(keys);
    },
  };
};

const toWrappedKey = ({ id, purpose, wrapped }: Row.WrappedKey): WrappedKey => {
  if (purpose === 'seal' || purpose === 'fingerprint' || purpose === 'sign') return { id, purpose, wrapped };
  throw new Fault(`The store holds a key for an unknown purpose: ${purpose}.`);
};
