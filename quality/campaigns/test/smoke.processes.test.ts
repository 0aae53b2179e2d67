import { expect, it } from 'vitest';
import { lineOf, runCampaign } from '../src/campaign.ts';
import { kill9 } from '../src/kill-9.ts';

// The campaigns run before a release. This one shows that their machinery works; of databases, the harness's tests.
it('the quick form of the campaign kill-9 finds no failure', { timeout: 620_000 }, async () => {
  const report = await runCampaign(kill9, 'quick');
  expect(report.failures, lineOf(kill9, report)).toEqual([]);
});
