import { expect, it } from 'vitest';
import { modelCells } from './support/model-cells.ts';

const { codes } = modelCells('B');

it('a call of variant A alone is no path of variant B', () => {
  expect(codes).toContain('PATH_NOT_FOUND');
});
