import { spawnSync } from 'node:child_process';
import { type Harness, scratchFolder } from '@health-case/harness/harness';

/** A disk of 64 MB in memory, if this user may mount one. */
export const mountSmallDisk = (harness: Harness): string | undefined => {
  const root = scratchFolder(harness);
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64m', 'tmpfs', root]).status !== 0) return undefined;
  harness.defer(() => spawnSync('umount', ['--lazy', root]));
  return root;
};

/** To the last page. */
export const fillDisk = (ballast: string): void => void spawnSync('dd', ['if=/dev/zero', `of=${ballast}`, 'bs=4096']);
