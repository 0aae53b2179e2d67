import type { Storage } from '@health-case/domain/ports/storage';
import fc from 'fast-check';
import { describe, it } from 'vitest';
import { readingCommands, workCommands } from './differential/case-commands.ts';
import type { Scene } from './differential/command.ts';
import { furnish, furnished } from './differential/furnished.ts';
import { nothingKnown } from './differential/known.ts';
import { operatorCommands, peopleCommands } from './differential/people-commands.ts';
import { openReference, type Side, sideOver } from './differential/sides.ts';
import { unitCommands } from './differential/unit-commands.ts';
import { eraseChild, read, upkeepCommands } from './differential/upkeep-commands.ts';
import { expectSameState } from './differential/whole-state.ts';

/**
 * What the environment may ask for: with `DIFFERENTIAL_RUNS` so many sequences, and longer ones, instead of a few that take
 * seconds; with `DIFFERENTIAL_SEED`, beside the same number of runs, those of a failure that was reported.
 */
type Environment = Readonly<Record<string, string | undefined>>;

const FEW = { runs: 200, mostCommands: 10 };
const MOST_COMMANDS = 40;

const aCommand: fc.Arbitrary<fc.AsyncCommand<Scene, Side>> = fc.oneof(
  { weight: 30, arbitrary: fc.oneof(...workCommands) },
  { weight: 30, arbitrary: fc.oneof(...unitCommands) },
  { weight: 15, arbitrary: fc.oneof(...peopleCommands) },
  { weight: 10, arbitrary: fc.oneof(...operatorCommands) },
  { weight: 10, arbitrary: fc.oneof(...upkeepCommands) },
  { weight: 10, arbitrary: read },
  { weight: 5, arbitrary: fc.oneof(...readingCommands) },
  { weight: 1, arbitrary: eraseChild },
);

const sequencesOf = (maxCommands: number) =>
  fc.record({
    empty: fc.oneof({ weight: 1, arbitrary: fc.constant(true) }, { weight: 7, arbitrary: fc.constant(false) }),
    pageSize: fc.constantFrom(1, 2, 1000),
    commands: fc.commands([aCommand], { maxCommands, size: 'max' }),
  });

type Sequence = ReturnType<typeof sequencesOf> extends fc.Arbitrary<infer Drawn> ? Drawn : never;

/** What is to be in a store before a sequence begins: always the same, so that a store may keep it ready. */
export type Beginning = (storage: Storage) => Promise<void>;

type Open = (beginning: Beginning) => Promise<Storage>;

const leaveEmpty: Beginning = async () => undefined;

const expectAlike = async (open: Open, { empty, pageSize, commands }: Sequence): Promise<void> => {
  const beginning = empty ? leaveEmpty : furnish;
  const scene: Scene = { known: empty ? nothingKnown() : furnished(), reference: openReference() };
  await beginning(scene.reference.storage);
  const storage = await open(beginning);
  try {
    const side = sideOver(storage);
    await fc.asyncModelRun(() => ({ model: scene, real: side }), commands);
    await expectSameState(scene, side, pageSize);
  } finally {
    await storage.close();
  }
};

/**
 * Random sequences of calls, of the whole application and of the storage itself, come to the same on the memory storage
 * and on the one that `open` gives: the same values in the same order, the same refusals, the same kinds of failure, and
 * in the end the same state. `open` gives a new store each time, in which nothing but the beginning has been done; it is closed
 * after its sequence.
 */
export const storageDifferential = (name: string, open: Open, environment: Environment = {}): void => {
  const { DIFFERENTIAL_RUNS: asked, DIFFERENTIAL_SEED: seed } = environment;
  const numRuns = Number(asked ?? FEW.runs);
  const sequences = sequencesOf(asked === undefined ? FEW.mostCommands : MOST_COMMANDS);
  const alike = fc.asyncProperty(sequences, (sequence) => expectAlike(open, sequence));
  describe(`${name} differs in nothing from the memory store`, () => {
    const timeout = 120_000 + numRuns * 1000;
    it('whatever is done to both, one after another and at once', { timeout }, () =>
      fc.assert(alike, { numRuns, ...(seed === undefined ? {} : { seed: Number(seed) }) }),
    );
  });
};
