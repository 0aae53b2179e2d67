import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { median, p99 } from '../measure/sample.ts';
import { mostRssMegabytes } from '../measure/usage.ts';
import { launch } from '../processes.ts';
import { startOnce } from '../scenarios/process-start.ts';
import { operatorProgram } from '../systems/service.ts';
import { type GrowthContext, inTurn, type Operation, type Point } from './curve.ts';
import { storeFor } from './serve.ts';

type Outcome = { readonly milliseconds: number; readonly rss: number };

/** What is a process each time: once without counting it, which compiles, and then in turn. */
const measureProcesses = async (
  context: GrowthContext,
  rounds: number,
  run: (file: string) => Promise<Outcome>,
): Promise<readonly Point[]> => {
  const entrants = [];
  for (const size of context.sizes) {
    const file = await storeFor(size, context);
    entrants.push({ size, file, outcomes: [] as Outcome[] });
  }
  if (entrants[0]) await run(entrants[0].file);
  await inTurn(entrants, rounds, async ({ file, outcomes }) => void outcomes.push(await run(file)));
  return entrants.map(({ size, outcomes }) => {
    const times = outcomes.map(({ milliseconds }) => milliseconds);
    const memory = median(outcomes.map(({ rss }) => rss));
    return { rows: size.rows, times: { median: median(times), p99: p99(times) }, memory, done: times.length };
  });
};

const WATCHED_EVERY = 10;

/** From the birth of the process to its end, and the most memory it had. */
const runCommand = async (args: readonly string[], file: string, cpus: string): Promise<Outcome> => {
  const started = performance.now();
  const { child } = await launch(operatorProgram(args, { DATABASE_URL: `file:${file}` }, cpus));
  let [said, rss] = ['', 0];
  child.stderr?.on('data', (chunk: Buffer) => (said += chunk));
  const watch = setInterval(() => {
    // It may just have ended.
    if (child.exitCode === null) rss = Math.max(rss, mostRssMegabytes(child.pid as number));
  }, WATCHED_EVERY);
  const [code] = await once(child, 'exit');
  clearInterval(watch);
  if (code !== 0) throw new Error(`The operator's ${args.join(' ')} failed. ${said}`);
  return { milliseconds: performance.now() - started, rss };
};

export const processStart: Operation = {
  id: 'process-start',
  title: 'Start of the process, to the first reply',
  memoryAt: 'at the first reply',
  measure: (context) => measureProcesses(context, context.fewRounds, (file) => startOnce(file, context)),
};

export const backUp: Operation = {
  id: 'back-up',
  title: 'Back up the store',
  memoryAt: 'at its highest',
  measure: (context) => {
    const target = join(context.folder, 'back-up.db');
    return measureProcesses(context, context.fewRounds, async (file) => {
      rmSync(target, { force: true });
      return runCommand(['store', 'back-up', target], file, context.cores.server);
    });
  },
};

export const verifyAudit: Operation = {
  id: 'audit-verify',
  title: 'Verify the audit trail',
  memoryAt: 'at its highest',
  measure: (context) =>
    measureProcesses(context, context.fewRounds, (file) => runCommand(['audit', 'verify'], file, context.cores.server)),
};
