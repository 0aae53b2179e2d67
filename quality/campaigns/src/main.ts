import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stopSharedServer } from '@health-case/harness/databases';
import { root } from '@health-case/harness/processes';
import { readArguments } from '@health-case/terminal/read-arguments';
import { ALL } from './all.ts';
import { lineOf, runCampaign, withReport } from './campaign.ts';

const options = { quick: { type: 'boolean', default: false } } as const;
const { values, positionals: names } = readArguments(import.meta.filename, { options, words: true });
const page = join(root, 'docs/security.md');
const unknown = names.find((name) => !ALL.some((campaign) => campaign.name === name));

// An interruption ends the campaign that runs, and all that it started, and begins no other.
const interruption = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => interruption.abort());
const { signal: interrupted } = interruption;

if (unknown !== undefined) {
  process.stderr.write(`There is no campaign ${unknown}; there are ${ALL.map(({ name }) => name).join(', ')}.\n`);
  process.exitCode = 2;
} else {
  for (const campaign of ALL.filter(({ name }) => names.length === 0 || names.includes(name))) {
    const report = await runCampaign(campaign, values.quick ? 'quick' : 'full', interrupted);
    process.stdout.write(`${lineOf(campaign, report)}\n`);
    if (interrupted.aborted || report.failures.length > 0) process.exitCode = 1;
    if (interrupted.aborted) break;
    if (!values.quick) writeFileSync(page, withReport(readFileSync(page, 'utf8'), campaign, report));
  }
  await stopSharedServer();
  // All that an interrupted campaign called has ended, and it may go on calling.
  if (interrupted.aborted) process.exit();
}
