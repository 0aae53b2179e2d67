import { CHANGE, columnsOf, hot, lock, race, sweepOf, upsert } from './statement.ts';

/** An advisory lock, because a key may have no row yet. */
export const LOCK_KEY = lock<[key: string]>('Attempts of one key are counted one after another.').sql`
  SELECT pg_advisory_xact_lock(hashtextextended($1, 0))`;
const ATTEMPTS = columnsOf('Throttled', 'count', 'notBefore', 'forgottenAt', 'underWay');
const EACH_LOGIN = 'Each login has several.';
/** The lock of the row is for `TAKE_ATTEMPTS_OF`. */
export const FIND_ATTEMPTS = hot<[key: string]>(EACH_LOGIN).returning(ATTEMPTS)`
  SELECT ${ATTEMPTS} FROM "Throttled" WHERE "key" = $1${CHANGE}`;
type Throttled = [key: string, count: number, notBefore: Date, forgottenAt: Date, underWay: string, of: string | null];
export const SAVE_ATTEMPTS = hot<Throttled>(EACH_LOGIN).sql`
  ${upsert(columnsOf('Throttled', 'key', 'count', 'notBefore', 'forgottenAt', 'underWay', 'of'))}`;
export const REMOVE_ATTEMPTS = hot<[key: string]>(EACH_LOGIN).sql`DELETE FROM "Throttled" WHERE "key" = $1`;
export const TAKE_ATTEMPTS_OF = race<[of: string]>('What is removed is what is returned.').returning(ATTEMPTS)`
  DELETE FROM "Throttled" WHERE "of" = $1 RETURNING ${ATTEMPTS}`;
export const SWEEP_ATTEMPTS = sweepOf('Throttled', 'key', 'forgottenAt');

export const FIND_NETWORK = hot<[key: string]>('Each login looks whether it is known.').returning(
  columnsOf('KnownNetwork', 'at'),
)`
  SELECT "at" FROM "KnownNetwork" WHERE "key" = $1`;
type Network = [key: string, accountId: string, at: Date, dayBefore: Date];
export const SAVE_NETWORK = race<Network>('Inserts the row, or changes it if it is old.').sql`
  ${upsert(columnsOf('KnownNetwork', 'key', 'accountId', 'at'))} WHERE "KnownNetwork"."at" < $4`;
export const REMOVE_EARLIEST = race<[accountId: string, most: number]>(
  'Concurrent logins leave no more than the limit.',
).sql`
  DELETE FROM "KnownNetwork" WHERE "accountId" = $1 AND "at" <
    (SELECT "at" FROM "KnownNetwork" WHERE "accountId" = $1 ORDER BY "at" DESC LIMIT 1 OFFSET $2)`;
export const SWEEP_NETWORKS = sweepOf('KnownNetwork', 'key', 'at');

export const FIND_OUTCOME = hot<[key: string, since: Date]>('Each call with a key asks twice.').returning(
  columnsOf('KeptOutcome', 'request', 'outcome'),
)`
  SELECT "request", "outcome" FROM "KeptOutcome" WHERE "key" = $1 AND "at" >= $2`;
type Outcome = [key: string, request: string, outcome: string, at: Date, expired: Date];
export const SAVE_OUTCOME = race<Outcome>('Replaces only an outcome that is no longer answered.').sql`
  ${upsert(columnsOf('KeptOutcome', 'key', 'request', 'outcome', 'at'))} WHERE "KeptOutcome"."at" < $5`;
export const SWEEP_OUTCOMES = sweepOf('KeptOutcome', 'key', 'at');

/**
 * A transaction that encrypts shares a lock, and then counts the keys. Adding a key takes the lock alone: it waits for
 * every transaction that encrypts, and later ones wait for its commit.
 */
export const SHARE_KEYS = lock('Within a transaction no key is added.').sql`
  SELECT pg_advisory_xact_lock_shared(7211206433)`;
export const LOCK_KEYS = lock('One transaction adds keys at a time.').sql`SELECT pg_advisory_xact_lock(7211206433)`;

export const ENCRYPTING_KEYS = hot('Each insert of a child with a number counts the keys.').returning(
  columnsOf('WrappedKey', 'id'),
)`
  SELECT "id" FROM "WrappedKey" WHERE "purpose" <> 'sign'`;
export const APPEND_KEY = race<[id: string, purpose: string, wrapped: string]>('Its place follows the last.').sql`
  INSERT INTO "WrappedKey" ("id", "purpose", "wrapped", "place")
  SELECT $1, $2, $3, COALESCE(MAX("place"), 0) + 1 FROM "WrappedKey"`;
