import type { Tally, Waiting, WaitingKind } from '../../src/model/figures.ts';
import type { PageRequest } from '../../src/model/pages.ts';
import type { AccountId } from '../../src/model/values.ts';
import type { Stores } from '../../src/ports/storage.ts';
import { type MemoryTables, page, type Sync } from './table.ts';

export const figureStores = (tables: MemoryTables): Sync<Pick<Stores, 'figures'>> => {
  const { accounts, cases, certifications, children, counted, tasks } = tables;
  const first = (doctors: readonly AccountId[], after = '') => doctors.filter((id) => id > after).toSorted()[0];
  const doctorOf = ({ caseId }: { readonly caseId: string }) => cases.find(caseId)?.doctorId;
  /** Whose, and since when: `undefined` where it waits for nothing yet. */
  const waiting: Readonly<
    Record<WaitingKind, () => readonly (readonly [AccountId | undefined, number | string | undefined])[]>
  > = {
    decisions: () => certifications.all({ status: 'requested' }).map((one) => [doctorOf(one), one.requestedAt]),
    'new cases': () => cases.all(({ newSince }) => newSince !== undefined).map((one) => [one.doctorId, one.newSince]),
    'overdue tasks': () => tasks.all({ status: 'open' }).map((one) => [doctorOf(one), one.dueOn]),
  };
  const part = <Id extends string>(entries: readonly { readonly id: Id }[], request: PageRequest<Id>) => {
    const found = page(entries, request);
    return { count: found.length, last: found.at(-1)?.id };
  };
  return {
    figures: {
      ofNextDoctor: (month, after) => {
        const ofMonth = counted.all({ month });
        const doctorId = first(
          ofMonth.map((one) => one.doctorId),
          after,
        );
        const alike = Map.groupBy(
          ofMonth.filter((one) => one.doctorId === doctorId),
          ({ action, minutes }) => `${action} ${minutes}`,
        );
        return [...alike.values()].flatMap(([one, ...others]): Tally[] =>
          one ? [{ doctorId: one.doctorId, action: one.action, minutes: one.minutes, count: 1 + others.length }] : [],
        );
      },
      waitingForNext: (kind, after, { moments, days }): Waiting | undefined => {
        const all = waiting[kind]();
        const doctorId = first(
          all.flatMap(([id]) => id ?? []),
          after,
        );
        const ages = kind === 'overdue tasks' ? days : moments;
        const [whole = 0, ...older] = ages.map(
          (age) => all.filter(([id, since]) => id === doctorId && since !== undefined && since <= age).length,
        );
        return doctorId && { doctorId, all: whole, days: older[0] ?? 0, weeks: older[1] ?? 0, months: older[2] ?? 0 };
      },
      countChildren: (request) => part(children.all(), request),
      countParents: (request) =>
        part(
          accounts.all({ role: 'Par' }).filter(({ disabledAt }) => disabledAt === undefined),
          request,
        ),
    },
  };
};
