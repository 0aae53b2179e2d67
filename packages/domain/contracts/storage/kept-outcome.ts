import { HOUR } from '@health-case/domain/model/values';
import { expect } from 'vitest';
import type { Suite } from './harness.ts';
import { at } from './samples.ts';

export const keptOutcomes: Suite = (it) => {
  it('are found by key and request from a moment on, and one that is no longer answered is replaced', async (scene) => {
    const { read, keep } = scene;
    const [one, another] = [
      { key: 'key of somebody', request: 'one' },
      { key: 'key of somebody', request: 'another' },
    ];
    const save = (request: typeof one, outcome: string, moment: number) =>
      keep(({ keptOutcomes }) => keptOutcomes.save({ ...request, outcome, at: at(moment) }));
    const found = (since: number) =>
      Promise.all([one, another].map((wanted) => read.keptOutcomes.find(wanted, at(since))));
    expect(await found(0)).toEqual([undefined, undefined]);
    await save(one, 'done', 10);
    expect(await found(10)).toEqual([{ outcome: 'done' }, 'other request']);
    expect(await found(11)).toEqual([undefined, undefined]);
    expect(await read.keptOutcomes.find({ ...one, key: 'another' }, at(0))).toBeUndefined();
    const nextDay = 11 + 24 * HOUR;
    await save(another, 'done again', nextDay);
    expect(await found(nextDay)).toEqual(['other request', { outcome: 'done again' }]);
  });
};
