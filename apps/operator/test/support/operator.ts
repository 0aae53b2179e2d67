import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { SURROUNDINGS, startServing } from '../../../together/test/support/process.ts';

export const MAIN = join(import.meta.dirname, '../../src/main.ts');

export const environmentOf = (file: string) => ({ ...SURROUNDINGS, DATABASE_URL: `file:${file}`, BCRYPT_COST: '10' });

/** Runs commands on a database to their end. */
export const operatorOn = (file: string) => (args: readonly string[], input?: string) => {
  const options = { env: environmentOf(file), input: input ?? '', encoding: 'utf8' } as const;
  const { status: exitCode, stdout, stderr } = spawnSync(process.execPath, [MAIN, ...args], options);
  return { exitCode, stdout, stderr };
};

/** Serves a database, and the calls of clients to that service. */
export const serve = async (file: string, settings: Readonly<Record<string, string>> = {}) => {
  const { call, stop } = await startServing('variant-a', { ...environmentOf(file), ...settings });
  const post = (path: string, body: object) => call('A', `POST ${path}`, body);
  const get = (path: string, id: string) => call('A', `GET ${path}`, { id });
  const logIn = (email: string, password: string) => post('/api/Auth/login', { email, password });
  const sessionOf = async (...who: Parameters<typeof logIn>) => ((await logIn(...who)).content as { id: string }).id;
  return { post, logIn, sessionOf, get, stop };
};

/** What a refused command leaves: one sentence, and nothing on standard output. */
export const refusedWith = (stderr: unknown) => ({ exitCode: 1, stdout: '', stderr });
