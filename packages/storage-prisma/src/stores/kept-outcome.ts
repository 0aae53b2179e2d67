import { answeredAgainSince, type KeptRequest } from '@health-case/domain/model/idempotency';
import type { Access } from '../access.ts';
import type { Encryption } from '../encryption.ts';
import { Conflict } from '../failures.ts';
import { columnsOf, hot, race, upsert } from '../statement.ts';
import { modelOf, type Unswept } from './rows.ts';

const KEPT = columnsOf('KeptOutcome', 'request', 'outcome');
export const FIND_OUTCOME = hot<[key: string, since: Date]>('Each call with a key asks twice.').selecting(KEPT)`
  WHERE "key" = $1 AND "at" >= $2`;
type Outcome = [key: string, request: string, outcome: string, at: Date, expired: Date];
export const SAVE_OUTCOME = race<Outcome>('Replaces only an outcome that is no longer answered.').sql`
  ${upsert(columnsOf('KeptOutcome', 'key', 'request', 'outcome', 'at'))} WHERE "KeptOutcome"."at" < $5`;

export const keptOutcomeStore = ({ sql }: Access, { fingerprint }: Encryption): Unswept<'keptOutcomes'> => {
  const hidden = ({ key, request }: KeptRequest) => ({
    key: fingerprint(key, 'KeptOutcome:key'),
    request: fingerprint(request, `KeptOutcome:request:${key}`),
  });
  return {
    find: async (wanted, since) => {
      const { key, request } = hidden(wanted);
      const [kept] = await sql.rows(FIND_OUTCOME, key, new Date(since));
      return modelOf(kept, ({ outcome }) => (kept?.request === request ? { outcome } : 'other request'));
    },
    save: async ({ outcome, at, ...made }) => {
      const { key, request } = hidden(made);
      const expired = new Date(answeredAgainSince(at));
      const saved = await sql.count(SAVE_OUTCOME, key, request, outcome, new Date(at), expired);
      // Another process has made the same request since this unit of work looked for it.
      if (saved === 0) throw new Conflict();
    },
  };
};
