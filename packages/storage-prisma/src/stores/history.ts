import type { HistoryStore } from '@health-case/domain/ports/storage';
import type { Connection } from '../client.ts';
import { type CaseEventRow, toCaseEvent, toDate } from '../rows.ts';

const COLUMNS = 'e."id", e."caseId", e."at", e."byId", e."action", e."reason"';
const FIRST = `SELECT ${COLUMNS} FROM "CaseEvent" e WHERE e."caseId" = $1 ORDER BY e."place" LIMIT $2`;
const FOLLOWING = `
  SELECT ${COLUMNS} FROM "CaseEvent" a JOIN "CaseEvent" e ON e."caseId" = a."caseId" AND e."place" > a."place"
  WHERE a."caseId" = $1 AND a."id" = $2 ORDER BY e."place" LIMIT $3`;
const APPEND = `
  INSERT INTO "CaseEvent" ("id", "caseId", "at", "byId", "action", "reason", "place")
  SELECT $1, $2, $3, $4, $5, $6, COALESCE(MAX("place"), 0) + 1 FROM "CaseEvent" WHERE "caseId" = $7`;

export const prismaHistory = ({ sql }: Connection): HistoryStore => ({
  ofCase: async (caseId, { after, size }) => {
    const rows =
      after === undefined
        ? sql.all<CaseEventRow>(FIRST, caseId, size)
        : sql.all<CaseEventRow>(FOLLOWING, caseId, after, size);
    return (await rows).map(toCaseEvent);
  },
  append: async ({ id, caseId, at, by, action, reason }) => {
    await sql.run(APPEND, id, caseId, toDate(at), by, action, reason ?? null, caseId);
  },
});
