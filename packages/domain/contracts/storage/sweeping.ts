import type { CodeDigest, SessionDigest } from '@health-case/domain/model/account';
import type { EmailAddress } from '@health-case/domain/model/email';
import type { AccountId, MailId } from '@health-case/domain/model/values';
import type { Reads, Stores, SweptStore } from '@health-case/domain/ports/storage';
import { expect } from 'vitest';
import type { Suite } from './harness.ts';
import { sessionOf } from './login.ts';
import { account, at, credentials, mailOf } from './samples.ts';
import { attempts } from './throttle.ts';

type Swept = {
  readonly save: (stores: Stores, key: string, moment: number, accountId: AccountId) => Promise<void>;
  readonly find: (read: Reads, key: string, accountId: AccountId) => Promise<unknown>;
};

/** Two others are asked with what is found in them. */
type SweptByName = Exclude<SweptStore, 'joinCodes' | 'passkeyChallenges'>;

const SWEPT: Readonly<Record<SweptByName, Swept>> = {
  accountCodes: {
    save: async ({ accounts, accountCodes }, key, moment) => {
      const person = account('Par');
      await accounts.insert(credentials(person));
      const code = { digest: key as CodeDigest, accountId: person.id, expiresAt: at(moment) };
      await accountCodes.save({ ...code, purpose: 'reset' });
    },
    find: (read, key) => read.accountCodes.find(key as CodeDigest),
  },
  drafts: {
    save: ({ drafts }, key, moment, accountId) =>
      drafts.save({ id: key, accountId, encrypted: 'text', at: at(moment) }),
    find: (read, key, accountId) => read.drafts.find(accountId, key, at(0)),
  },
  knownNetworks: {
    save: ({ knownNetworks }, key, moment, accountId) => knownNetworks.save({ key, accountId, at: at(moment) }),
    find: (read, key) => read.knownNetworks.find(key),
  },
  keptOutcomes: {
    save: ({ keptOutcomes }, key, moment) =>
      keptOutcomes.save({ key, request: 'one', outcome: 'done', at: at(moment) }),
    find: (read, key) => read.keptOutcomes.find({ key, request: 'one' }, at(0)),
  },
  loginProofs: {
    save: ({ loginProofs }, key, moment, accountId) =>
      loginProofs.insert({
        digest: key as CodeDigest,
        accountId,
        of: 'password',
        provenAt: at(0),
        expiresAt: at(moment),
      }),
    find: (read, key) => read.loginProofs.find(key as CodeDigest),
  },
  mails: {
    save: async ({ mails }, key, moment) => mails.insert(mailOf({ id: key as MailId, failedAt: at(moment) })),
    find: async (read, key) => (await read.mails.all({ after: undefined, size: 9 })).find(({ id }) => id === key),
  },
  sessions: {
    save: ({ sessions }, key, moment, accountId) => sessions.insert(sessionOf(accountId, key, moment)),
    find: (read, key) => read.sessions.find(key as SessionDigest),
  },
  staffInvitations: {
    save: ({ staffInvitations }, key, moment, invitedBy) =>
      staffInvitations.save({
        email: key as EmailAddress,
        role: 'Ast',
        invitedBy,
        invitedAt: at(0),
        expiresAt: at(moment),
      }),
    find: (read, key) => read.staffInvitations.find(key as EmailAddress),
  },
  throttles: {
    save: ({ throttles }, key, moment) => throttles.save([{ key, attempts: attempts(1, moment) }]),
    find: async (read, key) => (await read.throttles.find([key]))[0],
  },
};

export const sweeping: Suite = (it) => {
  for (const [name, { save, find }] of Object.entries(SWEPT) as [SweptByName, Swept][]) {
    it(`removes ${name} that are older than an instant, at most so many`, async ({ read, keep, keepAccount }) => {
      const { id } = await keepAccount('Par');
      const keys = ['a', 'b', 'c', 'd'];
      await keep(async (stores) => {
        for (const [index, key] of keys.entries()) await save(stores, key, index, id);
      });
      const left = async () => (await Promise.all(keys.map((key) => find(read, key, id)))).map(Boolean);
      const sweep = () => keep((stores) => stores[name].sweep(at(3), 2));
      expect(await sweep()).toBe(2);
      expect((await left()).filter(Boolean)).toHaveLength(2);
      expect([await sweep(), await sweep()]).toEqual([1, 0]);
      expect(await left()).toEqual([false, false, false, true]);
    });
  }
};
