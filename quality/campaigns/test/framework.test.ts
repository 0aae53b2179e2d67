import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { campaign } from '../src/campaign.ts';
import { lineOf, runCampaign } from '../src/run-campaign.ts';

const noServer = { serverUrl: async () => '' };
const SIZES = { quick: 1, full: 2 };

describe('a campaign', () => {
  it('is one line of what was done, how it ended, and what was measured', async () => {
    const one = campaign('one', SIZES, async (size) => ({ size: `${size} calls`, figures: { longest: 1234 } }));
    const report = await runCampaign(one, 'full', noServer);
    expect(lineOf(report)).toMatch(/^one +\| 2 calls \| holds \| longest 1,234 \| [\d.]+ s$/);
  });

  it('fails with what it found wrong, and counts what it does not tell', async () => {
    const one = campaign('one', SIZES, async (_, { wrong }) => {
      for (let nth = 0; nth < 30; nth += 1) wrong(`The ${nth}th was lost.`);
      return { size: 'thirty', figures: {} };
    });
    const report = await runCampaign(one, 'quick', noServer);
    expect([report.wrongs, report.wrong.length]).toEqual([30, 10]);
    expect(lineOf(report)).toMatch(/FAILED \(30\).*\n {4}The 0th was lost\.\n/);
  });

  it('that breaks off has failed, and what it started is ended, the last first', async () => {
    const ended: string[] = [];
    const one = campaign('one', SIZES, async (_, { ending }) => {
      ending.defer(() => void ended.push('first'));
      ending.defer(async () => {
        await sleep(5);
        ended.push('second');
      });
      throw new Error('There is no floor.');
    });
    const report = await runCampaign(one, 'quick', noServer);
    expect(report.wrong[0]).toMatch(/^It broke off: Error: There is no floor\./);
    expect(ended).toEqual(['second', 'first']);
  });
});
