import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { send } from '@health-case/http/testing/client';
import { afterAll, describe, expect, it } from 'vitest';
import { SURROUNDINGS, startServing } from '../../together/test/support/process.ts';
import { operatorOn } from './support/operator.ts';

const scratch = mkdtempSync(join(tmpdir(), 'health-case-store-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));
const folderOf = (name: string): string => {
  const folder = join(scratch, name);
  mkdirSync(folder);
  return folder;
};

const MAIN = join(import.meta.dirname, '../src/main.ts');
const KEY = Buffer.alloc(32, 7).toString('base64');
const OTHER_KEY = Buffer.alloc(32, 8).toString('base64');

const start = (args: readonly string[], environment: Readonly<Record<string, string>>) =>
  spawn(process.execPath, [MAIN, 'store', ...args], { env: { ...SURROUNDINGS, ...environment } });

/** Runs `store` with a file as its database, and a secret key where the file beside it is not to be it. */
const store = async (args: readonly string[], database: string, SECRET_KEY = '') => {
  const child = start(args, { DATABASE_URL: `file:${database}`, SECRET_KEY });
  const out: Record<'stdout' | 'stderr', string> = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) child[name].on('data', (chunk: Buffer) => (out[name] += chunk));
  const [exitCode] = await once(child, 'close');
  return { exitCode: exitCode as number | null, ...out };
};

const EMAIL = 'greta@example.org';
const PASSWORD = 'vT9#mossy-lantern';
const register = (port: number, email: string) => {
  const body = { firstName: 'Greta', lastName: 'Holm', role: 'Doc', email, password: PASSWORD };
  return send(port, { method: 'POST', path: '/api/Auth/register', body });
};
const logIn = (port: number, email: string) =>
  send(port, { method: 'POST', path: '/api/Auth/login', body: { email, password: PASSWORD } });

describe('a store that is backed up while it serves', () => {
  it('is restored in the place of a later one, which the service must have left and which is kept', async () => {
    const folder = folderOf('served');
    const file = join(folder, 'health-case.db');
    const backup = join(folderOf('backups'), 'one.db');
    const serving = await startServing('variant-a', { DATABASE_URL: `file:${file}` });
    const port = serving.ports['A'] ?? 0;
    expect((await register(port, EMAIL)).status).toBe(200);
    const session = await logIn(port, EMAIL);

    const made = await store(['back-up', backup], file);
    expect([made.exitCode, made.stderr]).toEqual([0, '']);
    expect(made.stdout).toBe(
      `The store ${file} is backed up in ${backup}, ${statSync(backup).size} bytes.
It opens only with the secret key of this store, which is not in it: keep what ${join(folder, 'health-case.key')} holds in another place.
`,
    );
    expect((await register(port, 'late@example.org')).status).toBe(200);

    const inUse = await store(['restore', backup, '--force'], file);
    expect([inUse.exitCode, inUse.stdout]).toEqual([1, '']);
    expect(inUse.stderr).toBe(
      `A process has the database ${file} open; stop the service, and whatever else uses it, first.\n`,
    );
    serving.child.kill('SIGTERM');
    await serving.exitCode;

    const restored = await store(['restore', backup, '--force', '--json'], file);
    expect([restored.exitCode, restored.stderr]).toEqual([0, '']);
    const { setAside, ...rest } = JSON.parse(restored.stdout) as { setAside: string };
    expect(rest).toEqual({ store: file, backup, bytes: statSync(backup).size, auditPlace: 2, sessionsEnded: 1 });
    expect(existsSync(setAside)).toBe(true);

    const again = (await startServing('variant-a', { DATABASE_URL: `file:${file}` })).ports['A'] ?? 0;
    const replies = [await logIn(again, EMAIL), await logIn(again, 'late@example.org')];
    expect(replies.map(({ status }) => status)).toEqual([200, 401]);
    expect((await send(again, { path: '/api/Auth/me', body: session.content as object })).code).toBe('SESSION_INVALID');
    const listed = await operatorOn(file)(['audit', 'list', '--json', '--limit', '3']);
    expect(JSON.parse(listed.stdout)[2]).toMatchObject({ place: 3, action: 'store restored', on: 'one.db', by: null });
  });
});

describe('the operator is refused', () => {
  it('with exit code 1 and one sentence, and nothing is changed', async () => {
    const folder = folderOf('refused');
    const [file, backup, none] = ['health-case.db', 'backup.db', 'none.db'].map((name) => join(folder, name));
    const { child, exitCode } = await startServing('variant-a', { DATABASE_URL: `file:${file}`, SECRET_KEY: KEY });
    child.kill('SIGTERM');
    await exitCode;
    const made = await store(['back-up', backup ?? '', '--json'], file ?? '', KEY);
    expect(JSON.parse(made.stdout)).toMatchObject({ backup, secretKey: 'SECRET_KEY' });
    writeFileSync(join(folder, 'notes.txt'), 'Dear diary');
    const before = readdirSync(folder);

    const refusals = await Promise.all([
      store(['back-up', backup ?? ''], file ?? '', KEY),
      store(['back-up', join(folder, 'other.db')], none ?? '', KEY),
      store(['restore', backup ?? ''], file ?? '', KEY),
      store(['restore', join(folder, 'notes.txt'), '--force'], file ?? '', KEY),
      store(['restore', backup ?? ''], none ?? '', OTHER_KEY),
    ]);
    expect(refusals.map(({ exitCode, stdout }) => [exitCode, stdout])).toEqual(refusals.map(() => [1, '']));
    expect(refusals.map(({ stderr }) => stderr)).toEqual([
      `The file ${backup} is there already; name another one.\n`,
      `There is no database ${none}; name an existing one in DATABASE_URL.\n`,
      `The file ${file} is there already; --force sets it aside, once the service is stopped.\n`,
      `The file ${join(folder, 'notes.txt')} is no backup of a store; name one that this program has made.\n`,
      expect.stringMatching(/^The secret key does not fit the data: .*\n$/),
    ]);
    expect(readdirSync(folder)).toEqual(before);
  });
});

describe('a backup that is interrupted', () => {
  it('ends as the signal says, and leaves nothing behind', async () => {
    const [file, folder] = [join(folderOf('large'), 'health-case.db'), folderOf('interrupted')];
    const database = new DatabaseSync(file);
    database.exec('PRAGMA synchronous = OFF; CREATE TABLE large (bytes BLOB)');
    const insert = database.prepare('INSERT INTO large VALUES (randomblob(1000000))');
    for (let times = 0; times < 60; times += 1) insert.run();
    database.close();
    const copying = () => readdirSync(folder).includes('backup.db.part');
    // On a busy machine one may come to its end before it is seen to copy: then another is interrupted.
    const interrupted = async (): Promise<boolean> => {
      const child = start(['back-up', join(folder, 'backup.db')], { DATABASE_URL: `file:${file}` });
      const closed = once(child, 'close');
      await expect.poll(() => copying() || child.exitCode !== null, { interval: 5 }).toBe(true);
      child.kill('SIGTERM');
      const [, signal] = await closed;
      expect(readdirSync(folder)).toEqual([]);
      return signal === 'SIGTERM';
    };
    while (!(await interrupted()));
  });
});
