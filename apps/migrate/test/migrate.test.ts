import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createTestDatabase } from '@health-case/storage-prisma/testing/postgres-databases';
import { describe, expect, it, onTestFinished } from 'vitest';
import { SURROUNDINGS } from '../../together/test/support/process.ts';

const root = join(import.meta.dirname, '../../..');

const migrationsOf = (provider: 'sqlite' | 'postgresql'): readonly string[] =>
  readdirSync(join(root, 'prisma', provider, 'migrations'))
    .filter((name) => /^\d{14}_/.test(name))
    .sort();

/** Runs the program with a database and no other setting: no secret key, above all. */
const migrate = (databaseUrl: string) =>
  promisify(execFile)(process.execPath, [join(root, 'apps/migrate/src/main.ts')], {
    env: { ...SURROUNDINGS, DATABASE_URL: databaseUrl },
  });

const newFile = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'health-case-migrate-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'made for it/health-case.db');
  return { url: `file:${file}`, shown: file };
};

const newDatabase = async () => {
  const { url, drop } = await createTestDatabase('nothing');
  onTestFinished(drop);
  const withPassword = new URL(url);
  withPassword.password = 'hush';
  return { url: withPassword.href, shown: `${withPassword.host}${withPassword.pathname}` };
};

describe.each([
  ['sqlite', newFile],
  ['postgresql', newDatabase],
] as const)('migrating on %s', (provider, open) => {
  it('applies what there is, says what that was, and has nothing left to do', async () => {
    const { url, shown } = await open();
    const first = await migrate(url);
    expect(first.stdout.split('\n')).toEqual([
      ...migrationsOf(provider).map((name) => `Applied ${name}.`),
      `The database ${shown} is up to date.`,
      '',
    ]);
    expect(first.stderr).toBe('');
    expect((await migrate(url)).stdout).toBe(`The database ${shown} is up to date.\n`);
  });
});

describe('what cannot be migrated', () => {
  it('is one sentence on standard error and exit code 1, without the password', async () => {
    const url = 'postgresql://clinic:hush@127.0.0.1:1/health_case';
    const failure: unknown = await migrate(url).catch((error) => error);
    expect(failure).toMatchObject({
      code: 1,
      stdout: '',
      stderr:
        'The database 127.0.0.1:1/health_case cannot be opened (ECONNREFUSED); check DATABASE_URL, and that its server runs.\n',
    });
  });
});
