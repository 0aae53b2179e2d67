import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { environment } from '../src/settings.ts';

it('docs/operate.md lists every setting, and no other', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../docs/operate.md'), 'utf8');
  const rows = page.split('\n').filter((line) => /^\| `[A-Z]/.test(line));
  const listed = rows.flatMap((row) => [...(row.split(' | ')[0] ?? '').matchAll(/`(\w+)`/g)].map(([, name]) => name));
  expect(listed.sort()).toEqual(Object.keys(environment.shape).sort());
});
