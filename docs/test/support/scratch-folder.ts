import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** A folder that goes with the test. */
export const scratchFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'health-case-guide-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};
