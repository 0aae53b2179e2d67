import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { onTestFinished } from 'vitest';

/** A folder that goes with the test. */
export const scratchFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'health-case-guide-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};

const places = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin'];

/** A program of this machine; Debian keeps some outside the PATH of users. */
export const toolAt = (name: string): string | undefined =>
  places.map((place) => join(place, name)).find((path) => existsSync(path));

/** Whether all of them are here. Where one is missing, it is said what is not tested for want of it. */
export const haveTools = (names: readonly string[], for_: string): boolean => {
  const missing = names.filter((name) => toolAt(name) === undefined);
  if (missing.length > 0)
    process.stderr.write(`Not tested, as ${missing.join(' and ')} is not installed here: ${for_}.\n`);
  return missing.length === 0;
};
