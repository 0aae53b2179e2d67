import type { AccountCode, CodeDigest } from '@health-case/domain/model/account';
import type { JoinCode, MailedCode } from '@health-case/domain/model/child';
import type { EmailAddress } from '@health-case/domain/model/email';
import { accept, type FactorSecret, type SecondFactor } from '@health-case/domain/model/second-factor';
import type { AccountId } from '@health-case/domain/model/values';
import { expect } from 'vitest';
import type { Scene, Suite } from './harness.ts';
import { at, mailOf, nextId } from './samples.ts';

const digest = (text: string) => text as CodeDigest;

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

/** A code for a child that a parent of it has sent. */
const joinCodeOf = async ({ keepCase }: Scene, text: string, facts: Partial<MailedCode> = {}): Promise<MailedCode> => {
  const { child, parent } = await keepCase();
  const email = 'ben@example.org' as EmailAddress;
  return { digest: digest(text), childId: child.id, email, invitedBy: parent.id, expiresAt: at(100), ...facts };
};

export const joinCodes: Suite = (it) => {
  it('are found by their digests; an address has one for each child, the last', async (scene) => {
    const { keep } = scene;
    const found = (...codes: readonly JoinCode[]) =>
      keep((stores) => Promise.all(codes.map((code) => stores.joinCodes.find(code.digest))));
    const save = (...codes: readonly JoinCode[]) =>
      keep(async (stores) => {
        for (const code of codes) await stores.joinCodes.save(code);
      });
    const first = await joinCodeOf(scene, 'first');
    const [last, toAnother] = [
      { ...first, digest: digest('last'), expiresAt: at(200) },
      { ...first, digest: digest('to another'), email: 'cleo@example.org' as EmailAddress },
    ];
    const ofAnother = await joinCodeOf(scene, 'of another');
    await save(first, toAnother, ofAnother);
    expect(await found(first, toAnother, ofAnother, last)).toEqual([first, toAnother, ofAnother, undefined]);
    await save(last);
    expect(await found(first, last, toAnother)).toEqual([undefined, last, toAnother]);
    await keep((stores) => stores.joinCodes.remove(last.digest));
    expect(await found(last, toAnother, ofAnother)).toEqual([undefined, toAnother, ofAnother]);
    await save(first);
    await keep((stores) => stores.joinCodes.removeAllTo(first.email));
    expect(await found(first, toAnother, ofAnother)).toEqual([undefined, toAnother, undefined]);
    await save(ofAnother);
    await keep((stores) => stores.joinCodes.removeAllBy(ofAnother.invitedBy));
    expect(await found(ofAnother, toAnother)).toEqual([undefined, toAnother]);
    await keep(({ children }) => children.erase(first.childId));
    expect(await found(toAnother)).toEqual([undefined]);
  });

  it('are swept when they are over, at most so many at once, and it is told how many', async (scene) => {
    const { keep } = scene;
    const codes = await Promise.all(
      [1, 2, 3, 4].map((moment) => joinCodeOf(scene, `${moment}`, { expiresAt: at(moment) })),
    );
    await keep(async (stores) => {
      for (const code of codes) await stores.joinCodes.save(code);
    });
    const sweep = () => keep((stores) => stores.joinCodes.sweep(at(4), 2));
    expect([await sweep(), await sweep(), await sweep()]).toEqual([2, 1, 0]);
    const left = await keep((stores) => Promise.all(codes.map(({ digest }) => stores.joinCodes.find(digest))));
    expect(left.map(Boolean)).toEqual([false, false, false, true]);
  });

  it('may be on paper, one of a child beside those for addresses (D-42)', async (scene) => {
    const { keep, read } = scene;
    const mailed = await joinCodeOf(scene, 'mailed');
    const [first, last] = ['first', 'last'].map(
      (text): JoinCode => ({ ...mailed, email: undefined, digest: digest(text) }),
    );
    for (const code of [mailed, first, last]) if (code) await keep(({ joinCodes }) => joinCodes.save(code));
    expect(new Set(await read.joinCodes.ofChild(mailed.childId))).toEqual(new Set([mailed, last]));
    await keep(({ joinCodes }) => joinCodes.removePaper(mailed.childId));
    expect(await read.joinCodes.ofChild(mailed.childId)).toEqual([mailed]);
  });

  it('are used by one of the units that find them at once', async (scene) => {
    const code = await joinCodeOf(scene, 'one');
    await scene.keep((stores) => stores.joinCodes.save(code));
    const use = () =>
      scene.keep(async (stores) => {
        const known = await stores.joinCodes.find(code.digest);
        if (known) await stores.joinCodes.remove(known.digest);
        return known !== undefined;
      });
    const used = await Promise.all(Array.from({ length: 8 }, use));
    expect(used.filter(Boolean)).toHaveLength(1);
  });
};

export const withdrawnJoinCodes: Suite = (it) => {
  it('end with the mails for them, once a parent who was sent or has sent them leaves the child', async (scene) => {
    const { keep, keepAccount, read } = scene;
    const [toThem, byOther] = [await joinCodeOf(scene, 'to them'), await joinCodeOf(scene, 'of another child')];
    const { childId, email, invitedBy } = toThem;
    const other = await keepAccount('Par');
    const codes = [
      toThem,
      { ...toThem, digest: digest('by them'), email: 'cleo@example.org' as EmailAddress, invitedBy: other.id },
      { ...toThem, digest: digest('of others'), email: 'dora@example.org' as EmailAddress },
      { ...byOther, email },
    ];
    const mails = codes.map(({ childId: to, invitedBy: by, email: address }) =>
      mailOf({ kind: 'parent invited', to: address, invitation: { childId: to, invitedBy: by } }),
    );
    await keep(async (stores) => {
      for (const code of codes) await stores.joinCodes.save(code);
      for (const mail of [...mails, mailOf({ to: email })]) await stores.mails.insert(mail);
    });
    await keep((stores) => stores.joinCodes.withdraw(childId, { id: other.id, email }));
    const left = await keep((stores) => Promise.all(codes.map((code) => stores.joinCodes.find(code.digest))));
    expect(left).toEqual([undefined, undefined, codes[2], codes[3]]);
    const waiting = await read.mails.all({ after: undefined, size: 9 });
    expect(waiting.map(({ to, invitation }) => [to, invitation?.childId])).toEqual([
      ['dora@example.org', childId],
      [email, byOther.childId],
      [email, undefined],
    ]);
    expect(invitedBy).not.toBe(other.id);
  });

  it('are listed by child, and end by child and address with the mails for them, those that failed, too', async (scene) => {
    const { keep, read } = scene;
    const [one, ofAnother] = [await joinCodeOf(scene, 'one'), await joinCodeOf(scene, 'of another child')];
    const toAnother = { ...one, digest: digest('to another'), email: 'cleo@example.org' as EmailAddress };
    const mailFor = ({ childId, invitedBy, email: to }: MailedCode, facts: object = {}) =>
      mailOf({ kind: 'parent invited', to, invitation: { childId, invitedBy }, ...facts });
    const left = [mailFor(toAnother), mailFor(ofAnother), mailOf({ to: one.email })];
    await keep(async ({ joinCodes, mails }) => {
      for (const code of [one, toAnother, ofAnother]) await joinCodes.save(code);
      const failed = mailFor(one, { failedAt: at(8), problem: 'refused' });
      for (const mail of [mailFor(one), failed, ...left]) await mails.insert(mail);
    });
    const listed = async (of: JoinCode) => new Set(await read.joinCodes.ofChild(of.childId));
    expect(await listed(one)).toEqual(new Set([one, toAnother]));
    for (const _ of ['once', 'again']) {
      await keep(({ joinCodes }) => joinCodes.withdrawTo(one.childId, one.email));
      expect(await listed(one)).toEqual(new Set([toAnother]));
      expect(await listed(ofAnother)).toEqual(new Set([ofAnother]));
      const waiting = await read.mails.all({ after: undefined, size: 9 });
      expect(new Set(waiting)).toEqual(new Set(left));
    }
  });

  it('are not there once they were withdrawn, also if the mail is being written just then', async (scene) => {
    const { keep, read } = scene;
    for (const round of [1, 2, 3, 4, 5, 6]) {
      const code = await joinCodeOf(scene, `round ${round}`);
      const { childId, email, invitedBy } = code;
      const mail = mailOf({ kind: 'parent invited', to: email, invitation: { childId, invitedBy } });
      await keep(({ mails }) => mails.insert(mail));
      const writeMail = () =>
        keep(async ({ children, joinCodes, mails }) => {
          const due = await mails.nextDue(at(5));
          if (!due || (await children.parents(childId)).length === 0) return;
          await joinCodes.save(code);
          await mails.save({ ...due, notBefore: at(9) });
        });
      const withdraw = () =>
        keep(async ({ children, joinCodes }) => {
          if (await children.isOfParent(childId, invitedBy)) await joinCodes.withdrawTo(childId, email);
        });
      await Promise.all(round % 2 === 0 ? [withdraw(), writeMail()] : [writeMail(), withdraw()]);
      expect(await read.joinCodes.ofChild(childId)).toEqual([]);
      expect(await read.mails.invitedTo(childId)).toEqual([]);
    }
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
    expect(await reencrypt(undefined, 1)).toEqual({ last: first, sealed: 1 });
    expect(await reencrypt(first, 9)).toEqual({ last, sealed: 2 });
    expect(await reencrypt(undefined, 9)).toEqual({ last, sealed: 0 });
    expect(await reencrypt(last, 9)).toEqual({ last: undefined, sealed: 0 });
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
