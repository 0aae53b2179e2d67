import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '@health-case/harness/processes';
import { describe, expect, it } from 'vitest';
import { ALL } from '../src/all.ts';
import { type Campaign, declare, lineOf, rowOf, runCampaign } from '../src/campaign.ts';

const one = (run: Campaign['run']): Campaign =>
  declare({ name: 'one', promise: 'All is kept.', quick: 'quick', full: 'full', run });

describe('a campaign', () => {
  it('is one line of what was done, how it ended, and what was measured', async () => {
    const report = await runCampaign(
      one(async (size) => ({ size, figures: { longest: 1234 } })),
      'full',
    );
    expect(lineOf(report)).toMatch(/^one +\| full \| holds \| longest: 1,234 \| [\d.]+ s$/);
  });

  it('fails with what it found wrong, and counts what it does not tell', async () => {
    const report = await runCampaign(
      one(async (_, { fail }) => {
        for (let nth = 0; nth < 30; nth += 1) fail(`The ${nth}th was lost.`);
        return { size: 'thirty', figures: {} };
      }),
      'quick',
    );
    expect([report.failed, report.failures.length]).toEqual([30, 10]);
    expect(lineOf(report)).toMatch(/FAILED \(30\).*\n {4}The 0th was lost\.\n/);
  });

  it('that breaks off has failed, and so has one that is interrupted; what it started is ended', async () => {
    let ended = 0;
    const breaking = one(async (_, { defer }) => {
      defer(() => {
        ended += 1;
      });
      throw new Error('There is no floor.');
    });
    expect((await runCampaign(breaking, 'quick')).failures[0]).toMatch(/^It broke off: Error: There is no floor\./);
    const waiting = one(() => new Promise(() => undefined));
    expect((await runCampaign(waiting, 'quick', AbortSignal.abort())).failed).toBe(1);
    expect(ended).toBe(1);
  });
});

describe('docs/security.md', () => {
  const page = readFileSync(join(root, 'docs/security.md'), 'utf8');

  it('has a row for each campaign, with its promise (npm run campaigns -- --table writes them)', () => {
    const rows = ALL.map((campaign) => rowOf(campaign, page));
    expect(page).toContain(`\n${rows.join('\n')}\n<!-- /campaigns -->`);
  });

  it('names only files that are there, below the root, packages or apps', () => {
    const paths = [...page.matchAll(/`([\w.-]+(?:\/[\w.-]+)+\.\w+)`/g)].map(([, path = '']) => path);
    const isThere = (path: string) => ['', 'packages', 'apps'].some((folder) => existsSync(join(root, folder, path)));
    expect(paths.length).toBeGreaterThan(5);
    expect(paths.filter((path) => !isThere(path))).toEqual([]);
  });
});
