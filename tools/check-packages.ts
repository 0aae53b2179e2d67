import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { advisoriesOf, type Locked, lockedIn, readAdvisories } from './advisories.ts';

/**
 * Fails if the lockfile names a version with a known advisory, or a package has no licence or one that is not expected.
 * It asks no registry, so that its outcome rests on the checkout alone: `npm run advisories` does.
 *
 *   node tools/check-packages.ts [lockfile]     with a lockfile: only whether its versions have advisories
 */

const LICENCES =
  /^(0BSD|Apache-2\.0|BlueOak-1\.0\.0|BSD-[23]-Clause|CC0-1\.0|ISC|MIT(-0| (and ISC|OR Apache-2\.0|OR CC0-1\.0))?|PSF-2\.0|Python-2\.0|Unlicense)$/;

/** Weak copyleft, which binds changes to the package itself. Only tools use these, unchanged. */
const WEAK_COPYLEFT = { 'axe-core': 'MPL-2.0', lightningcss: 'MPL-2.0', elkjs: 'EPL-2.0' };

const root = join(import.meta.dirname, '..');
const readJson = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'));

/** Returns whether all is well. */
const checkAdvisories = (locked: readonly Locked[]): boolean => {
  const known = readAdvisories();
  const affected = locked.flatMap((one) => advisoriesOf(one, known).map((advisory) => ({ ...one, ...advisory })));
  for (const { name, version, id, title, affected: versions } of affected) {
    process.stdout.write(`${name}@${version}: ${id} (${title}); affected: ${versions}\n`);
  }
  process.stdout.write(`${locked.length} packages, ${affected.length} advisories about them as of ${known.asOf}\n`);
  return locked.length > 0 && affected.length === 0;
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

/** Each package of the project says it, too. */
const checkOwnLicences = (): boolean => {
  const silent = globSync('{.,packages/*,apps/*,quality/*,prisma}/package.json', { cwd: root }).filter(
    (path) => (readJson(join(root, path)) as Manifest).license === undefined,
  );
  for (const path of silent) process.stdout.write(`${path}: says no license\n`);
  return silent.length === 0;
};

const [lockfile] = process.argv.slice(2);
const locked = lockedIn(lockfile ?? join(root, 'pnpm-lock.yaml'));
const ids = locked.map(({ name, version }) => `${name}@${version}`);
const results = [checkAdvisories(locked), lockfile !== undefined || (checkLicences(ids) && checkOwnLicences())];
process.exitCode = results.every(Boolean) ? 0 : 1;
