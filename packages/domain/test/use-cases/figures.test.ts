import { describe, expect, test } from 'vitest';
import { createApplication } from '../../src/application.ts';
import type { Account } from '../../src/model/account.ts';
import { figuresOf, type Month, monthsFrom, parseMonth, type Tally } from '../../src/model/figures.ts';
import { DAY, type Day, HOUR, MINUTE, type TaskId } from '../../src/model/values.ts';
import { openClinicWithCase } from '../support/clinic.ts';
import { codeOf, must, reason, title } from '../support/values.ts';

const WHY = { reason: reason('Not needed any more') };
const CALL = { requestId: 'r', session: 'none' as never };

/** The doctor is the manager. */
const openFigures = async () => {
  const clinic = await openClinicWithCase();
  const { calendar, clock, doctor, storage } = clinic;
  const app = createApplication(clinic);
  const manager: Account = { ...doctor, isManager: true };
  const month = () => calendar.dayOf(clock.now()).slice(0, 7);
  const shown = async (until?: string) =>
    must(await app.showFigures({ ...CALL, actor: manager, until: until as Month | undefined }));
  /** What is not zero, of a doctor in the month that begins with these letters, or of all doctors. */
  const figures = async (of: Account | undefined, until = month()) => {
    const [last] = (await shown(until)).months;
    const found = of ? last?.byDoctor.get(of.id) : last?.all;
    return Object.fromEntries(Object.entries(found ?? {}).filter(([, value]) => value));
  };
  const close = async (taskId: TaskId) => must(await app.closeTask({ ...CALL, actor: doctor, taskId }));
  const request = async (taskId: TaskId) =>
    must(await app.requestCertification({ ...CALL, actor: doctor, id: taskId }));
  const waiting = async () => must(await app.showWaiting({ ...CALL, actor: manager }));
  return { ...clinic, app, close, figures, manager, month, request, shown, storage, waiting };
};

describe('the figures (D-49)', () => {
  test('count what happened by month and doctor, whoever has the case since, and name no child', async () => {
    const { app, caseId, childOf, clock, closedTaskIn, doctor, figures, month, otherDoctor, parent, request, shown } =
      await openFigures();
    const [first, second] = [await closedTaskIn(caseId), await closedTaskIn(caseId)];
    for (const id of [first, second]) await request(id);
    clock.advance(90 * MINUTE);
    must(await app.issueCertification({ ...CALL, actor: doctor, id: first }));
    clock.advance(HOUR);
    must(await app.rejectCertification({ ...CALL, actor: doctor, id: second, ...WHY }));
    must(await app.handOverCase({ ...CALL, actor: doctor, caseId, doctorId: otherDoctor.id }));
    must(await app.revokeCertification({ ...CALL, actor: doctor, id: first, ...WHY }));
    must(await app.finishCase({ ...CALL, actor: otherDoctor, caseId }));
    const before = {
      opened: 1,
      closed: 2,
      requested: 2,
      issued: 1,
      rejected: 1,
      medianMinutes: 90,
      longestMinutes: 150,
    };
    expect(await figures(doctor)).toEqual(before);
    expect(await figures(otherDoctor)).toEqual({ finished: 1, revoked: 1 });
    expect(await figures(undefined)).toEqual({ ...before, finished: 1, revoked: 1 });
    const last = month() as Month;
    clock.advance(31 * DAY);
    const childId = await childOf(parent, 'Cora');
    must(await app.openCase({ ...CALL, actor: parent, childId, doctorId: doctor.id, title: title('Asthma') }));
    expect(await figures(doctor)).toEqual({ opened: 1 });
    expect(await figures(doctor, last)).toEqual(before);
    const { doctors, months } = await shown();
    expect(months.map((one) => [one.month, one.byDoctor.size])).toEqual([
      ...[
        [monthsFrom(last, 1), 1],
        [last, 2],
      ],
      ...Array.from({ length: 10 }, (_, nth) => [monthsFrom(last, -1 - nth), 0]),
    ]);
    expect(doctors.map(({ firstName }) => firstName).toSorted()).toEqual(['Dieter', 'Dora']);
    expect(JSON.stringify(await shown())).not.toMatch(/Carla|Cora|Paula|Asthma/);
  });

  test('count a month of the calendar, what was closed after its day, and nothing that was undone', async () => {
    const { app, calendar, caseId, clock, close, doctor, figures, month, parent } = await openFigures();
    const task = async (dueOn: string) =>
      must(await app.addTask({ ...CALL, actor: doctor, caseId, title: title('Measure'), dueOn: dueOn as Day }));
    const today = calendar.dayOf(clock.now());
    const late = await task('2020-01-01');
    await close(late);
    // In the same moment, as where both were ticked.
    await close(await task(today));
    expect(await figures(doctor)).toEqual({ opened: 1, closed: 2, closedLate: 1 });
    must(await app.undoClosing({ ...CALL, actor: doctor, taskId: late }));
    expect(await figures(doctor)).toEqual({ opened: 1, closed: 1 });
    const wish = { ...CALL, actor: parent, about: { caseId }, purpose: title('School trip') };
    const wished = [must(await app.wishCertificate(wish)), must(await app.wishCertificate(wish))] as const;
    await close(wished[0].taskId);
    expect(await figures(doctor)).toEqual({ opened: 1, closed: 2, requested: 1 });
    must(await app.undoClosing({ ...CALL, actor: doctor, taskId: wished[0].taskId }));
    must(await app.declineWish({ ...CALL, actor: doctor, taskId: wished[1].taskId, ...WHY }));
    const now = { opened: 1, closed: 2, requested: 1, rejected: 1 };
    expect(await figures(doctor)).toEqual(now);
    // Where it is the next month already.
    const last = month();
    clock.advance(calendar.endOf(calendar.dayOf((clock.now() + 27 * DAY) as never)) - clock.now());
    while (month() === last) clock.advance(DAY);
    clock.advance(-HOUR);
    calendar.moveTo(2);
    await close(late);
    expect([await figures(doctor, last), await figures(doctor)]).toEqual([now, { closed: 1, closedLate: 1 }]);
  });

  test('say what waits now for whom, by age, how many children there are, and parents with an account', async () => {
    const { app, caseId, caseOf, childId, clock, closedTaskIn, doctor, otherDoctor, request, waiting } =
      await openFigures();
    await caseOf(childId, doctor);
    const none = { all: 0, days: 0, weeks: 0, months: 0 };
    await request(await closedTaskIn(caseId));
    must(await app.addTask({ ...CALL, actor: doctor, caseId, title: title('Measure'), dueOn: '2026-01-01' as Day }));
    clock.advance(8 * DAY);
    await request(await closedTaskIn(caseId));
    const found = await waiting();
    expect(found.waiting.get('decisions')).toEqual(
      new Map([[doctor.id, { doctorId: doctor.id, ...none, all: 2, days: 1, weeks: 1 }]]),
    );
    expect(found.waiting.get('new cases')?.get(doctor.id)).toMatchObject({ all: 1, weeks: 1 });
    expect(found.waiting.get('overdue tasks')?.get(doctor.id)).toMatchObject({ all: 1, months: 1 });
    expect(found).toMatchObject({ children: 1, parents: 2, doctors: [{ id: doctor.id, firstName: 'Dora' }] });
    must(await app.handOverCase({ ...CALL, actor: doctor, caseId, doctorId: otherDoctor.id }));
    const later = await waiting();
    expect([...(later.waiting.get('decisions')?.keys() ?? [])]).toEqual([otherDoctor.id]);
    expect(later.waiting.get('new cases')?.get(otherDoctor.id)).toMatchObject({ all: 1, days: 0 });
  });

  test('are for managers, each look of whom is recorded', async () => {
    const { app, assistant, auditTrail, doctor, manager, parent } = await openFigures();
    for (const actor of [assistant, doctor, parent, { ...parent, isManager: false }]) {
      expect(codeOf(await app.showFigures({ ...CALL, actor }))).toBe('ROLE_NOT_ALLOWED');
      expect(codeOf(await app.showWaiting({ ...CALL, actor }))).toBe('ROLE_NOT_ALLOWED');
    }
    must(await app.showFigures({ ...CALL, actor: manager }));
    must(await app.showWaiting({ ...CALL, actor: manager }));
    expect(auditTrail.noted.slice(-2)).toMatchObject([
      { action: 'figures shown', by: manager.id, outcome: 'OK', child: undefined },
      { action: 'waiting shown', by: manager.id, outcome: 'OK', child: undefined },
    ]);
  });

  test.each([
    ['', undefined, undefined],
    ['5 × 1', 5, 5],
    ['9 × 1, 1 × 1', 1, 9],
    ['1 × 3, 100 × 2', 1, 100],
    ['100 × 3, 1 × 2', 100, 100],
  ])(
    'have the wait in the middle, and the longest, of those of so many minutes: %s',
    (waits, medianMinutes, longestMinutes) => {
      const tallies = [...waits.matchAll(/(\d+) × (\d+)/g)].map(([, minutes, count]) => {
        const facts = { doctorId: 'd', action: 'certification issued' };
        return { ...facts, minutes: Number(minutes), count: Number(count) } as unknown as Tally;
      });
      expect(figuresOf(tallies)).toMatchObject({ medianMinutes, longestMinutes });
    },
  );

  test('months are written as they are sorted', () => {
    const written = ['2026-03', '2026-13', '2026-3', '26-03', '2026-03-01'];
    expect(written.filter((text) => parseMonth(text).ok)).toEqual(['2026-03']);
    const months = [1, 0, -3, -15].map((many) => monthsFrom('2026-03' as Month, many));
    expect(months.join(' ')).toBe('2026-04 2026-03 2025-12 2024-12');
  });
});
