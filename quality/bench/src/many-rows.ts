import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { median } from '@health-case/harness/load';
import { bearer, whoAmI } from './data.ts';
import { megabytesOf, runWrk, writeRequests } from './load.ts';
import { type Run, type Server, startService } from './servers.ts';
import { newFile } from './stores.ts';
import { printTable, say, spreadOf } from './table.ts';

const ALL_DOCTORS = { path: '/api/Doc', headers: bearer(0) };
const READERS = 8;

/** The most that is wanted of each figure. */
const GOALS = {
  'start of a process, ms to the first reply with a session': 450,
  'its memory then, MB': 130,
  'all doctors, ms to the first byte': 50,
  [`more memory with ${READERS} readers of all doctors, MB`]: 64,
  'a short call beside them, p99 in ms': 20,
  'the longest turn then without waiting for a core, ms': 15,
};

/** The start of a process, and the list of all doctors, in a store with many of each. */
export const measureManyRows = async (run: Run): Promise<void> => {
  const title = `A store of ${run.manyRows.toLocaleString('en')} doctors`;
  say(`${title} …`);
  const file = await newFile(run, 'many rows', run.manyRows);
  const start = () => startService(run, `file:${file}`);
  // The first start compiles, and is left out.
  await timeStart(run, start);
  const starts: (readonly number[])[] = [];
  for (let round = 0; round < run.rounds; round += 1) starts.push(await timeStart(run, start));
  const server = await start();
  const rounds: (readonly number[])[] = [];
  for (const started of starts) rounds.push([...started, ...(await readAll(run, server))]);
  await server.stop();
  const rows = Object.entries(GOALS).map(([name, goal], nth) => {
    const values = rounds.map((round) => round[nth] ?? Number.NaN);
    return [name, { ...spreadOf(values), 'goal, at most': goal, met: median(values) <= goal }] as const;
  });
  printTable(title, Object.fromEntries(rows));
};

/** The first two figures. */
const timeStart = async ({ client }: Run, start: () => Promise<Server>): Promise<readonly number[]> => {
  const begun = performance.now();
  const { pids, ports, stop } = await start();
  const { status, text } = await client(ports[0], { path: '/api/Auth/me', headers: bearer(0) });
  if (status !== 200) throw new Error(text);
  const figures = [performance.now() - begun, megabytesOf(pids)];
  await stop();
  return figures;
};

/** The other four: readers take the whole list, as fast as they can, while one client makes short calls. */
const readAll = async (run: Run, { pids, ports, longestTurns }: Server): Promise<readonly number[]> => {
  const firstByte = await timeFirstByte(ports[0]);
  const list = writeRequests(join(run.folder, 'all-doctors.lua'), [{ requests: [ALL_DOCTORS] }]);
  const me = writeRequests(join(run.folder, 'me.lua'), [whoAmI(run.manyRows)]);
  const before = megabytesOf(pids);
  await longestTurns();
  const reading = runWrk(run, ports, { requests: list, connections: READERS, seed: 0 }, run.seconds + 1);
  const { p99 } = await runWrk(run, ports, { requests: me, connections: 1, seed: 0 }, run.seconds);
  const memory = megabytesOf(pids) - before;
  await reading;
  const turns = (await longestTurns()).map(([, own]) => own);
  return [firstByte, memory, p99 / 1000, ...turns];
};

const timeFirstByte = async (port: number): Promise<number> => {
  const begun = performance.now();
  const [reply] = (await once(get({ port, host: '127.0.0.1', ...ALL_DOCTORS }), 'response')) as [IncomingMessage];
  await once(reply, 'data');
  reply.destroy();
  return performance.now() - begun;
};
