import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '@health-case/harness/processes';
import { expect, it } from 'vitest';
import { ALL } from '../src/all.ts';
import { type Campaign, lineOf, rowStart, runCampaign, withReport } from '../src/campaign.ts';

const one: Campaign = { name: 'one', promise: 'All is kept.', run: () => Promise.reject(new Error()) };
const runOne = (run: Campaign['run'], interrupted?: AbortSignal) => runCampaign({ ...one, run }, 'full', interrupted);

it('a campaign prints one line, and below it its failures with their times', async () => {
  const lineWith = async (...failures: readonly string[]) => {
    const report = await runOne(async (size, { fail }) => {
      failures.forEach(fail);
      return { size, figures: { longest: 1234 } };
    });
    return lineOf(one, report);
  };
  expect(await lineWith()).toMatch(/^one +\| full \| holds \| longest: 1,234 \| [\d.]+ s$/);
  expect(await lineWith('First.', 'Second.')).toMatch(/FAILED \(2\).*\n {4}\S+Z First\.\n {4}\S+Z Second\.$/);
});

it('a campaign that throws or is interrupted has failed', async () => {
  const thrown = await runOne(() => Promise.reject(new Error('There is no floor.')));
  expect(thrown.failures).toEqual([expect.stringMatching(/Z It broke off: Error: There is no/)]);
  expect((await runOne(() => new Promise(() => undefined), AbortSignal.abort())).failures).toHaveLength(1);
});

it('docs/security.md has a row for each campaign, into which a full run writes its figures', async () => {
  const page = readFileSync(join(root, 'docs/security.md'), 'utf8');
  for (const campaign of ALL) expect(page).toContain(`\n${rowStart(campaign)}`);
  const report = await runOne(async (size) => ({ size, figures: { longest: 1234 } }));
  const rows = '| `one` | Old. | not yet |\n| `one-more` | Else. | not yet |';
  expect(withReport(rows, one, report)).toMatch(
    /^\| `one` \| All is kept\. \| holds, \S+: full; longest: 1,234 \|\n\| `one-more` \| Else/,
  );
});
