import type { CodeDigest, SessionDigest } from '@health-case/domain/model/account';
import type { DeviceName } from '@health-case/domain/model/device';
import type { LoginProof } from '@health-case/domain/model/login-proof';
import type { AccountId } from '@health-case/domain/model/values';
import type { Stores } from '@health-case/domain/ports/storage';
import { expect } from 'vitest';
import type { Scene, Suite } from './harness.ts';
import { at } from './samples.ts';

const proofOf = (accountId: AccountId, digest: string, moment = 100): LoginProof => {
  return { digest: digest as CodeDigest, accountId, of: 'password', provenAt: at(1), expiresAt: at(moment) };
};
const trustOf = (accountId: AccountId, digest: string, moment: number): LoginProof => {
  const facts = { of: 'second factor', provenAt: at(moment), device: 'Firefox (Windows)' as DeviceName } as const;
  return { ...proofOf(accountId, digest), ...facts };
};

const proofs = ({ keep }: Scene) => ({
  insert: (...inserted: readonly LoginProof[]) =>
    keep(async ({ loginProofs }) => {
      for (const proof of inserted) await loginProofs.insert(proof);
    }),
  take: (digest: string) => keep(({ loginProofs }) => loginProofs.take(digest as CodeDigest)),
});

type Ending = readonly [what: string, end: (stores: Stores, of: AccountId) => Promise<unknown>, isOthersLeft: boolean];
const ENDINGS: readonly Ending[] = [
  ['by themselves', ({ loginProofs }, of) => loginProofs.removeAll(of), true],
  ['with the sessions of the account', ({ sessions }, of) => sessions.endAll(of), true],
  ['with its other sessions', ({ sessions }, of) => sessions.endOthers(of, 'kept' as SessionDigest), true],
  ["with everybody's sessions", ({ sessions }) => sessions.endAll('everybody'), false],
];

export const loginProofs: Suite = (it) => {
  it('are taken once, whatever number of units takes them at once, and stay if it is rolled back', async (scene) => {
    const { insert, take } = proofs(scene);
    const { id } = await scene.keepAccount('Doc');
    const [one, other] = [proofOf(id, 'one'), proofOf(id, 'other')];
    await insert(one, other);
    const failing = scene.keep(async (stores) => {
      expect(await stores.loginProofs.take(one.digest)).toEqual(one);
      throw new Error('rolled back');
    });
    await expect(failing).rejects.toThrow('rolled back');
    const taken = await Promise.all(Array.from({ length: 8 }, () => take('one')));
    expect(taken.filter(Boolean)).toEqual([one]);
    expect([await take('other'), await take('unknown')]).toEqual([other, undefined]);
  });

  it('of the second factor are listed, the last first, and removed one by one; no others', async (scene) => {
    const { insert, take } = proofs(scene);
    const [{ id }, other] = [await scene.keepAccount('Doc'), await scene.keepAccount('Par')];
    const [first, last, next] = [trustOf(id, 'c', 1), trustOf(id, 'a', 3), trustOf(id, 'b', 3)] as const;
    await insert(first, last, next, proofOf(id, 'password'), trustOf(other.id, 'others', 2));
    const { find, trusted } = scene.read.loginProofs;
    expect(await trusted(id)).toEqual([next, last, first]);
    expect([await find(last.digest), await find('none' as CodeDigest)]).toEqual([last, undefined]);
    const remove = (digest: string) => scene.keep((stores) => stores.loginProofs.remove(id, digest as CodeDigest));
    const removed = [await remove('a'), await remove('a'), await remove('others'), await remove('password')];
    expect(removed).toEqual([true, false, false, false]);
    expect(await trusted(id)).toEqual([next, first]);
    expect((await take('password'))?.of).toBe('password');
    expect(await trusted(other.id)).toHaveLength(1);
  });

  for (const [what, end, isOthersLeft] of ENDINGS) {
    it(`are removed ${what}`, async (scene) => {
      const { insert, take } = proofs(scene);
      const [{ id }, other] = [await scene.keepAccount('Par'), await scene.keepAccount('Doc')];
      await insert(proofOf(id, 'a'), proofOf(id, 'b'), proofOf(other.id, 'c'));
      await scene.keep((stores) => end(stores, id));
      const left = [await take('a'), await take('b'), await take('c')];
      expect(left.map(Boolean)).toEqual([false, false, isOthersLeft]);
    });
  }
};
