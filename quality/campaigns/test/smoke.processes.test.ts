import { stopSharedServer } from '@health-case/harness/databases';
import { afterAll, expect, it } from 'vitest';
import { lineOf, runCampaign } from '../src/campaign.ts';
import { kill9 } from '../src/kill-9.ts';

afterAll(stopSharedServer);

// The campaigns run before a release. This one shows that their machinery works.
it('the quick form of the campaign kill-9 finds no failure', { timeout: 620_000 }, async () => {
  const report = await runCampaign(kill9, 'quick');
  expect(report.failures, lineOf(kill9, report)).toEqual([]);
});
