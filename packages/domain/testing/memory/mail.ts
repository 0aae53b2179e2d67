import type { Stores } from '../../src/ports/storage.ts';
import { by, type MemoryTables, type Sync } from './table.ts';

export const mailStores = ({
  mails,
  noticeChoices,
  notices,
}: MemoryTables): Sync<Pick<Stores, 'mails' | 'notices'>> => ({
  mails: {
    find: mails.find,
    dailyTo: (accountId) => mails.all({ accountId, kind: 'daily', attempts: 0 })[0],
    removeDailyTo: (accountId) => mails.remove({ accountId, kind: 'daily', failedAt: undefined }),
    insert: mails.put,
    nextDue: (now) =>
      mails.all(({ failedAt, notBefore }) => failedAt === undefined && notBefore <= now).sort(by('notBefore', 'id'))[0],
    save: mails.save,
    remove: mails.drop,
    removeAll: (kinds) => {
      const before = mails.all({}).length;
      for (const kind of kinds) mails.remove({ kind });
      return before - mails.all({}).length;
    },
    invitedTo: (childId) => mails.all(({ invitation }) => invitation?.childId === childId),
    failedTo: (accountId, to) => mails.all({ accountId, to }).filter(({ failedAt }) => failedAt !== undefined),
    all: (request) => mails.page({}, request),
    counts: () => {
      const waiting = mails.all({ failedAt: undefined });
      const oldest = waiting.map(({ at }) => at).sort((one, other) => one - other)[0];
      return { waiting: waiting.length, failed: mails.all({}).length - waiting.length, oldest };
    },
    sweep: mails.sweep('failedAt'),
  },
  notices: {
    choicesOf: (accountId) => noticeChoices.all({ accountId }).map(({ topic, time }) => ({ topic, time })),
    choose: (accountId, choices) => {
      noticeChoices.remove({ accountId });
      for (const choice of choices) noticeChoices.put({ accountId, ...choice });
    },
    insert: (accountId, kind) => notices.insert({ accountId, kind }),
    remove: notices.drop,
    removeAll: (accountId) => notices.remove({ accountId }),
  },
});
