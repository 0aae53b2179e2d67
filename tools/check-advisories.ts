import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packagesIn, type Resolved } from './lockfiles.ts';

/**
 * Fails if a lockfile names a version with a known advisory. The advisories are in advisory-floors.json, since the audits of
 * the registries cannot be reached everywhere.
 *
 *   node tools/check-advisories.ts [lockfile …]
 */
type Floor = {
  readonly package: string;
  /** The first affected version, if not all before `below` are. */
  readonly from?: string;
  /** The first fixed version. */
  readonly below: string;
  readonly advisory: string;
  readonly reason: string;
};

const root = join(import.meta.dirname, '..');
const floors = JSON.parse(readFileSync(join(import.meta.dirname, 'advisory-floors.json'), 'utf8')) as readonly Floor[];

/** A prerelease comes before its release, and so is not fixed. */
const isBefore = (version: string, other: string): boolean => {
  const [release = '', prerelease] = version.split('+')[0]?.split(/-(.*)/) ?? [];
  const [numbers = [], others = []] = [release, other].map((text) => text.split('.').map(Number));
  const differing = [0, 1, 2].find((nth) => numbers[nth] !== others[nth]);
  if (differing === undefined) return prerelease !== undefined;
  return (numbers[differing] ?? 0) < (others[differing] ?? 0);
};

const isAffected = ({ name, version }: Resolved, floor: Floor): boolean =>
  name === floor.package && isBefore(version, floor.below) && !isBefore(version, floor.from ?? '0.0.0');

const given = process.argv.slice(2);
const ours = ['pnpm-lock.yaml', 'quality/bench/package-lock.json'].map((path) => join(root, path));
const packages = (given.length > 0 ? given : ours).flatMap((file) =>
  packagesIn(file).map((resolved) => ({ ...resolved, file })),
);
const affected = packages.flatMap((each) =>
  floors.filter((floor) => isAffected(each, floor)).map((floor) => ({ ...each, ...floor })),
);
for (const { name, version, file, advisory, reason, below } of affected) {
  process.stdout.write(`${name}@${version} in ${file}: ${advisory} (${reason}); take ${below} or later\n`);
}
process.stdout.write(
  `${packages.length} packages, ${affected.length} of them open to what ${floors.length} floors are for\n`,
);
process.exitCode = packages.length > 0 && affected.length === 0 ? 0 : 1;
