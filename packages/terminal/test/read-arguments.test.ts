import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import manifest from '../../../package.json' with { type: 'json' };
import { folderOfTests } from '../testing/scratch-folder.ts';

const folder = folderOfTests();

const HELP = 'Usage: npm run measure -- [--quick] [--only <name>] [word …]\n\nMeasures.\n';
const MODULE = JSON.stringify(join(import.meta.dirname, '../src/read-arguments.ts'));
const PROGRAMS = {
  words: `readArguments(import.meta.filename,
    { options: { quick: { type: 'boolean' }, only: { type: 'string' } }, words: true })`,
  none: 'readArguments(import.meta.filename)',
  long: `readArguments(import.meta.filename) && 'All of it'`,
};
/** More than a pipe holds. */
const LONG = 1_000_000;
for (const [name, code] of Object.entries(PROGRAMS)) {
  const written = `JSON.stringify(${code})${name === 'long' ? `.padEnd(${LONG})` : ''}`;
  const text = `import { readArguments } from ${MODULE};\nprocess.stdout.write(${written});`;
  writeFileSync(join(folder, `${name}.ts`), text);
  writeFileSync(join(folder, `${name}.help.txt`), HELP);
}
const run = (program: string, args: readonly string[]) =>
  spawnSync(process.execPath, [join(folder, `${program}.ts`), ...args], { encoding: 'utf8' });

it('reads options and words', () => {
  const { status, stdout } = run('words', ['--quick', 'one', '--only=b', 'two']);
  expect(status).toBe(0);
  expect(JSON.parse(stdout)).toEqual({ values: { quick: true, only: 'b' }, positionals: ['one', 'two'] });
});

it('goes on without a word once nobody reads what it prints', () => {
  const command = `"${process.execPath}" "${join(folder, 'long.ts')}" | head -c 5; echo "\${PIPESTATUS[0]}"`;
  expect(spawnSync('bash', ['-c', command], { encoding: 'utf8' })).toMatchObject({ stdout: '"All 0\n', stderr: '' });
});

it.each([
  ['--quick --help', HELP],
  ['--nonsense -h', HELP],
  ['--quick --version', `${manifest.version}\n`],
])('answers %s', (args, stdout) => {
  expect(run('words', args.split(' '))).toMatchObject({ status: 0, stdout, stderr: '' });
});

it.each([
  ['words', '--nonsense=secret', 'It has no such option'],
  ['words', '--secret', 'It has no such option'],
  ['words', '-secret', 'It has no such option'],
  ['words', '--only', "Option '--only <value>' argument missing"],
  ['words', '--only -secret', "Option '--only' argument is ambiguous"],
  ['words', '--quick=secret', "Option '--quick' does not take an argument"],
  ['none', 'secret', 'It takes no words beside its options'],
])('a program with %s refuses %s in one sentence', (program, args, problem) => {
  const stderr = `${problem}; npm run measure -- --help says what there is.\n`;
  expect(run(program, args.split(' '))).toMatchObject({ status: 2, stdout: '', stderr });
});
