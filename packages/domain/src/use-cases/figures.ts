import type { Account, Colleague } from '../model/account.ts';
import { daysAfter } from '../model/calendar.ts';
import {
  type Figures,
  figuresOf,
  type Month,
  monthOf,
  monthsFrom,
  type Tally,
  WAITING,
  type Waiting,
  type WaitingKind,
} from '../model/figures.ts';
import { byId } from '../model/pages.ts';
import { type AccountId, DAY, later } from '../model/values.ts';
import type { Reads } from '../ports/storage.ts';
import { ok, refuse } from '../result.ts';
import type { Platform } from './declaration.ts';
import { query } from './runner.ts';

/** D-49: for managers. What is counted names no child and no parent. */

/** After so many milliseconds of counting others are answered. */
const LONGEST_TURN = 5;
/** So many rows are counted at once: 2 ms. */
const COUNTED_AT_ONCE = 10_000;

/** Lets others have a turn when it has taken long enough. */
const turnsOf = ({ clock }: Pick<Platform, 'clock'>) => {
  let begun = clock.now();
  return async () => {
    if (clock.now() - begun < LONGEST_TURN) return;
    await clock.sleep(0);
    begun = clock.now();
  };
};

/** What is found for one doctor after another. */
const ofEach = async <Found>(
  next: (after: AccountId | undefined) => Promise<{ readonly doctorId: AccountId; readonly found: Found } | undefined>,
  turn: () => Promise<void>,
): Promise<ReadonlyMap<AccountId, Found>> => {
  const all = new Map<AccountId, Found>();
  for (let after: AccountId | undefined; ; ) {
    const one = await next(after);
    if (!one) return all;
    all.set(one.doctorId, one.found);
    after = one.doctorId;
    await turn();
  }
};

const MONTHS = 12;

/** Of the figures of some months: the doctors, also those who have left. */
const namesOf = async ({ accounts }: Reads, found: readonly ReadonlyMap<AccountId, unknown>[]) => {
  const ids = [...new Set(found.flatMap((one) => [...one.keys()]))];
  const known = byId(await accounts.namesOf(ids));
  return ids.map((id): Pick<Colleague, 'id'> & Partial<Colleague> => known.get(id) ?? { id });
};

type MonthFigures = {
  readonly month: Month;
  readonly all: Figures;
  readonly byDoctor: ReadonlyMap<AccountId, Figures>;
};

type ShowFigures = { readonly actor: Account; readonly until?: Month | undefined };

/** Of twelve months, the last one first: by default up to this one. */
const showFigures = query({
  run: async ({ actor, until }: ShowFigures, reads, { calendar, clock }) => {
    if (!actor.isManager) return refuse('ROLE_NOT_ALLOWED');
    const now = monthOf(calendar.dayOf(clock.now()));
    const last = until && until < now ? until : now;
    const turn = turnsOf({ clock });
    const months: MonthFigures[] = [];
    for (let nth = 0; nth < MONTHS; nth += 1) {
      const month = monthsFrom(last, -nth);
      const next = async (after: AccountId | undefined) => {
        const found = await reads.figures.ofNextDoctor(month, after);
        return found[0] && { doctorId: found[0].doctorId, found };
      };
      const tallies = await ofEach<readonly Tally[]>(next, turn);
      const byDoctor = new Map([...tallies].map(([id, found]) => [id, figuresOf(found)]));
      months.push({ month, all: figuresOf([...tallies.values()].flat()), byDoctor });
    }
    return ok({
      months,
      doctors: await namesOf(
        reads,
        months.map(({ byDoctor }) => byDoctor),
      ),
    });
  },
  audit: { action: 'figures shown' },
});

/** In days: what has waited for so long is counted apart from what has waited for less. */
const AGES = [0, 1, 7, 30] as const;
const ages = <Since>(since: (days: number) => Since) =>
  AGES.map(since) as unknown as readonly [Since, Since, Since, Since];

type WaitingCounts = Omit<Waiting, 'doctorId'>;

/** Now: what waits for whom, how many children there are, and how many parents with an account. */
const showWaiting = query({
  run: async ({ actor }: Pick<ShowFigures, 'actor'>, { figures, ...reads }, { calendar, clock }) => {
    if (!actor.isManager) return refuse('ROLE_NOT_ALLOWED');
    const [now, turn] = [clock.now(), turnsOf({ clock })];
    const today = calendar.dayOf(now);
    const since = {
      moments: ages((days) => later(now, -days * DAY)),
      days: ages((days) => daysAfter(today, -1 - days)),
    };
    const waiting = new Map<WaitingKind, ReadonlyMap<AccountId, WaitingCounts>>();
    for (const kind of WAITING) {
      const next = async (after: AccountId | undefined) => {
        const found = await figures.waitingForNext(kind, after, since);
        return found && { doctorId: found.doctorId, found };
      };
      const all = await ofEach<WaitingCounts>(next, turn);
      waiting.set(kind, new Map([...all].filter(([, found]) => found.all > 0)));
    }
    const [children, parents] = [
      await countAll(figures.countChildren, turn),
      await countAll(figures.countParents, turn),
    ];
    return ok({ waiting, children, parents, doctors: await namesOf({ figures, ...reads }, [...waiting.values()]) });
  },
  audit: { action: 'waiting shown' },
});

type CountPart<Id> = (request: {
  readonly after: Id | undefined;
  readonly size: number;
}) => Promise<{ readonly count: number; readonly last: Id | undefined }>;

const countAll = async <Id>(countPart: CountPart<Id>, turn: () => Promise<void>): Promise<number> => {
  let sum = 0;
  for (let after: Id | undefined; ; await turn()) {
    const { count, last } = await countPart({ after, size: COUNTED_AT_ONCE });
    sum += count;
    if (count < COUNTED_AT_ONCE) return sum;
    after = last;
  }
};

export const figureUseCases = { showFigures, showWaiting };
