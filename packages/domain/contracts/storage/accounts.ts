import type { Account } from '@health-case/domain/model/account';
import type { EmailAddress } from '@health-case/domain/model/email';
import type { AccountId, PersonName } from '@health-case/domain/model/values';
import type { Storage } from '@health-case/domain/ports/storage';
import { describe, expect, it } from 'vitest';
import { account, at, hash, keep, keepAccount, nextId } from './samples.ts';

const personOf = ({ id, firstName, lastName }: Account) => ({ id, firstName, lastName });

export const accountsContract = (opened: () => Storage): void => {
  describe('accounts', () => {
    it('gives back an account as it was, by id and by address', async () => {
      const storage = opened();
      const kept = await keepAccount(storage, 'Doc', { firstName: '𝒜́𠮷 "quoted" \\ %_' as PersonName });
      const { accounts } = storage.read;
      expect(await accounts.find(kept.id)).toEqual(kept);
      expect(await accounts.credentialsOf(kept.id)).toEqual({ account: kept, passwordHash: 'hash' });
      expect(await accounts.credentialsByEmail(kept.email)).toEqual({ account: kept, passwordHash: 'hash' });
    });

    it('knows neither an id nor an address that was not registered, and changes nothing of it', async () => {
      const storage = opened();
      const unknown = nextId<AccountId>();
      await keep(storage, ({ accounts }) => accounts.setPassword(unknown, hash('new')));
      await keep(storage, ({ accounts }) => accounts.setDisabled(unknown, at(5)));
      const { accounts } = storage.read;
      expect(await accounts.find(unknown)).toBeUndefined();
      expect(await accounts.credentialsOf(unknown)).toBeUndefined();
      expect(await accounts.credentialsByEmail('nobody@example.org' as EmailAddress)).toBeUndefined();
    });

    it('tells since when an account is disabled, and changes nothing else of it or of others', async () => {
      const storage = opened();
      const [one, other] = [await keepAccount(storage, 'Doc'), await keepAccount(storage, 'Doc')];
      const { credentialsOf } = storage.read.accounts;
      await keep(storage, ({ accounts }) => accounts.setDisabled(one.id, at(5)));
      expect(await credentialsOf(one.id)).toEqual({ account: one, passwordHash: 'hash', disabledAt: at(5) });
      expect(await credentialsOf(other.id)).toEqual({ account: other, passwordHash: 'hash' });
      await keep(storage, ({ accounts }) => accounts.setDisabled(one.id, undefined));
      expect(await credentialsOf(one.id)).toEqual({ account: one, passwordHash: 'hash' });
    });

    it('refuses a second account with an address, whichever its role, and keeps the first (D-07)', async () => {
      const storage = opened();
      const first = await keepAccount(storage, 'Par');
      const second = account('Doc', { email: first.email });
      const inserted = await storage.write(({ accounts }) =>
        accounts.insert({ account: second, passwordHash: hash('other') }),
      );
      expect(inserted).toEqual({ ok: false, refusal: { code: 'EMAIL_TAKEN' } });
      expect((await storage.read.accounts.credentialsByEmail(first.email))?.account).toEqual(first);
      expect(await storage.read.accounts.find(second.id)).toBeUndefined();
    });

    it('lets exactly one of many at once have an address (D-07)', async () => {
      const storage = opened();
      const email = `${nextId()}@example.org` as EmailAddress;
      const results = await Promise.all(
        Array.from({ length: 20 }, () =>
          storage.write(({ accounts }) =>
            accounts.insert({ account: account('Par', { email }), passwordHash: hash('hash') }),
          ),
        ),
      );
      expect(results.filter(({ ok }) => ok)).toHaveLength(1);
    });

    it('knows whether it has any', async () => {
      const storage = opened();
      expect(await storage.read.accounts.any()).toBe(false);
      await keepAccount(storage, 'Par');
      expect(await storage.read.accounts.any()).toBe(true);
    });

    it('replaces the password of one account only', async () => {
      const storage = opened();
      const [one, other] = [await keepAccount(storage, 'Par'), await keepAccount(storage, 'Par')];
      await keep(storage, ({ accounts }) => accounts.setPassword(one.id, hash('new')));
      expect((await storage.read.accounts.credentialsOf(one.id))?.passwordHash).toBe('new');
      expect((await storage.read.accounts.credentialsOf(other.id))?.passwordHash).toBe('hash');
    });

    it('lists doctors only, in the order of their ids, a page at a time', async () => {
      const storage = opened();
      const people = (['Doc', 'Par', 'Doc', 'Ast', 'Doc'] as const).map((role) => account(role));
      for (const one of people.toReversed()) {
        await keep(storage, ({ accounts }) => accounts.insert({ account: one, passwordHash: hash('hash') }));
      }
      const doctors = people.filter(({ role }) => role === 'Doc').map(personOf);
      const list = storage.read.accounts.doctors;
      expect(await list({ after: undefined, size: 10 })).toEqual(doctors);
      expect(await list({ after: undefined, size: 2 })).toEqual(doctors.slice(0, 2));
      expect(await list({ after: doctors[1]?.id, size: 2 })).toEqual(doctors.slice(2));
      expect(await list({ after: doctors[2]?.id, size: 2 })).toEqual([]);
    });
  });
};
