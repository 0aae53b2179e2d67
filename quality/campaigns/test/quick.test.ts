import { stopSharedServer } from '@health-case/harness/databases';
import { afterAll, describe, expect, it } from 'vitest';
import { ALL } from '../src/all.ts';
import { lineOf, runCampaign } from '../src/run-campaign.ts';
import { createSharedServer } from '../src/shared-server.ts';

describe('the service holds in the quick form of the campaign', () => {
  const server = createSharedServer();
  afterAll(() => Promise.all([server.remove(), stopSharedServer()]));

  it.each(ALL)('$name', { timeout: 620_000 }, async (campaign) => {
    const report = await runCampaign(campaign, 'quick', { serverUrl: server.url });
    expect(report.wrongs, lineOf(report)).toBe(0);
  });
});
