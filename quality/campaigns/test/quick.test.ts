import { stopSharedServer } from '@health-case/harness/databases';
import { afterAll, expect, it } from 'vitest';
import { ALL } from '../src/all.ts';
import { lineOf, runCampaign } from '../src/campaign.ts';

afterAll(stopSharedServer);

it.each(ALL)('the quick form of the campaign $name finds no failure', { timeout: 620_000 }, async (campaign) => {
  const report = await runCampaign(campaign, 'quick');
  expect(report.failures, lineOf(campaign, report)).toEqual([]);
});
