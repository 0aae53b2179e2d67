import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

/** What is tested on PostgreSQL has a server for the time of the run. */
const POSTGRES = 'packages/storage-prisma/testing/postgres-global-setup.ts';
const onPostgres = ['packages/storage-prisma', 'apps/migrate'];

const projects = [
  'packages/domain',
  'packages/node-platform',
  'packages/password-bcrypt',
  'packages/storage-prisma',
  'packages/http',
  'packages/composition',
  'apps/variant-a',
  'apps/variant-b',
  'apps/together',
  'apps/demo',
  'apps/operator',
  'apps/migrate',
  'tools',
];

/** One project per package, so that `vitest --project http` runs one of them. Passed with --config: the name alone is not looked for. */
export default defineConfig({
  test: {
    // Nothing here is global, so test files can share a worker, and a worker's start is most of what a file costs.
    isolate: false,
    // Some tests start processes, which on a busy machine takes seconds; none waits for nothing.
    testTimeout: 30_000,
    reporters: ['default', './tools/counts-reporter.ts'],
    projects: projects.map((root) => ({
      test: {
        name: root.split('/').at(-1) ?? root,
        root,
        include: ['test/**/*.test.ts'],
        globalSetup: onPostgres.includes(root) ? [join(import.meta.dirname, POSTGRES)] : [],
      },
    })),
  },
});
