import { refuse } from '@health-case/domain/errors';
import type { Account, Invitation, InvitationDigest } from '@health-case/domain/model/account';
import type { EmailAddress } from '@health-case/domain/model/email';
import type { AccountId, PersonName } from '@health-case/domain/model/values';
import { expect } from 'vitest';
import { expectList, type Suite } from './harness.ts';
import { account, at, credentials, hash, insert, nextId } from './samples.ts';

const personOf = ({ id, firstName, lastName }: Account) => ({ id, firstName, lastName });

export const accounts: Suite = (it) => {
  it('are given back as they were, by id and by address', async ({ read, keepAccount }) => {
    expect(await read.accounts.any()).toBe(false);
    const kept = await keepAccount('Doc', { firstName: '𝒜́𠮷 "quoted" \\ %_' as PersonName });
    expect(await read.accounts.any()).toBe(true);
    expect(await read.accounts.find(kept.id)).toEqual(kept);
    expect(await read.accounts.credentialsOf(kept.id)).toEqual({ account: kept, passwordHash: 'hash' });
    expect(await read.accounts.credentialsByEmail(kept.email)).toEqual({ account: kept, passwordHash: 'hash' });
  });

  it('are changed one at a time, and nothing is made where there is none', async ({ read, keep, keepAccount }) => {
    const [one, other] = [await keepAccount('Doc'), await keepAccount('Doc')];
    const unknown = nextId<AccountId>();
    const disable = (disabledAt: ReturnType<typeof at> | undefined) =>
      keep(async ({ accounts }) => {
        for (const id of [one.id, unknown]) {
          await accounts.setPassword(id, hash('new'));
          await accounts.setDisabled(id, disabledAt);
        }
      });
    const { credentialsOf, credentialsByEmail, find } = read.accounts;
    await disable(at(5));
    expect(await credentialsOf(one.id)).toEqual({ account: one, passwordHash: 'new', disabledAt: at(5) });
    await disable(undefined);
    expect(await credentialsOf(one.id)).toEqual({ account: one, passwordHash: 'new' });
    expect(await credentialsOf(other.id)).toEqual({ account: other, passwordHash: 'hash' });
    const nobody = [find(unknown), credentialsOf(unknown), credentialsByEmail('nobody@example.org' as EmailAddress)];
    expect(await Promise.all(nobody)).toEqual([undefined, undefined, undefined]);
  });

  it('have an address each, whatever their roles: the first stays (D-07)', async ({ storage, read, keepAccount }) => {
    const first = await keepAccount('Par');
    const second = account('Doc', { email: first.email });
    expect(await insert(storage, second)).toEqual(refuse('EMAIL_TAKEN'));
    expect((await read.accounts.credentialsByEmail(first.email))?.account).toEqual(first);
    expect(await read.accounts.find(second.id)).toBeUndefined();
  });

  it('have an address each, also if many register it at once (D-07)', async ({ storage }) => {
    const email = `${nextId()}@example.org` as EmailAddress;
    const results = await Promise.all(Array.from({ length: 20 }, () => insert(storage, account('Par', { email }))));
    expect(results.filter(({ ok }) => ok)).toHaveLength(1);
  });

  it('are listed by id, the doctors among them', async ({ read, keep }) => {
    const people = (['Doc', 'Par', 'Doc', 'Ast', 'Doc'] as const).map((role) => account(role));
    await keep(async ({ accounts }) => {
      for (const one of people.toReversed()) await accounts.insert(credentials(one));
    });
    await expectList(read.accounts.doctors, people.filter(({ role }) => role === 'Doc').map(personOf));
  });
};

export const assistants: Suite = (it) => {
  it('are linked to a doctor and unlinked, once however often that is done', async ({ read, keep, keepAccount }) => {
    const [doctor, colleague] = [await keepAccount('Doc'), await keepAccount('Doc')];
    const assistant = await keepAccount('Ast');
    const assisted = async () => [
      await read.assistants.assists(assistant.id, doctor.id),
      await read.assistants.assists(assistant.id, colleague.id),
      await read.assistants.ofDoctor(doctor.id, { after: undefined, size: 100 }),
    ];
    expect(await assisted()).toEqual([false, false, []]);
    for (const _ of ['once', 'again']) {
      await keep(({ assistants }) => assistants.link(doctor.id, assistant.id));
      expect(await assisted()).toEqual([true, false, [personOf(assistant)]]);
    }
    for (const _ of ['once', 'again']) {
      await keep(({ assistants }) => assistants.unlink(doctor.id, assistant.id));
      expect(await assisted()).toEqual([false, false, []]);
    }
  });

  it('are listed by id, not in the order of their linking', async ({ read, keep, keepAccount }) => {
    const doctor = await keepAccount('Doc');
    const people = [await keepAccount('Ast'), await keepAccount('Ast'), await keepAccount('Ast')];
    await keep(async ({ assistants }) => {
      for (const { id } of people.toReversed()) await assistants.link(doctor.id, id);
    });
    await expectList((request) => read.assistants.ofDoctor(doctor.id, request), people.map(personOf));
  });
};

const invitation = (digest: string, issuedAt = 1): Invitation => ({
  digest: digest as InvitationDigest,
  role: 'Doc',
  issuedAt: at(issuedAt),
  expiresAt: at(100),
  usedBy: undefined,
});

export const invitations: Suite = (it) => {
  it('are given back as they were, unused and used', async ({ read, keep, keepAccount }) => {
    const kept = invitation('one');
    const used = { ...kept, usedBy: (await keepAccount('Doc')).id };
    expect(await read.invitations.find(kept.digest)).toBeUndefined();
    await keep(({ invitations }) => invitations.insert(kept));
    expect(await read.invitations.find(kept.digest)).toEqual(kept);
    await keep(({ invitations }) => invitations.save(used));
    expect(await read.invitations.find(kept.digest)).toEqual(used);
  });

  it('are listed from an instant on, oldest first, and at one instant by the bytes of their digests', async (scene) => {
    const { read, keep } = scene;
    const [early, late] = [invitation('early', 1), invitation('late', 9)];
    const middle = ['-y', '0_', 'A0', 'Zb', '_x', 'a-', 'aB', 'ab'].map((digest) => invitation(digest, 5));
    await keep(async ({ invitations }) => {
      for (const kept of [late, ...middle.toReversed(), early]) await invitations.insert(kept);
    });
    expect(await read.invitations.issuedFrom(at(0), 100)).toEqual([early, ...middle, late]);
    expect(await read.invitations.issuedFrom(at(5), 9)).toEqual([...middle, late]);
    expect(await read.invitations.issuedFrom(at(0), 2)).toEqual([early, ...middle.slice(0, 1)]);
  });
};
