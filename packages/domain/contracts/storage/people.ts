import type { Account, Invitation, InvitationDigest } from '@health-case/domain/model/account';
import type { EmailAddress } from '@health-case/domain/model/email';
import type { AccountId, PersonName } from '@health-case/domain/model/values';
import type { Storage } from '@health-case/domain/ports/storage';
import { describe, expect, it } from 'vitest';
import { account, at, credentials, hash, keep, keepAccount, nextId } from './samples.ts';

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
        await keep(storage, ({ accounts }) => accounts.insert(credentials(one)));
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

export const assistantsContract = (opened: () => Storage): void => {
  describe('assistants', () => {
    const whole = { after: undefined, size: 100 };

    it('links an assistant to a doctor, once however often it is told to, and unlinks', async () => {
      const storage = opened();
      const [doctor, colleague] = [await keepAccount(storage, 'Doc'), await keepAccount(storage, 'Doc')];
      const assistant = await keepAccount(storage, 'Ast');
      const { assists, ofDoctor } = storage.read.assistants;
      expect(await assists(assistant.id, doctor.id)).toBe(false);
      await keep(storage, async ({ assistants }) => {
        await assistants.link(doctor.id, assistant.id);
        await assistants.link(doctor.id, assistant.id);
      });
      expect(await assists(assistant.id, doctor.id)).toBe(true);
      expect(await assists(assistant.id, colleague.id)).toBe(false);
      expect(await ofDoctor(doctor.id, whole)).toHaveLength(1);
      await keep(storage, async ({ assistants }) => {
        await assistants.unlink(doctor.id, assistant.id);
        await assistants.unlink(doctor.id, assistant.id);
      });
      expect(await storage.read.assistants.assists(assistant.id, doctor.id)).toBe(false);
      expect(await storage.read.assistants.ofDoctor(doctor.id, whole)).toEqual([]);
    });

    it("lists a doctor's assistants in the order of their ids, not of their linking, a page at a time", async () => {
      const storage = opened();
      const doctor = await keepAccount(storage, 'Doc');
      const people: Account[] = [];
      for (let count = 0; count < 3; count += 1) people.push(await keepAccount(storage, 'Ast'));
      await keep(storage, async ({ assistants }) => {
        for (const { id } of people.toReversed()) await assistants.link(doctor.id, id);
      });
      const entries = people.map(({ id, firstName, lastName }) => ({ id, firstName, lastName }));
      const list = storage.read.assistants.ofDoctor;
      expect(await list(doctor.id, whole)).toEqual(entries);
      expect(await list(doctor.id, { after: entries[0]?.id, size: 1 })).toEqual([entries[1]]);
      expect(await list(doctor.id, { after: entries[2]?.id, size: 1 })).toEqual([]);
    });
  });
};

export const invitationsContract = (opened: () => Storage): void => {
  describe('invitations (D-15)', () => {
    const invitation = (digest: string, issuedAt = 1): Invitation => ({
      digest: digest as InvitationDigest,
      role: 'Doc',
      issuedAt: at(issuedAt),
      expiresAt: at(100),
      usedBy: undefined,
    });

    it('gives back an invitation as it was, unused and used', async () => {
      const storage = opened();
      const kept = invitation('one');
      const { id } = await keepAccount(storage, 'Doc');
      expect(await storage.read.invitations.find(kept.digest)).toBeUndefined();
      await keep(storage, ({ invitations }) => invitations.insert(kept));
      expect(await storage.read.invitations.find(kept.digest)).toEqual(kept);
      await keep(storage, ({ invitations }) => invitations.save({ ...kept, usedBy: id }));
      expect(await storage.read.invitations.find(kept.digest)).toEqual({ ...kept, usedBy: id });
    });

    it('lists those of one instant in the order of the bytes of their digests', async () => {
      const storage = opened();
      const digests = ['Zb', '_x', 'a-', 'aB', '-y', 'ab', '0_', 'A0'];
      await keep(storage, async ({ invitations }) => {
        for (const digest of digests) await invitations.insert(invitation(digest));
      });
      const listed = await storage.read.invitations.issuedFrom(at(0), 10);
      expect(listed.map(({ digest }) => digest)).toEqual(['-y', '0_', 'A0', 'Zb', '_x', 'a-', 'aB', 'ab']);
    });

    it('lists them from an instant on, oldest first, at most so many', async () => {
      const storage = opened();
      const [early, late, middle] = [invitation('early', 1), invitation('late', 9), invitation('middle', 5)];
      await keep(storage, async ({ invitations }) => {
        for (const kept of [early, late, middle]) await invitations.insert(kept);
      });
      const { issuedFrom } = storage.read.invitations;
      expect(await issuedFrom(at(0), 10)).toEqual([early, middle, late]);
      expect(await issuedFrom(at(5), 10)).toEqual([middle, late]);
      expect(await issuedFrom(at(0), 2)).toEqual([early, middle]);
    });
  });
};
