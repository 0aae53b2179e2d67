import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readArguments } from '@health-case/terminal/read-arguments';

readArguments(import.meta.filename);

/**
 * Prints a list of what is shipped, in CycloneDX: every package that the service needs on this platform, with its
 * version, its licence and its hash in the lockfile.
 */
const root = join(import.meta.dirname, '..');
const { packageManager } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { packageManager: string };
// The generator of the database client does not run with the service.
const shipped = ['--prod', '--filter', '!@health-case/prisma'];
const list = ['sbom', ...shipped, '--sbom-format', 'cyclonedx', '--sbom-type', 'application'];
const { status, stdout, stderr } = spawnSync('npx', ['--yes', packageManager, ...list], {
  cwd: root,
  encoding: 'utf8',
  maxBuffer: 2 ** 26,
  shell: process.platform === 'win32',
});
if (status === 0) process.stdout.write(stdout);
else process.stderr.write(`${stdout}${stderr}\nThe list could not be written.\n`);
process.exitCode = status ?? 1;
