import type { Account } from '@health-case/domain/model/account';
import type { EmailAddress } from '@health-case/domain/model/email';
import { LONGEST_SENDING, MAIL_KINDS, underWay, type WaitingMail } from '@health-case/domain/model/mail';
import type { NoticeChoice, NoticeKind } from '@health-case/domain/model/notice';
import type { AccountId, ChildId, MailId } from '@health-case/domain/model/values';
import { refuse } from '@health-case/domain/result';
import { expect } from 'vitest';
import type { Scene, Suite } from './harness.ts';
import { expectPages, idsOf } from './pages.ts';
import { AWKWARD_TEXT, at, mailOf, nextId } from './samples.ts';

const mailbox = ({ keep, read }: Scene) => ({
  insert: (...inserted: readonly WaitingMail[]) =>
    keep(async ({ mails }) => {
      for (const mail of inserted) await mails.insert(mail);
    }),
  save: (mail: WaitingMail) => keep(({ mails }) => mails.save(mail)),
  remove: (mail: WaitingMail) => keep(({ mails }) => mails.remove(mail.id)),
  all: (after?: MailId, size = 100) => read.mails.all({ after, size }),
  /** Those that are due at the moment, in the order in which they are given out. */
  dueAt: (moment: number) =>
    keep(async ({ mails }) => {
      const due: WaitingMail[] = [];
      for (;;) {
        const mail = await mails.nextDue(at(moment));
        if (!mail) return due;
        due.push(mail);
        await mails.remove(mail.id);
      }
    }),
});

const FAILED = { attempts: 31, failedAt: at(8), problem: AWKWARD_TEXT };

export const notices: Suite = (it) => {
  it('are kept once of a kind, of several units at once too, until they are removed with all others', async (scene) => {
    const { keep, keepAccount } = scene;
    const [one, other] = [await keepAccount('Doc'), await keepAccount('Doc')];
    const told = (of = one.id, kind: NoticeKind = 'new case') => keep(({ notices }) => notices.insert(of, kind));
    expect((await Promise.all([told(), told(), told()])).toSorted()).toEqual([false, false, true]);
    expect([await told(other.id), await told(one.id, 'case received'), await told()]).toEqual([true, true, false]);
    await keep(({ notices }) => notices.remove(one.id, 'new case'));
    expect([await told(), await told(one.id, 'case received')]).toEqual([true, false]);
    await keep(({ notices }) => notices.removeAll(one.id));
    expect([await told(), await told(one.id, 'case received'), await told(other.id)]).toEqual([true, true, false]);
  });
};

export const noticeChoices: Suite = (it) => {
  it('replace those before, and one daily mail to an account is found until somebody tries to send it', async (scene) => {
    const { keep, keepAccount, read } = scene;
    const [one, other] = [await keepAccount('Doc'), await keepAccount('Doc')];
    const choose = (...choices: readonly NoticeChoice[]) => keep(({ notices }) => notices.choose(one.id, choices));
    const [note, decided] = [
      { topic: 'note', time: 'daily' },
      { topic: 'decided', time: 'never' },
    ] as const;
    await choose(note, decided);
    expect(new Set(await read.notices.choicesOf(one.id))).toEqual(new Set([note, decided]));
    await choose({ ...note, time: 'never' });
    expect(await read.notices.choicesOf(one.id)).toEqual([{ ...note, time: 'never' }]);
    expect(await read.notices.choicesOf(other.id)).toEqual([]);
    const { insert, save, all } = mailbox(scene);
    const to = { accountId: one.id, to: undefined };
    const daily = mailOf({ kind: 'daily', kinds: ['new case', 'note written'], ...to });
    await insert(daily, mailOf({ kind: 'new case', ...to }));
    const found = (id = one.id) => keep(({ mails }) => mails.dailyTo(id));
    expect([await found(), await found(other.id)]).toEqual([daily, undefined]);
    await save(underWay(daily, at(9)));
    expect(await found()).toBeUndefined();
    await keep(({ mails }) => mails.removeDailyTo(one.id));
    expect((await all()).map(({ kind }) => kind)).toEqual(['new case']);
    const failed = { ...daily, ...FAILED };
    await insert(failed);
    await keep(({ mails }) => mails.removeDailyTo(one.id));
    expect(await all()).toContainEqual(failed);
  });
};

export const mails: Suite = (it) => {
  it('are given back as they were saved last, in the order of their ids, until they are removed', async (scene) => {
    const { insert, save, remove, all } = mailbox(scene);
    const { id: accountId, email } = await scene.keepAccount('Doc');
    const addressees = [{ accountId, to: undefined }, { accountId, to: email }, { language: 'fr' as const }];
    const about = { childId: nextId<ChildId>() };
    const kept = MAIL_KINDS.map((kind, nth) => mailOf({ kind, ...addressees[nth % 3], ...(nth % 3 === 0 && about) }));
    await insert(...kept.toReversed());
    await expectPages(({ after, size }) => all(after, size), kept, idsOf(kept));
    const [first, ...rest] = kept as [WaitingMail, ...WaitingMail[]];
    const changed = { ...first, ...FAILED, at: at(5), notBefore: at(9) };
    await save(changed);
    await save(mailOf());
    expect(await all()).toEqual([changed, ...rest]);
    const find = (id: MailId) => scene.keep(({ mails }) => mails.find(id));
    expect([await find(first.id), await find(nextId())]).toEqual([changed, undefined]);
    for (const _ of ['once', 'again']) {
      await remove(changed);
      expect(await all()).toEqual(rest);
    }
    const [kinds, failed] = [['reset', 'new address'] as const, mailOf({ kind: 'reset', ...FAILED })];
    await insert(failed);
    const ended = () => scene.keep(({ mails }) => mails.removeAll(kinds));
    expect([await ended(), await ended()]).toEqual([3, 0]);
    expect(await all()).toEqual(rest.filter(({ kind }) => !kinds.some((one) => one === kind)));
  });

  it('are due from their moment on, the longest waiting first, unless they have failed', async (scene) => {
    const { insert, save, dueAt } = mailbox(scene);
    const [late, early, failed] = [mailOf({ notBefore: at(4) }), mailOf({ notBefore: at(2) }), mailOf(FAILED)];
    const [one, other] = [mailOf({ notBefore: at(3) }), mailOf({ notBefore: at(3) })];
    expect(await scene.read.mails.nextDue(at(9))).toBeUndefined();
    await insert(failed, other, late, one, early);
    expect(await scene.read.mails.nextDue(at(1))).toBeUndefined();
    expect(await scene.read.mails.nextDue(at(2))).toEqual(early);
    const putOff = { ...early, attempts: 1, notBefore: at(6) };
    await save(putOff);
    expect(await dueAt(5)).toEqual([one, other, late]);
    await save({ ...failed, failedAt: undefined, notBefore: at(5) });
    expect(await dueAt(6)).toEqual([{ ...failed, failedAt: undefined, notBefore: at(5) }, putOff]);
  });

  it('are taken by one unit each, also if many look for one at once', async (scene) => {
    const { insert, all } = mailbox(scene);
    const kept = Array.from({ length: 12 }, (_, nth) => mailOf({ notBefore: at(nth % 3) }));
    await insert(...kept);
    const take = () =>
      scene.keep(async ({ mails }) => {
        const due = await mails.nextDue(at(5));
        if (due) await mails.save(underWay(due, at(5)));
        return due?.id;
      });
    const taken = await Promise.all(kept.map(take));
    expect(taken.toSorted()).toEqual(kept.map(({ id }) => id));
    expect(await take()).toBeUndefined();
    const saved = await all();
    expect(saved).toEqual(kept.map((mail) => ({ ...mail, attempts: 1, notBefore: at(5 + LONGEST_SENDING) })));
  });

  it('stay due if the unit that took them is rolled back', async ({ storage, read, keep }) => {
    const mail = mailOf();
    await keep(({ mails }) => mails.insert(mail));
    await storage.write(async ({ mails }) => {
      await mails.nextDue(at(5));
      await mails.remove(mail.id);
      return refuse('CASE_NOT_FOUND');
    });
    expect(await read.mails.nextDue(at(5))).toEqual(mail);
  });
};

export const mailsAsAWhole: Suite = (it) => {
  it('are counted: those that wait, since when the first of them does, and those that have failed', async (scene) => {
    const { insert, dueAt } = mailbox(scene);
    const { counts } = scene.read.mails;
    expect(await counts()).toEqual({ waiting: 0, failed: 0, oldest: undefined });
    const waiting = [mailOf({ at: at(3), notBefore: at(3) }), mailOf({ at: at(2), notBefore: at(90) })];
    await insert(...waiting, mailOf({ at: at(4), notBefore: at(4) }), mailOf(FAILED), mailOf(FAILED));
    expect(await counts()).toEqual({ waiting: 3, failed: 2, oldest: at(2) });
    await dueAt(100);
    expect(await counts()).toEqual({ waiting: 0, failed: 2, oldest: undefined });
  });

  it('that failed are found by the account to whose address they went, or by the address', async (scene) => {
    const { insert } = mailbox(scene);
    const [one, other] = [await scene.keepAccount('Par'), await scene.keepAccount('Doc')];
    const to = ({ id: accountId }: Account, facts: object = FAILED) => mailOf({ accountId, to: undefined, ...facts });
    const failed = [to(one), to(one)];
    await insert(
      ...failed.toReversed(),
      to(one, {}),
      to(other),
      mailOf({ accountId: one.id, to: one.email, ...FAILED }),
    );
    const address = 'ben@example.org' as EmailAddress;
    const refused = mailOf({ kind: 'staff invited', to: address, ...FAILED });
    await insert(refused, mailOf({ kind: 'staff invited', to: address }), mailOf({ kind: 'staff invited', ...FAILED }));
    expect(await scene.read.mails.failedTo(undefined, address)).toEqual([refused]);
    expect(new Set(await scene.read.mails.failedTo(one.id))).toEqual(new Set(failed));
    expect(await scene.read.mails.failedTo(nextId())).toEqual([]);
  });

  it('to an account or its address, or with its invitation, go with it, and no others', async (scene) => {
    const { insert, all } = mailbox(scene);
    const [one, other] = [await scene.keepAccount('Par'), await scene.keepAccount('Doc')];
    const to = ({ id: accountId }: Account) => mailOf({ accountId, to: undefined });
    const gone = [to(one), { ...to(one), ...FAILED }, mailOf({ to: one.email })];
    const left = [to(other), mailOf({ to: other.email })];
    await insert(...gone, ...left);
    const invitation = { childId: nextId<ChildId>(), invitedBy: one.id };
    await insert(mailOf({ kind: 'parent invited', invitation }));
    await scene.keep(({ accounts }) => accounts.erase(one.id, at(9)));
    expect(await all()).toEqual(left);
  });

  it('that invite a parent are listed by child, also those that failed', async (scene) => {
    const [childId, other, invitedBy] = [nextId<ChildId>(), nextId<ChildId>(), nextId<AccountId>()];
    const inviting = (to: string, of: ChildId, facts: object = {}) =>
      mailOf({ kind: 'parent invited', to: to as EmailAddress, invitation: { childId: of, invitedBy }, ...facts });
    const [ben, cleo] = [
      inviting('ben@example.org', childId),
      inviting('cleo@example.org', childId, { notBefore: at(90) }),
    ];
    const [ann, dora] = [inviting('ann@example.org', childId, FAILED), inviting('dora@example.org', other)];
    await mailbox(scene).insert(ben, cleo, ann, dora, mailOf());
    const listed = async (of: ChildId) =>
      (await scene.read.mails.invitedTo(of)).toSorted((one, next) => (one.id < next.id ? -1 : 1));
    expect(await listed(childId)).toEqual([ben, cleo, ann]);
    expect([await listed(other), await listed(nextId())]).toEqual([[dora], []]);
  });

  it('that wait are not swept', async (scene) => {
    const { insert, all } = mailbox(scene);
    const waiting = mailOf();
    await insert(waiting, mailOf(FAILED));
    await scene.keep(({ mails }) => mails.sweep(at(9), 9));
    expect(await all()).toEqual([waiting]);
  });
};
