import type { Account } from '@health-case/domain/model/account';
import {
  type Certification,
  certificationFor,
  type IssuedCertification,
  type IssuedList,
  issue,
  type OngoingCase,
  type RequestedCertification,
  reject,
  revoke,
} from '@health-case/domain/model/case';
import type { BirthDate, Child } from '@health-case/domain/model/child';
import type { AccountId, CertificationId, Day, PersonName, Reason, Statement } from '@health-case/domain/model/values';
import type { Stores } from '@health-case/domain/ports/storage';
import { type Result, refuse } from '@health-case/domain/result';
import { expect } from 'vitest';
import { utcCalendar } from '../../test/support/calendar.ts';
import { must } from '../../test/support/values.ts';
import type { Scene, Suite } from './harness.ts';
import { AWKWARD_TEXT, at, caseOf, certificateOf, earlierId, nextId } from './samples.ts';

const REASON = { reason: AWKWARD_TEXT as Reason };

/** A closed task, and what is done with its certifications. */
const keepCertifiable = async ({ read, keep, keepCase, keepClosedTask }: Scene) => {
  const { case: facts, child, doctor } = await keepCase();
  const task = await keepClosedTask(facts);
  return {
    task,
    case: facts,
    decider: { actor: doctor, child },
    wanted: () => certificationFor(task, nextId(), doctor.id, at(50)),
    newest: () => read.certifications.newestOf(task.id),
    request: async (wanted: RequestedCertification) =>
      (await keep(({ certifications }) => certifications.insertOnce(wanted))) as RequestedCertification,
    decide: async <T extends Certification>(decided: Result<T, unknown>): Promise<T> => {
      await keep(({ certifications }) => certifications.save(must(decided)));
      return must(decided);
    },
  };
};

export const certifications: Suite = (it) => {
  it('that are issued are ready for the parents, until a certificate is made or the last day is over (D-44)', async (scene) => {
    const { case: of, decider, wanted, request, decide } = await keepCertifiable(scene);
    const [parent] = await scene.read.children.parents(decider.child.id);
    const parentId = parent?.id ?? nextId<AccountId>();
    const ready = async (id: AccountId, from: Day, atMost = 9) =>
      (await scene.read.certifications.readyFor(id, from, atMost)).map((one) => one.id);
    const today = '2026-01-02' as Day;
    const requested = await request(wanted());
    expect(await ready(parentId, today)).toEqual([]);
    const said = { ...decider, validUntil: '2026-12-24' as Day };
    const issued = await decide(issue(requested, at(60), said, utcCalendar));
    expect([await ready(parentId, issued.validUntil), await ready(parentId, today, 0)]).toEqual([[issued.id], []]);
    expect([await ready(parentId, '2026-12-25' as Day), await ready(nextId(), today)]).toEqual([[], []]);
    const other = await request(certificationFor(await scene.keepClosedTask(of), nextId(), decider.actor.id, at(50)));
    const later = await decide(issue(other, at(61), said, utcCalendar));
    const atOnce = [nextId<CertificationId>(), nextId<CertificationId>()];
    for (const id of atOnce.toReversed()) {
      const one = await request(certificationFor(await scene.keepClosedTask(of), id, decider.actor.id, at(50)));
      await decide(issue(one, at(59), said, utcCalendar));
    }
    const [first, last] = atOnce;
    expect([await ready(parentId, today), await ready(parentId, today, 1)]).toEqual([
      [later.id, issued.id, last, first],
      [later.id],
    ]);
    const make = (of: Certification, index: number, madeBy?: AccountId) =>
      scene.keep(({ certificates }) => certificates.insert({ ...certificateOf(of, { list: 3, index }), madeBy }));
    await make(requested, 77);
    expect(await ready(parentId, today)).toEqual([later.id, last, first]);
    const own = certificationFor(await scene.keepClosedTask(of), nextId(), parentId, at(50));
    const asked = await decide(issue(await request(own), at(62), said, utcCalendar));
    await make(asked, 78, decider.actor.id);
    expect((await ready(parentId, today))[0]).toBe(asked.id);
    await make(asked, 79, parentId);
    expect(await ready(parentId, today)).toEqual([later.id, last, first]);
    // As after a correction that its doctor has confirmed.
    await scene.keep(({ certificates }) => certificates.revokeAllOf(asked.id));
    expect((await ready(parentId, today))[0]).toBe(asked.id);
  });

  it('leave the one before as the newest of task and case, once removed (D-46)', async (scene) => {
    const { case: of, decider, wanted, request, decide, newest } = await keepCertifiable(scene);
    const shown = async () => (await scene.read.cases.ofDoctors([of.doctorId], { after: undefined, size: 9 }))[0];
    const remove = (one: Certification) => scene.keep(({ certifications }) => certifications.remove(one));
    await remove(await request(wanted()));
    expect([await newest(), (await shown())?.certification]).toEqual([undefined, undefined]);
    const rejected = await decide(reject(await request(wanted()), at(61), REASON));
    await remove(await request({ ...wanted(), requestedAt: at(62) }));
    expect([await newest(), (await shown())?.certification]).toEqual([rejected, 'rejected']);
    const again = await request({ ...wanted(), requestedAt: at(63) });
    await decide(issue(again, at(64), decider, utcCalendar));
    expect((await shown())?.certification).toBe('issued');
  });

  it('are given back as they were, in each state', async (scene) => {
    const { case: of, decider, wanted, request, decide, newest } = await keepCertifiable(scene);
    expect(await newest()).toBeUndefined();
    const requested = await request(wanted());
    expect(await newest()).toEqual(requested);
    const said = { ...decider, statement: AWKWARD_TEXT as Statement, validUntil: '2026-12-24' as Day };
    for (const decision of [issue(requested, at(60), said, utcCalendar), reject(requested, at(61), REASON)]) {
      const decided = await decide<Certification>(decision);
      expect(await newest()).toEqual(decided);
      expect(await scene.read.certifications.find(decided.id)).toEqual(decided);
    }
    expect(await scene.read.certifications.find(nextId())).toBeUndefined();
    expect(await scene.read.certifications.newestOf(nextId())).toBeUndefined();
    expect(await scene.read.certifications.newestOf(of.id)).toEqual(await newest());
  });

  it('are live once for a task, and this one is returned when another is requested', async (scene) => {
    const { decider, wanted, request, decide, newest } = await keepCertifiable(scene);
    const handed = await Promise.all(Array.from({ length: 12 }, () => request(wanted())));
    expect(new Set(handed.map(({ id }) => id)).size).toBe(1);
    const issued = await decide(issue(handed[0] as RequestedCertification, at(60), decider, utcCalendar));
    expect(await request(wanted())).toEqual(issued);
    expect(await newest()).toEqual(issued);
  });

  it('are issued instead of others, or rejected at once, also while the child is being corrected', async (scene) => {
    const { case: of, decider, wanted, request, decide, newest } = await keepCertifiable(scene);
    const shown = async () => (await scene.read.cases.ofDoctors([of.doctorId], { after: undefined, size: 9 }))[0];
    const correctMeanwhile = (deciding: (stores: Stores) => Promise<unknown>) =>
      Promise.all([
        scene.keep(async (stores) => {
          await stores.cases.locate(of.id);
          await deciding(stores);
        }),
        scene.keep(async ({ cases, children }) => {
          await children.record(of.childId);
          await cases.ofChild(of.childId, WHOLE);
        }),
      ]);
    let issued = await decide(issue(await request(wanted()), at(60), decider, utcCalendar));
    for (let round = 0; round < 8; round += 1) {
      const revoked = must(revoke(issued, at(70), REASON));
      const instead = must(issue(wanted(), at(70), decider, utcCalendar));
      await correctMeanwhile(({ certifications }) => certifications.replace(revoked, instead, of));
      expect(await scene.read.certifications.find(revoked.id)).toEqual(revoked);
      expect([await newest(), (await shown())?.certification]).toEqual([instead, 'issued']);
      issued = instead;
    }
    await decide(revoke(issued, at(80), REASON));
    const rejected = must(reject(wanted(), at(90), REASON));
    await correctMeanwhile(({ certifications }) => certifications.insertOnce(rejected));
    expect([await newest(), (await shown())?.certification]).toEqual([rejected, 'rejected']);
  });

  it('follow a rejection and a revocation, and the newest is the one written last, whatever its id', async (scene) => {
    const { decider, wanted, request, decide, newest } = await keepCertifiable(scene);
    await decide(reject(await request(wanted()), at(60), REASON));
    const second = { ...wanted(), id: earlierId<CertificationId>(), requestedAt: at(40) };
    expect(await request(second)).toEqual(second);
    const revoked = await decide(revoke(must(issue(second, at(70), decider, utcCalendar)), at(80), REASON));
    expect(await newest()).toEqual(revoked);
    const third = await request({ ...wanted(), id: earlierId<CertificationId>() });
    expect(await newest()).toEqual(third);
  });

  it('of several tasks are found at once, the newest of each', async (scene) => {
    const { newestOfEach } = scene.read.certifications;
    const [one, other, without] = [
      await keepCertifiable(scene),
      await keepCertifiable(scene),
      await keepCertifiable(scene),
    ];
    expect(await newestOfEach([])).toEqual([]);
    expect(await newestOfEach([one.task.id, without.task.id])).toEqual([]);
    const first = await one.request(one.wanted());
    const rejected = await other.decide(reject(await other.request(other.wanted()), at(60), REASON));
    const tasks = [without, other, one].map(({ task }) => task.id);
    expect(new Set(await newestOfEach([...tasks, nextId()]))).toEqual(new Set([first, rejected]));
    const second = await other.request({ ...other.wanted(), id: earlierId<CertificationId>() });
    expect(new Set(await newestOfEach(tasks))).toEqual(new Set([first, second]));
  });
};

const LAST_DAY = '2026-12-24' as Day;
const WHOLE = { after: undefined, size: 100 } as const;

/** Issued by the doctor about the child as it is called now. */
const keepIssued = async (scene: Scene, facts: OngoingCase, by: Account, of: Child, validUntil = LAST_DAY) => {
  const requested = certificationFor(await scene.keepClosedTask(facts), nextId(), by.id, at(50));
  const issued = must(issue(requested, at(60), { actor: by, child: of, validUntil }, utcCalendar));
  await scene.keep(async ({ certifications }) => {
    await certifications.insertOnce(requested);
    await certifications.save(issued, facts);
  });
  return issued;
};

const lists = ({ read }: Scene, doctor: Account) => {
  const idsOf = async (list: IssuedList, from = LAST_DAY, after?: CertificationId, size = 100) =>
    (await read.certifications.issuedBy(doctor.id, list, from, { after, size })).map(({ id }) => id);
  return idsOf;
};

const EMIL = { firstName: 'Emil' as PersonName };
const BORN = { birthDate: '2019-05-04' as BirthDate };

export const certifiedIdentities: Suite = (it) => {
  it('are compared with the child whenever it is corrected, however it is', async (scene) => {
    const { read, keep, keepCase } = scene;
    const { case: facts, child: known, doctor, parent } = await keepCase();
    const other = await keepCase();
    const issued = await keepIssued(scene, facts, doctor, known);
    await keepIssued(scene, other.case, doctor, other.child);
    const toConfirm = lists(scene, doctor);
    const expectToConfirm = async (expected: readonly IssuedCertification[]) => {
      expect(await toConfirm('to confirm')).toEqual(expected.map(({ id }) => id));
      const found = await read.certifications.toConfirmOf(known.id);
      const ids = expected.map(({ id, decidedBy, validUntil }) => ({ id, decidedBy, validUntil, doctorId: doctor.id }));
      expect(found).toEqual(ids);
    };
    const correct = (given: Partial<Child>) => keep(({ children }) => children.correct({ ...known, ...given }));
    for (const given of [EMIL, { ...EMIL, ...BORN }, BORN, { lastName: EMIL.firstName }]) {
      await correct({});
      await expectToConfirm([]);
      await correct(given);
      await expectToConfirm([issued]);
    }
    await correct({ socSecNum: '756.1' as never });
    await expectToConfirm([]);
    expect(await keep(({ children }) => children.renumber({ ...known, ...EMIL }, parent.id))).toMatchObject({
      ok: true,
    });
    await expectToConfirm([issued]);
    expect(await read.certifications.find(issued.id)).toEqual(issued);
    expect((await read.certifications.issuedBy(doctor.id, 'to confirm', LAST_DAY, WHOLE))[0]).toEqual(issued);
    await keep(({ certifications }) => certifications.save({ ...issued, certified: { ...issued.certified, ...EMIL } }));
    await expectToConfirm([]);
    await correct({});
    await expectToConfirm([issued]);
    await keep(({ certifications }) =>
      certifications.save(must(revoke(issued, at(70), { reason: 'Another child' as Reason }))),
    );
    await expectToConfirm([]);
  });

  it('are compared with the child that stays when theirs is merged into it', async (scene) => {
    const { keep, keepCase } = scene;
    const [gone, kept] = [await keepCase(), await keepCase()];
    await keep(({ children }) => children.correct({ ...gone.child, ...EMIL, ...BORN }));
    const moved = await keepIssued(scene, gone.case, gone.doctor, { ...gone.child, ...EMIL, ...BORN });
    const stayed = await keepIssued(scene, kept.case, kept.doctor, kept.child);
    const found = async () => [
      await lists(scene, gone.doctor)('to confirm'),
      await lists(scene, kept.doctor)('to confirm'),
    ];
    await keep(({ children }) => children.merge(gone.child.id, kept.child.id));
    expect(await found()).toEqual([[moved.id], []]);
    await keep(({ children }) => children.correct({ ...kept.child, ...EMIL, ...BORN }));
    expect(await found()).toEqual([[], [stayed.id]]);
  });

  it('are the case’s doctor’s while whoever issued them cannot log in', async (scene) => {
    const { keep, keepAccount, keepCase, read } = scene;
    const { child: known, case: facts, doctor } = await keepCase();
    const colleague = await keepAccount('Doc');
    const second = await keepIssued(scene, facts, doctor, known);
    const first = await keepIssued(scene, facts, doctor, known, '2026-12-23' as Day);
    await keep(({ cases }) => cases.handOver({ ...facts, doctorId: colleague.id }, doctor.id));
    await keepIssued(scene, { ...facts, doctorId: colleague.id }, colleague, known);
    const found = async () => {
      const { decisions } = await read.cases.workOf(colleague, '2026-12-23' as Day, 9);
      return [await lists(scene, colleague)('to correct', '2026-12-23' as Day), decisions];
    };
    await keep(({ accounts }) => accounts.setDisabled(doctor.id, at(80)));
    expect(await found()).toEqual([[], 0]);
    await keep(({ children }) => children.correct({ ...known, ...EMIL }));
    expect(await found()).toEqual([[first.id, second.id], 3]);
    expect(await lists(scene, colleague)('to correct', LAST_DAY)).toEqual([second.id]);
    expect(await lists(scene, colleague)('to correct', '2026-12-23' as Day, first.id, 1)).toEqual([second.id]);
    expect(await lists(scene, doctor)('to correct')).toEqual([]);
    const toConfirm = await read.certifications.toConfirmOf(known.id);
    expect(toConfirm.map(({ doctorId }) => doctorId)).toEqual(Array(3).fill(colleague.id));
    const deputy = await keepAccount('Doc');
    const days = { firstDay: '2026-12-23' as Day, lastDay: '2026-12-23' as Day, agreedAt: at(85), reason: undefined };
    await keep(({ covers }) => covers.insert({ id: nextId(), doctorId: colleague.id, deputyId: deputy.id, ...days }));
    expect(await lists(scene, deputy)('to correct', '2026-12-23' as Day)).toEqual([first.id, second.id]);
    const covering = { ...deputy, coversOn: '2026-12-23' as Day };
    expect((await read.cases.workOf(covering, '2026-12-23' as Day, 9)).decisions).toBe(2);
    expect(await lists(scene, deputy)('to correct', LAST_DAY)).toEqual([]);
    await keep(({ accounts }) => accounts.setDisabled(doctor.id, undefined));
    expect(await found()).toEqual([[], 1]);
    await keep(({ accounts }) => accounts.erase(doctor.id, at(90)));
    expect(await found()).toEqual([[first.id, second.id], 3]);
  });

  it('are listed in the order in which they end, from a day on, and a page at a time', async (scene) => {
    const { keep, keepCase } = scene;
    const { child: known, case: facts, doctor } = await keepCase();
    const days = ['2026-12-26', '2026-12-24', '2026-12-25', '2026-12-24', '2026-12-23'] as Day[];
    const issued: IssuedCertification[] = [];
    for (const day of days) issued.push(await keepIssued(scene, facts, doctor, known, day));
    await keep(({ children }) => children.correct({ ...known, ...EMIL }));
    const [last, first, third, second, over] = issued.map(({ id }) => id);
    const list = lists(scene, doctor);
    expect(await list('to confirm')).toEqual([first, second, third, last]);
    expect(await list('to confirm', '2026-12-01' as Day, undefined, 2)).toEqual([over, first]);
    expect(await list('to confirm', '2026-12-01' as Day, first, 2)).toEqual([second, third]);
    expect(await list('to confirm', LAST_DAY, last)).toEqual([]);
    // Nothing is lost for whoever revokes the last one of a page before going on: the list begins again.
    await keep(({ certifications }) =>
      certifications.save(
        must(revoke(issued[3] as IssuedCertification, at(70), { reason: 'Another child' as Reason })),
      ),
    );
    expect(await list('to confirm', LAST_DAY, second)).toEqual([first, third, last]);
  });

  it('keep the name of their doctor until that account is erased', async (scene) => {
    const { read, keep, keepCase } = scene;
    const [one, other] = [await keepCase(), await keepCase()];
    const issued = await keepIssued(scene, one.case, one.doctor, one.child);
    const others = await keepIssued(scene, other.case, other.doctor, other.child);
    await keep(({ accounts }) => accounts.erase(one.doctor.id, at(90)));
    expect(await read.certifications.find(issued.id)).toEqual({ ...issued, doctorName: undefined });
    expect(await read.certifications.find(others.id)).toEqual(others);
  });
};

export const issuedElsewhere: Suite = (it) => {
  it('is what a doctor has issued in cases that were handed over, until they are handed back', async (scene) => {
    const { storage, keep, keepAccount, keepCase } = scene;
    const { case: facts, child: known, doctor } = await keepCase();
    const colleague = await keepAccount('Doc');
    const own = caseOf(known, doctor.id);
    await keep(({ cases }) => cases.insert(own));
    const issued = await keepIssued(scene, facts, doctor, known);
    await keepIssued(scene, own, doctor, known);
    const found = async () => Promise.all([doctor, colleague].map((one) => lists(scene, one)('handed over')));
    const toColleague = { ...facts, doctorId: colleague.id };
    expect(await found()).toEqual([[], []]);
    await storage.write(async ({ cases }) => {
      await cases.handOver(toColleague, doctor.id);
      return refuse('CASE_FINISHED');
    });
    expect(await found()).toEqual([[], []]);
    await keep(({ cases }) => cases.handOver(toColleague, doctor.id));
    const newer = await keepIssued(scene, toColleague, colleague, known);
    expect(await found()).toEqual([[issued.id], []]);
    await keep(({ certifications }) => certifications.save(issued));
    expect(await found()).toEqual([[issued.id], []]);
    await keep(({ cases }) => cases.handOver(facts, colleague.id));
    expect(await found()).toEqual([[], [newer.id]]);
    await keep(({ children }) => children.erase(known.id));
    expect(await found()).toEqual([[], []]);
  });
};
