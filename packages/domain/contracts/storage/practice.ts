import { parseStatement } from '@health-case/domain/model/values';
import { expect } from 'vitest';
import { must } from '../../test/support/values.ts';
import type { Suite } from './harness.ts';

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
};
