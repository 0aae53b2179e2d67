import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The benchmark has packages of its own, so that the service's are not mixed with the rivals'. */
const bench = join(import.meta.dirname, '..');
const models = join(bench, '../../prisma/models.prisma');
const built = join(bench, '.built');

const digestOf = (files: readonly string[]): string => {
  const hash = createHash('sha256').update(process.version).update(process.arch);
  for (const file of files) hash.update(readFileSync(file));
  return hash.digest('hex');
};

/** Does work unless it was done for the same files. */
const once = (name: string, files: readonly string[], work: () => void): void => {
  const stamp = join(built, `${name}.done`);
  const wanted = digestOf([import.meta.filename, ...files]);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  work();
  mkdirSync(built, { recursive: true });
  writeFileSync(stamp, wanted);
};

type Place = { readonly cwd?: string; readonly env?: Readonly<Record<string, string>> };

const step = (what: string, command: string, args: readonly string[], { cwd = bench, env }: Place = {}): void => {
  process.stderr.write(`${what} …\n`);
  const options = { cwd, encoding: 'utf8', env: { ...process.env, ...env } } as const;
  const { status, stdout, stderr, error } = spawnSync(command, args, options);
  if (status !== 0) throw new Error(`${what} failed. ${error?.message ?? ''}\n${stdout ?? ''}${stderr ?? ''}`);
};

const DATASOURCE = (provider: string): string => `datasource db {
  provider = "${provider}"
}

generator client {
  provider            = "prisma-client"
  output              = "./client"
  runtime             = "nodejs"
  moduleFormat        = "esm"
  importFileExtension = "ts"
}
`;

/** The clients of the rivals that use Prisma, from the same models as the service's own. */
const generateClient = (provider: 'sqlite' | 'postgresql'): void => {
  const folder = join(built, 'prisma', provider);
  mkdirSync(folder, { recursive: true });
  cpSync(models, join(folder, 'models.prisma'));
  writeFileSync(join(folder, 'datasource.prisma'), DATASOURCE(provider));
  const prisma = join(bench, 'node_modules/prisma/build/index.js');
  // The generator never calls this engine but would download it: any executable that exists stands in for it.
  const env = {
    PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
    PRISMA_HIDE_UPDATE_MESSAGE: '1',
    CHECKPOINT_DISABLE: '1',
  };
  const args = [prisma, 'generate', '--schema', folder];
  step(`Generating the rivals' Prisma client for ${provider}`, process.execPath, args, { env });
};

/** No install script runs: every binary ships inside its package. */
const installPackages = (): void => {
  const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  step("Installing the benchmark's packages", 'npm', ['ci', ...quiet]);
};

/** Does nothing while the lockfile and the models are unchanged. */
export const install = (): void => {
  const lockfile = join(bench, 'package-lock.json');
  if (!existsSync(join(bench, 'node_modules'))) rmSync(built, { recursive: true, force: true });
  once('packages', [lockfile], installPackages);
  once('clients', [lockfile, models], () => {
    generateClient('sqlite');
    generateClient('postgresql');
  });
};
