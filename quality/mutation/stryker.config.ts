import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { target } from './targets.ts';

const { name, mutate, least } = target();

/** Stryker copies the project and puts all changes into the copy; a switch activates one at a time. */
export default {
  mutate,
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner', import.meta.filename],
  ignorers: ['prose'],
  // Coverage chooses the tests, more precisely than imports.
  vitest: { configFile: 'quality/mutation/vitest.config.ts', related: false },
  coverageAnalysis: 'perTest',
  // All tests load a file, so a change of what runs then needs all tests, for hours.
  ignoreStatic: true,
  // Only what changed since the last run is tried again.
  incremental: true,
  incrementalFile: `quality/mutation/reports/${name}.json`,
  reporters: ['progress-append-only', 'clear-text'],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false, skipFull: true },
  thresholds: { high: 100, low: least, break: least },
  // More than there are processors, as tests wait for sockets and disks most of the time.
  concurrency: 2 * availableParallelism() + 1,
  // Long, so that a busy machine does not count as a test that noticed.
  timeoutMS: 60_000,
  timeoutFactor: 5,
  // The first run, of all tests of the domain, keeps which of 13,000 places each of them reaches.
  dryRunTimeoutMinutes: 30,
  testRunnerNodeArgs: ['--max-old-space-size=12288'],
  tempDirName: join(tmpdir(), 'health-case-mutation'),
  cleanTempDir: 'always',
  ignorePatterns: ['deploy', 'quality/*', '!quality/mutation'],
  // Node strips the types; no compiler needs to know of the copy.
  disableTypeChecks: false,
  tsconfigFile: 'none',
  warnings: { slow: false },
};

type Node = { readonly type: string; readonly value?: unknown; readonly quasis?: readonly Quasi[] };
type Quasi = { readonly value: { readonly raw: string } };

/** Tests check what is refused, not with which words. So a literal that is a sentence is not changed. */
const shouldIgnore = ({ node: { type, value, quasis = [] } }: { readonly node: Node }): string | undefined => {
  if (type !== 'StringLiteral' && type !== 'TemplateLiteral') return undefined;
  const text = type === 'StringLiteral' ? String(value) : quasis.map((quasi) => quasi.value.raw).join('…');
  return /\S\s.*[.?]$/s.test(text) ? 'A sentence for people.' : undefined;
};

export const strykerPlugins = [{ kind: 'Ignore', name: 'prose', value: { shouldIgnore } }];
