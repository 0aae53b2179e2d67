import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CALLS } from '../../quality/model/calls.ts';
import { root } from './support/guide.ts';

const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const SOURCES = globSync('{packages,apps}/*/src/**/*.ts', { cwd: root }).filter(
  (path) => !path.includes('/generated/'),
);

describe('what the documents claim of the code', () => {
  it('ARCHITECTURE.md: no module but hasher-queue.ts and rendering.ts has state that calls change', () => {
    const state =
      /^(?:export )?(?:let |const \w+(?:: (?!Readonly)[^=]+)? = new (?:Weak)?(?:Map|Set)[<(]|const \w+ = \[\];)/m;
    expect(SOURCES.length).toBeGreaterThan(100);
    expect(SOURCES.filter((path) => state.test(read(path))).toSorted()).toEqual([
      'apps/portal/src/kit/rendering.ts',
      'packages/domain/src/use-cases/hasher-queue.ts',
    ]);
  });

  it('docs/production.md: each line of the log is one that the program writes', () => {
    const [, section = ''] = read('docs/production.md').split('\n### The log\n');
    const lines = [...section.matchAll(/`([A-Z][^`]*\.)`/g)].map(([, line = '']) => line);
    expect(lines.length).toBeGreaterThan(5);
    const written = SOURCES.map(read).join('\n');
    expect(lines.filter((line) => !written.includes(`'${line}'`))).toEqual([]);
  });

  it('docs/use-the-api.md: names the path of each call', () => {
    const page = read('docs/use-the-api.md').replaceAll('`…/', '`/api/Case/{id}/certreq/');
    const paths = Object.values(CALLS).flatMap(({ A, B }) => [A, B ?? A].map((wire) => wire.split(' ')[1] ?? ''));
    expect(paths.map((path) => path.replaceAll(/:(\w+)/g, '{$1}')).filter((path) => !page.includes(path))).toEqual([]);
  });
});
