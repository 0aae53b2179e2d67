import type { HistoryStore } from '../ports/history-store.ts';
import { all, page, type Tables } from './tables.ts';

export const memoryHistory = ({ history }: Tables): HistoryStore => ({
  ofCase: async (caseId, request) =>
    page(
      all(history, (event) => event.caseId === caseId),
      request,
    ),
  append: async (event) => {
    history.set(event.id, event);
  },
});
