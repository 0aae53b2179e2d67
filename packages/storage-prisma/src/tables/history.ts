import { CASE_ACTIONS } from '@health-case/domain/model/case';
import type { StoredEvent, Tables } from '@health-case/domain/ports/tables';
import type { Access } from '../client.ts';
import type * as Row from '../generated/sqlite/client.ts';
import * as SQL from '../statements/cases.ts';
import { branded, oneOf, type Stored, toInstant } from './rows.ts';
import { toBit, toStoredText } from './texts.ts';

const toEvent = ({ id, caseId, at, byId: by, action, reason, sealed, toId }: Stored<Omit<Row.CaseEvent, 'place'>>) =>
  branded<StoredEvent>({
    id,
    caseId,
    at: toInstant(at),
    by,
    action: oneOf(CASE_ACTIONS, action, 'an event', id),
    reason: reason === null ? undefined : toStoredText(reason, sealed),
    to: toId ?? undefined,
  });

export const historyTable = ({ sql, read }: Access): Tables['history'] => ({
  ofCase: async (caseId, { after, size }) => {
    if (after !== undefined) return (await sql.rows(SQL.EVENTS_AFTER, caseId, after, size)).map(toEvent);
    const first = { where: { caseId }, orderBy: { place: 'asc' }, take: size } as const;
    return (await read(({ caseEvent }) => caseEvent.findMany(first))).map(toEvent);
  },
  append: ({ id, caseId, at, by, action, reason, to = null }) => {
    const sealed = toBit(reason?.isSealed ?? false);
    return sql.write(SQL.APPEND_EVENT, id, caseId, new Date(at), by, action, reason?.text ?? null, sealed, to);
  },
});
