import { ok, refuse } from '../result.ts';
import { daysAfter } from './calendar.ts';
import type { AccountId, CoverId, Day, Instant, Reason } from './values.ts';

/** D-41: who stands in for a doctor, from a day to a day, both included. It counts once the deputy has agreed. */
export type Cover = {
  readonly id: CoverId;
  readonly doctorId: AccountId;
  readonly deputyId: AccountId;
  readonly firstDay: Day;
  readonly lastDay: Day;
  readonly agreedAt: Instant | undefined;
  /** D-40: why a manager became deputy without anybody's consent. */
  readonly reason: Reason | undefined;
};

/** Days that a cover may last. */
const LONGEST = 366;

type Days = Pick<Cover, 'firstDay' | 'lastDay'>;

export const coverDays = ({ firstDay, lastDay }: Days, today: Day) => {
  const isWrong = firstDay < today || lastDay < firstDay || daysAfter(firstDay, LONGEST) <= lastDay;
  return isWrong ? refuse('COVER_DAYS_INVALID') : ok(undefined);
};

const overlap = (one: Days, other: Days): boolean => one.firstDay <= other.lastDay && other.firstDay <= one.lastDay;

/** Whether it may stand beside the others of its two doctors: one deputy at a time, and no deputy who is away. */
export const besides = (cover: Cover, others: readonly Cover[]) => {
  const meanwhile = others.filter((other) => other.id !== cover.id && overlap(cover, other));
  const isInTheWay = meanwhile.some(
    ({ doctorId, deputyId, agreedAt }) =>
      doctorId === cover.doctorId ||
      (agreedAt !== undefined && (doctorId === cover.deputyId || deputyId === cover.doctorId)),
  );
  return isInTheWay ? refuse('COVER_OVERLAPS') : ok(undefined);
};

/** The deputy agrees. */
export const agreeTo = (cover: Cover, agreedAt: Instant, today: Day) =>
  cover.lastDay < today ? refuse('COVER_NOT_FOUND') : ok<Cover>({ ...cover, agreedAt: cover.agreedAt ?? agreedAt });
