import { columnsOf, lockOf, query, quoted, type Statement, sweepOf, upsert } from './statement.ts';

/** A key may have no row yet, which could be locked. */
export const LOCK_KEY: Statement<[key: string]> = {
  reason: 'lock',
  why: 'Attempts of one key are counted one after another.',
  text: 'SELECT pg_advisory_xact_lock(hashtextextended($1, 0))',
};
export const LOCK_ATTEMPTS = lockOf('change', 'Throttled', 'key');
export const LOCK_ATTEMPTS_OF = lockOf('change', 'Throttled', 'of');
export const SWEEP_ATTEMPTS = sweepOf('Throttled', 'key', 'forgottenAt');

export const SAVE_NETWORK: Statement<[key: string, accountId: string, at: Date, dayBefore: Date]> = {
  reason: 'race',
  why: 'Inserts the row, or changes it if it is old.',
  text: `${upsert(columnsOf('KnownNetwork', 'key', 'accountId', 'at'))} WHERE "KnownNetwork"."at" < $4`,
};
export const REMOVE_EARLIEST_NETWORKS: Statement<[accountId: string, most: number]> = {
  reason: 'race',
  why: 'Logins at once leave no more than so many.',
  text: `DELETE FROM "KnownNetwork" WHERE "accountId" = $1 AND "at" <
    (SELECT "at" FROM "KnownNetwork" WHERE "accountId" = $1 ORDER BY "at" DESC LIMIT 1 OFFSET $2)`,
};
export const SWEEP_NETWORKS = sweepOf('KnownNetwork', 'key', 'at');

export const SAVE_OUTCOME: Statement<[key: string, request: string, outcome: string, at: Date, expired: Date]> = {
  reason: 'race',
  why: 'Replaces only an outcome that is no longer answered.',
  text: `${upsert(columnsOf('KeptOutcome', 'key', 'request', 'outcome', 'at'))} WHERE "KeptOutcome"."at" < $5`,
};
export const SWEEP_OUTCOMES = sweepOf('KeptOutcome', 'key', 'at');

/**
 * A transaction that encrypts shares a lock, and then counts the keys. Adding a key takes the lock alone: it waits for every
 * transaction that encrypts, and later ones wait for its commit.
 */
export const SHARE_KEYS: Statement<[]> = {
  reason: 'lock',
  why: 'The number of keys stays the same within a transaction.',
  text: 'SELECT pg_advisory_xact_lock_shared(7211206433)',
};
export const LOCK_KEYS: Statement<[]> = { ...SHARE_KEYS, text: 'SELECT pg_advisory_xact_lock(7211206433)' };

const KEY = columnsOf('WrappedKey', 'id', 'purpose', 'wrapped');
export const KEYS = query(KEY, {
  reason: 'hot',
  why: 'Each start unlocks them.',
  text: `SELECT ${quoted(KEY.names)} FROM "WrappedKey" ORDER BY "place"`,
});
export const ENCRYPTING_KEYS = query(columnsOf('WrappedKey', 'id'), {
  reason: 'hot',
  why: 'Each start, and each unit of work that encrypts, counts them.',
  text: `SELECT "id" FROM "WrappedKey" WHERE "purpose" <> 'sign'`,
});
export const APPEND_KEY: Statement<[id: string, purpose: string, wrapped: string]> = {
  reason: 'hot',
  why: 'The first start of a store makes its keys.',
  text: `INSERT INTO "WrappedKey" ("id", "purpose", "wrapped", "place")
    SELECT $1, $2, $3, COALESCE(MAX("place"), 0) + 1 FROM "WrappedKey"`,
};
