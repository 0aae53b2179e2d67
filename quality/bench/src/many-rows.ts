import { get } from 'node:http';
import { join } from 'node:path';
import { memoryOf } from '../../harness/src/processes.ts';
import { say } from './compare.ts';
import { bearer } from './data.ts';
import { type Request, runWrk, writeRequests } from './load.ts';
import { whoAmI } from './requests.ts';
import { type Run, type Server, startService } from './servers.ts';
import { newFile } from './stores.ts';
import type { Figure } from './table.ts';

const ALL_DOCTORS: Request = { path: '/api/Doc', headers: bearer(0) };
const ME: Request = { path: '/api/Auth/me', headers: bearer(0) };
const READERS = 8;

/** The start of a process, and the list of all doctors, in a store with many of each. */
export const measureManyRows = async (run: Run): Promise<readonly Figure[]> => {
  const rows = run.manyRows.toLocaleString('en');
  say(`A store of ${rows} doctors …`);
  const file = await newFile(run, 'many rows', run.manyRows);
  const start = () => startService(run, `file:${file}`);
  const starts: { ready: number; memory: number }[] = [];
  for (let round = 0; round <= run.rounds; round += 1) starts.push(await timeStart(run, start));
  const server = await start();
  const rounds: Awaited<ReturnType<typeof readAll>>[] = [];
  for (let round = 0; round < run.rounds; round += 1) rounds.push(await readAll(run, server));
  await server.stop();
  // The first start compiles, and is left out.
  const [started, work] = [starts.slice(1), `A store of ${rows} doctors`];
  const of = (name: string, values: readonly number[], atMost: number): Figure => ({ work, name, values, atMost });
  return [
    of(
      'start of a process, ms to the first reply with a session',
      started.map(({ ready }) => ready),
      450,
    ),
    of(
      'its memory then, MB',
      started.map(({ memory }) => memory),
      130,
    ),
    of(
      'all doctors, ms to the first byte',
      rounds.map(({ firstByte }) => firstByte),
      50,
    ),
    of(
      `more memory with ${READERS} readers of all doctors, MB`,
      rounds.map(({ memory }) => memory),
      64,
    ),
    of(
      'a short call beside them, p99 in ms',
      rounds.map(({ p99 }) => p99),
      20,
    ),
  ];
};

const timeStart = async ({ client }: Run, start: () => Promise<Server>) => {
  const begun = performance.now();
  const { pids, ports, stop } = await start();
  const { status, text } = await client(ports[0], ME);
  if (status !== 200) throw new Error(text);
  const ready = performance.now() - begun;
  const memory = megabytes(pids);
  await stop();
  return { ready, memory };
};

const megabytes = (pids: Server['pids']): number => memoryOf(pids[0]) / 2 ** 20;

/** Readers take the whole list, as fast as they can, while one client makes short calls. */
const readAll = async (run: Run, server: Server) => {
  const firstByte = await timeFirstByte(server);
  const list = writeRequests(join(run.folder, 'all-doctors.lua'), [{ requests: [ALL_DOCTORS] }]);
  const me = writeRequests(join(run.folder, 'me.lua'), [whoAmI(run.manyRows)]);
  const before = megabytes(server.pids);
  const reading = runWrk(run, server.ports, { requests: list, connections: READERS, seed: 0 }, run.seconds + 1);
  const { p99 } = await runWrk(run, server.ports, { requests: me, connections: 1, seed: 0 }, run.seconds);
  const memory = megabytes(server.pids) - before;
  await reading;
  return { firstByte, memory, p99: p99 / 1000 };
};

const timeFirstByte = ({ ports }: Server): Promise<number> =>
  new Promise((resolve, reject) => {
    const begun = performance.now();
    const { path, headers = {} } = ALL_DOCTORS;
    get({ port: ports[0], host: '127.0.0.1', path, headers }, (reply) => {
      reply.once('data', () => {
        resolve(performance.now() - begun);
        reply.destroy();
      });
    }).on('error', reject);
  });
