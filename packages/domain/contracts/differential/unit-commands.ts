import { refuse, Unavailable } from '@health-case/domain/errors';
import type { Account } from '@health-case/domain/model/account';
import type { AuditRecord } from '@health-case/domain/model/audit';
import type { AccountId, AuditRecordId } from '@health-case/domain/model/values';
import type { Reads, Storage, Stores } from '@health-case/domain/ports/storage';
import { ok, type Result } from '@health-case/domain/result';
import fc from 'fast-check';
import { command, type Outcome, outcomeOf, type Scene } from './command.ts';
import { type Known, scatteredId } from './known.ts';
import { aRead, aReadInUnit, type Part } from './reads.ts';
import { aStep } from './steps.ts';

/** How a unit of work ends once it has written: it is kept, or nothing of it is. */
const ENDINGS = ['keep', 'refuse', 'throw', 'fail'] as const;
type Ending = (typeof ENDINGS)[number];

const aUnit = fc.record({
  parts: fc.array(fc.oneof({ weight: 4, arbitrary: aStep }, { weight: 1, arbitrary: aReadInUnit }), {
    minLength: 1,
    maxLength: 5,
  }),
  ending: fc.oneof({ weight: 3, arbitrary: fc.constant('keep' as const) }, fc.constantFrom(...ENDINGS)),
});
type Unit = { readonly parts: readonly Part<Stores>[]; readonly ending: Ending };
type Work = (stores: Stores) => Promise<Result<readonly unknown[], unknown>>;

const settled = ({ parts, ending }: Unit, scene: Scene): Work => {
  const settledParts = parts.map((one) => one.settle(scene));
  return async (stores) => {
    const outcomes: unknown[] = [];
    for (const one of settledParts) outcomes.push(await one(stores));
    if (ending === 'throw') throw new RangeError('a fault in the unit');
    if (ending === 'fail') throw new Unavailable('overloaded', 'busy elsewhere', { retryAfterSeconds: 1 });
    return ending === 'refuse' ? refuse('CASE_NOT_FOUND') : ok(outcomes);
  };
};

/** Accounts are remembered once they are kept: everybody who acts has one. */
const learnAccounts = ({ accounts }: Known, outcomes: readonly unknown[]): void => {
  for (const outcome of outcomes) {
    const { account } = (outcome ?? {}) as { readonly account?: Account };
    if (account && !accounts.some(({ id }) => id === account.id)) accounts.push(account);
  }
};

/** What others see while the unit is under way is part of what it comes to. */
const oneUnit = command(
  'a unit of work',
  fc.record({ unit: aUnit, outside: fc.option(aRead, { freq: 2 }) }),
  ({ unit, outside }, scene) => {
    const [work, look] = [settled(unit, scene), outside?.settle(scene)];
    const watched = async (read: Reads, stores: Stores) => {
      const result = await work(stores);
      return result.ok && look ? ok([...result.value, await look(read)]) : result;
    };
    return {
      run: ({ storage }) => storage.write((stores) => watched(storage.read, stores)),
      learn: (outcomes) => learnAccounts(scene.known, outcomes),
    };
  },
);

type AtOnce = { readonly outcomes: readonly Outcome<readonly unknown[]>[]; readonly turned: boolean };

/** The work, which leaves a record where it is kept. */
const marked =
  (work: Work, mark: AuditRecord): Work =>
  async (stores) => {
    const result = await work(stores);
    if (result.ok) await stores.audit.append(mark);
    return result;
  };

const marksOf = ({ known, reference }: Scene): readonly AuditRecord[] => {
  const [by, at] = [scatteredId<AccountId>(known), reference.clock.now()];
  const mark = { at, requestId: 'two at once', by, action: 'case shown', on: undefined, child: undefined } as const;
  return [1, 2].map(() => ({ ...mark, id: scatteredId<AuditRecordId>(known), outcome: 'OK' }));
};

/** Whether the second was kept before the first. Where one was not kept, the order makes no difference. */
const wasTurned = async ({ read }: Storage, marks: readonly AuditRecord[]): Promise<boolean> => {
  const kept = await read.audit.records({ by: marks[0]?.by }, { after: 0, size: 2 });
  return kept.length === 2 && kept[0]?.id === marks[1]?.id;
};

/**
 * Two units at once have the effect of one after the other, and which comes first is the store's to choose. The places of
 * their records in the trail tell what was chosen, and the reference follows it.
 */
const twoUnits = command('two units at once', fc.tuple(aUnit, aUnit), (units, scene) => {
  const marks = marksOf(scene);
  const works = units.map((unit, index) => marked(settled(unit, scene), marks[index] as AuditRecord));
  return {
    run: async ({ storage }, before?: Outcome<AtOnce>) => {
      const follow = before !== undefined && 'gave' in before && before.gave.ok && before.gave.value.turned;
      const inOrder = follow ? works.toReversed() : works;
      const outcomes = await Promise.all(inOrder.map((work) => outcomeOf(() => storage.write(work))));
      const turned = before === undefined ? await wasTurned(storage, marks) : follow;
      return ok({ outcomes: follow ? outcomes.toReversed() : outcomes, turned });
    },
    learn: ({ outcomes }) => {
      for (const outcome of outcomes) {
        if ('gave' in outcome && outcome.gave.ok) learnAccounts(scene.known, outcome.gave.value);
      }
    },
  };
});

export const unitCommands = [oneUnit, oneUnit, oneUnit, twoUnits];
