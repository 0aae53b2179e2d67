import type { CaseEvent } from '@health-case/domain/model/case';
import { CASE_ACTIONS } from '@health-case/domain/model/case-action';
import { CORRECTABLE } from '@health-case/domain/model/child';
import type { Counted } from '@health-case/domain/model/figures';
import type { Stores } from '@health-case/domain/ports/storage';
import type { Access } from '../access.ts';
import type { Encryption } from '../encryption.ts';
import type * as Row from '../generated/sqlite/client.ts';
import { columnsOf, hot, plan, RELY, race } from '../statement.ts';
import { branded, fromRow, oneOf, type Stored } from './rows.ts';

type Nullable = string | null;
type Titles = [oldTitle: Nullable, newTitle: Nullable];
type Said = [action: string, reason: Nullable, toId: Nullable, fields: Nullable, ...Titles];
const SAID = ['action', 'reason', 'toId', 'fields', 'oldTitle', 'newTitle'] as const;
const EVENT = columnsOf('CaseEvent', 'id', 'caseId', 'at', 'byId', ...SAID, 'byOperator');
const COUNTED = columnsOf('CaseEvent', 'month', 'doctorId', 'minutes');
type Counts = [month: Nullable, doctorId: Nullable, minutes: number | null];
/** `VALUES` around it: for a SELECT, SQLite would note how to undo the statement alone. */
const PLACE = '(SELECT COALESCE(MAX("place"), 0) + 1 FROM "CaseEvent" WHERE "caseId" = $2)';
export const APPEND_EVENT = race<[id: string, caseId: string, at: Date, byId: string, ...Said, ...Counts]>(
  'Its place follows the last. Nobody erases meanwhile whose it is.',
).sql`
  INSERT INTO "CaseEvent" (${EVENT}, ${COUNTED}, "place")
  VALUES ($1, $2, $3, (SELECT "id" FROM "Account" WHERE "id" = $4 AND "erasedAt" IS NULL${RELY}), $5, $6, $7, $8,
    $9, $10, false, $11, $12, $13, ${PLACE})`;
export const APPEND_EVENT_OF_OPERATOR = race<[id: string, caseId: string, at: Date, ...Said]>(
  'Its place follows the last.',
).sql`
  INSERT INTO "CaseEvent" (${EVENT}, "place")
  VALUES ($1, $2, $3, (SELECT "doctorId" FROM "Case" WHERE "id" = $2), $4, $5, $6, $7, $8, $9, true, ${PLACE})`;

export const UNCOUNT = plan<[caseId: string, action: string, at: Date, minutes: number | null]>(
  "Prisma's own is two statements.",
).sql`
  UPDATE "CaseEvent" SET "month" = NULL WHERE "id" = (SELECT "id" FROM "CaseEvent"
    WHERE "caseId" = $1 AND "action" = $2 AND "at" = $3 AND "minutes" IS NOT DISTINCT FROM $4 AND "month" IS NOT NULL
    ORDER BY "place" DESC LIMIT 1)`;

export const EVENTS = hot<[caseId: string, size: number]>('Each history begins so.').selecting(EVENT)`
  WHERE "caseId" = $1 ORDER BY "place" LIMIT $2`;
export const EVENTS_AFTER = plan<[caseId: string, after: string, size: number]>(
  "Prisma's own, with a cursor, reads all that follow.",
).selecting(EVENT)`
  WHERE "caseId" = $1 AND "place" > (SELECT "place" FROM "CaseEvent" WHERE "id" = $2 AND "caseId" = $1)
  ORDER BY "place" LIMIT $3`;

const toEvent = (event: Stored<Omit<Row.CaseEvent, 'place' | keyof Counted>>): CaseEvent => {
  const { byId, byOperator, toId: to, fields, oldTitle, newTitle, ...row } = event;
  return branded<CaseEvent>({
    ...fromRow({ ...row, to }),
    by: byOperator ? undefined : byId,
    action: oneOf(CASE_ACTIONS, row.action, 'an event', row.id),
    ...(oldTitle !== null && branded<Pick<CaseEvent, 'oldTitle'>>({ oldTitle })),
    ...(newTitle !== null && branded<Pick<CaseEvent, 'newTitle'>>({ newTitle })),
    ...(fields !== null && { fields: fields.split(' ').map((name) => oneOf(CORRECTABLE, name, 'an event', row.id)) }),
  });
};

const countsOf = (counted: Counted | undefined): Counts => [
  counted?.month ?? null,
  counted?.doctorId ?? null,
  counted?.minutes ?? null,
];

export const historyStore = ({ sql }: Access, { fieldsOf }: Encryption): Stores['history'] => {
  const { decrypted, encrypted } = fieldsOf('CaseEvent');
  return {
    ofCase: async (caseId, { after, size }) => {
      if (after !== undefined) return decrypted(await sql.rows(EVENTS_AFTER, caseId, after, size), toEvent);
      return decrypted(await sql.rows(EVENTS, caseId, size), toEvent);
    },
    append: async ({ id, caseId, at, by, action, to = null, fields, ...texts }, counted) => {
      const { reason = null, oldTitle = null, newTitle = null } = await encrypted({ id, ...texts });
      const said = [action, reason, to, fields?.join(' ') ?? null, oldTitle, newTitle] as const;
      await (by === undefined
        ? sql.write(APPEND_EVENT_OF_OPERATOR, id, caseId, new Date(at), ...said)
        : sql.write(APPEND_EVENT, id, caseId, new Date(at), by, ...said, ...countsOf(counted)));
    },
    uncount: (caseId, action, at, minutes) => sql.write(UNCOUNT, caseId, action, new Date(at), minutes ?? null),
  };
};
