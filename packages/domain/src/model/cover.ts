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
