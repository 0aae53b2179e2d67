import type { HistoryStore } from '../ports/storage.ts';
import { all, type Tables } from './tables.ts';

export const memoryHistory = ({ history }: Tables): HistoryStore => ({
  ofCase: async (caseId, { after, size }) => {
    const events = all(history, (event) => event.caseId === caseId);
    if (after === undefined) return events.slice(0, size);
    const index = events.findIndex(({ id }) => id === after);
    return index < 0 ? [] : events.slice(index + 1).slice(0, size);
  },
  append: async (event) => {
    history.set(event.id, event);
  },
});
