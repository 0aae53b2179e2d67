import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { target } from './targets.ts';

const root = join(import.meta.dirname, '../..');

/** The packages by their folders, as the links of the workspace lead out of Stryker's copy. */
const alias = [
  { find: /^@health-case\/(variant-[ab])\/(.*)$/, replacement: `${root}/apps/$1/src/$2.ts` },
  { find: /^@health-case\/([^/]+)\/((?:contracts|testing)\/.*)$/, replacement: `${root}/packages/$1/$2.ts` },
  { find: /^@health-case\/([^/]+)\/(.*)$/, replacement: `${root}/packages/$1/src/$2.ts` },
];

const { name, tests } = target();

export default defineConfig({
  resolve: { alias },
  test: {
    root,
    include: [...tests],
    globalSetup: name === 'storage' ? ['packages/storage-prisma/testing/postgres-global-setup.ts'] : [],
    isolate: false,
    // A test that times out has noticed.
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
});
