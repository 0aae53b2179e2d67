import { Fault } from '@health-case/domain/errors';
import type { Instant } from '@health-case/domain/model/values';
import type { WrappedKey } from '@health-case/domain/ports/security';
import type { Tables } from '@health-case/domain/ports/tables';
import type { Access } from '../client.ts';
import type * as Row from '../generated/sqlite/client.ts';
import { type SqlRow, sweep, upsert } from './rows.ts';

const ATTEMPTS = 'SELECT "count", "notBefore", "forgottenAt", "underWay" FROM "Throttled" WHERE "key" = $1';
const SAVE_ATTEMPTS = upsert('Throttled', 'key', 'count', 'notBefore', 'forgottenAt', 'underWay');
const SWEEP_ATTEMPTS = sweep('Throttled', 'key', 'forgottenAt');

export const throttleTable = ({ sql }: Access): Tables['throttles'] => ({
  find: async (key) => {
    const [row] = await sql.all<SqlRow<Row.Throttled>>(ATTEMPTS, key);
    return row && { ...row, underWay: row.underWay.split(',').filter(Boolean).map(Number) as Instant[] };
  },
  save: async (key, { count, notBefore, forgottenAt, underWay }) => {
    await sql.run(SAVE_ATTEMPTS, key, count, new Date(notBefore), new Date(forgottenAt), underWay.join());
  },
  remove: async (key) => void (await sql.run('DELETE FROM "Throttled" WHERE "key" = $1', key)),
  sweep: async (forgottenBefore, atMost) => void (await sql.run(SWEEP_ATTEMPTS, new Date(forgottenBefore), atMost)),
});

const OUTCOME = 'SELECT "request", "outcome" FROM "KeptOutcome" WHERE "key" = $1 AND "at" >= $2';
const SAVE_OUTCOME = upsert('KeptOutcome', 'key', 'request', 'outcome', 'at');
const SWEEP_OUTCOMES = sweep('KeptOutcome', 'key', 'at');

export const retryTable = ({ sql }: Access): Tables['retries'] => ({
  find: async ({ key, request }, since) => {
    const [kept] = await sql.all<Row.KeptOutcome>(OUTCOME, key, new Date(since));
    return kept && (kept.request === request ? { outcome: kept.outcome } : 'other request');
  },
  save: async ({ key, request, outcome, at }) =>
    void (await sql.run(SAVE_OUTCOME, key, request, outcome, new Date(at))),
  sweep: async (keptBefore, atMost) => void (await sql.run(SWEEP_OUTCOMES, new Date(keptBefore), atMost)),
});

const COUNT_KEYS = 'SELECT count(*) AS "keys" FROM "WrappedKey"';
const KEYS = 'SELECT "id", "purpose", "wrapped" FROM "WrappedKey" ORDER BY "place"';
const APPEND_KEY = `
  INSERT INTO "WrappedKey" ("id", "purpose", "wrapped", "place")
  SELECT $1, $2, $3, COALESCE(MAX("place"), 0) + 1 FROM "WrappedKey"`;

export const keyTable = ({ sql }: Access): Tables['keys'] => ({
  count: async () => Number((await sql.all<{ readonly keys: number | string }>(COUNT_KEYS))[0]?.keys),
  all: async () => (await sql.all<Row.WrappedKey>(KEYS)).map(toWrappedKey),
  append: async (keys) => {
    for (const { id, purpose, wrapped } of keys) await sql.run(APPEND_KEY, id, purpose, wrapped);
  },
});

const toWrappedKey = ({ id, purpose, wrapped }: Row.WrappedKey): WrappedKey => {
  if (purpose === 'seal' || purpose === 'fingerprint') return { id, purpose, wrapped };
  throw new Fault(`The store holds a key for an unknown purpose: ${purpose}.`);
};
