import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { send } from '@health-case/http/testing/client';
import { afterAll } from 'vitest';
import { SURROUNDINGS, startServing } from '../../../together/test/support/process.ts';

export const MAIN = join(import.meta.dirname, '../../src/main.ts');

/** A folder that is removed after the tests of a file. */
export const folderOfTests = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'health-case-operator-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};

export const environmentOf = (file: string) => ({ ...SURROUNDINGS, DATABASE_URL: `file:${file}`, BCRYPT_COST: '10' });

/** Runs commands on a database to their end. */
export const operatorOn =
  (file: string) =>
  async (args: readonly string[], input = '') => {
    const child = spawn(process.execPath, [MAIN, ...args], { env: environmentOf(file) });
    const out: Record<'stdout' | 'stderr', string> = { stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr'] as const) child[name].on('data', (chunk: Buffer) => (out[name] += chunk));
    child.stdin.end(input);
    const [exitCode] = await once(child, 'close');
    return { exitCode: exitCode as number | null, ...out };
  };

/** Serves a database, and the calls of clients to that service. */
export const serve = async (file: string, settings: Readonly<Record<string, string>> = {}) => {
  const url = `file:${file}`;
  const service = await startServing('variant-a', { DATABASE_URL: url, BCRYPT_COST: '10', ...settings });
  const port = service.ports['A'] ?? 0;
  const post = (path: string, body: object) => send(port, { method: 'POST', path, body });
  const logIn = (email: string, password: string) => post('/api/Auth/login', { email, password });
  const sessionOf = async (...who: Parameters<typeof logIn>) => ((await logIn(...who)).content as { id: string }).id;
  const get = (path: string, id: string) => send(port, { path, body: { id } });
  const stop = async () => {
    service.child.kill('SIGTERM');
    await service.exitCode;
  };
  return { post, logIn, sessionOf, get, stop };
};

/** What a refused command leaves: one sentence, and nothing on standard output. */
export const refusedWith = (stderr: unknown) => ({ exitCode: 1, stdout: '', stderr });
