import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'health-case-arguments-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const HELP = 'Usage: npm run measure -- [--quick] [--only <name>] [word …]\n\nMeasures.\n';
beforeAll(() => {
  const module = join(import.meta.dirname, '../src/read-arguments.ts');
  const options = "{ quick: { type: 'boolean' }, only: { type: 'string', multiple: true } }";
  const program = (takes: string) => `
    import { readArguments } from ${JSON.stringify(module)};
    const { values, positionals } = readArguments(import.meta.filename, ${takes});
    process.stdout.write(JSON.stringify({ ...values, positionals }));`;
  for (const [name, takes] of [
    ['words', `{ options: ${options}, words: true }`],
    ['none', '{ options: {} }'],
  ] as const) {
    writeFileSync(join(folder, `${name}.ts`), program(takes));
    writeFileSync(join(folder, `${name}.help.txt`), HELP);
  }
});

const run = (program: 'words' | 'none', ...args: readonly string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(folder, `${program}.ts`), ...args], {
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
};

describe('the arguments of a program', () => {
  it('are its options and its words', () => {
    const { status, stdout } = run('words', '--quick', 'one', '--only', 'a', '--only=b', 'two');
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toEqual({ quick: true, only: ['a', 'b'], positionals: ['one', 'two'] });
  });

  it.each([[['--help']], [['-h']], [['--quick', '--help']], [['--nonsense', '-h']]])(
    'with %j are answered by its help',
    (args) => {
      expect(run('words', ...args)).toEqual({ status: 0, stdout: HELP, stderr: '' });
    },
  );

  it('with --version are answered by the version of the project', () => {
    const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../../../package.json'), 'utf8'));
    expect(run('words', '--quick', '--version')).toEqual({ status: 0, stdout: `${version}\n`, stderr: '' });
  });

  it.each([
    ['words', ['--nonsense=secret'], 'There is no option --nonsense'],
    ['words', ['-x'], 'There is no option -x'],
    ['words', ['--only'], 'The option --only has no value, or one that it does not take'],
    ['words', ['--only', '--quick'], 'The option --only has no value, or one that it does not take'],
    ['words', ['--quick=secret'], 'The option --quick has no value, or one that it does not take'],
    ['none', ['secret'], 'It takes no words beside its options'],
    ['none', ['--quick'], 'There is no option --quick'],
  ] as const)('of %s that it does not take are refused in one sentence: %j', (program, args, problem) => {
    expect(run(program, ...args)).toEqual({
      status: 2,
      stdout: '',
      stderr: `${problem}; npm run measure -- --help says what there is.\n`,
    });
  });
});
