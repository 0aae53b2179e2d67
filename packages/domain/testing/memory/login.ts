import type { Stores } from '../../src/ports/storage.ts';
import { by, type MemoryTables, NOTHING_SEALED, type Sync } from './table.ts';

type LoginStores = Pick<Stores, 'passkeys' | 'passkeyChallenges' | 'secondFactors' | 'sessions'>;

export const loginStores = (
  tables: MemoryTables,
  accounts: Sync<Pick<Stores, 'accounts'>>['accounts'],
): Sync<LoginStores> => {
  const { passkeys, passkeyChallenges, secondFactors, sessions } = tables;
  return {
    sessions: {
      find: async (digest) => {
        const session = sessions.find(digest);
        const account = session && (await accounts.find(session.accountId));
        return session && account && { session, account };
      },
      insert: sessions.put,
      touch: (digest, lastUsedAt) => sessions.change({ digest }, { lastUsedAt }),
      ofAccount: (accountId, { after = '', size }) =>
        sessions
          .all((one) => one.accountId === accountId && one.digest > after)
          .sort(
            by(
              ({ digest }) => digest,
              ({ digest }) => digest,
            ),
          )
          .slice(0, size),
      end: sessions.drop,
      endOf: (accountId, digest) => sessions.remove({ accountId, digest }) > 0,
      endOthers: (owner, keep) => void sessions.remove(({ accountId, digest }) => accountId === owner && digest !== keep),
      endAll: (of) => sessions.remove(of === 'everybody' ? {} : { accountId: of }),
      sweep: sessions.sweep('lastUsedAt'),
    },
    secondFactors: {
      find: secondFactors.find,
      save: secondFactors.put,
      remove: secondFactors.drop,
      reencrypt: () => NOTHING_SEALED,
    },
    passkeys: {
      find: passkeys.find,
      ofAccount: (accountId) =>
        passkeys.all({ accountId }).sort(
          by(
            ({ createdAt }) => createdAt,
            ({ id }) => id,
          ),
        ),
      insert: passkeys.insert,
      saveUse: ({ id, counter, lastUsedAt }) => passkeys.change({ id }, { counter, lastUsedAt }),
      remove: (accountId, id) => passkeys.remove({ accountId, id }) > 0,
      removeAll: (accountId) => passkeys.remove({ accountId }),
    },
    passkeyChallenges: {
      insert: passkeyChallenges.put,
      take: (digest) => {
        const found = passkeyChallenges.find(digest);
        passkeyChallenges.delete(digest);
        return found;
      },
      sweep: passkeyChallenges.sweep('expiresAt'),
    },
  };
};
