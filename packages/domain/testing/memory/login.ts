import type { Stores } from '../../src/ports/storage.ts';
import { by, type MemoryTables, NOTHING_REENCRYPTED, type Sync } from './table.ts';

type LoginStores = Pick<Stores, 'loginProofs' | 'passkeys' | 'passkeyChallenges' | 'secondFactors' | 'sessions'>;

export const loginStores = (
  tables: MemoryTables,
  accounts: Sync<Pick<Stores, 'accounts'>>['accounts'],
): Sync<LoginStores> => {
  const { covers, loginProofs, passkeys, passkeyChallenges, secondFactors, sessions } = tables;
  return {
    sessions: {
      find: async (digest) => {
        const session = sessions.find(digest);
        const account = session && (await accounts.find(session.accountId));
        const agreed = covers.all((one) => one.deputyId === account?.id && one.agreedAt !== undefined);
        const coversUntil = agreed
          .map(({ lastDay }) => lastDay)
          .sort()
          .at(-1);
        return session && account && { session, account, ...(coversUntil && { coversUntil }) };
      },
      insert: sessions.put,
      touch: (digest, lastUsedAt) => sessions.change({ digest }, { lastUsedAt }),
      ofAccount: (accountId, { after = '', size }) =>
        sessions
          .all((one) => one.accountId === accountId && one.digest > after)
          .sort(by('digest'))
          .slice(0, size),
      end: sessions.drop,
      endOf: (accountId, digest) => sessions.remove({ accountId, digest }) > 0,
      endOthers: (accountId, keep) => {
        loginProofs.remove({ accountId });
        sessions.remove((one) => one.accountId === accountId && one.digest !== keep);
      },
      endAll: (of) => {
        const wanted = of === 'everybody' ? {} : { accountId: of };
        loginProofs.remove(wanted);
        return sessions.remove(wanted);
      },
      sweep: sessions.sweep('lastUsedAt'),
    },
    loginProofs: {
      find: loginProofs.find,
      trusted: (accountId) =>
        loginProofs.all({ accountId, of: 'second factor' }).sort(by('provenAt', 'digest')).reverse(),
      insert: loginProofs.put,
      take: loginProofs.take,
      remove: (accountId, digest) => loginProofs.remove({ accountId, digest, of: 'second factor' }) > 0,
      removeAll: (accountId) => loginProofs.remove({ accountId }),
      sweep: loginProofs.sweep('expiresAt'),
    },
    secondFactors: {
      find: secondFactors.find,
      save: secondFactors.put,
      remove: secondFactors.drop,
      reencrypt: () => NOTHING_REENCRYPTED,
    },
    passkeys: {
      find: passkeys.find,
      ofAccount: (accountId) => passkeys.all({ accountId }).sort(by('createdAt', 'id')),
      insert: passkeys.insert,
      saveUse: ({ id, counter, lastUsedAt }) => passkeys.change({ id }, { counter, lastUsedAt }),
      remove: (accountId, id) => passkeys.remove({ accountId, id }) > 0,
      removeAll: (accountId) => passkeys.remove({ accountId }),
    },
    passkeyChallenges: {
      insert: passkeyChallenges.put,
      take: passkeyChallenges.take,
      sweep: passkeyChallenges.sweep('expiresAt'),
    },
  };
};
