import type { CaseEvent } from '../model/case-event.ts';
import type { CaseEventId, CaseId } from '../model/ids.ts';
import type { PageRequest } from '../model/paging.ts';

export interface HistoryReads {
  /**
   * In the order in which they were appended, whatever their ids and moments. `after` is an event of the case; nothing
   * follows any other.
   */
  ofCase(caseId: CaseId, request: PageRequest<CaseEventId>): Promise<readonly CaseEvent[]>;
}

export interface HistoryStore extends HistoryReads {
  /** What happened stays: there is no way to change or take back an event. */
  append(event: CaseEvent): Promise<void>;
}
