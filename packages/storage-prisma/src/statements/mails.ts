import { CHANGE, columnsOf, hot, lockOf, race, SKIP, sweepOf } from './statement.ts';

const FACTS = ['id', 'kind', 'accountId', 'to', 'at', 'notBefore'] as const;
const MAIL = columnsOf('Mail', ...FACTS, 'attempts', 'failedAt', 'problem', 'childId', 'invitedById');
export const ADD_MAIL = hot('Most changes tell somebody.').inserting(MAIL);
/** PostgreSQL takes this order from the index only if it begins with the index's first column. */
export const NEXT_DUE = race<[now: Date]>('Each mail is taken by one unit.').returning(MAIL)`
  SELECT ${MAIL} FROM "Mail" WHERE "failedAt" IS NULL AND "notBefore" <= $1
  ORDER BY "failedAt", "notBefore", "id" LIMIT 1${SKIP}`;
export const LOCK_MAIL = lockOf(CHANGE, 'Mail', 'id');
export const SWEEP_MAILS = sweepOf('Mail', 'id', 'failedAt');
