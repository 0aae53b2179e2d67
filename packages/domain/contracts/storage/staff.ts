import type { CodeDigest } from '@health-case/domain/model/account';
import { certificationFor } from '@health-case/domain/model/case';
import type { EmailAddress } from '@health-case/domain/model/email';
import type { Help, StaffInvitation } from '@health-case/domain/model/staff';
import type { KnownNetwork } from '@health-case/domain/model/throttle';
import { expect } from 'vitest';
import type { Suite } from './harness.ts';
import { at, nextId, personOf } from './samples.ts';

export const staffInvitations: Suite = (it) => {
  it('are one for each address, found by it and by the code that was mailed last', async (scene) => {
    const { read, keep, keepAccount } = scene;
    const [boss, other] = [await keepAccount('Doc'), await keepAccount('Ast')];
    const facts = { role: 'Doc', invitedAt: at(1), expiresAt: at(9) } as const;
    const one: StaffInvitation = { ...facts, email: 'b@example.org' as EmailAddress, invitedBy: boss.id };
    const two: StaffInvitation = { ...facts, email: 'a@example.org' as EmailAddress, invitedBy: other.id };
    const [first, last] = ['first' as CodeDigest, 'last' as CodeDigest];
    await keep(async ({ staffInvitations }) => {
      for (const invitation of [one, two, { ...one, digest: first }]) await staffInvitations.save(invitation);
    });
    const { all, find, findByCode } = read.staffInvitations;
    expect(await all()).toEqual([two, { ...one, digest: first }]);
    expect([await findByCode(first), await findByCode(last)]).toEqual([{ ...one, digest: first }, undefined]);
    const newer: StaffInvitation = { ...one, role: 'Ast', invitedBy: other.id, expiresAt: at(20), digest: last };
    await keep(({ staffInvitations }) => staffInvitations.save(newer));
    expect([await findByCode(first), await findByCode(last), await find(one.email)]).toEqual([undefined, newer, newer]);
    await keep(({ accounts }) => accounts.erase(boss.id, at(9)));
    expect(await all()).toEqual([two, newer]);
    await keep(({ staffInvitations }) => staffInvitations.remove(newer.email));
    expect(await all()).toEqual([two]);
  });

  it('are used by one of the units that find them at once', async ({ keep, keepAccount }) => {
    const invitedBy = (await keepAccount('Doc')).id;
    const email = 'a@example.org' as EmailAddress;
    const digest = 'code' as CodeDigest;
    const invitation = { email, role: 'Ast', invitedBy, invitedAt: at(1), expiresAt: at(9), digest } as const;
    await keep(({ staffInvitations }) => staffInvitations.save(invitation));
    const use = () =>
      keep(async ({ staffInvitations }) => {
        const found = await staffInvitations.findByCode(digest);
        if (found) await staffInvitations.remove(found.email);
        return found !== undefined;
      });
    expect((await Promise.all(Array.from({ length: 8 }, use))).filter(Boolean)).toHaveLength(1);
  });
};

export const helps: Suite = (it) => {
  it('are one for each account, and given back until when they are due', async ({ read, keep, keepAccount }) => {
    const [one, two] = [(await keepAccount('Doc')).id, (await keepAccount('Ast')).id];
    const email = 'new@example.org' as EmailAddress;
    const [first, later]: Help[] = [one, two].map((accountId, nth) => {
      return { accountId, kind: 'address', email, at: at(5 - nth) };
    });
    if (!first || !later) throw new Error('There are two.');
    await keep(async ({ helps }) => {
      for (const help of [first, later]) await helps.save(help);
    });
    const due = (until: number, size = 9) => read.helps.due(at(until), size);
    expect([await due(3), await due(4), await due(5), await due(5, 1)]).toEqual([[], [later], [later, first], [later]]);
    const done: Help = { ...first, kind: 'factor', email: undefined };
    await keep(({ helps }) => helps.save(done));
    expect([await read.helps.find(one), await due(9)]).toEqual([done, [later]]);
    await keep(async ({ helps }) => {
      for (const id of [one, two]) await helps.remove(id, 'pending');
    });
    expect([await read.helps.find(one), await read.helps.find(two)]).toEqual([done, undefined]);
    await keep(({ helps }) => helps.save(later));
    await keep(({ helps }) => helps.removePending());
    expect([await read.helps.find(one), await read.helps.find(two)]).toEqual([done, undefined]);
    await keep(({ helps }) => helps.remove(one));
    expect(await read.helps.find(one)).toBeUndefined();
  });
};

export const staffWork: Suite = (it) => {
  it('is of all doctors and assistants that were confirmed or disabled, and not erased', async ({
    read,
    keep,
    keepAccount,
  }) => {
    const [doctor, assistant] = [await keepAccount('Doc'), await keepAccount('Ast')];
    const [erased] = [await keepAccount('Ast'), await keepAccount('Par')];
    await keepAccount('Doc', { confirmed: undefined });
    const declined = await keepAccount('Doc', { confirmed: undefined });
    await keep(async ({ accounts }) => {
      for (const { id } of [doctor, declined]) await accounts.setDisabled(id, at(5));
      await accounts.erase(erased.id, at(5));
    });
    const found = (await read.accounts.staff()).toSorted((one, other) => (one.account.id < other.account.id ? -1 : 1));
    expect(found).toEqual([
      { account: doctor, disabledAt: at(5) },
      { account: assistant, disabledAt: undefined },
      { account: declined, disabledAt: at(5) },
    ]);
  });

  it('is counted of each account that is asked for', async ({ read, keep, keepAccount, keepCase, keepClosedTask }) => {
    const { case: facts, doctor, parent } = await keepCase();
    const idle = await keepAccount('Ast');
    const task = await keepClosedTask(facts);
    await keep(async ({ cases, certifications, knownNetworks }) => {
      await cases.insert({ ...facts, id: nextId() });
      await certifications.insertOnce(certificationFor(task, nextId(), parent.id, at(40)));
      for (const [nth, key] of ['one', 'another'].entries()) {
        await knownNetworks.save({ key, accountId: doctor.id, at: at(60 - nth) } as KnownNetwork);
      }
    });
    const { of } = read.staffWork;
    const busy = { id: doctor.id, lastLoginAt: at(60), ongoingCases: 2, waiting: 1, waitingSince: at(40) };
    const none = { id: idle.id, lastLoginAt: undefined, ongoingCases: 0, waiting: 0, waitingSince: undefined };
    expect((await of([doctor.id, idle.id])).toSorted((a) => (a.id === doctor.id ? -1 : 1))).toEqual([busy, none]);
    expect(await of([])).toEqual([]);
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
      expect(await assisted()).toEqual([true, false, [{ ...personOf(assistant), isAvailable: true }]]);
    }
    for (const _ of ['once', 'again']) {
      await keep(({ assistants }) => assistants.unlink(doctor.id, assistant.id));
      expect(await assisted()).toEqual([false, false, []]);
    }
  });
};
