import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Installs the packages of a folder that has a lockfile of its own, apart from the project's, unless they are there. No
 * install script runs.
 */
export const installPackages = (folder: string): void => {
  const stamp = join(folder, 'node_modules/.installed');
  const lockfile = readFileSync(join(folder, 'package-lock.json'), 'utf8');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lockfile) return;
  const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  execFileSync('npm', ['ci', ...quiet], { cwd: folder, stdio: 'inherit' });
  writeFileSync(stamp, lockfile);
};
