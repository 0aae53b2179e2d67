import {
  type ChallengeDigest,
  type Passkey,
  type PasskeyChallenge,
  type PasskeyId,
  useAt,
} from '@health-case/domain/model/passkey';
import type { AccountId } from '@health-case/domain/model/values';
import { expect } from 'vitest';
import type { Scene, Suite } from './harness.ts';
import { AWKWARD_TEXT, at } from './samples.ts';

const MOST_COUNTED = 2 ** 32 - 1;

const passkeyOf = (accountId: AccountId, id: string, facts: Partial<Passkey> = {}): Passkey => ({
  id: id as PasskeyId,
  accountId,
  name: AWKWARD_TEXT as Passkey['name'],
  publicKey: `key-of_${id}` as Passkey['publicKey'],
  counter: 0,
  createdAt: at(5),
  lastUsedAt: undefined,
  ...facts,
});

const kept = ({ keep, read }: Scene) => ({
  insert: (passkey: Passkey) => keep(({ passkeys }) => passkeys.insert(passkey)),
  found: (...ids: readonly string[]) => Promise.all(ids.map((id) => read.passkeys.find(id as PasskeyId))),
});

export const passkeys: Suite = (it) => {
  it('are found by their ids and listed by account, oldest first', async (scene) => {
    const { insert, found } = kept(scene);
    const [one, other] = [(await scene.keepAccount('Doc')).id, (await scene.keepAccount('Par')).id];
    const last = passkeyOf(one, 'a', { createdAt: at(7), counter: MOST_COUNTED, lastUsedAt: at(8) });
    const [first, second] = [passkeyOf(one, 'c'), passkeyOf(one, 'd')];
    const [others, longest] = [passkeyOf(other, 'B'), passkeyOf(other, 'A'.repeat(1364), { createdAt: at(9) })];
    for (const passkey of [last, second, others, first, longest]) expect(await insert(passkey)).toBe(true);
    expect(await found('a', 'b', 'B', longest.id)).toEqual([last, undefined, others, longest]);
    expect(await scene.read.passkeys.ofAccount(one)).toEqual([first, second, last]);
    expect(await scene.read.passkeys.ofAccount(other)).toEqual([others, longest]);
  });

  it('stay as they are where another one has the same id, also of another account, also at once', async (scene) => {
    const { insert, found } = kept(scene);
    const [one, other] = [(await scene.keepAccount('Doc')).id, (await scene.keepAccount('Par')).id];
    await insert(passkeyOf(one, 'known'));
    for (const accountId of [one, other]) {
      const again = passkeyOf(accountId, 'known', { counter: 9, createdAt: at(9) });
      // A refusal does not end the unit.
      const inserted = await scene.keep(async (stores) => [
        await stores.passkeys.insert(again),
        await stores.passkeys.insert(passkeyOf(accountId, `new of ${accountId}`)),
      ]);
      expect(inserted).toEqual([false, true]);
    }
    expect(await found('known', `new of ${other}`)).toEqual([
      passkeyOf(one, 'known'),
      passkeyOf(other, `new of ${other}`),
    ]);
    const racing = await Promise.all([one, other, one, other].map((id) => insert(passkeyOf(id, 'raced for'))));
    expect(racing.filter(Boolean)).toHaveLength(1);
  });

  it('keep how often and when they were used last, and nothing else changes', async (scene) => {
    const { insert, found } = kept(scene);
    const { id: accountId } = await scene.keepAccount('Doc');
    const [used, other] = [passkeyOf(accountId, 'used'), passkeyOf(accountId, 'other')];
    for (const passkey of [used, other]) await insert(passkey);
    const use = { counter: MOST_COUNTED, lastUsedAt: at(11) };
    const otherwise = { name: 'Other' as Passkey['name'], publicKey: 'other' as Passkey['publicKey'] };
    await scene.keep((stores) => stores.passkeys.saveUse({ ...used, ...otherwise, ...use }));
    await scene.keep((stores) => stores.passkeys.saveUse({ ...passkeyOf(accountId, 'unknown'), ...use }));
    expect(await found('used', 'other', 'unknown')).toEqual([{ ...used, ...use }, other, undefined]);
  });

  it('of an account are removed one by one or together, and no others', async (scene) => {
    const { insert, found } = kept(scene);
    const [one, other] = [(await scene.keepAccount('Doc')).id, (await scene.keepAccount('Par')).id];
    for (const id of ['a', 'b', 'c']) await insert(passkeyOf(one, id));
    await insert(passkeyOf(other, 'd'));
    const remove = (of: AccountId, id: string) => scene.keep((stores) => stores.passkeys.remove(of, id as PasskeyId));
    expect([await remove(other, 'a'), await remove(one, 'a'), await remove(one, 'a')]).toEqual([false, true, false]);
    const removeAll = () => scene.keep((stores) => stores.passkeys.removeAll(one));
    expect([await removeAll(), await removeAll()]).toEqual([2, 0]);
    expect(await found('a', 'b', 'c', 'd')).toEqual([undefined, undefined, undefined, passkeyOf(other, 'd')]);
  });

  it('are used once with the same count, whatever number of units uses them at once', async (scene) => {
    const { insert, found } = kept(scene);
    const { id: accountId } = await scene.keepAccount('Doc');
    const passkey = passkeyOf(accountId, 'counting');
    await insert(passkey);
    const use = () =>
      scene.keep(async (stores) => {
        const current = await stores.passkeys.find(passkey.id);
        const used = current && useAt(current, 1, at(9));
        if (used) await stores.passkeys.saveUse(used);
        return used !== undefined;
      });
    const used = await Promise.all(Array.from({ length: 8 }, use));
    expect(used.filter(Boolean)).toHaveLength(1);
    expect(await found('counting')).toEqual([{ ...passkey, counter: 1, lastUsedAt: at(9) }]);
  });
};

const challengeOf = (digest: string, accountId?: AccountId, moment = 100): PasskeyChallenge => {
  return { digest: digest as ChallengeDigest, accountId, expiresAt: at(moment) };
};

const challenges = ({ keep }: Scene) => ({
  insert: (challenge: PasskeyChallenge) => keep((stores) => stores.passkeyChallenges.insert(challenge)),
  take: (digest: string) => keep((stores) => stores.passkeyChallenges.take(digest as ChallengeDigest)),
});

export const passkeyChallenges: Suite = (it) => {
  it('are taken once, whatever number of units takes them at once', async (scene) => {
    const { insert, take } = challenges(scene);
    const { id } = await scene.keepAccount('Doc');
    for (const challenge of [challengeOf('to sign in'), challengeOf('to add', id)]) {
      await insert(challenge);
      const taken = await Promise.all(Array.from({ length: 8 }, () => take(challenge.digest)));
      expect(taken.filter(Boolean)).toEqual([challenge]);
      expect(await take(challenge.digest)).toBeUndefined();
    }
    expect(await take('unknown')).toBeUndefined();
  });

  it('stay where the unit that took them is rolled back', async (scene) => {
    const { insert, take } = challenges(scene);
    const challenge = challengeOf('kept');
    await insert(challenge);
    await expect(
      scene.keep(async (stores) => {
        expect(await stores.passkeyChallenges.take(challenge.digest)).toEqual(challenge);
        expect(await stores.passkeyChallenges.take(challenge.digest)).toBeUndefined();
        throw new Error('rolled back');
      }),
    ).rejects.toThrow('rolled back');
    expect(await take('kept')).toEqual(challenge);
  });

  it('are swept once they have expired, at most so many', async (scene) => {
    const { insert, take } = challenges(scene);
    const digests = ['a', 'b', 'c', 'd'];
    for (const [moment, digest] of digests.entries()) await insert(challengeOf(digest, undefined, moment));
    const sweep = () => scene.keep((stores) => stores.passkeyChallenges.sweep(at(3), 2));
    await sweep();
    await sweep();
    expect((await Promise.all(digests.map(take))).map(Boolean)).toEqual([false, false, false, true]);
    for (const digest of digests) await insert(challengeOf(digest, undefined, 0));
    await sweep();
    expect((await Promise.all(digests.map(take))).filter(Boolean)).toHaveLength(2);
  });
};
