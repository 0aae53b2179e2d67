import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { scratchFolder } from '@health-case/terminal/testing/scratch-folder';
import { expect, it } from 'vitest';
import { newDatabaseUrl, runProgram } from '../../together/test/support/process.ts';

const root = join(import.meta.dirname, '../../..');

const applied = (provider: 'sqlite' | 'postgresql'): readonly string[] => {
  const names = readdirSync(join(root, 'prisma', provider, 'migrations')).sort();
  return names.filter((name) => /^\d{14}_/.test(name)).map((name) => `Applied ${name}.\n`);
};

/** Runs the program without a secret key, and with a setting that it does not need and that no service would take. */
const migrate = (DATABASE_URL: string) => runProgram('migrate', { DATABASE_URL, BCRYPT_COST: 'any' });

const newFile = async () => {
  const file = join(scratchFolder(), 'made for it/health-case.db');
  return { url: `file:${file}`, shown: file };
};

const newDatabase = async () => {
  const url = await newDatabaseUrl();
  const { host, pathname } = new URL(url);
  return { url, shown: `${host}${pathname}` };
};

it.each([
  ['sqlite', newFile],
  ['postgresql', newDatabase],
] as const)('applies what there is on %s, says what that was, and then does nothing', async (provider, open) => {
  const { url, shown } = await open();
  const stdout = `The database ${shown} is up to date.\n`;
  expect(await migrate(url)).toEqual({ exitCode: 0, stdout: applied(provider).join('') + stdout, stderr: '' });
  expect(await migrate(url)).toEqual({ exitCode: 0, stdout, stderr: '' });
});

it('what cannot be migrated is one sentence on standard error and exit code 1, without the password', async () => {
  expect(await migrate('postgresql://clinic:hush@127.0.0.1:1/health_case')).toEqual({
    exitCode: 1,
    stdout: '',
    stderr:
      'The database 127.0.0.1:1/health_case cannot be opened (ECONNREFUSED); check DATABASE_URL, and that its server runs.\n',
  });
});
