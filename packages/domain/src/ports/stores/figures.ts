import type { Month, Tally, Waiting, WaitingKind } from '../../model/figures.ts';
import type { PageRequest } from '../../model/pages.ts';
import type { AccountId, ChildId, Day, Instant } from '../../model/values.ts';

/** Since when what waits is as old as each of `AGES`: days where it waits since a day. */
export type Ages<Since extends Instant | Day> = readonly [Since, Since, Since, Since];

type Count<Id> = { readonly count: number; readonly last: Id | undefined };

/** D-49: what is counted, in parts that are bounded by one doctor or by the size of a page. */
export type FigureReads = {
  readonly figures: {
    /** Of the first doctor behind `after`, by id, of whom something counts in the month; in any order. */
    ofNextDoctor(month: Month, after: AccountId | undefined): Promise<readonly Tally[]>;
    /** For the first doctor behind `after` who has such, or open tasks; what is older than each age. */
    waitingForNext(
      kind: WaitingKind,
      after: AccountId | undefined,
      ages: { readonly moments: Ages<Instant>; readonly days: Ages<Day> },
    ): Promise<Waiting | undefined>;
    countChildren(request: PageRequest<ChildId>): Promise<Count<ChildId>>;
    /** Who can log in. */
    countParents(request: PageRequest<AccountId>): Promise<Count<AccountId>>;
  };
};
