import { mkdtempDisposableSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, onTestFinished } from 'vitest';

const newFolder = (atEnd: (remove: () => void) => void): string => {
  const { path, remove } = mkdtempDisposableSync(join(tmpdir(), 'health-case-'));
  atEnd(remove);
  return path;
};

/** A folder that is removed after the test which calls this. */
export const scratchFolder = (): string => newFolder(onTestFinished);

/** A folder that is removed after the tests of the file which calls this. */
export const folderOfTests = (): string => newFolder(afterAll);
