import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';

const JSX = new URL('../src/jsx.ts', import.meta.url);
const PAGE = new URL('support/page.tsx', import.meta.url);

/** Runs a module in a process of its own, where nothing compiles JSX but ours. */
const run = (source: string) => {
  const program = `import '${JSX}';\n${source}`;
  return spawnSync(process.execPath, ['--input-type=module', '--eval', program], { encoding: 'utf8' });
};

describe('a process that has imported jsx.ts', () => {
  test('imports .tsx, and its JSX escapes text', () => {
    const { stdout, stderr } = run(`const { page } = await import('${PAGE}'); console.log(page({ text: '<b>' }));`);
    expect({ stdout, stderr }).toEqual({ stdout: '<p class="govuk-body">&lt;b&gt;</p>\n', stderr: '' });
  });

  test('names the line of the file in an error', () => {
    const { stdout } = run(`const { fail } = await import('${PAGE}');
      try { fail({ text: 'no' }); } catch (error) { console.log(error.stack); }`);
    expect(stdout).toMatch(/page\.tsx:6:9/);
  });

  test('says in one sentence which file has no valid JSX', () => {
    const folder = mkdtempSync(join(tmpdir(), 'portal-jsx-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const file = join(folder, 'broken.tsx');
    writeFileSync(file, 'export const page = <p>;\n');
    const { stdout } = run(`await import('${pathToFileURL(file)}').catch((error) => console.log(String(error)));`);
    expect(stdout).toMatch(/^SyntaxError: .*broken\.tsx: .+\n$/);
  });
});
