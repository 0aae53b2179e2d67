import { CASE_ACTIONS } from '@health-case/domain/model/case-action';
import type { Tally, Waiting, WaitingKind } from '@health-case/domain/model/figures';
import type { PageRequest } from '@health-case/domain/model/pages';
import type { Stores } from '@health-case/domain/ports/storage';
import type { Access } from '../access.ts';
import { columnsBeside, columnsOf, joined, plan } from '../statement.ts';
import { branded, oneOf } from './rows.ts';

/** D-49: counts, each bounded by one doctor and month, or by the size of a page, and read from an index alone where many count. */

const TALLY = joined(
  columnsOf('CaseEvent', 'doctorId', 'action', 'minutes'),
  columnsBeside<{ readonly count: number }>('CaseEvent', 'count'),
);
export const TALLIES_OF_NEXT_DOCTOR = plan<[month: string, after: string]>('It counts.').returning(TALLY)`
  SELECT "doctorId", "action", "minutes", COUNT(*) AS "count" FROM "CaseEvent"
  WHERE "month" = $1 AND "doctorId" = (SELECT "doctorId" FROM "CaseEvent"
    WHERE "month" = $1 AND "doctorId" > $2 ORDER BY "doctorId" LIMIT 1)
  GROUP BY "doctorId", "action", "minutes"`;

type WaitingRow = { readonly doctorId: string | null } & Omit<Waiting, 'doctorId'>;
const WAITING_ROW = columnsBeside<WaitingRow>('', 'doctorId', 'all', 'days', 'weeks', 'months');
type Ages<Since> = [after: string, Since, Since, Since, Since];

/** `waits`: as the index has it that leads to the doctors. `since`: of each. */
const waitingIn = <Since extends Date | string>(table: string, doctor: string, waits: string, since: string) => {
  const olderThan = (age: string) => `COUNT(CASE WHEN ${since} <= ${age} THEN 1 END)`;
  return plan<Ages<Since>>('It counts.').returning(WAITING_ROW)`
    SELECT MIN(n."doctorId") AS "doctorId", COUNT(w."id") AS "all", ${olderThan('$3')} AS "days",
      ${olderThan('$4')} AS "weeks", ${olderThan('$5')} AS "months"
    FROM (SELECT "${doctor}" AS "doctorId" FROM "${table}" WHERE ${waits} AND "${doctor}" > $1
      ORDER BY "${doctor}" LIMIT 1) n
    LEFT JOIN "${table}" w ON w."${doctor}" = n."doctorId" AND w.${waits} AND ${since} <= $2`;
};

export const DECISIONS_OF_NEXT = waitingIn<Date>(
  'Certification',
  'waitsFor',
  '"waitsFor" IS NOT NULL',
  'w."requestedAt"',
);
export const NEW_CASES_OF_NEXT = waitingIn<Date>('Case', 'doctorId', '"newSince" IS NOT NULL', 'w."newSince"');
export const OVERDUE_OF_NEXT = waitingIn<string>('Task', 'doctorId', '"closedAt" IS NULL', `COALESCE(w."dueOn", '~')`);

const COUNT = columnsBeside<{ readonly count: number; readonly last: string | null }>('', 'count', 'last');
type Part = [after: string, size: number];
export const COUNT_CHILDREN = plan<Part>('It counts.').returning(COUNT)`
  SELECT COUNT(*) AS "count", MAX("id") AS "last" FROM
    (SELECT "id" FROM "Child" WHERE "id" > $1 ORDER BY "id" LIMIT $2) c`;
export const COUNT_PARENTS = plan<Part>('It counts.').returning(COUNT)`
  SELECT COUNT(*) AS "count", MAX("id") AS "last" FROM
    (SELECT "id" FROM "Account" WHERE "role" = 'Par' AND "disabledAt" IS NULL AND "id" > $1 ORDER BY "id" LIMIT $2) a`;

export const figureStore = ({ sql }: Access): Stores['figures'] => {
  const count = async <Id extends string>(statement: typeof COUNT_CHILDREN, { after, size }: PageRequest<Id>) => {
    const [row] = await sql.rows(statement, after ?? '', size);
    return { count: Number(row?.count ?? 0), last: (row?.last ?? undefined) as Id | undefined };
  };
  return {
    ofNextDoctor: async (month, after = '' as never) =>
      (await sql.rows(TALLIES_OF_NEXT_DOCTOR, month, after)).map(({ doctorId, action, minutes, count }) =>
        branded<Tally>({
          doctorId: doctorId ?? '',
          action: oneOf(CASE_ACTIONS, action, 'an event', month),
          minutes: minutes ?? undefined,
          count: Number(count),
        }),
      ),
    waitingForNext: async (kind, after = '' as never, { moments, days }) => {
      const [now, day, week, month] = moments;
      const since = [new Date(now), new Date(day), new Date(week), new Date(month)] as const;
      const rows: Readonly<Record<WaitingKind, () => Promise<readonly WaitingRow[]>>> = {
        decisions: () => sql.rows(DECISIONS_OF_NEXT, after, ...since),
        'new cases': () => sql.rows(NEW_CASES_OF_NEXT, after, ...since),
        'overdue tasks': () => sql.rows(OVERDUE_OF_NEXT, after, ...days),
      };
      const [row] = await rows[kind]();
      if (!row || row.doctorId === null) return undefined;
      const { all, days: older, weeks, months } = row;
      const counts = { all: Number(all), days: Number(older), weeks: Number(weeks), months: Number(months) };
      return branded<Waiting>({ doctorId: row.doctorId, ...counts });
    },
    countChildren: (request) => count(COUNT_CHILDREN, request),
    countParents: (request) => count(COUNT_PARENTS, request),
  };
};
