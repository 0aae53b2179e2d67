import type { Stores } from '../../src/ports/storage.ts';
import { toColleague } from './account.ts';
import { isFoundBy } from './names.ts';
import { type MemoryTables, page, type Sync } from './table.ts';

export const practiceStores = ({
  accounts,
  assistants,
  practice,
  setupCodes,
}: MemoryTables): Sync<Pick<Stores, 'assistants' | 'practice' | 'setupCodes'>> => ({
  assistants: {
    assists: (assistantId, doctorId) => assistants.any({ assistantId, doctorId }),
    ofDoctor: (doctorId, request, wanted) => {
      const linked = accounts.all(({ id }) => assistants.any({ doctorId, assistantId: id }));
      return page(linked.filter(isFoundBy(wanted)), request).map(toColleague);
    },
    doctorsOf: (assistantId, request) =>
      accounts.page(({ id }) => assistants.any({ doctorId: id, assistantId }), request).map(({ id }) => ({ id })),
    link: (doctorId, assistantId) => assistants.put({ doctorId, assistantId }),
    unlink: assistants.drop,
  },
  practice: { find: practice.find, save: practice.put },
  setupCodes: {
    find: (digest) => setupCodes.all({ digest })[0],
    save: setupCodes.put,
    remove: () => setupCodes.clear(),
  },
});
