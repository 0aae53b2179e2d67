import {
  type Account,
  AT_FIRST,
  type Colleague,
  isConfirmed,
  noAddressOf,
  type Person,
} from '../../src/model/account.ts';
import { mailsWithCode } from '../../src/model/mail.ts';
import type { Stores } from '../../src/ports/storage.ts';
import { ok, refuse } from '../../src/result.ts';
import { search } from './names.ts';
import { type AccountEntry, by, type MemoryTables, removeReferring, type Sync } from './table.ts';

const toPerson = ({ id, firstName, lastName }: Person): Person => ({ id, firstName, lastName });
export const toColleague = (one: AccountEntry): Colleague => ({ ...toPerson(one), isAvailable: isAvailable(one) });
const toKnown = ({ passwordHash, disabledAt, ...account }: AccountEntry) => ({ account, disabledAt });
const toCredentials = (one: AccountEntry) => ({ ...toKnown(one), passwordHash: one.passwordHash });

const isAvailable = ({ disabledAt }: AccountEntry): boolean => disabledAt === undefined;
const isErased = ({ email }: Account): boolean => email === '';

const hasNames = ({ lastName }: Account): boolean => lastName !== '';
const toNamed = (one: AccountEntry) => ({ ...toColleague(one), role: one.role });

export const wasErased = ({ accounts }: MemoryTables, id: string): boolean =>
  accounts.any((one) => one.id === id && isErased(one));

const isStaff = (one: AccountEntry): boolean =>
  one.role !== 'Par' && !isErased(one) && (isConfirmed(one) || !isAvailable(one));

const managers = ({ accounts }: MemoryTables) => accounts.all({ isManager: true }).filter(isAvailable).sort(by('id'));

const removeOwn = (tables: MemoryTables, id: Account['id']): void => {
  const { email = '' } = tables.accounts.find(id) ?? {};
  removeReferring(tables, 'accountId', [id]);
  tables.mails.remove(({ to, invitation }) => to === email || invitation?.invitedBy === id);
  tables.joinCodes.remove(({ email: to, invitedBy }) => to === email || (invitedBy === id && to !== undefined));
  tables.staffInvitations.remove(({ email: to, invitedBy }) => to === email || invitedBy === id);
  tables.covers.remove(({ doctorId, deputyId }) => doctorId === id || deputyId === id);
  tables.assistants.remove(({ doctorId, assistantId }) => doctorId === id || assistantId === id);
};

type AccountStores = Pick<Stores, 'accounts' | 'accountCodes' | 'invitations'>;

export const accountStores = (tables: MemoryTables): Sync<AccountStores> => {
  const { accounts, accountCodes, certifications, invitations, mails } = tables;
  const known = (id: Account['id']) => accounts.all({ id }).find((one) => !isErased(one));
  const set = (id: Account['id'], changed: Partial<AccountEntry>) => accounts.change({ id }, changed);
  const others = (id: Account['id'], email: string) => accounts.any((one) => one.email === email && one.id !== id);
  return {
    accounts: {
      find: (id) => [known(id) ?? []].flat().map(toKnown)[0]?.account,
      findAvailable: (id) => [known(id) ?? []].flat().filter(isAvailable).map(toKnown)[0]?.account,
      credentialsOf: (id) => [known(id) ?? []].flat().map(toCredentials)[0],
      stillHas: () => false,
      credentialsByEmail: (email) => accounts.all({ email }).map(toCredentials)[0],
      seenByEmail: (email) => accounts.all({ email }).map(toCredentials)[0],
      any: () => accounts.any({}),
      unconfirmed: (request) =>
        accounts.page((one) => isAvailable(one) && !isConfirmed(one), request).map((one) => toKnown(one).account),
      managers: () => managers(tables).map((one) => toKnown(one).account),
      staff: () => accounts.all(isStaff).map(toKnown),
      all: (request) => accounts.page((one) => !isErased(one), request).map(toKnown),
      search: (role, wanted, request, whom) => {
        const inRole = accounts
          .all({ role })
          .filter((one) => (whom ? isAvailable(one) && isConfirmed(one) : !isErased(one)));
        return search(inRole, wanted, request).map(toKnown);
      },
      namesOf: (ids) => ids.flatMap((id) => accounts.all({ id }).filter(hasNames)).map(toNamed),
      doctors: (request) =>
        accounts.page((one) => one.role === 'Doc' && isAvailable(one) && isConfirmed(one), request).map(toPerson),
      insert: ({ account, ...secret }) => {
        if (others(account.id, account.email)) return refuse('EMAIL_TAKEN');
        accounts.put({ ...account, ...secret });
        return ok(undefined);
      },
      erase: (id, disabledAt, keeps) => {
        const none = '' as never;
        removeOwn(tables, id);
        set(id, {
          ...(!keeps && { firstName: none, lastName: none }),
          ...{ email: none, passwordHash: none, madeThrough: none, disabledAt },
          ...{ ...AT_FIRST, confirmed: undefined },
        });
        if (!keeps)
          certifications.change((one) => 'decidedBy' in one && one.decidedBy === id, { doctorName: undefined });
      },
      setPassword: (id, passwordHash) => set(id, { passwordHash }),
      setDisabled: (id, disabledAt) => set(id, { disabledAt }),
      setTakesNoChildren: (id, takesNoChildren) => set(id, { takesNoChildren }),
      setConfirmed: (id, confirmed) => set(id, { confirmed }),
      setManager: (id, isManager) => set(id, { isManager }),
      setProfile: (id, profile) => set(id, profile),
      setSecondFactor: (id, secondFactor) => set(id, { secondFactor }),
      setEmail: (id, email, provenAt) => {
        if (others(id, email)) return refuse('EMAIL_TAKEN');
        set(id, { email, provenAt });
        return ok(undefined);
      },
      setProven: (id, provenAt) => set(id, { provenAt }),
      freeEmail: (id) => set(id, { email: noAddressOf(id), provenAt: undefined }),
    },
    accountCodes: {
      find: accountCodes.find,
      ofAccount: (accountId) => accountCodes.all({ accountId }).sort(by('purpose')),
      save: (code) => accountCodes.replace(code, 'accountId', 'purpose'),
      removeAll: (of, but) => {
        accountCodes.remove(({ accountId, purpose }) => accountId === of && purpose !== but);
        for (const kind of mailsWithCode(but)) mails.remove({ accountId: of, kind });
      },
      sweep: accountCodes.sweep('expiresAt'),
    },
    invitations: {
      find: invitations.find,
      issuedFrom: (from, size) =>
        invitations
          .all(({ issuedAt }) => issuedAt >= from)
          .sort(by('issuedAt', 'digest'))
          .slice(0, size),
      insert: invitations.put,
      save: invitations.put,
    },
  };
};
