import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { send } from '@health-case/http/testing/client';
import { createTestDatabase } from '@health-case/storage-prisma/testing/postgres-databases';
import { describe, expect, it, onTestFinished } from 'vitest';
import { MIA, register, SURROUNDINGS, startProgram, startServing, stop, untilServing } from './support/process.ts';

/** The environment of processes that share a database: its URL has a password, which the server does not ask for. */
const newDatabase = async (content: 'schema' | 'nothing') => {
  const { url, drop } = await createTestDatabase(content);
  onTestFinished(drop);
  const withPassword = new URL(url);
  withPassword.password = 'hush';
  return { DATABASE_URL: withPassword.href, SECRET_KEY: Buffer.alloc(32, 7).toString('base64') };
};

const runProgram = (app: string, env: Readonly<Record<string, string>>, ...args: readonly string[]) =>
  promisify(execFile)(process.execPath, [join(import.meta.dirname, '../..', app, 'src/main.ts'), ...args], {
    env: { ...SURROUNDINGS, ...env },
  });

describe('processes over one PostgreSQL database', () => {
  it('come to an empty one at once, and serve one store', async () => {
    const env = await newDatabase('nothing');
    const [a, b] = await Promise.all([startServing('variant-a', env), startServing('variant-b', env)]);
    expect((await register(a)).status).toBe(200);
    const login = await send(b.ports['B'] ?? 0, { path: '/api/Auth', body: MIA });
    const { id } = login.content as { id: string };
    expect((await send(a.ports['A'] ?? 0, { path: '/api/Auth/me', body: { id } })).status).toBe(200);
    await send(b.ports['B'] ?? 0, { method: 'POST', path: '/api/Auth/logout', body: { id } });
    expect((await send(a.ports['A'] ?? 0, { path: '/api/Auth/me', body: { id } })).status).toBe(401);
    expect((await send(a.ports['A'] ?? 0, { path: '/readyz' })).status).toBe(200);
  });

  it('say which database it is, and never its password', async () => {
    const env = await newDatabase('schema');
    const serving = await startServing('variant-a', env);
    const { host, pathname } = new URL(env.DATABASE_URL);
    expect(serving.output()).toContain(`"database":"${host}${pathname}"`);
    expect(await stop(serving)).toBe(0);
    expect(serving.output()).not.toContain('hush');
  });

  it('wait, if they may not migrate, until the migrations have been applied', async () => {
    const env = await newDatabase('nothing');
    const program = startProgram('variant-a', { ...env, AUTO_MIGRATE: 'false' });
    await expect.poll(program.output).toContain('Waiting until the migrations have been applied');
    await runProgram('migrate', env);
    const serving = await untilServing(program, 1);
    expect((await register(serving)).status).toBe(200);
    expect(serving.output().split('Waiting until the migrations')).toHaveLength(2);
  });

  it('are refused by one sentence where there is no database or no key', async () => {
    const env = await newDatabase('schema');
    for (const [variables, sentence] of [
      [{ ...env, SECRET_KEY: '' }, /^The setting SECRET_KEY or SECRET_KEY_FILE must be given with .*\.\n$/],
      [
        { ...env, DATABASE_URL: `${env.DATABASE_URL}_gone` },
        /^The database \S+_gone cannot be opened \(3D000\); .*\.\n$/,
      ],
    ] as const) {
      const { exitCode, output } = startProgram('variant-a', variables);
      expect(await exitCode).toBe(1);
      expect(output()).toMatch(sentence);
      expect(output()).not.toContain('hush');
    }
  });
});

describe("the operator's command line on PostgreSQL", () => {
  it('works on a store that is there, and on no other', async () => {
    const env = await newDatabase('nothing');
    const verify = () => runProgram('operator', env, 'audit', 'verify', '--json');
    await expect(verify()).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^There is no database \S+; name an existing one in DATABASE_URL\.\n$/),
    });
    await runProgram('migrate', env);
    expect((await verify()).stdout).toContain('"sound"');
  });
});
