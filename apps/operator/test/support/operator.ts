import { execFileSync } from 'node:child_process';
import { runProgram, startProgram, startServing } from '../../../together/test/support/process.ts';
import { serveHere } from '../../../together/test/support/serve-here.ts';

type Environment = Readonly<Record<string, string>>;

const environmentOf = (file: string) => ({ DATABASE_URL: `file:${file}` });

/** Runs commands on a database to their end; a command line in one text has no spaces in its words. */
export const operatorOn = (file: string, settings: Environment = {}) => {
  const run = (line: string | readonly string[], input = '') =>
    runProgram('operator', { ...environmentOf(file), ...settings }, wordsOf(line), input);
  return Object.assign(run, {
    said: async (line: string | readonly string[], input?: string) => (await run(line, input)).stdout,
    json: async (line: string | readonly string[], input?: string) =>
      JSON.parse((await run([...wordsOf(line), '--json'], input)).stdout),
  });
};
const wordsOf = (line: string | readonly string[]) => (typeof line === 'string' ? line.split(' ') : line);

export const startOperator = (file: string, ...args: readonly string[]) =>
  startProgram('operator', environmentOf(file), ...args);

/** Serves as a process of its own, whose locks are its own, too. */
export const asProcess = (environment: Environment) => startServing('variant-a', environment);

/** Serves a database, by default in this process, and the calls of clients to that service. */
export const serve = async (
  file: string,
  settings: Environment = {},
  start: typeof serveHere | typeof asProcess = serveHere,
) => {
  const { call, stop } = await start({ ...environmentOf(file), ...settings });
  const post = (path: string, body: object) => call('A', `POST ${path}`, body);
  const get = (path: string, id: string) => call('A', `GET ${path}`, { id });
  const logIn = (email: string, password: string) => post('/api/Auth/login', { email, password });
  const sessionOf = async (...who: Parameters<typeof logIn>) => ((await logIn(...who)).content as { id: string }).id;
  return { post, logIn, sessionOf, get, stop };
};

/** Changes a store, also while it is served here: by a process of its own, as SQLite's locks are those of a process. */
export const changeStore = (file: string, sql: string): void => {
  const program = "new (require('node:sqlite').DatabaseSync)(process.argv[1]).exec(process.argv[2])";
  execFileSync(process.execPath, ['--eval', program, file, sql]);
};

/** What a refused command leaves: one sentence, and nothing on standard output. */
export const refusedWith = (stderr: unknown) => ({ exitCode: 1, stdout: '', stderr });
