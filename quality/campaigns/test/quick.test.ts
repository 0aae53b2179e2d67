import { stopSharedServer } from '@health-case/harness/databases';
import { afterAll, describe, expect, it } from 'vitest';
import { ALL } from '../src/all.ts';
import { lineOf, runCampaign } from '../src/campaign.ts';

describe('the service keeps its promise in the quick form of the campaign', () => {
  afterAll(stopSharedServer);

  it.each(ALL)('$name', { timeout: 620_000 }, async (campaign) => {
    const report = await runCampaign(campaign, 'quick');
    expect(report.failures, lineOf(campaign, report)).toEqual([]);
  });
});
