import { runProgram, startProgram, startServing } from '../../../together/test/support/process.ts';

const environmentOf = (file: string) => ({ DATABASE_URL: `file:${file}` });

/** Runs commands on a database to their end. */
export const operatorOn =
  (file: string, settings: Readonly<Record<string, string>> = {}) =>
  (args: readonly string[], input = '') =>
    runProgram('operator', { ...environmentOf(file), ...settings }, args, { input });

/** Starts a command on a database. */
export const startOperator = (file: string, ...args: readonly string[]) =>
  startProgram('operator', environmentOf(file), ...args);

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
