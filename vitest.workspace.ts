import { existsSync, readdirSync, readFileSync, statfsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type Reporter, type TestSpecification } from 'vitest/node';

/** Every package and app that has tests. */
const roots = ['packages', 'apps']
  .flatMap((folder) => readdirSync(join(import.meta.dirname, folder)).map((name) => `${folder}/${name}`))
  .concat('quality/campaigns', 'quality/harness', 'tools', 'docs')
  .filter((root) => existsSync(join(import.meta.dirname, root, 'test')));

/** Starts one PostgreSQL server for the run, if a test that may need one is to run. */
const postgres = join(import.meta.dirname, 'packages/storage-prisma/testing/postgres-global-setup.ts');
const needPostgres = ['packages/storage-prisma', 'apps/migrate', 'apps/operator', 'apps/together', 'docs'];
/** Writes the clients' types, before a test that may read them. */
const types = join(import.meta.dirname, 'packages/client/tools/generate.ts');
const needTypes = ['packages/client', 'tools'];

/** Only `npm run test:all` runs these: they start browsers or many processes, or play for long. */
const leftToAll = ['**/*.{browser,processes,long}.test.ts'];
/** Before a release `--mode campaigns` runs these whole. */
const sampled = '**/*.sampled.{browser,processes,long}.test.ts';

/** What takes long begins first, whatever its project, so that no worker is left alone with it at the end. */
const LONG = /browser|processes|long|model|contract|indexes|document|addresses|connections|mailer|transport/;
class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const [long, short] = [true, false].map((isLong) =>
      sorted.filter(({ moduleId }) => LONG.test(basename(moduleId)) === isLong),
    );
    return [...(long ?? []), ...(short ?? [])];
  }
}

/**
 * A folder in memory for the files that tests make, where there is one with room: stores wait for the disk at each
 * commit, which is half of the time of many tests, and is proven where a process is killed.
 */
const inMemory = (): Readonly<Record<string, string>> => {
  const folder = '/dev/shm';
  if (!existsSync(folder)) return {};
  const { bavail, bsize } = statfsSync(folder);
  const isForPrograms = !new RegExp(`^\\S+ ${folder} \\S+ \\S*noexec`, 'm').test(readFileSync('/proc/mounts', 'utf8'));
  return isForPrograms && bavail * bsize > 2 ** 31 ? { TMPDIR: folder } : {};
};

/** Ends a run with one plain line that a person or a program can take the counts from. */
const counts: Reporter = {
  onTestRunEnd: (modules) => {
    const states = modules.flatMap((module) => [...module.children.allTests()].map((test) => test.result().state));
    const suites = modules.flatMap((module) => [module, ...module.children.allSuites()]);
    const broken = suites.filter((suite) => suite.errors().length > 0).length;
    const count = (state: string): number => states.filter((known) => known === state).length;
    process.stdout.write(`\ntests: ${count('passed')} passed, ${count('failed') + broken} failed\n`);
  },
};

/** Lets Node load the pages of the portal. */
const jsx = pathToFileURL(join(import.meta.dirname, 'apps/portal/src/jsx.ts')).href;

/** In a mode, of these names. */
const inMode = (mode: string) => ({
  names: mode === 'campaigns' ? sampled : '**/*.test.{ts,tsx}',
  exclude: ['all', 'campaigns'].includes(mode) ? [] : leftToAll,
  env: { ...inMemory(), ...(mode === 'campaigns' && { WHOLE: 'yes' }) },
  // Node runs the code as in service: what Vite would make of it takes a sixth longer.
  experimental: { viteModuleRunner: false, nodeLoader: false },
  execArgv: ['--import', jsx],
});

/**
 * Packages whose tests need the same be prepared are one project, as each project has workers of its own, which load
 * what they test anew. `--mode all` adds the tests above, and the model on PostgreSQL.
 */
export default defineConfig(({ mode }) => {
  const { names, ...rest } = inMode(mode);
  const project = (name: string, of: readonly string[], globalSetup: readonly string[]) => ({
    test: { name, ...rest, include: of.map((root) => `${root}/test/${names}`), globalSetup: [...globalSetup] },
  });
  const plain = roots.filter((root) => !needPostgres.includes(root) && !needTypes.includes(root));
  // The whole of HTTP, as the model says it, is played on both stores; connections are measured on PostgreSQL alone.
  const onPostgres = `{${mode === 'all' ? 'metrics.long,' : ''}model,sequences.sampled.long}`;
  return {
    test: {
      // Test files share a worker, as nothing is global and most of the cost of a file is the start of its worker.
      isolate: false,
      sequence: { sequencer: LongFirst },
      // Tests wait a third of their time, for a process or a timeout, so there is a worker more than cores.
      maxWorkers: availableParallelism() + 1,
      // Timeouts are for tests that hang. No test may fail because the machine is busy.
      testTimeout: 300_000,
      hookTimeout: 300_000,
      expect: { poll: { timeout: 240_000 } },
      reporters: ['default', counts],
      projects: [
        project('plain', plain, []),
        project('client', needTypes, [types]),
        project('stores', needPostgres, [postgres]),
        ...(['all', 'campaigns'].includes(mode)
          ? [
              {
                test: {
                  name: 'together-postgresql',
                  ...rest,
                  include: [`apps/together/test/${onPostgres}.test.ts`],
                  globalSetup: [postgres],
                  provide: { store: 'postgresql' as const },
                },
              },
            ]
          : []),
      ],
    },
  };
});
