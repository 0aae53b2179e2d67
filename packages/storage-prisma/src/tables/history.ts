import { CASE_ACTIONS } from '@health-case/domain/model/case';
import { CORRECTABLE } from '@health-case/domain/model/child';
import type { StoredEvent, Tables } from '@health-case/domain/ports/tables';
import type { Access } from '../client.ts';
import type * as Row from '../generated/sqlite/client.ts';
import * as SQL from '../statements/cases.ts';
import { branded, oneOf, type Stored, toInstant } from './rows.ts';

const toEvent = (row: Stored<Omit<Row.CaseEvent, 'place'>>): StoredEvent => {
  const { id, caseId, at, byId, byOperator, action, reason, toId, fields } = row;
  return branded<StoredEvent>({
    id,
    caseId,
    at: toInstant(at),
    by: byOperator ? undefined : byId,
    action: oneOf(CASE_ACTIONS, action, 'an event', id),
    reason: reason ?? undefined,
    to: toId ?? undefined,
    ...(fields !== null && { fields: fields.split(' ').map((name) => oneOf(CORRECTABLE, name, 'an event', id)) }),
  });
};

export const historyTable = ({ sql }: Access): Tables['history'] => ({
  ofCase: async (caseId, { after, size }) => {
    if (after !== undefined) return (await sql.rows(SQL.EVENTS_AFTER, caseId, after, size)).map(toEvent);
    return (await sql.rows(SQL.EVENTS, caseId, size)).map(toEvent);
  },
  append: ({ id, caseId, at, by, action, reason, to = null, fields }) => {
    const said = [action, reason ?? null, to, fields?.join(' ') ?? null] as const;
    return by === undefined
      ? sql.write(SQL.APPEND_EVENT_OF_OPERATOR, id, caseId, new Date(at), ...said)
      : sql.write(SQL.APPEND_EVENT, id, caseId, new Date(at), by, ...said);
  },
});
