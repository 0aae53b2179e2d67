import { join } from 'node:path';
import { sqliteAt } from '@health-case/harness/databases';
import { createImports, listOf } from '@health-case/harness/imports';
import { median } from '@health-case/harness/load';
import { freePort } from '@health-case/storage-prisma/testing/free-port';
import { emailOf, mixIn, numbers, ROWS } from './data.ts';
import { runWrk, writeRequests } from './load.ts';
import { type Run, startTogether } from './servers.ts';
import { newFile } from './stores.ts';
import { printTable, say } from './table.ts';

const LIST = 20_000;
const DOCTORS = 20;
/** Of which 10 % add a child. They keep the server busy, without a long queue. */
const CLIENTS = 4;

/** D-48: a long list is checked, entered beside calls, and checked again. */
export const measureImport = async (run: Run): Promise<void> => {
  const title = `An import of ${LIST.toLocaleString('en')} rows, SQLite, ${CLIENTS} clients`;
  say(`${title} …`);
  const file = await newFile(run, 'import');
  const store = sqliteAt(file);
  const manager = emailOf('doctor', 0);
  await store.query(`UPDATE "Account" SET "isManager" = true WHERE "email" = '${manager}'`);
  const portal = await freePort();
  const server = await startTogether(run, `file:${file}`, portal);
  const imports = await createImports({ port: portal }, manager, store);
  const list = listOf(
    LIST,
    numbers(DOCTORS).map((nth) => emailOf('doctor', nth)),
  );
  /** Seconds from the sending to the end of the check. */
  const preview = async () => {
    const begun = performance.now();
    const id = await imports.sendList(list);
    await imports.until(id, 'checked');
    return { id, seconds: (performance.now() - begun) / 1000 };
  };
  const requests = writeRequests(join(run.folder, 'import.lua'), mixIn(ROWS, 10));
  const load = async (seed: number) => {
    await server.longestTurns();
    const { microseconds, p99, refused, broken } = await runWrk(
      run,
      server.ports,
      { requests, connections: CLIENTS, seed },
      run.seconds,
    );
    if (refused + broken > 0) throw new Error(`${refused + broken} calls failed.`);
    const [turn = [Number.NaN, Number.NaN] as const] = await server.longestTurns();
    return { seconds: microseconds / 1e6, p99: p99 / 1000, longestTurn: turn[0], ownTurn: turn[1] };
  };
  type Sample = Awaited<ReturnType<typeof load>>;
  const first = await preview();
  await load(0);
  const without: Sample[] = [];
  for (let round = 1; round <= run.rounds; round += 1) without.push(await load(round));
  const beside: Sample[] = [];
  const rates: number[] = [];
  await imports.commitList(first.id);
  for (let [round, last] = [1, 0]; ; round += 1) {
    const sample = await load(round);
    const { state, done } = await imports.of(first.id);
    // The last round had no import to its end.
    if (state !== 'committing') break;
    beside.push(sample);
    rates.push((done - last) / sample.seconds);
    last = done;
  }
  await imports.until(first.id, 'committed');
  const again = await preview();
  const counts = [await imports.results(first.id), await imports.results(again.id)];
  await server.stop();
  const of = (samples: readonly Sample[], figure: keyof Sample) => median(samples.map((sample) => sample[figure]));
  const atMost = (figure: number, goal: number) => ({ figure, goal: `≤ ${goal}`, met: figure <= goal });
  const atLeast = (figure: number, goal: number) => ({ figure, goal: `≥ ${goal}`, met: figure >= goal });
  printTable(title, {
    'preview, s': atMost(first.seconds, 20),
    'commit, rows/s': atLeast(median(rates), 400),
    'rows entered': atLeast(counts[0]?.['entered'] ?? 0, LIST),
    'p99 of calls without it, ms': { figure: of(without, 'p99') },
    'p99 of calls beside the commit, ratio': atMost(of(beside, 'p99') / of(without, 'p99'), 2),
    'longest turn without it, ms': { figure: of(without, 'longestTurn'), 'without waiting': of(without, 'ownTurn') },
    'longest turn beside it, ms': { figure: of(beside, 'longestTurn'), 'without waiting': of(beside, 'ownTurn') },
    'preview again, s': atMost(again.seconds, 20),
    'rows the same': atLeast(counts[1]?.['same'] ?? 0, LIST),
  });
};
