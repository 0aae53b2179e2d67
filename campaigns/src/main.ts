import { ALL } from './all.ts';
import { keepResult } from './results.ts';
import { lineOf, runCampaign } from './run-campaign.ts';
import { createSharedServer } from './shared-server.ts';

/** `npm run campaigns [-- --quick] [name …]`: all of them in full, unless told otherwise. */
const args = process.argv.slice(2);
const form = args.includes('--quick') ? 'quick' : 'full';
const names = args.filter((arg) => arg !== '--quick');
const unknown = names.find((name) => !ALL.some((campaign) => campaign.name === name));
const print = (line: string): void => void process.stdout.write(`${line}\n`);

// Whoever interrupts it does not want the next one either, but what was started is ended as ever.
const interruption = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => interruption.abort());
const { signal: interrupted } = interruption;

if (unknown !== undefined) {
  print(`There is no campaign ${unknown}; there are ${ALL.map(({ name }) => name).join(', ')}.`);
  process.exitCode = 1;
} else {
  const server = createSharedServer();
  for (const campaign of ALL.filter(({ name }) => names.length === 0 || names.includes(name))) {
    const report = await runCampaign(campaign, form, { serverUrl: server.url, interrupted });
    print(lineOf(report));
    if (interrupted.aborted) break;
    if (form === 'full') keepResult(report);
    if (report.wrongs > 0) process.exitCode = 1;
  }
  await server.remove();
  if (interrupted.aborted) process.exitCode = 1;
}
