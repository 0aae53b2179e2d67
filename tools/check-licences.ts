import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packagesIn } from './lockfiles.ts';

/** Fails if an installed package has a licence that is neither in this list nor expected below. */
const ALLOWED = new Set(
  '0BSD Apache-2.0 BlueOak-1.0.0 BSD-2-Clause BSD-3-Clause CC0-1.0 ISC MIT PSF-2.0 Python-2.0 Unlicense'
    .split(' ')
    .concat('MIT and ISC', 'MIT OR Apache-2.0', 'MIT OR CC0-1.0'),
);

const EXPECTED = new Map([
  // Weak copyleft, which binds changes to the package itself. Only tools use these, unchanged.
  ['axe-core', 'MPL-2.0'],
  ['lightningcss', 'MPL-2.0'],
  ['elkjs', 'EPL-2.0'],
]);

type Manifest = { readonly name: string; readonly version: string; readonly license?: string | { type: string } };

const licenceOf = ({ license }: Manifest): string =>
  (typeof license === 'string' ? license : (license?.type ?? 'none')).replace(/^\((.*)\)$/, '$1');

const isExpected = (name: string, licence: string): boolean =>
  [...EXPECTED].some(([family, allowed]) => (name === family || name.startsWith(`${family}-`)) && licence === allowed);

const root = join(import.meta.dirname, '..');
const manifests = globSync('node_modules/.pnpm/*/node_modules/{*,@*/*}/package.json', { cwd: root }).map(
  (path) => JSON.parse(readFileSync(join(root, path), 'utf8')) as Manifest,
);
// Packages of an earlier install may still be there.
const named = new Set(packagesIn(join(root, 'pnpm-lock.yaml')).map(({ name, version }) => `${name}@${version}`));
const packages = new Map(
  manifests
    .map((manifest) => [`${manifest.name}@${manifest.version}`, manifest] as const)
    .filter(([id]) => named.has(id)),
);
const surprising = [...packages].filter(([, manifest]) => {
  const licence = licenceOf(manifest);
  return !ALLOWED.has(licence) && !isExpected(manifest.name, licence);
});

for (const [id, manifest] of surprising) process.stdout.write(`${id}: ${licenceOf(manifest)}\n`);
process.stdout.write(`${packages.size} packages, ${surprising.length} with a licence that is not expected\n`);
process.exitCode = packages.size > 0 && surprising.length === 0 ? 0 : 1;
