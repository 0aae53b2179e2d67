import { join } from 'node:path';
import { MessageChannel, receiveMessageOnPort, Worker } from 'node:worker_threads';
import { SURROUNDINGS, startProgram, startServing } from '../../../together/test/support/process.ts';

type Environment = Readonly<Record<string, string>>;
export type Command = { readonly args: readonly string[]; readonly environment: Environment; readonly input: string };
export type Done = { readonly exitCode: number; readonly stdout: string; readonly stderr: string };

/** A thread that has loaded the program, and how to wait for what it runs, as `spawnSync` waits. */
const openThread = () => {
  const signal = new Int32Array(new SharedArrayBuffer(4));
  const { port1, port2 } = new MessageChannel();
  const thread = new Worker(join(import.meta.dirname, 'operator-program.ts'), {
    workerData: { signal, answers: port2 },
    transferList: [port2],
    execArgv: [],
    stdin: true,
  });
  thread.unref();
  return (command: Command): Done => {
    const before = Atomics.load(signal, 0);
    thread.postMessage(command);
    Atomics.wait(signal, 0, before);
    return receiveMessageOnPort(port1)?.message;
  };
};
let runCommand: ReturnType<typeof openThread> | undefined;

const environmentOf = (file: string) => ({ DATABASE_URL: `file:${file}` });

/** Runs commands on a database to their end. */
export const operatorOn =
  (file: string, settings: Environment = {}) =>
  (args: readonly string[], input = ''): Done => {
    runCommand ??= openThread();
    return runCommand({ args, input, environment: { ...SURROUNDINGS, ...environmentOf(file), ...settings } });
  };

/** Starts a command on a database. */
export const startOperator = (file: string, ...args: readonly string[]) =>
  startProgram('operator', environmentOf(file), ...args);

/** Serves a database, and the calls of clients to that service. */
export const serve = async (file: string, settings: Environment = {}) => {
  const { call, stop } = await startServing('variant-a', { ...environmentOf(file), ...settings });
  const post = (path: string, body: object) => call('A', `POST ${path}`, body);
  const get = (path: string, id: string) => call('A', `GET ${path}`, { id });
  const logIn = (email: string, password: string) => post('/api/Auth/login', { email, password });
  const sessionOf = async (...who: Parameters<typeof logIn>) => ((await logIn(...who)).content as { id: string }).id;
  return { post, logIn, sessionOf, get, stop };
};

/** What a refused command leaves: one sentence, and nothing on standard output. */
export const refusedWith = (stderr: unknown) => ({ exitCode: 1, stdout: '', stderr });
