import { createApplication } from '@health-case/domain/application';
import { account, caseOf, child, credentials } from '@health-case/domain/contracts/storage/samples';
import type { Month } from '@health-case/domain/model/figures';
import { DAY, type Day, HOUR, type Instant, type Title } from '@health-case/domain/model/values';
import type { Ports } from '@health-case/domain/ports/ports';
import { type Ok, ok, type Result } from '@health-case/domain/result';
import { createCalendar } from '@health-case/node-platform/calendar';
import { createIds, system } from '@health-case/node-platform/system';
import { expect, it } from 'vitest';
import { PLACES } from './support/stores.ts';

/** When clocks change, and a day until which tasks are due. */
const CHANGES = [
  ['Europe/Berlin', '2026-03-29T01:00Z', '2026-03-28'],
  ['Europe/Berlin', '2026-10-25T01:00Z', '2026-10-25'],
  // There is no midnight, or it comes twice.
  ['America/Santiago', '2023-09-03T04:00Z', '2023-09-02'],
  ['America/Santiago', '2023-04-02T03:00Z', '2023-04-01'],
  // With the first hour of a month, or the last one.
  ['America/Asuncion', '2023-10-01T04:00Z', '2023-09-30'],
  ['Africa/Cairo', '2024-10-31T21:00Z', '2024-10-31'],
  // There was no such day.
  ['Pacific/Apia', '2011-12-30T10:00Z', '2011-12-30'],
] as const;
const AROUND = [-HOUR, -1, 0, HOUR - 1, HOUR, DAY];

const must = <Value>(found: Result<Value, unknown>): Value => (found as Ok<Value>).value;

/** The day as another program knows it. */
const daysOf = (timeZone: string) => {
  const days = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' });
  return (at: number) => days.format(at) as Day;
};

const openPractice = async (storage: Ports['storage'], zone: string) => {
  const doctor = { ...account('Doc'), isManager: true };
  const [parent, of] = [account('Par'), child()];
  const found = caseOf(of, doctor.id);
  await storage.write(async ({ accounts, cases, children }) => {
    for (const one of [doctor, parent]) await accounts.insert(credentials(one));
    await children.insert(of, parent.id);
    return ok(await cases.insert(found));
  });
  let now = 0;
  const others = { auditTrail: { note: () => undefined }, passwords: {}, rules: { ratesPerMinute: { calls: 0 } } };
  const clock = { ...system.clock, now: () => now as Instant };
  const ports = { ...system, ...others, ids: createIds(), calendar: createCalendar(zone), clock, storage };
  const at = (moment: number): void => {
    now = moment;
  };
  const call = { requestId: 'test', session: 'none' as never, actor: doctor };
  return { app: createApplication(ports as unknown as Ports), at, call, caseId: found.id };
};

it.each(PLACES)('$provider counts by days and months of the place, also where its clocks change', async (place) => {
  const storage = await (await place.openPlace()).open();
  for (const [zone, change, dueOn] of CHANGES) {
    const { app, at, call, caseId } = await openPractice(storage, zone);
    const [dayOf, { id }] = [daysOf(zone), call.actor];
    const moments = AROUND.map((more) => Date.parse(change) + more);
    const add = async () =>
      must(await app.addTask({ ...call, caseId, title: 'Measure' as Title, dueOn: dueOn as Day }));
    const overdue: (number | undefined)[] = [];
    for (const moment of moments) {
      at(moment);
      const [taskId] = [await add(), await add()];
      overdue.push(
        must(await app.showWaiting(call))
          .waiting.get('overdue tasks')
          ?.get(id)?.all,
      );
      // The other one stays open.
      must(await app.closeTask({ ...call, taskId }));
    }
    const isLate = (moment: number) => dayOf(moment) > dueOn;
    expect([zone, overdue]).toEqual([zone, moments.map((one, nth) => (isLate(one) ? nth + 2 : undefined))]);
    for (const [month, all] of Map.groupBy(moments, (one) => dayOf(one).slice(0, 7) as Month)) {
      const [shown] = must(await app.showFigures({ ...call, until: month })).months;
      const own = { closed: all.length, closedLate: all.filter(isLate).length };
      expect(shown?.byDoctor.get(id), `${zone} ${month}`).toMatchObject(own);
      const each = [...(shown?.byDoctor.values() ?? [])].map(({ closed }) => closed);
      expect(shown?.all.closed).toBe(each.reduce((sum, closed) => sum + closed));
    }
  }
});
