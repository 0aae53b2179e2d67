import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packagesIn, type Resolved } from './lockfiles.ts';

/**
 * No package that a lockfile names is one that is known to be open to attack. What is known is written down in
 * advisory-floors.json, since the registries' own audits cannot be reached everywhere; whoever hears of more adds it there.
 *
 *   node tools/check-advisories.ts [lockfile …]
 */
type Floor = {
  readonly package: string;
  /** The first version that is open, if not all before `below` are. */
  readonly from?: string;
  /** The first version that is mended. */
  readonly below: string;
  readonly advisory: string;
  readonly reason: string;
};

const root = join(import.meta.dirname, '..');
const floors = JSON.parse(readFileSync(join(import.meta.dirname, 'advisory-floors.json'), 'utf8')) as readonly Floor[];

/** A version that comes before its release counts as not mended. */
const isBefore = (version: string, other: string): boolean => {
  const [release = '', early] = version.split('+')[0]?.split(/-(.*)/) ?? [];
  const [numbers, others] = [release, other].map((text) => text.split('.').map(Number));
  const differing = [0, 1, 2].find((nth) => numbers?.[nth] !== others?.[nth]);
  if (differing === undefined) return early !== undefined;
  return (numbers?.[differing] ?? 0) < (others?.[differing] ?? 0);
};

const isOpen = ({ name, version }: Resolved, floor: Floor): boolean =>
  name === floor.package && isBefore(version, floor.below) && !isBefore(version, floor.from ?? '0.0.0');

const given = process.argv.slice(2);
const lockfiles =
  given.length > 0 ? given : ['pnpm-lock.yaml', 'quality/bench/package-lock.json'].map((path) => join(root, path));
let [packages, open] = [0, 0];
for (const lockfile of lockfiles) {
  for (const resolved of packagesIn(lockfile)) {
    packages += 1;
    for (const floor of floors.filter((each) => isOpen(resolved, each))) {
      open += 1;
      const { below, advisory, reason } = floor;
      process.stdout.write(
        `${resolved.name}@${resolved.version} in ${lockfile}: ${advisory} (${reason}); take ${below} or later\n`,
      );
    }
  }
}
process.stdout.write(`${packages} packages, ${open} of them open to what ${floors.length} floors are for\n`);
process.exitCode = packages > 0 && open === 0 ? 0 : 1;
