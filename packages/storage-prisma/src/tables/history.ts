import { CASE_ACTIONS, type CaseEvent } from '@health-case/domain/model/case';
import { CORRECTABLE } from '@health-case/domain/model/child';
import type { Stores } from '@health-case/domain/ports/storage';
import type { Access } from '../client.ts';
import type * as Row from '../generated/sqlite/client.ts';
import type { Sealer } from '../sealer.ts';
import * as SQL from '../statements/cases.ts';
import { branded, oneOf, type Stored, toInstant } from './rows.ts';

const toEvent = (row: Stored<Omit<Row.CaseEvent, 'place'>>): CaseEvent => {
  const { id, caseId, at, byId, byOperator, action, reason, toId, fields } = row;
  return branded<CaseEvent>({
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

export const historyStore = ({ sql }: Access, { fieldsOf }: Sealer): Stores['history'] => {
  const { opened, seal } = fieldsOf('CaseEvent', 'reason');
  return {
    ofCase: async (caseId, { after, size }) => {
      if (after !== undefined)
        return (await opened(await sql.rows(SQL.EVENTS_AFTER, caseId, after, size))).map(toEvent);
      return (await opened(await sql.rows(SQL.EVENTS, caseId, size))).map(toEvent);
    },
    append: async ({ id, caseId, at, by, action, reason, to = null, fields }) => {
      const sealed = reason === undefined ? null : await seal(id, 'reason', reason);
      const said = [action, sealed, to, fields?.join(' ') ?? null] as const;
      await (by === undefined
        ? sql.write(SQL.APPEND_EVENT_OF_OPERATOR, id, caseId, new Date(at), ...said)
        : sql.write(SQL.APPEND_EVENT, id, caseId, new Date(at), by, ...said));
    },
  };
};
