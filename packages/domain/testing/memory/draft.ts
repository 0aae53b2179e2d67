import { MOST_DRAFTS } from '../../src/model/draft.ts';
import type { Stores } from '../../src/ports/storage.ts';
import { leaveLatest, type MemoryTables, type Sync } from './table.ts';

export const draftStore = ({ drafts }: MemoryTables): Sync<Stores>['drafts'] => ({
  find: (accountId, id, since) =>
    drafts.all((one) => one.accountId === accountId && one.id === id && one.at >= since)[0]?.encrypted,
  save: (draft) => {
    drafts.put(draft);
    leaveLatest(drafts, MOST_DRAFTS, draft.accountId);
  },
  removeAll: (of) => drafts.remove(of === 'everybody' ? {} : { accountId: of }),
  sweep: drafts.sweep('at'),
});
