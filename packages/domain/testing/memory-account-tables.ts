import {
  type Account,
  type Colleague,
  type Credentials,
  type Invitation,
  noAddressOf,
  type Person,
} from '../src/model/account.ts';
import { MOST_DRAFTS } from '../src/model/draft.ts';
import type { LoginProof } from '../src/model/login-proof.ts';
import type { WaitingMail } from '../src/model/mail.ts';
import { MOST_NETWORKS } from '../src/model/throttle.ts';
import { DAY } from '../src/model/values.ts';
import type { Stores } from '../src/ports/storage.ts';
import { ok, refuse } from '../src/result.ts';
import {
  all,
  change,
  isErased,
  isFoundBy,
  link,
  type MemoryTables,
  NOTHING_SEALED,
  page,
  remove,
  search,
  where,
} from './memory-maps.ts';

const toPerson = ({ id, firstName, lastName }: Person): Person => ({ id, firstName, lastName });

const accountsIn = (maps: MemoryTables) => [...maps.accounts.values()].map(({ account }) => account);
const availableIn = (maps: MemoryTables) => (id: string) => maps.accounts.get(id)?.disabledAt === undefined;
const colleagueIn =
  (maps: MemoryTables) =>
  (person: Person): Colleague => ({ ...toPerson(person), isAvailable: availableIn(maps)(person.id) });

const assistantTable = (maps: MemoryTables): Stores['assistants'] => {
  const accounts = () => accountsIn(maps);
  const toColleague = colleagueIn(maps);
  return {
    assists: async (assistantId, doctorId) => maps.assistants.has(link(doctorId, assistantId)),
    ofDoctor: async (doctorId, request, wanted) => {
      const fits = isFoundBy(wanted);
      const linked = accounts().filter((account) => maps.assistants.has(link(doctorId, account.id)) && fits(account));
      return page(linked, request).map(toColleague);
    },
    doctorsOf: async (assistantId, request) => {
      const doctors = accounts().filter(({ id }) => maps.assistants.has(link(id, assistantId)));
      return page(doctors, request).map(({ id }) => ({ id }));
    },
    link: async (doctorId, assistantId) =>
      void maps.assistants.set(link(doctorId, assistantId), { doctorId, assistantId }),
    unlink: async (doctorId, assistantId) => void maps.assistants.delete(link(doctorId, assistantId)),
  };
};

export const peopleTables = (maps: MemoryTables): Pick<Stores, 'accounts' | 'assistants'> => {
  const byEmail = (email: string) => all(maps.accounts, ({ account }) => account.email === email)[0];
  const accounts = () => accountsIn(maps);
  const isAvailable = availableIn(maps);
  const toColleague = colleagueIn(maps);
  const known = (id: string) => (isErased(maps, id) ? undefined : maps.accounts.get(id));
  const changeAccount = (id: string, changed: Partial<Account>): void => {
    const known = maps.accounts.get(id);
    if (known) change(maps.accounts, id, { account: { ...known.account, ...changed } });
  };
  return {
    accounts: {
      find: async (id) => known(id)?.account,
      findAvailable: async (id) => (isAvailable(id) ? known(id)?.account : undefined),
      credentialsOf: async (id) => known(id),
      credentialsByEmail: async (email) => byEmail(email),
      any: async () => maps.accounts.size > 0,
      all: async ({ after, size }) => {
        const known = where(maps.accounts, {}).filter(({ account: { email } }) => email !== '');
        const ids = page(
          known.map(({ account: { id } }) => ({ id })),
          { after, size },
        );
        return ids.map(({ id }) => {
          const { account, disabledAt } = maps.accounts.get(id) as Credentials;
          return { account, disabledAt };
        });
      },
      search: async (role, wanted, request, whom) => {
        const inRole = accounts().filter(
          ({ id, email, ...of }) => of.role === role && email !== '' && (whom === undefined || isAvailable(id)),
        );
        const found = search(inRole, wanted, request);
        return found.map((account) => ({ account, disabledAt: maps.accounts.get(account.id)?.disabledAt }));
      },
      namesOf: async (ids) =>
        ids.flatMap((id) => {
          const account = known(id)?.account;
          return account ? { ...toColleague(account), role: account.role } : [];
        }),
      erase: async (id, at) => {
        const none = '' as never;
        const unknown = { provenAt: undefined, madeThrough: none };
        const chosen = { language: 'en', notices: 'all', secondFactor: false, takesNoChildren: false } as const;
        changeAccount(id, { firstName: none, lastName: none, email: none, ...unknown, ...chosen });
        change(maps.accounts, id, { passwordHash: none, disabledAt: at });
        for (const one of where(maps.certifications, { status: 'issued' })) {
          if (one.status === 'issued' && one.decidedBy === id)
            maps.certifications.set(one.id, { ...one, doctorName: undefined });
        }
        remove(maps.assistants, (link) => Object.values(link).includes(id));
      },
      doctors: async (request) => {
        const doctors = accounts().filter(({ id, role }) => role === 'Doc' && isAvailable(id));
        return page(doctors, request).map(toPerson);
      },
      insert: async (credentials) => {
        if (byEmail(credentials.account.email)) return refuse('EMAIL_TAKEN');
        maps.accounts.set(credentials.account.id, credentials);
        return ok(undefined);
      },
      setPassword: async (id, passwordHash) => change(maps.accounts, id, { passwordHash }),
      setDisabled: async (id, disabledAt) => change(maps.accounts, id, { disabledAt }),
      setTakesNoChildren: async (id, takesNoChildren) => changeAccount(id, { takesNoChildren }),
      setProfile: async (id, profile) => changeAccount(id, profile),
      setSecondFactor: async (id, secondFactor) => changeAccount(id, { secondFactor }),
      setEmail: async (id, email, provenAt) => {
        const other = byEmail(email)?.account.id ?? id;
        if (other !== id) return refuse('EMAIL_TAKEN');
        changeAccount(id, { email, provenAt });
        return ok(undefined);
      },
      setProven: async (id, provenAt) => changeAccount(id, { provenAt }),
      freeEmail: async (id) => changeAccount(id, { email: noAddressOf(id), provenAt: undefined }),
    },
    assistants: assistantTable(maps),
  };
};

export const secretTables = (maps: MemoryTables): Pick<Stores, 'invitations' | 'keptOutcomes' | 'sessions'> => {
  const saveInvitation = async (invitation: Invitation) => void maps.invitations.set(invitation.digest, invitation);
  return {
    invitations: {
      find: async (digest) => maps.invitations.get(digest),
      issuedFrom: async (from, size) =>
        all(maps.invitations, ({ issuedAt }) => issuedAt >= from)
          .sort((one, other) => one.issuedAt - other.issuedAt || (one.digest < other.digest ? -1 : 1))
          .slice(0, size),
      insert: saveInvitation,
      save: saveInvitation,
    },
    keptOutcomes: {
      find: async ({ key, request }, since) => {
        const kept = maps.keptOutcomes.get(key);
        if (!kept || kept.at < since) return undefined;
        return kept.request === request ? { outcome: kept.outcome } : 'other request';
      },
      save: async (kept) => void maps.keptOutcomes.set(kept.key, kept),
      sweep: async (before, atMost) => void remove(maps.keptOutcomes, ({ at }) => at < before, atMost),
    },
    sessions: {
      find: async (digest) => {
        const session = maps.sessions.get(digest);
        const account = session && maps.accounts.get(session.accountId)?.account;
        return session && account && { session, account };
      },
      insert: async (session) => void maps.sessions.set(session.digest, session),
      touch: async (digest, lastUsedAt) => change(maps.sessions, digest, { lastUsedAt }),
      ofAccount: async (id, { after = '', size }) =>
        all(maps.sessions, ({ accountId, digest }) => accountId === id && digest > after)
          .sort((one, other) => (one.digest < other.digest ? -1 : 1))
          .slice(0, size),
      end: async (digest) => void maps.sessions.delete(digest),
      endOf: async (id, digest) => maps.sessions.get(digest)?.accountId === id && maps.sessions.delete(digest),
      endOthers: async (owner, keep) => {
        remove(maps.loginProofs, ({ accountId }) => accountId === owner);
        remove(maps.sessions, ({ accountId, digest }) => accountId === owner && digest !== keep);
      },
      endAll: async (of) => {
        const isOf = ({ accountId }: { readonly accountId: string }) => of === 'everybody' || accountId === of;
        remove(maps.loginProofs, isOf);
        return remove(maps.sessions, isOf);
      },
      sweep: async (before, atMost) => void remove(maps.sessions, ({ lastUsedAt }) => lastUsedAt < before, atMost),
    },
  };
};

export const attemptTables = (maps: MemoryTables): Pick<Stores, 'drafts' | 'knownNetworks' | 'throttles'> => {
  return {
    drafts: {
      find: async (accountId, id, since) => {
        const draft = maps.drafts.get(link(accountId, id));
        return draft && draft.at >= since ? draft.sealed : undefined;
      },
      save: async (draft) => {
        maps.drafts.set(link(draft.accountId, draft.id), draft);
        const own = where(maps.drafts, { accountId: draft.accountId });
        const earliest = own.map(({ at }) => at).sort((one, other) => other - one)[MOST_DRAFTS - 1] ?? 0;
        remove(maps.drafts, ({ accountId, at }) => accountId === draft.accountId && at < earliest);
      },
      removeAll: async (of) => void remove(maps.drafts, ({ accountId }) => of === 'everybody' || accountId === of),
      sweep: async (before, atMost) => void remove(maps.drafts, ({ at }) => at < before, atMost),
    },
    knownNetworks: {
      find: async (key) => maps.knownNetworks.get(key)?.at,
      save: async (network) => {
        if ((maps.knownNetworks.get(network.key)?.at ?? Number.NEGATIVE_INFINITY) >= network.at - DAY) return;
        maps.knownNetworks.set(network.key, network);
        const own = where(maps.knownNetworks, { accountId: network.accountId });
        const earliest = own.map(({ at }) => at).sort((one, other) => other - one)[MOST_NETWORKS - 1] ?? 0;
        remove(maps.knownNetworks, ({ accountId, at }) => accountId === network.accountId && at < earliest);
      },
      forget: async (owner) => void remove(maps.knownNetworks, ({ accountId }) => accountId === owner),
      sweep: async (before, atMost) => void remove(maps.knownNetworks, ({ at }) => at < before, atMost),
    },
    throttles: {
      find: async (key) => maps.throttles.get(key)?.attempts,
      save: async (key, attempts, of) => void maps.throttles.set(key, { attempts, of }),
      remove: async (key) => void maps.throttles.delete(key),
      takeAll: async (wanted) => {
        const taken = all(maps.throttles, ({ of }) => of === wanted);
        remove(maps.throttles, ({ of }) => of === wanted);
        return taken.map(({ attempts }) => attempts);
      },
      sweep: async (before, atMost) =>
        void remove(maps.throttles, ({ attempts: { forgottenAt } }) => forgottenAt < before, atMost),
    },
  };
};

export const accountTables = (
  maps: MemoryTables,
): Pick<Stores, 'accountCodes' | 'mails' | 'notices' | 'secondFactors'> => {
  const saveMail = async (mail: WaitingMail) => void maps.mails.set(mail.id, mail);
  const waiting = () => where(maps.mails, { failedAt: undefined });
  return {
    accountCodes: {
      find: async (digest) => maps.accountCodes.get(digest),
      save: async (code) => {
        const { accountId, purpose } = code;
        remove(maps.accountCodes, (other) => other.accountId === accountId && other.purpose === purpose);
        maps.accountCodes.set(code.digest, code);
      },
      removeAll: async (of, but) =>
        void remove(maps.accountCodes, ({ accountId, purpose }) => accountId === of && purpose !== but),
      sweep: async (before, atMost) => void remove(maps.accountCodes, ({ expiresAt }) => expiresAt < before, atMost),
    },
    mails: {
      find: async (id) => maps.mails.get(id),
      insert: saveMail,
      nextDue: async (now) =>
        waiting()
          .filter(({ notBefore }) => notBefore <= now)
          .sort((one, other) => one.notBefore - other.notBefore || (one.id < other.id ? -1 : 1))[0],
      save: async (mail) => (maps.mails.has(mail.id) ? saveMail(mail) : undefined),
      remove: async (id) => void maps.mails.delete(id),
      removeAllTo: async (account, email) =>
        void remove(maps.mails, ({ accountId, to }) => accountId === account || to === email),
      invitedTo: async (childId) =>
        waiting().flatMap(({ invitation, to: email }) => {
          if (invitation?.childId !== childId || email === undefined) return [];
          return [{ email, invitedBy: invitation.invitedBy }];
        }),
      removeAllBy: async (parent) => void remove(maps.mails, ({ invitation }) => invitation?.invitedBy === parent),
      failedTo: async (accountId) =>
        where(maps.mails, { accountId, to: undefined }).filter(({ failedAt }) => failedAt !== undefined),
      all: async (request) => page([...maps.mails.values()], request),
      counts: async () => {
        const moments = waiting().map(({ at }) => at);
        const oldest = moments.sort((one, other) => one - other)[0];
        return { waiting: moments.length, failed: maps.mails.size - moments.length, oldest };
      },
      sweep: async (before, atMost) =>
        void remove(maps.mails, ({ failedAt }) => failedAt !== undefined && failedAt < before, atMost),
    },
    notices: {
      insert: async (accountId, kind) => {
        const isNew = !maps.notices.has(link(accountId, kind));
        maps.notices.set(link(accountId, kind), { accountId });
        return isNew;
      },
      remove: async (of, kind) => void maps.notices.delete(link(of, kind)),
      removeAll: async (of) => void remove(maps.notices, ({ accountId }) => accountId === of),
    },
    secondFactors: {
      find: async (of) => maps.secondFactors.get(of),
      save: async (factor) => void maps.secondFactors.set(factor.accountId, factor),
      remove: async (of) => void maps.secondFactors.delete(of),
      reencrypt: async () => NOTHING_SEALED,
    },
  };
};

const trustedOf = (maps: MemoryTables, accountId: LoginProof['accountId']) =>
  where(maps.loginProofs, { accountId, of: 'second factor' }).sort(
    (one, other) => other.provenAt - one.provenAt || (one.digest < other.digest ? 1 : -1),
  );

const take = <Entry>(table: Map<string, Entry>, key: string): Entry | undefined => {
  const found = table.get(key);
  table.delete(key);
  return found;
};

export const passkeyTables = (maps: MemoryTables): Pick<Stores, 'loginProofs' | 'passkeys' | 'passkeyChallenges'> => ({
  passkeys: {
    find: async (id) => maps.passkeys.get(id),
    ofAccount: async (id) =>
      where(maps.passkeys, { accountId: id }).sort(
        (one, other) => one.createdAt - other.createdAt || (one.id < other.id ? -1 : 1),
      ),
    insert: async (passkey) => {
      if (maps.passkeys.has(passkey.id)) return false;
      maps.passkeys.set(passkey.id, passkey);
      return true;
    },
    saveUse: async ({ id, counter, lastUsedAt }) => change(maps.passkeys, id, { counter, lastUsedAt }),
    remove: async (of, id) => maps.passkeys.get(id)?.accountId === of && maps.passkeys.delete(id),
    removeAll: async (of) => remove(maps.passkeys, ({ accountId }) => accountId === of),
  },
  passkeyChallenges: {
    insert: async (challenge) => void maps.passkeyChallenges.set(challenge.digest, challenge),
    take: async (digest) => take(maps.passkeyChallenges, digest),
    sweep: async (before, atMost) => void remove(maps.passkeyChallenges, ({ expiresAt }) => expiresAt < before, atMost),
  },
  loginProofs: {
    insert: async (proof) => void maps.loginProofs.set(proof.digest, proof),
    find: async (digest) => maps.loginProofs.get(digest),
    trusted: async (of) => trustedOf(maps, of),
    take: async (digest) => take(maps.loginProofs, digest),
    remove: async (of, digest) =>
      trustedOf(maps, of).some((proof) => proof.digest === digest) && maps.loginProofs.delete(digest),
    removeAll: async (of) => void remove(maps.loginProofs, ({ accountId }) => accountId === of),
    sweep: async (before, atMost) => void remove(maps.loginProofs, ({ expiresAt }) => expiresAt < before, atMost),
  },
});
