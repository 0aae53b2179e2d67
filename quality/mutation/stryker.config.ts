import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { target } from './targets.ts';

const { name, mutate, least } = target();

/** Stryker works on a copy of the project, in which a switch chooses one change at a time. */
export default {
  mutate,
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner', join(import.meta.dirname, 'prose.ts')],
  ignorers: ['prose'],
  // Tests are chosen by what they cover, and that is finer than what imports what.
  vitest: { configFile: 'quality/mutation/vitest.config.ts', related: false },
  coverageAnalysis: 'perTest',
  // What runs while a file is loaded is reached by all tests and by none in particular, and takes hours.
  ignoreStatic: true,
  // What was found out is kept, and only what has changed since is done again.
  incremental: true,
  incrementalFile: `quality/mutation/reports/${name}.json`,
  reporters: ['progress-append-only', 'clear-text'],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false, skipFull: true },
  thresholds: { high: 100, low: least, break: least },
  // More than there are processors, as a test waits for sockets and disks for more than half of its time.
  concurrency: 2 * availableParallelism() + 1,
  // Generous, as a change counts as noticed if it makes the tests take for ever, not if the machine is busy.
  timeoutMS: 60_000,
  timeoutFactor: 5,
  tempDirName: join(tmpdir(), 'health-case-mutation'),
  cleanTempDir: 'always',
  ignorePatterns: ['deploy', 'quality/*', '!quality/mutation'],
  // The code runs as it is: no type is looked at, and no compiler is there to be told of the copy.
  disableTypeChecks: false,
  tsconfigFile: 'none',
  warnings: { slow: false },
};
