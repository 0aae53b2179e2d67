import { existsSync, readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

/** Every package and app that has tests. */
const projects = ['packages', 'apps']
  .flatMap((folder) => readdirSync(join(import.meta.dirname, folder)).map((name) => `${folder}/${name}`))
  .concat('quality/campaigns', 'quality/harness', 'tools', 'docs')
  .filter((root) => existsSync(join(import.meta.dirname, root, 'test')));

/** A real PostgreSQL server for the time of the run, if any of the projects that need one has a test to run. */
const globalSetup = [join(import.meta.dirname, 'packages/storage-prisma/testing/postgres-global-setup.ts')];
const needPostgres = ['packages/storage-prisma', 'apps/migrate', 'apps/together', 'docs'];

/** What is tested over HTTP keeps the same promises over either store; tests that start processes have stores of their own. */
const overPostgres = ['apps/variant-a', 'apps/variant-b', 'apps/together'];
const withOwnStores = ['test/processes*.test.ts', 'test/topology.test.ts', 'test/reference-page.test.ts'];

/** What is left to `npm run test:all`, which runs everything: what starts a crowd of processes or browsers. */
const leftToAll = ['quality/campaigns/test/quick.test.ts', 'apps/together/test/{topology,reference-page}.test.ts'];

const nameOf = (root: string): string => root.split('/').at(-1) ?? root;
const include = ['test/**/*.test.ts'];

/**
 * One project per package, so that `vitest --project http` runs one of them. Passed with --config: the name alone is not looked
 * for. `--mode all` adds the tests that are left to it, and those over HTTP on PostgreSQL.
 */
export default defineConfig(({ mode }) => ({
  test: {
    // Nothing here is global, so test files can share a worker, and a worker's start is most of what a file costs.
    isolate: false,
    // Much of the time is waiting, for a process to start or a bound to pass, so two share even two cores.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // No test may fail because the machine is busy: these only end what would never end. What is waited for ends first.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
    reporters: ['default', './tools/counts-reporter.ts'],
    projects: [
      ...projects.map((root) => ({
        test: {
          name: nameOf(root),
          root,
          include,
          exclude: mode === 'all' ? [] : leftToAll.map((path) => `${import.meta.dirname}/${path}`),
          globalSetup: needPostgres.includes(root) ? globalSetup : [],
        },
      })),
      ...(mode === 'all' ? overPostgres : []).map((root) => ({
        test: {
          name: `${nameOf(root)}-postgresql`,
          root,
          include,
          exclude: withOwnStores,
          globalSetup,
          provide: { store: 'postgresql' as const },
        },
      })),
    ],
  },
}));
