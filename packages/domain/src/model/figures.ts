import { ok, type Parser, parser, problem } from '../result.ts';
import { aboutAction, type CaseAction, FIGURES } from './case-action.ts';
import type { AccountId, Brand, Day } from './values.ts';

/** YYYY-MM, of the calendar (D-26). Such texts compare as the months do. */
export type Month = Brand<string, 'Month'>;

const NO_MONTH = problem('must be a month, such as 2026-03');
export const parseMonth: Parser<Month> = parser(7, NO_MONTH, (text) =>
  /^(19|20)\d\d-(0[1-9]|1[0-2])$/.test(text) ? ok(text as Month) : NO_MONTH,
);

export const monthOf = (day: Day): Month => day.slice(0, 7) as Month;

/** So many months later, or earlier. */
export const monthsFrom = (month: Month, months: number): Month => {
  const [year = 0, nth = 0] = month.split('-').map(Number);
  const count = 12 * year + nth - 1 + months;
  return `${Math.floor(count / 12)}-${String((count % 12) + 1).padStart(2, '0')}` as Month;
};

/** D-49: `doctorId`: whose case it was. `minutes`: that a decision was waited for, or a closed task was overdue. */
export type Counted = { readonly month: Month; readonly doctorId: AccountId; readonly minutes: number | undefined };

/** Events of a month and a doctor that count alike. */
export type Tally = Pick<Counted, 'doctorId' | 'minutes'> & { readonly action: CaseAction; readonly count: number };

/** `medianMinutes`, `longestMinutes`: of the decisions that were waited for. */
export type Figures = Readonly<Record<(typeof FIGURES)[number], number>> & {
  readonly medianMinutes: number | undefined;
  readonly longestMinutes: number | undefined;
};

/** The lower one of two in the middle. */
const medianOf = (waits: readonly Tally[]): number | undefined => {
  const half = waits.reduce((sum, { count }) => sum + count, 0) / 2;
  let passed = 0;
  return waits.find(({ count }) => {
    passed += count;
    return passed >= half;
  })?.minutes;
};

export const figuresOf = (tallies: readonly Tally[]): Figures => {
  const counts = Object.fromEntries(FIGURES.map((name) => [name, 0])) as Record<(typeof FIGURES)[number], number>;
  for (const { action, count, minutes } of tallies) {
    for (const name of aboutAction(action).counts ?? []) counts[name] += count;
    if (action === 'task closed' && minutes !== undefined) counts.closedLate += count;
  }
  const waits = tallies
    .filter(({ action, minutes }) => action.startsWith('certification ') && minutes !== undefined)
    .sort((one, other) => Number(one.minutes) - Number(other.minutes));
  return { ...counts, medianMinutes: medianOf(waits), longestMinutes: waits.at(-1)?.minutes };
};

export const WAITING = ['decisions', 'new cases', 'overdue tasks'] as const;
export type WaitingKind = (typeof WAITING)[number];

/** How many of them have waited for so many days or longer: `all`, then of each further age. */
export type Waiting = { readonly doctorId: AccountId } & Readonly<Record<'all' | 'days' | 'weeks' | 'months', number>>;
