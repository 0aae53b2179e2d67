import type { Account } from '@health-case/domain/model/account';
import { type Certification, certificationFor, issue } from '@health-case/domain/model/case';
import type { Cover } from '@health-case/domain/model/cover';
import type { CoverId, Day, NoteId, NoteText, Reason } from '@health-case/domain/model/values';
import { expect } from 'vitest';
import { utcCalendar } from '../../test/support/calendar.ts';
import { must } from '../../test/support/values.ts';
import type { Suite } from './harness.ts';
import { AWKWARD_TEXT, at, nextId } from './samples.ts';

const WHOLE = { after: undefined, size: 100 } as const;

type Doctor = Pick<Account, 'id'>;
const day = (of: number) => `2026-03-0${of}` as Day;

export const coverOf = (doctor: Doctor, deputy: Doctor, days: readonly [number, number], more: Partial<Cover> = {}) => {
  const facts = { id: nextId<CoverId>(), doctorId: doctor.id, deputyId: deputy.id };
  const [firstDay, lastDay] = days.map(day) as [Day, Day];
  return { ...facts, firstDay, lastDay, agreedAt: at(1), reason: undefined, ...more } satisfies Cover;
};

export const covers: Suite = (it) => {
  it('count from the first to the last of their days, once agreed, for one deputy and one doctor, until they end', async ({
    keep,
    keepAccount,
    keepCase,
    read,
  }) => {
    const { case: facts, doctor } = await keepCase();
    const [deputy, other] = [await keepAccount('Doc'), await keepAccount('Doc')];
    const agreed = coverOf(doctor, deputy, [3, 5], { reason: AWKWARD_TEXT as Reason });
    const wanted = coverOf(doctor, other, [3, 6], { agreedAt: undefined });
    const past = coverOf(other, deputy, [1, 2]);
    await keep(async ({ covers }) => {
      for (const one of [past, wanted, agreed]) await covers.insert(one);
    });
    const on = async (of: number) => [
      await read.covers.counts(deputy.id, doctor.id, day(of)),
      await read.covers.doctorsOf(deputy.id, day(of)),
      await read.covers.deputiesOf(doctor.id, day(of)),
      await read.covers.ofCase(facts.id, day(of)),
    ];
    const [none, all] = [
      [false, [], [], undefined],
      [true, [doctor.id], [deputy.id], agreed],
    ];
    expect([await on(3), await on(4), await on(5), await on(6)]).toEqual([all, all, all, none]);
    expect(await on(2)).toEqual([false, [other.id], [], undefined]);
    expect(await read.covers.counts(doctor.id, deputy.id, day(4))).toBe(false);
    expect(await read.covers.counts(other.id, doctor.id, day(4))).toBe(false);
    expect(await read.covers.find(wanted.id)).toEqual(wanted);
    const from = (of: number) => read.covers.deputiesFrom(doctor.id, day(of));
    expect([await from(1), await from(5), await from(6)]).toEqual([[deputy.id], [deputy.id], []]);
    const listed = (account: Doctor, from: number) => read.covers.ofAccount(account.id, day(from));
    expect(await listed(doctor, 6)).toEqual([wanted]);
    expect(await listed(deputy, 2)).toEqual([past, agreed]);
    expect(await listed(deputy, 3)).toEqual([agreed]);
    await keep(({ covers }) => covers.agree(wanted.id, at(9)));
    expect(await read.covers.doctorsOf(other.id, day(6))).toEqual([doctor.id]);
    await keep(async ({ covers }) => {
      await covers.remove(agreed.id);
      await covers.removePast(other.id, day(2));
      await covers.removePast(doctor.id, day(6));
    });
    expect(await on(4)).toEqual([false, [], [other.id], { ...wanted, agreedAt: at(9) }]);
    expect(await listed(deputy, 1)).toEqual([past]);
    await keep(({ covers }) => covers.removePast(other.id, day(3)));
    expect(await listed(deputy, 1)).toEqual([]);
  });

  it('are told with the session of the deputy, and end with either account', async ({ keep, keepAccount, read }) => {
    const [doctor, deputy] = [await keepAccount('Doc'), await keepAccount('Doc')];
    const digest = `digest of ${deputy.id}` as never;
    const session = { digest, accountId: deputy.id, startedAt: at(1), lastUsedAt: at(1) };
    await keep(async ({ covers, sessions }) => {
      await sessions.insert(session);
      await covers.insert(coverOf(doctor, deputy, [7, 9], { agreedAt: undefined }));
    });
    const until = async () => (await read.sessions.find(digest))?.coversUntil;
    expect(await until()).toBeUndefined();
    await keep(async ({ covers }) => {
      for (const days of [
        [4, 5],
        [1, 2],
      ] as const)
        await covers.insert(coverOf(doctor, deputy, days));
    });
    expect(await until()).toBe(day(5));
    await keep(({ accounts }) => accounts.erase(doctor.id, at(20)));
    expect(await until()).toBeUndefined();
    expect(await read.covers.ofAccount(deputy.id, day(1))).toEqual([]);
  });

  it('show a deputy what waits for the doctor, and what was issued in place of the doctor (D-32)', async (scene) => {
    const { keep, keepAccount, keepCase, keepClosedTask, read } = scene;
    const { case: facts, doctor, child: concerned, parent } = await keepCase();
    const deputy = await keepAccount('Doc');
    const [task, other] = [await keepClosedTask(facts), await keepClosedTask(facts)];
    const [requested, second] = [task, other].map((one) => certificationFor(one, nextId(), parent.id, at(50)));
    const note = { id: nextId<NoteId>(), caseId: facts.id, at: at(60), by: parent.id, text: 'Note' as NoteText };
    await keep(async ({ certifications, covers, notes }) => {
      await covers.insert(coverOf(doctor, deputy, [3, 5]));
      for (const one of [requested, second]) if (one) await certifications.insertOnce(one);
      await notes.insert(note, [doctor.id, deputy.id]);
    });
    const work = (account: Account, of: number) => read.cases.workOf({ ...account, coversOn: day(of) }, day(of), 9);
    expect(await work(deputy, 4)).toEqual(await work(doctor, 4));
    expect(await work(deputy, 4)).toMatchObject({ decisions: 2, unreadNotes: 1 });
    expect(await work(deputy, 6)).toEqual({ newCases: 0, openTasks: 0, decisions: 0, unreadNotes: 0 });
    const unread = async (of: number) => read.notes.unreadBy(deputy, WHOLE, day(of));
    expect([await unread(5), await unread(6)]).toEqual([
      [{ id: note.id, caseId: facts.id, childId: facts.childId }],
      [],
    ]);
    expect(await read.certifications.waitingFor([deputy.id, doctor.id], WHOLE)).toEqual([requested, second]);
    const issued = must(issue(requested as Certification, at(61), { actor: deputy, child: concerned }, utcCalendar));
    await keep(({ certifications }) => certifications.save(issued, facts));
    expect(await read.certifications.issuedBy(deputy.id, 'handed over', '' as Day, WHOLE)).toEqual([issued]);
  });
};
