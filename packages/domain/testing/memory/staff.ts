import type { Stores } from '../../src/ports/storage.ts';
import { by, type MemoryTables, type Sync } from './table.ts';

type StaffStores = Pick<Stores, 'helps' | 'staffInvitations' | 'staffWork'>;

export const staffStores = (tables: MemoryTables): Sync<StaffStores> => {
  const { cases, certifications, helps, knownNetworks, staffInvitations } = tables;
  return {
    staffInvitations: {
      find: staffInvitations.find,
      findByCode: (digest) => staffInvitations.all({ digest })[0],
      all: () => staffInvitations.all().sort(by('email')),
      save: staffInvitations.put,
      remove: (email) => void staffInvitations.remove({ email }),
      sweep: staffInvitations.sweep('expiresAt'),
    },
    helps: {
      find: helps.find,
      due: (until, size) =>
        helps
          .all(({ email, at }) => email !== undefined && at <= until)
          .sort(by('at'))
          .slice(0, size),
      removePending: () => void helps.remove(({ email }) => email !== undefined),
      save: helps.put,
      remove: (of, which) =>
        void helps.remove(({ accountId, email }) => accountId === of && (!which || email !== undefined)),
    },
    staffWork: {
      of: (ids) =>
        ids.map((id) => {
          const own = cases.all({ doctorId: id });
          const waits = certifications.all(
            ({ caseId, status }) => status === 'requested' && own.some((one) => one.id === caseId),
          );
          const logins = knownNetworks.all({ accountId: id }).sort(by('at'));
          return {
            ...{
              id,
              lastLoginAt: logins.at(-1)?.at,
              ongoingCases: own.filter(({ status }) => status === 'ongoing').length,
            },
            ...{ waiting: waits.length, waitingSince: waits.sort(by('requestedAt'))[0]?.requestedAt },
          };
        }),
    },
  };
};
