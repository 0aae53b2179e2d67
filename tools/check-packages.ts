import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

/**
 * Fails if the lockfile names a version with a known advisory, or an installed package has a licence that is not
 * expected. The advisories are in advisory-floors.json, since the audits of the registries cannot be reached
 * everywhere.
 *
 *   node tools/check-packages.ts [lockfile]     with a lockfile: only whether its versions have advisories
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

const LICENCES =
  /^(0BSD|Apache-2\.0|BlueOak-1\.0\.0|BSD-[23]-Clause|CC0-1\.0|ISC|MIT(-0| (and ISC|OR Apache-2\.0|OR CC0-1\.0))?|PSF-2\.0|Python-2\.0|Unlicense)$/;

/** Weak copyleft, which binds changes to the package itself. Only tools use these, unchanged. */
const WEAK_COPYLEFT = { 'axe-core': 'MPL-2.0', lightningcss: 'MPL-2.0', elkjs: 'EPL-2.0' };

const root = join(import.meta.dirname, '..');
const readJson = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'));

/** The packages that a lockfile names, for every platform, as `@scope/name@1.2.3`. */
const packagesIn = (lockfile: string): readonly string[] =>
  Object.keys((parse(readFileSync(lockfile, 'utf8')) as { readonly packages: object }).packages);

/** A prerelease comes before its release, and so is not fixed. */
const isBefore = (version: string, other: string): boolean => {
  const [release = '', prerelease] = version.split('+')[0]?.split(/-(.*)/) ?? [];
  const order = release.localeCompare(other, 'en', { numeric: true });
  return order < 0 || (order === 0 && prerelease !== undefined);
};

const isAffected = (id: string, floor: Floor): boolean => {
  const [, name, version = ''] = /^(.+)@(.+)$/.exec(id) ?? [];
  return name === floor.package && isBefore(version, floor.below) && !isBefore(version, floor.from ?? '0.0.0');
};

/** Returns whether all is well. */
const checkAdvisories = (ids: readonly string[]): boolean => {
  const floors = readJson(join(import.meta.dirname, 'advisory-floors.json')) as readonly Floor[];
  const affected = ids.flatMap((id) =>
    floors.filter((floor) => isAffected(id, floor)).map((floor) => ({ id, ...floor })),
  );
  for (const { id, advisory, reason, below } of affected) {
    process.stdout.write(`${id}: ${advisory} (${reason}); take ${below} or later\n`);
  }
  process.stdout.write(`${ids.length} packages, ${affected.length} of them open to ${floors.length} advisories\n`);
  return ids.length > 0 && affected.length === 0;
};

type Manifest = { readonly name: string; readonly version: string; readonly license?: string | { type: string } };

const licenceOf = ({ license = 'none' }: Manifest): string =>
  (typeof license === 'string' ? license : license.type).replace(/^\((.*)\)$/, '$1');

const isExpected = (manifest: Manifest): boolean =>
  LICENCES.test(licenceOf(manifest)) ||
  Object.entries(WEAK_COPYLEFT).some(
    ([family, licence]) => `${manifest.name}-`.startsWith(`${family}-`) && licence === licenceOf(manifest),
  );

const checkLicences = (ids: readonly string[]): boolean => {
  // Packages of an earlier install may still be there.
  const named = new Set(ids);
  const installed = globSync('node_modules/.pnpm/*/node_modules/{*,@*/*}/package.json', { cwd: root })
    .map((path) => readJson(join(root, path)) as Manifest)
    .map((manifest) => [`${manifest.name}@${manifest.version}`, manifest] as const);
  const packages = new Map(installed.filter(([id]) => named.has(id)));
  const surprising = [...packages].filter(([, manifest]) => !isExpected(manifest));
  for (const [id, manifest] of surprising) process.stdout.write(`${id}: ${licenceOf(manifest)}\n`);
  process.stdout.write(`${packages.size} packages, ${surprising.length} with a licence that is not expected\n`);
  return packages.size > 0 && surprising.length === 0;
};

const [lockfile] = process.argv.slice(2);
const ids = packagesIn(lockfile ?? join(root, 'pnpm-lock.yaml'));
const results = [checkAdvisories(ids), lockfile !== undefined || checkLicences(ids)];
process.exitCode = results.every(Boolean) ? 0 : 1;
