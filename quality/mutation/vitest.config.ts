import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { target } from './targets.ts';

const root = join(import.meta.dirname, '../..');

/**
 * The packages by their folders: the links of the workspace lead out of Stryker's copy, to code that is never changed.
 */
const alias = [
  { find: /^@health-case\/(variant-[ab])\/(.*)$/, replacement: `${root}/apps/$1/src/$2.ts` },
  { find: /^@health-case\/([^/]+)\/((?:contracts|testing)\/.*)$/, replacement: `${root}/packages/$1/$2.ts` },
  { find: /^@health-case\/([^/]+)\/(.*)$/, replacement: `${root}/packages/$1/src/$2.ts` },
];

/** The first test to notice ends the run, so those that wait for a server come last. */
class QuickestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const ofServer = ({ moduleId }: TestSpecification) => Number(moduleId.includes('postgresql'));
    return files.toSorted((one, other) => ofServer(one) - ofServer(other));
  }
}

const { tests, globalSetup, patience } = target();

export default defineConfig({
  resolve: { alias },
  test: {
    root,
    include: [...tests],
    globalSetup: globalSetup ? [globalSetup] : [],
    isolate: false,
    sequence: { sequencer: QuickestFirst },
    testTimeout: patience,
    hookTimeout: patience,
  },
});
