import type { AccountCode, CodeDigest, Invitation } from '@health-case/domain/model/account';
import type { EmailAddress } from '@health-case/domain/model/email';
import type { AccountId } from '@health-case/domain/model/values';
import { expect } from 'vitest';
import type { Scene, Suite } from './harness.ts';
import { at, mailOf } from './samples.ts';

export const digest = (text: string) => text as CodeDigest;

const resetOf = (accountId: AccountId, text: string): AccountCode => {
  return { digest: digest(text), accountId, expiresAt: at(100), purpose: 'reset' };
};
const addressOf = (accountId: AccountId, text: string, purpose: 'address' | 'proof' = 'address'): AccountCode => {
  return { ...resetOf(accountId, text), purpose, email: `${text}@example.org` as EmailAddress };
};

const codes = ({ keep, read }: Scene) => ({
  save: (...saved: readonly AccountCode[]) =>
    keep(async ({ accountCodes }) => {
      for (const code of saved) await accountCodes.save(code);
    }),
  found: (...texts: readonly string[]) => Promise.all(texts.map((text) => read.accountCodes.find(digest(text)))),
});

export const accountCodes: Suite = (it) => {
  it('are found by their digests; an account has one for each purpose, the last', async (scene) => {
    const { save, found } = codes(scene);
    const [one, other] = [await scene.keepAccount('Par'), await scene.keepAccount('Doc')];
    const [first, last] = [resetOf(one.id, 'first'), resetOf(one.id, 'last')];
    const [address, others] = [addressOf(one.id, 'address'), resetOf(other.id, 'of another')];
    await save(first, address, others);
    expect(await found('first', 'address', 'of another', 'none')).toEqual([first, address, others, undefined]);
    await save(resetOf(one.id, 'second'), last);
    expect(await found('first', 'second', 'last', 'address')).toEqual([undefined, undefined, last, address]);
    expect(await found('of another')).toEqual([others]);
    const newer = addressOf(one.id, 'another');
    await save(newer);
    expect(await found('last', 'address', 'another')).toEqual([last, undefined, newer]);
  });

  it('are listed of an account, in the order of their purposes', async (scene) => {
    const { save } = codes(scene);
    const [one, other] = [await scene.keepAccount('Par'), await scene.keepAccount('Doc')];
    const own = [addressOf(one.id, 'new'), addressOf(one.id, 'proof', 'proof'), resetOf(one.id, 'reset')];
    await save(...own.toReversed(), resetOf(other.id, 'of another'));
    expect(await scene.read.accountCodes.ofAccount(one.id)).toEqual(own);
  });

  it('of an account are removed together, and no others', async (scene) => {
    const { save, found } = codes(scene);
    const [one, other] = [await scene.keepAccount('Par'), await scene.keepAccount('Doc')];
    const proof = addressOf(one.id, 'proof', 'proof');
    await save(resetOf(one.id, 'reset'), addressOf(one.id, 'address'), proof, resetOf(other.id, 'of another'));
    const left = () => found('reset', 'address', 'proof', 'of another');
    await scene.keep(({ accountCodes }) => accountCodes.removeAll(one.id, 'proof'));
    expect(await left()).toEqual([undefined, undefined, proof, resetOf(other.id, 'of another')]);
    await scene.keep(({ accountCodes }) => accountCodes.removeAll(one.id));
    expect((await left()).map(Boolean)).toEqual([false, false, false, true]);
  });

  it('of an account go with the mails that would bring one', async (scene) => {
    const [one, other] = [await scene.keepAccount('Par'), await scene.keepAccount('Doc')];
    const mails = [one, other].flatMap(({ id: accountId }) =>
      (['new address', 'account made', 'password changed'] as const).map((kind) =>
        mailOf({ accountId, to: undefined, kind }),
      ),
    );
    await scene.keep(async (stores) => {
      for (const mail of mails) await stores.mails.insert(mail);
    });
    const left = async () => {
      const found = await Promise.all(mails.map(({ id }) => scene.keep((stores) => stores.mails.find(id))));
      return found.map((mail) => mail?.kind);
    };
    const others = mails.slice(3).map(({ kind }) => kind);
    await scene.keep(({ accountCodes }) => accountCodes.removeAll(one.id, 'proof'));
    expect(await left()).toEqual([undefined, 'account made', 'password changed', ...others]);
    await scene.keep(({ accountCodes }) => accountCodes.removeAll(one.id));
    expect(await left()).toEqual([undefined, undefined, 'password changed', ...others]);
  });

  it('are used by one of the units that find them at once, and by none once they were replaced', async (scene) => {
    const { save } = codes(scene);
    const { id } = await scene.keepAccount('Par');
    const use = (code: AccountCode) =>
      scene.keep(async ({ accountCodes }) => {
        const known = await accountCodes.find(code.digest);
        if (known) await accountCodes.removeAll(known.accountId);
        return known !== undefined;
      });
    for (const name of ['one', 'another', 'a third']) {
      const code = resetOf(id, name);
      await save(code);
      const used = await Promise.all(Array.from({ length: 8 }, () => use(code)));
      expect(used.filter(Boolean)).toHaveLength(1);
      await save(code);
      await Promise.all([use(code), save(resetOf(id, `newer than ${name}`)), use(code)]);
      expect(await use(code)).toBe(false);
    }
  });
};

const invitation = (digest: string, issuedAt = 1): Invitation => ({
  digest: digest as CodeDigest,
  role: 'Doc',
  issuedAt: at(issuedAt),
  expiresAt: at(100),
  usedBy: undefined,
});

export const invitations: Suite = (it) => {
  it('are given back as they were, unused and used', async ({ read, keep, keepAccount }) => {
    const kept = invitation('one');
    const used = { ...kept, usedBy: (await keepAccount('Doc')).id, expiresAt: at(7) };
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
