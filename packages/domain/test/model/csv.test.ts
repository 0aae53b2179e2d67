import { expect, it } from 'vitest';
import { csvOf } from '../../src/model/csv.ts';

it('quotes what would end a cell, and begins no cell as a formula', () => {
  const cells = [
    'a;b',
    'a,b',
    'say "so"',
    'a\nb',
    '=1+1',
    '+49 30',
    '-',
    '@x',
    ' =1',
    '\t=1',
    '＝1',
    "it's",
    '',
    undefined,
    0,
    12,
  ];
  expect(csvOf([cells, ['Zoë']])).toBe(
    `\uFEFF"a;b";"a,b";"say ""so""";"a\nb";'=1+1;'+49 30;'-;'@x;' =1;"'\t=1";'＝1;it's;;;0;12\r\nZoë\r\n`,
  );
});
