import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../../../..');
const page = readFileSync(join(root, 'docs/adapters.md'), 'utf8');

/** Each block of code, with the file that was linked last before it. */
const quotes = [...page.matchAll(/^```ts\n(.*?)^```$/gms)].map(({ index, 1: code }) => ({
  code: code ?? '',
  file: [...page.slice(0, index).matchAll(/\]\(\.\.\/([^)]+\.ts)\)/g)].at(-1)?.[1] ?? 'no file',
}));

describe('docs/adapters.md', () => {
  it('quotes the examples', () => {
    expect(quotes.length).toBeGreaterThan(5);
    for (const { file, code } of quotes) expect(readFileSync(join(root, file), 'utf8'), file).toContain(code);
  });

  it('names every suite', () => {
    const suites = readdirSync(join(root, 'packages/domain/contracts')).filter((name) => name.endsWith('-contract.ts'));
    expect(suites.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
  });
});

it('the example of a transport imports the domain and Node alone, as an adapter does', () => {
  const source = readFileSync(join(import.meta.dirname, 'line-transport.ts'), 'utf8');
  const imported = source.match(/(?<=from ')[^']+/g) ?? [];
  expect(imported).not.toEqual([]);
  expect(imported.filter((specifier) => !/^(@health-case\/domain\/|node:)/.test(specifier))).toEqual([]);
});
