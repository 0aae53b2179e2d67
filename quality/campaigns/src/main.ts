import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stopSharedServer } from '@health-case/harness/databases';
import { root } from '@health-case/harness/processes';
import { createProgressLine } from '@health-case/terminal/progress-line';
import { readArguments } from '@health-case/terminal/read-arguments';
import { ALL } from './all.ts';
import { lineOf, type Report, rowOf, runCampaign } from './campaign.ts';

const options = { quick: { type: 'boolean' }, table: { type: 'boolean' } } as const;
const { values, positionals: names } = readArguments(import.meta.filename, { options, words: true });
const form = values.quick ? 'quick' : 'full';
const unknown = names.find((name) => !ALL.some((campaign) => campaign.name === name));

// An interruption ends the campaign that runs, and all that it started, and begins no other.
const interruption = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => interruption.abort());
const { signal: interrupted } = interruption;

/** Writes the table of docs/security.md, with one report more, if there is one. */
const writeTable = (report?: Report): void => {
  const page = join(root, 'docs/security.md');
  const table = /(?<=<!-- campaigns -->\n.*?\n.*?\n).*?(?=\n<!-- \/campaigns -->)/s;
  const text = readFileSync(page, 'utf8');
  const old = table.exec(text)?.[0] ?? '';
  const rows = ALL.map((campaign) => rowOf(campaign, old, campaign.name === report?.name ? report : undefined));
  writeFileSync(
    page,
    text.replace(table, () => rows.join('\n')),
  );
};

if (unknown !== undefined) {
  process.stderr.write(`There is no campaign ${unknown}; there are ${ALL.map(({ name }) => name).join(', ')}.\n`);
  process.exitCode = 2;
} else if (values.table) writeTable();
else {
  const line = createProgressLine(process.stderr);
  for (const campaign of ALL.filter(({ name }) => names.length === 0 || names.includes(name))) {
    const running = runCampaign(campaign, form, interrupted);
    const report = await line.during(`${campaign.name} …`, () => running);
    process.stdout.write(`${lineOf(report)}\n`);
    if (interrupted.aborted || report.failed > 0) process.exitCode = 1;
    if (interrupted.aborted) break;
    if (form === 'full') writeTable(report);
  }
  await stopSharedServer();
}
