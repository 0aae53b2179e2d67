import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ALL } from '../src/all.ts';
import { keptResults } from '../src/results.ts';
import { tableInPage, tableOf } from '../src/results-page.ts';

const root = join(import.meta.dirname, '../../..');
const page = readFileSync(join(root, 'docs/security.md'), 'utf8');
const names = ALL.map(({ name }) => name);

/** In the tables, paths begin below one of these. */
const BEGINNINGS = ['', 'packages', 'apps'];

describe('docs/security.md', () => {
  it('has a row for every campaign, with the latest figures (npm run campaigns -- --table writes them)', () => {
    for (const name of names) expect(tableInPage()).toContain(`\n| \`${name}\` | `);
    expect(tableInPage()).toBe(tableOf(names, keptResults()));
  });

  it('names only files that are there', () => {
    const paths = [...page.matchAll(/`([\w.-]+(?:\/[\w.-]+)+\.\w+)`/g)].map(([, path = '']) => path);
    const links = [...page.matchAll(/\]\(([^)#:]+)\)/g)].map(([, path = '']) => join('docs', path));
    expect(Math.min(paths.length, links.length)).toBeGreaterThan(5);
    const isThere = (path: string) => BEGINNINGS.some((beginning) => existsSync(join(root, beginning, path)));
    expect([...paths, ...links].filter((path) => !isThere(path))).toEqual([]);
  });
});

it('the table says of a campaign that was not run in full that it was not', () => {
  const table = tableOf(['never-run'], {});
  expect(table).toContain('| `never-run` | not yet run in full |');
});
