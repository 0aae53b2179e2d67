import { type Attempts, MOST_NETWORKS } from '@health-case/domain/model/throttle';
import { DAY, later } from '@health-case/domain/model/values';
import type { Access } from '../access.ts';
import type { Encryption } from '../encryption.ts';
import type * as Row from '../generated/sqlite/client.ts';
import {
  CHANGE,
  columnsOf,
  forEach,
  hot,
  insertRows,
  joining,
  lock,
  placeholders,
  race,
  together,
  upsert,
  type Value,
} from '../statement.ts';
import { fromRow, type Stored, toInstant, toRow, type Unswept } from './rows.ts';

type Keys = readonly string[];

/** Advisory locks, because a key may have no row yet. The keys come in one order, so that no two units wait for each other. */
export const lockKeys = forEach(
  (keys) =>
    lock<Keys>('Attempts of one key are counted one after another.').sql`
    SELECT pg_advisory_xact_lock(hashtextextended("key", 0))
    FROM (VALUES ${Array.from({ length: keys }, (_, nth) => `($${nth + 1})`).join(', ')}) AS "keys" ("key")`,
);
const ATTEMPTS = columnsOf('Throttled', 'key', 'count', 'notBefore', 'forgottenAt', 'underWay');
const EACH_LOGIN = 'Each login has several.';
/** The locks of the rows are for `TAKE_ATTEMPTS_OF` and `endAlone`. */
export const findAttempts = forEach(
  (keys) => hot<Keys>(EACH_LOGIN).selecting(ATTEMPTS)`WHERE "key" IN (${placeholders(keys)}) ORDER BY "key"${CHANGE}`,
);
const SAVED = columnsOf('Throttled', 'key', 'count', 'notBefore', 'forgottenAt', 'underWay', 'of');
export const saveAttempts = forEach((rows) => hot<readonly Value[]>(EACH_LOGIN).sql`${upsert(SAVED, rows)}`);
export const removeAttempts = forEach(
  (keys) => hot<Keys>(EACH_LOGIN).sql`DELETE FROM "Throttled" WHERE "key" IN (${placeholders(keys)})`,
);
/** Each row behind the lock of its key. As everywhere the locks are in the order of the keys. */
export const BEGIN_ALONE = hot<[rows: string]>(EACH_LOGIN).sql`
  ${insertRows('Throttled', SAVED.names)} WHERE pg_advisory_xact_lock(hashtextextended("key", 0)) IS NOT NULL
  ON CONFLICT DO NOTHING RETURNING 1`;
export const endAlone = forEach(
  (keys) =>
    hot<[underWay: string, ...Keys]>(EACH_LOGIN).sql`
    DELETE FROM "Throttled" WHERE "key" IN (SELECT "key" FROM "Throttled"
      WHERE "count" = 0 AND "underWay" = $1 AND "key" IN (${placeholders(keys, 2)}) ORDER BY "key"${CHANGE}) RETURNING 1`,
);
export const TAKE_ATTEMPTS_OF = race<[of: string]>('What is removed is what is returned.').returning(ATTEMPTS)`
  DELETE FROM "Throttled" WHERE "of" = $1 RETURNING ${ATTEMPTS}`;

const SEEN_AT = columnsOf('KnownNetwork', 'at');
export const FIND_NETWORK = hot<[key: string]>('Each login looks whether it is known.').selecting(SEEN_AT)`
  WHERE "key" = $1`;
type Network = [key: string, accountId: string, at: Date, dayBefore: Date];
const SAVE_NETWORK = race<Network>('Inserts the row, or changes it if it is old.').sql`
  ${upsert(columnsOf('KnownNetwork', 'key', 'accountId', 'at'))} WHERE "KnownNetwork"."at" < $4`;
const REMOVE_EARLIEST = race<[accountId: string, key: string, most: number]>(
  'Concurrent logins leave no more than the limit.',
).sql`
  DELETE FROM "KnownNetwork" WHERE "accountId" = $1 AND "key" <> $2 AND "at" < (SELECT "at" FROM "KnownNetwork"
    WHERE "accountId" = $1 AND "key" <> $2 ORDER BY "at" DESC LIMIT 1 OFFSET $3)`;
export const KEEP_NETWORK = together(joining(SAVE_NETWORK), REMOVE_EARLIEST);

const toAttempts = ({ key: _, underWay, ...row }: Omit<Stored<Row.Throttled>, 'of'>): Attempts => ({
  ...fromRow(row),
  underWay: underWay
    .split(',')
    .filter(Boolean)
    .map((moment) => toInstant(Number(moment))),
});

const throttleStore = ({ sql }: Access, { fingerprint }: Encryption): Unswept<'throttles'> => {
  const hidden = (key: string): string => fingerprint(key, 'Throttled:key');
  return {
    find: async (clear) => {
      const keys = clear.map(hidden);
      const sorted = keys.toSorted();
      const [, found] = await Promise.all([
        sql.lock(lockKeys(keys.length), ...sorted),
        sql.rows(findAttempts(keys.length), ...sorted),
      ]);
      const rows = new Map(found.map((row) => [row.key, toAttempts(row)]));
      return keys.map((key) => rows.get(key));
    },
    save: async (all) => {
      const values = all.flatMap(({ key, attempts, of }): Value[] => {
        const { count, notBefore, forgottenAt, underWay } = attempts;
        const hiddenOf = of === undefined ? null : hidden(of);
        return [hidden(key), count, new Date(notBefore), new Date(forgottenAt), underWay.join(), hiddenOf];
      });
      if (all.length > 0) await sql.write(saveAttempts(all.length), ...values);
    },
    remove: async (keys) => {
      if (keys.length > 0) await sql.write(removeAttempts(keys.length), ...keys.map(hidden));
    },
    begin: (all) => {
      const rows = all.map(({ key, attempts: { underWay, ...attempts }, of }) => {
        return {
          ...toRow(attempts, 'notBefore', 'forgottenAt'),
          key: hidden(key),
          of: of && hidden(of),
          underWay: underWay.join(),
        };
      });
      const inOrder = rows.toSorted((one, other) => (one.key < other.key ? -1 : 1));
      return sql.expect(BEGIN_ALONE, all.length, JSON.stringify(inOrder));
    },
    end: (keys, { underWay }) => sql.expect(endAlone(keys.length), keys.length, underWay.join(), ...keys.map(hidden)),
    takeAll: async (of) => (await sql.rows(TAKE_ATTEMPTS_OF, hidden(of))).map(toAttempts),
  };
};

const networkStore = ({ sql, write }: Access, { fingerprint }: Encryption): Unswept<'knownNetworks'> => {
  const hidden = (key: string): string => fingerprint(key, 'KnownNetwork:key');
  return {
    find: async (key) => (await sql.one(FIND_NETWORK, hidden(key)))?.at,
    save: ({ key: clear, accountId, at }) => {
      const key = hidden(clear);
      const saved = [key, accountId, new Date(at), new Date(later(at, -DAY))] as const;
      // Beside the one that is saved.
      return sql.write(KEEP_NETWORK, ...saved, accountId, key, MOST_NETWORKS - 2);
    },
    forget: (accountId) => write(({ knownNetwork }) => knownNetwork.deleteMany({ where: { accountId } })),
  };
};

export const throttleStores = { knownNetworks: networkStore, throttles: throttleStore };
