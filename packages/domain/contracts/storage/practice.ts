import type { CodeDigest } from '@health-case/domain/model/account';
import type { SetupCode } from '@health-case/domain/model/practice';
import { parseStatement } from '@health-case/domain/model/values';
import { expect } from 'vitest';
import { must } from '../../test/support/values.ts';
import type { Suite } from './harness.ts';
import { at } from './samples.ts';

export const practice: Suite = (it) => {
  it('is not known at first, and then as it was saved last', async ({ read, keep }) => {
    expect(await read.practice.find()).toBeUndefined();
    const [name, statement] = ["Children's practice Holm", must(parseStatement('Fit for school'))];
    for (const known of [
      { name, telephone: '+31 15 212 00 00', statement },
      { name, sentenceFr: 'Ouvert à 8 h.' },
    ]) {
      await keep((stores) => stores.practice.save(known));
      expect(await read.practice.find()).toEqual(known);
    }
  });

  it('is set up by one code, which a newer one replaces, and which is used once, also by two at once', async (scene) => {
    const { read, keep } = scene;
    const [first, second] = ['first', 'second'].map((text, nth) => {
      return { digest: text.padEnd(43, '0') as CodeDigest, expiresAt: at(nth) };
    }) as [SetupCode, SetupCode];
    for (const code of [first, second]) {
      await keep(({ setupCodes }) => setupCodes.save(code));
      expect(await read.setupCodes.find(code.digest)).toEqual(code);
    }
    expect(await read.setupCodes.find(first.digest)).toBeUndefined();
    const use = () =>
      keep(async ({ setupCodes }) => {
        const found = await setupCodes.find(second.digest);
        if (found) await setupCodes.remove();
        return found !== undefined;
      });
    expect((await Promise.all([use(), use()])).toSorted()).toEqual([false, true]);
  });
};
