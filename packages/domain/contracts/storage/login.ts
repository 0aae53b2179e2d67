import type { Session, SessionDigest } from '@health-case/domain/model/account';
import type { DeviceName } from '@health-case/domain/model/device';
import { accept, type FactorSecret, type SecondFactor } from '@health-case/domain/model/second-factor';
import type { AccountId } from '@health-case/domain/model/values';
import type { Stores } from '@health-case/domain/ports/storage';
import { expect } from 'vitest';
import { digest } from './account-codes.ts';
import type { Scene, Suite } from './harness.ts';
import { expectPages } from './pages.ts';
import { at, nextId } from './samples.ts';

// The ports without chance are those of the domain's own tests: a second set would only drift from the first.

export const sessionOf = (accountId: AccountId, digest: string = nextId(), moment = 5): Session => {
  return { digest: digest as SessionDigest, accountId, startedAt: at(1), lastUsedAt: at(moment) };
};

const GONE = 'gone' as SessionDigest;

/** What ends of two sessions of one account and one of another, and the number that it resolves to. */
type Ending = (sessions: Stores['sessions'], one: Session) => Promise<unknown>;
const ENDINGS: readonly (readonly [what: string, end: Ending, left: readonly boolean[], ended: unknown])[] = [
  ['alone', (sessions, { digest }) => sessions.end(digest), [false, true, true], undefined],
  [
    'but one of an account',
    (sessions, one) => sessions.endOthers(one.accountId, one.digest),
    [true, false, true],
    undefined,
  ],
  ['with all of an account', (sessions, { accountId }) => sessions.endAll(accountId), [false, false, true], 2],
  ["with everybody's", (sessions) => sessions.endAll('everybody'), [false, false, false], 3],
];

export const sessions: Suite = (it) => {
  it('are found with the account they belong to, and with their last use', async ({ read, keep, keepAccount }) => {
    const account = await keepAccount('Ast');
    const session = { ...sessionOf(account.id), device: 'Firefox (Windows)' as DeviceName };
    await keep(({ sessions }) => sessions.insert(session));
    expect(await read.sessions.find(session.digest)).toEqual({ session, account });
    await keep(async ({ sessions }) => {
      for (const digest of [session.digest, GONE]) await sessions.touch(digest, at(90_000));
    });
    const touched = { ...session, lastUsedAt: at(90_000) };
    expect(await read.sessions.find(session.digest)).toEqual({ session: touched, account });
    expect(await read.sessions.find(GONE)).toBeUndefined();
  });

  for (const [what, end, left, ended] of ENDINGS) {
    it(`are ended ${what}, and no other`, async ({ read, keep, keepAccount }) => {
      const [{ id }, other] = [await keepAccount('Par'), await keepAccount('Doc')];
      const kept = [sessionOf(id), sessionOf(id), sessionOf(other.id)] as const;
      await keep(async ({ sessions }) => {
        for (const session of kept) await sessions.insert(session);
      });
      const endOnce = () => keep(({ sessions }) => end(sessions, kept[0]));
      expect(await endOnce()).toBe(ended);
      const found = await Promise.all(kept.map(({ digest }) => read.sessions.find(digest)));
      expect(found.map(Boolean)).toEqual(left);
      expect(await endOnce()).toBe(ended === undefined ? undefined : 0);
    });
  }
};

export const sessionsOfAccounts: Suite = (it) => {
  it('are listed in the order of their digests, a page at a time, and no others', async ({
    read,
    keep,
    keepAccount,
  }) => {
    const [one, other] = [await keepAccount('Par'), await keepAccount('Doc')];
    const own = ['-y', '0_', 'A0', 'Zb', '_x', 'a-', 'aB', 'ab'].map((digest, nth) => sessionOf(one.id, digest, nth));
    await keep(async ({ sessions }) => {
      for (const session of [...own, sessionOf(other.id, 'B')].toReversed()) await sessions.insert(session);
    });
    const digests = own.map(({ digest }) => digest);
    await expectPages((request) => read.sessions.ofAccount(one.id, request), own, digests);
    expect(await read.sessions.ofAccount(nextId(), { after: undefined, size: 9 })).toEqual([]);
  });

  it('are ended by their account alone', async ({ read, keep, keepAccount }) => {
    const [one, other] = [await keepAccount('Par'), await keepAccount('Doc')];
    const kept = [sessionOf(one.id), sessionOf(one.id)] as const;
    await keep(async ({ sessions }) => {
      for (const session of kept) await sessions.insert(session);
    });
    const endOf = (id: AccountId, digest: SessionDigest) => keep(({ sessions }) => sessions.endOf(id, digest));
    const left = async () => (await Promise.all(kept.map(({ digest }) => read.sessions.find(digest)))).map(Boolean);
    expect([await endOf(other.id, kept[0].digest), await endOf(one.id, GONE)]).toEqual([false, false]);
    expect(await left()).toEqual([true, true]);
    expect(await endOf(one.id, kept[0].digest)).toBe(true);
    expect(await left()).toEqual([false, true]);
    expect(await endOf(one.id, kept[0].digest)).toBe(false);
  });
};

const factorOf = (accountId: AccountId, facts: Partial<SecondFactor> = {}): SecondFactor => ({
  accountId,
  secret: `SECRET OF ${accountId}` as FactorSecret,
  confirmedAt: undefined,
  lastStep: 0,
  recoveryCodes: [],
  ...facts,
});

const confirmed = { confirmedAt: at(7), lastStep: 59_666_666, recoveryCodes: ['one', 'two', 'three'].map(digest) };

const factors = ({ keep, read }: Scene) => ({
  save: (factor: SecondFactor) => keep(({ secondFactors }) => secondFactors.save(factor)),
  found: (...ids: readonly AccountId[]) => Promise.all(ids.map(read.secondFactors.find)),
});

export const secondFactors: Suite = (it) => {
  it('are given back as they were saved last, until they are removed', async (scene) => {
    const { save, found } = factors(scene);
    const [one, other] = [(await scene.keepAccount('Doc')).id, (await scene.keepAccount('Par')).id];
    expect(await found(one, nextId())).toEqual([undefined, undefined]);
    const [offered, accepted] = [factorOf(one), factorOf(one, { ...confirmed, secret: 'ANOTHER' as FactorSecret })];
    await save(factorOf(other, confirmed));
    for (const factor of [offered, accepted]) {
      await save(factor);
      expect(await found(one, other)).toEqual([factor, factorOf(other, confirmed)]);
    }
    for (const _ of ['once', 'again']) {
      await scene.keep(({ secondFactors }) => secondFactors.remove(one));
      expect(await found(one, other)).toEqual([undefined, factorOf(other, confirmed)]);
    }
  });

  it('accept a one-time password and a recovery code once, whatever number of units tries it at once', async (scene) => {
    const { save, found } = factors(scene);
    const { id } = await scene.keepAccount('Doc');
    await save(factorOf(id, confirmed));
    const proofs = [
      { kind: 'one-time password', step: confirmed.lastStep + 1 },
      { kind: 'recovery code', digest: digest('two') },
    ] as const;
    for (const proof of proofs) {
      const prove = () =>
        scene.keep(async ({ secondFactors }) => {
          const factor = await secondFactors.find(id);
          const after = factor && accept(factor, proof);
          if (after) await secondFactors.save(after);
          return after !== undefined;
        });
      const proved = await Promise.all(Array.from({ length: 8 }, prove));
      expect(proved.filter(Boolean)).toHaveLength(1);
    }
    const left = ['one', 'three'].map(digest);
    expect(await found(id)).toEqual([factorOf(id, { ...confirmed, lastStep: 59_666_667, recoveryCodes: left })]);
  });
};

/** Of second factors. */
export const reencryptedFactors: Suite = (it) => {
  it('are encrypted again with the key in use, a page at a time, and stay as they were', async (scene) => {
    const { save, found } = factors(scene);
    const { keep } = scene;
    const ids: AccountId[] = [];
    for (const role of ['Doc', 'Ast', 'Par'] as const) ids.push((await scene.keepAccount(role)).id);
    const kept = ids.map((id) => factorOf(id, confirmed));
    for (const factor of kept.toReversed()) await save(factor);
    await keep(({ dataKeys }) => dataKeys.rotate());
    const [first, , last] = ids;
    const reencrypt = (after: AccountId | undefined, size: number) =>
      keep(({ secondFactors }) => secondFactors.reencrypt({ after, size }));
    expect(await reencrypt(undefined, 1)).toEqual({ last: first, encrypted: 1 });
    expect(await reencrypt(first, 9)).toEqual({ last, encrypted: 2 });
    expect(await reencrypt(undefined, 9)).toEqual({ last, encrypted: 0 });
    expect(await reencrypt(last, 9)).toEqual({ last: undefined, encrypted: 0 });
    expect(await found(...ids)).toEqual(kept);
  });

  it('keep what is saved while others encrypt them again', async (scene) => {
    const { save, found } = factors(scene);
    const { keep } = scene;
    const { id } = await scene.keepAccount('Doc');
    for (let round = 1; round <= 8; round += 1) {
      await save(factorOf(id));
      await keep(({ dataKeys }) => dataKeys.rotate());
      const changed = factorOf(id, { secret: `SECRET ${round}` as FactorSecret });
      const reencrypt = () => keep(({ secondFactors }) => secondFactors.reencrypt({ after: undefined, size: 9 }));
      await Promise.all([reencrypt(), save(changed), reencrypt()]);
      expect(await found(id)).toEqual([changed]);
    }
  });
};
