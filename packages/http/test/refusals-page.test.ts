import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { REFUSALS } from '../src/refusals.ts';

it('docs/refusals.md lists every code with its status and its words, and no other', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../docs/refusals.md'), 'utf8');
  const rows = page.split('\n').filter((line) => line.startsWith('| `'));
  const expected = Object.entries(REFUSALS)
    .map(([code, [status, sentence]]) => ({ code, status, row: `| \`${code}\` | ${status} | ${sentence} |` }))
    .sort((one, other) => one.status - other.status || (one.code < other.code ? -1 : 1));
  expect(rows).toEqual(expected.map(({ row }) => row));
});
