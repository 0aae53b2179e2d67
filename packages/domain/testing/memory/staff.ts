import type { Stores } from '../../src/ports/storage.ts';
import { toColleague } from './account.ts';
import { isFoundBy } from './names.ts';
import { by, type MemoryTables, page, type Sync } from './table.ts';

type StaffStores = Pick<Stores, 'assistants' | 'helps' | 'staffInvitations' | 'staffWork'>;

export const staffStores = (tables: MemoryTables): Sync<StaffStores> => {
  const { accounts, assistants, cases, certifications, helps, knownNetworks, staffInvitations } = tables;
  return {
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
            waiting: waits.length,
            waitingSince: waits.sort(by('requestedAt'))[0]?.requestedAt,
          };
        }),
    },
  };
};
