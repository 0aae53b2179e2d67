import { stopSharedServer } from '@health-case/harness/databases';
import { createProgressLine } from '@health-case/terminal/progress-line';
import { readArguments } from '@health-case/terminal/read-arguments';
import { ALL } from './all.ts';
import { keepResult, keptResults } from './results.ts';
import { tableOf, writeTable } from './results-page.ts';
import { lineOf, runCampaign } from './run-campaign.ts';
import { createSharedServer } from './shared-server.ts';

/** All of them in full, unless told otherwise. */
const options = { quick: { type: 'boolean' }, table: { type: 'boolean' } } as const;
const { values, positionals: names } = readArguments(import.meta.filename, { options, words: true });
const form = values.quick ? 'quick' : 'full';
const unknown = names.find((name) => !ALL.some((campaign) => campaign.name === name));
const print = (line: string): void => void process.stdout.write(`${line}\n`);

// Whoever interrupts it does not want the next one either, but what was started is ended as ever.
const interruption = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => interruption.abort());
const { signal: interrupted } = interruption;

if (unknown !== undefined) {
  process.stderr.write(`There is no campaign ${unknown}; there are ${ALL.map(({ name }) => name).join(', ')}.\n`);
  process.exitCode = 2;
} else if (!values.table) {
  const server = createSharedServer();
  const line = createProgressLine(process.stderr);
  for (const campaign of ALL.filter(({ name }) => names.length === 0 || names.includes(name))) {
    const running = runCampaign(campaign, form, { serverUrl: server.url, interrupted });
    const report = await line.during(`${campaign.name} …`, () => running);
    print(lineOf(report));
    if (interrupted.aborted) break;
    if (form === 'full') keepResult(report);
    if (report.wrongs > 0) process.exitCode = 1;
  }
  await server.remove();
  await stopSharedServer();
  if (interrupted.aborted) process.exitCode = 1;
}

// What was kept may be of campaigns that were renamed or added since, so the table is made anew in any case.
const all = ALL.map(({ name }) => name);
if (form === 'full') writeTable(tableOf(all, keptResults()));
