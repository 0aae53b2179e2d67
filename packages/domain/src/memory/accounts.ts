import { refuse } from '../errors.ts';
import type { Account, Person } from '../model/account.ts';
import type { AccountStore } from '../ports/storage.ts';
import { ok } from '../result.ts';
import { all, page, type Tables } from './tables.ts';

export const personOf = ({ id, firstName, lastName }: Account): Person => ({ id, firstName, lastName });

export const memoryAccounts = ({ accounts }: Tables): AccountStore => {
  const byEmail = (email: string) => all(accounts, ({ account }) => account.email === email)[0];
  return {
    find: async (id) => accounts.get(id)?.account,
    credentialsOf: async (id) => accounts.get(id),
    credentialsByEmail: async (email) => byEmail(email),
    any: async () => accounts.size > 0,
    doctors: async (request) => {
      const doctors = all(accounts, ({ account }) => account.role === 'Doc');
      return page(
        doctors.map(({ account }) => personOf(account)),
        request,
      );
    },
    insert: async (credentials) => {
      if (byEmail(credentials.account.email)) return refuse('EMAIL_TAKEN');
      accounts.set(credentials.account.id, credentials);
      return ok(undefined);
    },
    setPassword: async (id, passwordHash) => {
      const known = accounts.get(id);
      if (known) accounts.set(id, { ...known, passwordHash });
    },
    setDisabled: async (id, disabledAt) => {
      const known = accounts.get(id);
      if (known) accounts.set(id, { ...known, disabledAt });
    },
  };
};
