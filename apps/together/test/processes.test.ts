import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { send } from '@health-case/http/testing/client';
import { describe, expect, it } from 'vitest';
import { logIn, MIA, newStore, register, scratchFolder, startProgram, startServing, stop } from './support/process.ts';

describe('a process', () => {
  it('makes its folder, its database and its key for its own user alone, and serves both variants', async () => {
    const folder = join(scratchFolder(), 'data');
    const serving = await startServing('together', { DATABASE_URL: `file:${folder}/health-case.db` });
    expect((await register(serving)).status).toBe(200);
    const { envelope } = await send(serving.ports['B'] ?? 0, { path: '/healthz' });
    expect(envelope).toEqual({ version: '1', status: 'OK', response: null });
    const mode = (path: string) => (statSync(path).mode & 0o777).toString(8);
    expect(mode(folder)).toBe('700');
    for (const name of ['health-case.key', 'health-case.db', 'health-case.db-wal']) {
      expect([name, mode(join(folder, name))]).toEqual([name, '600']);
    }
  });

  it('of each variant alone serves one store together with the other, also when both come to a new one at once', async () => {
    const env = newStore();
    const [a, b] = await Promise.all([startServing('variant-a', env), startServing('variant-b', env)]);
    expect((await register(a)).status).toBe(200);
    expect((await send(b.ports['B'] ?? 0, { path: '/api/Auth', body: MIA })).content).toMatchObject({ role: 'Par' });
  });

  it('told to stop by SIGTERM answers what it has accepted, and ends with code 0', async () => {
    const serving = await startServing('variant-a', { ...newStore(), BCRYPT_COST: '13', METRICS_PORT: '0' });
    const { child, exitCode, output } = serving;
    const accepted = register(serving);
    const metrics = /http:[^"]+\/metrics/.exec(output())?.[0] ?? '';
    await expect.poll(async () => (await fetch(metrics)).text()).toContain('\nhealth_case_hashes_running 1\n');
    child.kill('SIGTERM');
    child.kill('SIGINT');
    expect((await accepted).status).toBe(200);
    expect(await exitCode).toBe(0);
    expect(output()).toContain('"msg":"Stopped."');
  });

  it('told to stop while its store cannot be written says what is lost, and ends with code 1', async () => {
    const file = `${scratchFolder()}/health-case.db`;
    const serving = await startServing('variant-a', { DATABASE_URL: `file:${file}` });
    using database = new DatabaseSync(file);
    database.exec('ALTER TABLE "AuditRecord" RENAME TO "Gone"');
    await send(serving.ports['A'] ?? 0, { method: 'POST', path: '/api/Auth/login', body: MIA });
    expect(await stop(serving)).toBe(1);
    const lines = serving.output().trim().split('\n');
    expect(lines.every((line) => line.startsWith('{'))).toBe(true);
    expect(lines.at(-1)).toContain('"msg":"Stopped, but what was still to be written into the audit trail is lost."');
  });

  it('finds everything again after a restart, sessions too', async () => {
    const env = newStore();
    const first = await startServing('variant-a', env);
    await register(first);
    const id = await logIn(first);
    await stop(first);
    const second = await startServing('variant-a', env);
    const me = await send(second.ports['A'] ?? 0, { path: '/api/Auth/me', body: { id } });
    expect(me.content).toMatchObject({ email: 'mia@example.org', role: 'Par' });
  });
});

/** A program that must not start: its one sentence. */
const sentenceOf = async (environment: Readonly<Record<string, string>>): Promise<string> => {
  const { exitCode, output } = startProgram('variant-a', environment);
  expect(await exitCode).toBe(1);
  expect(output().split('\n')).toHaveLength(2);
  return output().trim();
};

/** The sentences about the database are proven with its store. */
describe('what keeps a process from starting is one sentence and exit code 1', () => {
  it('a setting that cannot be used', async () => {
    const env = newStore();
    expect(await sentenceOf({ ...env, PORT: '70000' })).toBe(
      'The setting PORT must be a whole number from 0 to 65535.',
    );
    expect(await sentenceOf({ ...env, HOST: 'no.such.host.invalid' })).toMatch(
      /^Variant A cannot start: no\.such\.host\.invalid:0 cannot be listened on \(\w+\); set PORT or HOST to another\.$/,
    );
  });

  it('a port in use', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const { port } = server.address() as { port: number };
    const sentence = await sentenceOf({ ...newStore(), PORT: String(port) });
    expect(sentence).toBe(`Variant A cannot start: port ${port} is in use; set PORT or HOST to another.`);
    server.close();
  });

  it('a secret key that is broken or another one; the right one still opens the data afterwards', async () => {
    const folder = scratchFolder();
    const env = { DATABASE_URL: `file:${folder}/health-case.db` };
    const keyFile = join(folder, 'health-case.key');
    const first = await startServing('variant-a', env);
    await register(first);
    await stop(first);
    const key = readFileSync(keyFile, 'utf8');
    const another = Buffer.alloc(32, 7).toString('base64');

    writeFileSync(keyFile, `${another}\n`);
    expect(await sentenceOf(env)).toMatch(/^The secret key does not fit the data/);
    writeFileSync(keyFile, 'scribble\n');
    expect(await sentenceOf(env)).toBe(`The key file ${keyFile} must hold 32 bytes in base64.`);
    expect(await sentenceOf({ ...env, SECRET_KEY: another })).toMatch(/^The secret key does not fit the data/);

    const right = await startServing('variant-a', { ...env, SECRET_KEY: key.trim() });
    expect((await register(right, { email: 'MIA@example.org' })).code).toBe('EMAIL_TAKEN');
  });

  it('a secret key that is gone', async () => {
    const folder = scratchFolder();
    const env = { DATABASE_URL: `file:${folder}/health-case.db` };
    const first = await startServing('variant-a', env);
    await stop(first);
    rmSync(join(folder, 'health-case.key'));
    expect(await sentenceOf(env)).toMatch(/health-case\.key is gone, and the data cannot be read without it/);
  });
});
